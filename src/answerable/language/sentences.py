"""A passage as units a reader can be shown: sentences, list items, table rows, code blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from answerable.language.words import LISTS, STOPWORDS
from answerable.lists import listed

_ABBREVIATIONS = listed(LISTS["abbreviations"]["words"])
_END = re.compile(r"([.!?…]+[\"'”’)\]]*)\s+(?=[\"'“‘(\[]?[A-ZÄÖÜ0-9/~$])")
_NUMBERING = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_CHAPTER = re.compile(
    r"^\s*(?:(?:chapter|kapitel|appendix|anhang|section|abschnitt) )?"
    r"(?:\d+(?:\.\d+)*\.?|(?:[A-Z]|[IVX]+)(?:\.\d+)*\.)\s+(?=\S)",
    re.I,
)
_DAY = re.compile(r"(?:^|\s)[0-3]?\d$")
_MONTH = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
_BULLET = re.compile(r"^\s*(?:[-•*]|\d{1,3}[.)])\s+")
_SMALL = STOPWORDS["en"] | STOPWORDS["de"]
_REMARK = re.compile(r"^\s*(?:#|//|/\*|\*|--\s|\$|>)", re.M)  # of a program, or what is typed
# Preformatted text is prose when so many of its words, and not too few, are small ones. In 30 manual pages of Postfix
# three quarters of the blocks are, in three manuals with commands and programs 5 % (messages and licences); at 0.3 it
# were 42 % and 3 %.
PROSE, PROSE_WORDS = 0.2, 8


@dataclass(frozen=True)
class Unit:
    """One thing that can be quoted whole."""

    text: str  # verbatim from the passage
    kind: str  # sentence · item · row · code
    block: int  # which block of the passage it came from


def split_sentences(text: str) -> list[str]:
    """Cut running text into sentences; abbreviations, versions and initials do not end one."""
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(text):
        before = text[start : match.start()]
        last = before.rsplit(None, 1)[-1].lower().strip("([\"'“") if before.split() else ""
        if match.group(1) == "." and (_goes_on(last) or _numbers_on(before, text[match.end() :])):
            continue
        pieces.append(text[start : match.end(1)].strip())
        start = match.end()
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]


def _goes_on(word: str) -> bool:
    """A full stop after an abbreviation or an initial ends nothing."""
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha())


def _numbers_on(before: str, after: str) -> bool:
    """A section number that opens a line ("7.14. How …") or a German day ("am 13. Juli") ends nothing."""
    return bool(_NUMBERING.fullmatch(before.strip()) or (_DAY.search(before) and _MONTH.match(after)))


def units(passage: str) -> list[Unit]:
    """The units of a passage in reading order (see extract's text convention)."""
    found: list[Unit] = []
    for number, block in enumerate(re.split(r"\n\s*\n", passage)):
        found.extend(_block_units(block, number))
    return found


def _block_units(block: str, number: int) -> list[Unit]:
    lines = [line for line in block.split("\n") if line.strip()]
    if not lines:
        return []
    if all(line.startswith("    ") for line in lines):
        if _is_prose(block):
            return [
                Unit(sentence, "sentence", number) for sentence in split_sentences(" ".join(block.split()))
            ]
        return [Unit("\n".join(lines), "code", number)]
    if len(lines) > 1 and all(" | " in line for line in lines):
        return [Unit(line.strip(), "row", number) for line in lines]
    found: list[Unit] = []
    for line in lines:
        if _BULLET.match(line):
            found.append(Unit(line.strip(), "item", number))
        elif line.startswith("    "):
            found.append(Unit(line, "code", number))
        else:
            found.extend(Unit(sentence, "sentence", number) for sentence in split_sentences(line.strip()))
    return found


def _is_prose(block: str) -> bool:
    """Whether preformatted text is meant to be read (a manual page) and not to be run."""
    said = block.split()  # as written: SELECT … FROM … WHERE is nothing to read
    small = sum(word in _SMALL for word in said)
    return len(said) >= PROSE_WORDS and small >= PROSE * len(said) and not _REMARK.search(block)


def unnumbered(heading: str) -> str:
    """A heading, or a link to it, without the number of its chapter."""
    return _CHAPTER.sub("", heading).strip()
