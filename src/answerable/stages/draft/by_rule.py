"""The drafter that needs no model: it quotes, cut to what was asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Weighing
from answerable.domain.question import Question
from answerable.language.asked import Asked, understand
from answerable.language.excerpt import Pick, Quotable, choose, to_quote
from answerable.language.ranking import Embedder
from answerable.language.rows import header_of, told
from answerable.language.sentences import Unit, unnumbered
from answerable.language.shapes import SHAPES, VALUES
from answerable.language.usual import shape_of
from answerable.language.words import content_words, stem

# A longer heading is not shown: with up to 40 characters no more was told, and answers became too long.
LONGEST_NAME = 20
# What a section defines is shown even so: without "message_size_limit (default: 10240000)" nobody knows which setting
# is meant. On 607 recorded questions of twenty sites one more was right and no middle answer of a site passed 600.
LONGEST_TERM = 45
_TERM = re.compile(r"\w_\w|\(default\b|\w\(\d?\)")
# A denial beside a quote that has none would be stopped as its opposite ("--no-gui: Disable the window").
_NO_NAME = re.compile(r"\?|\b(?:no|not|non|never|without|kein\w*|nicht|nie|ohne)\b", re.I)
# A page that is not quoted, on which two of the best sections stand and fit at most this much worse than the best, is
# pointed to by a heading that is not long. On 282 answers of twelve sites it is the only right page named for 8 of 59,
# with a gap of 2 for 5 of 39; a page on which one section fits (by 1.5) was it for 2 of 33.
NEARLY, LONGEST_HEADING = 3.0, 60
# A pointer makes no short answer long: up to here, or where the answer is long anyway.
SHORT, LONG = 580, 700
_SHEET = re.compile(r"(?:Page|Seite) \d+")  # of a PDF: says nothing
_SEE = {"en": "See also", "de": "Siehe auch"}
_YES_OR_NO = re.compile(r"(?:yes|no|ja|nein)\b[.,;:!]", re.I)


class RuleDrafter:
    """Takes the best sections and keeps the units that answer, verbatim."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    # Objections change nothing: a quote cannot be written otherwise.
    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, *_: object) -> Draft:
        if weighing.off_topic:
            return Draft((), reason="off_topic")
        best = to_quote(ledger, question.language)
        if not (best and weighing.confidence):
            return Draft((), reason="not_found")
        asked = understand(question.text, question.language, setting=question.setting).without(
            weighing.missing
        )
        sections = [Quotable.of(piece) for piece in best]
        headings = Counter(heading for piece in ledger for heading in set(piece.locator.path))
        claims: list[Claim] = []
        picks = choose(asked, sections, self._embedder, _before(question))
        for number, picked in groupby(picks, lambda pick: pick.section):
            name = _name(best[number].locator.path, headings, asked)
            claims += _claims(sections[number].units, list(picked), best[number], name)
        if len(claims) == 1:
            claims = [replace(claims[0], text=claims[0].text.removeprefix("- "))]  # one row is no list
        missing = [*weighing.missing, *_missing(asked, claims)]
        gaps = tuple(Gap(part, "nothing that was read says this") for part in missing)
        return Draft((*claims, *_pointer(claims, best, question.language)), gaps=gaps)


def _pointer(claims: Sequence[Claim], best: Sequence[Evidence], language: str) -> list[Claim]:
    """Where else to look: a page on which several sections fit nearly as well as those that are quoted."""
    quoted = {piece.locator.url for piece in best for claim in claims if piece.id in claim.evidence}
    near = [piece for piece in best if piece.score >= best[0].score - NEARLY]
    often = Counter(piece.locator.url for piece in best)
    length = sum(len(claim.text) + 1 for claim in claims)
    for piece in (one for one in near if often[one.locator.url] > 1 and one.locator.url not in quoted):
        told = [heading for heading in piece.locator.path if not _SHEET.fullmatch(heading)]
        heading = unnumbered([piece.title, *told][-1])
        text = f"{_SEE.get(language, _SEE['en'])}: {heading}"
        fits = length > LONG or length + len(text) + 5 <= SHORT  # with its line and its number
        if fits and len(heading) <= LONGEST_HEADING and (units := Quotable.of(piece).units):
            return [Claim(text, (piece.id,), units[0].text)]
    return []


def _before(question: Question) -> str:
    """The answer that a follow-up goes on from; a question that stands alone may be told anything."""
    return question.turns[-1].text if question.setting and question.turns else ""


def _missing(asked: Asked, claims: Sequence[Claim]) -> list[str]:
    """Parts of a question that want a number, a date or a name where nothing that is quoted has one.

    More cannot be told without a model: how far a part's words are met was no lower for missing parts than for
    answered ones on the question sets.
    """
    told = "\n".join(claim.text for claim in claims)
    wanted = [part for part in asked.parts if part.wants in VALUES and len(asked.parts) > 1]
    return [part.text for part in wanted if not (shape_of(part.text) or SHAPES[part.wants]).search(told)]


def _name(path: Sequence[str], headings: Mapping[str, int], asked: Asked) -> str:
    """The heading that names what a section is about ("Heal"), unless others share it or the question says it."""
    name = next((unnumbered(heading) for heading in reversed(path) if headings[heading] == 1), "")
    fresh = {stem(word, asked.language) for word in content_words(name, asked.language)} - set(asked.stems)
    plain = len(name) <= LONGEST_NAME and not re.search(r"\d", name)
    term = len(name) <= LONGEST_TERM and _TERM.search(name)
    return name if fresh and (plain or term) and not _NO_NAME.search(name) else ""


def _claims(within: Sequence[Unit], picked: Sequence[Pick], piece: Evidence, name: str) -> list[Claim]:
    """Units as they stand; a row of a table with the names of its columns, the first with a name none of them says."""
    said = "\n".join(within[pick.place].text for pick in picked).lower()
    claims: list[Claim] = []
    for pick in picked:
        unit = within[pick.place]
        text = told(unit.text, header_of(within, pick.place)) if unit.kind == "row" else unit.text
        if question := _answered(within, pick.place, piece.locator.path):
            text = f"{question} {text}"
        elif not claims and name.lower() not in said:
            text = f"{name}: {text}" if unit.kind == "sentence" else f"{name}:\n{text}"
        claims.append(Claim(text, (piece.id,), unit.text, pick.part))
    return claims


def _answered(within: Sequence[Unit], place: int, path: Sequence[str]) -> str:
    """The question that stands before a yes or no, which means something else after any other."""
    before = within[place - 1].text if place else unnumbered(path[-1]) if path else ""
    return before if _YES_OR_NO.match(within[place].text) and before.endswith("?") else ""
