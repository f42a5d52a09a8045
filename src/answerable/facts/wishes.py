"""What a person wants changed in an answer: sites to leave out or to keep to, years, values that are wrong.

A turn that asks nothing and only narrows is a wish; it goes on with the question before it, and so do wishes after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from answerable.domain.evidence import Evidence
from answerable.domain.question import Question
from answerable.domain.share import SAID
from answerable.facts.names import PATTERNS, names_in
from answerable.facts.trust import site_of
from answerable.language.words import STOPWORDS, words
from answerable.lists import read_list

# Under this name a turn keeps its question as it was understood.
ASKED = "asked"
_HOST = re.compile(r"\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b", re.I)
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_ASKS = PATTERNS["asks"]
_ROWS = {way: row.split(", ") for way, row in read_list(__package__, "wishes.toml").items()}
_SAID = {
    way: re.compile(r"\b(?:" + "|".join(map(re.escape, row)) + r")\b", re.I) for way, row in _ROWS.items()
}
_POLITE = STOPWORDS["en"] | STOPWORDS["de"] | {word for row in _ROWS.values() for word in row}
_NAMED = re.compile(r"[A-ZÄÖÜ][\w&-]+(?:\s(?:(?:of|the|von|der|des)\s)?[A-ZÄÖÜ&][\w&-]*)*")
_LONG = 16  # words of a wish; more are told, not wished. Chosen


@dataclass(frozen=True)
class Wish:
    """What holds for the evidence of a question."""

    question: str  # what it goes on with
    without: tuple[str, ...] = ()  # sites or values
    only: tuple[str, ...] = ()  # sites
    after: str = ""  # years
    before: str = ""

    def keeps(self, piece: Evidence) -> bool:
        """Whether a page may be used."""
        site = re.sub(r"\W|_", "", site_of(piece.locator.url).rsplit(".", 1)[0].lower())
        own = re.sub(r"\W|_", "", re.split(r"\s[|–—·-]\s", piece.title)[-1].lower())
        said = {site, own}
        return not said & _plain(self.without) and (not self.only or bool(said & _plain(self.only)))

    def dated(self, when: str) -> bool:
        """Whether a fact's year may be used; one that gives none is of about now."""
        year = when.rstrip("+")[:4]
        if self.before and (not year or year >= self.before):
            return False
        return not (self.after and year and year < self.after)


def _plain(names: Iterable[str]) -> set[str]:
    bare = (name.removeprefix("www.").rsplit(".", 1)[0] if _HOST.fullmatch(name) else name for name in names)
    return {re.sub(r"\W|_", "", name.lower()) for name in bare}


def wished(question: Question) -> Wish:
    """The question that is gone on with, and everything that was wished since."""
    found: list[Wish] = []
    last = question.turns[-1].waits if question.turns else {}
    said = str(last.get(SAID, question.text))
    for turn, before in pairwise((None, *reversed(question.turns), None)):
        text = turn.question if turn else said
        # "That is wrong": what was turned down is known, and the question stands.
        remark = before and "rejected" in before.waits and _is_remark(text)
        wish = _read(text) or (Wish("") if remark else None)
        if wish is None:
            again = turn if said == question.text else None
            base = str(again.waits.get(ASKED) or text) if again else question.text
            break
        found.append(wish)
    else:
        return Wish(question.text)
    years = [max((w.after for w in found), default=""), max((w.before for w in found), default="")]
    return Wish(
        base, tuple(n for w in found for n in w.without), tuple(n for w in found for n in w.only), *years
    )


def _is_remark(text: str) -> bool:
    """Whether a few words neither ask nor name anything."""
    return not _ASKS.search(text) and len(words(text)) <= _LONG and not names_in(text)


def _read(text: str) -> Wish | None:
    """A turn as a wish, or None where it asks or tells something else."""
    if _ASKS.search(text) or len(words(text)) > _LONG:
        return None
    first, _, rest = text.partition(" ")
    said = rest if first.lower().strip(".,") in _POLITE else text  # a capital only opens the sentence
    named = _HOST.findall(text) or [name for name in _NAMED.findall(said) if name.lower() not in _POLITE]
    year = found[1] if (found := _YEAR.search(text)) else ""
    if year and not _HOST.search(text):
        before, after = (_SAID[way].search(text[: text.index(year)]) for way in ("before", "after"))
        return Wish("", after=year if after and not before else "", before=year if before else "")
    if not named:
        return None
    if _SAID["only"].search(text):
        return Wish("", only=tuple(named))
    return Wish("", without=tuple(named)) if _SAID["without"].search(text) else None
