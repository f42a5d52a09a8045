"""The drafter that needs no model: it quotes, cut to what was asked."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Weighing
from answerable.domain.question import Question
from answerable.language.asked import Asked, understand
from answerable.language.excerpt import Pick, Quotable, choose
from answerable.language.ranking import Embedder
from answerable.language.rows import header_of, told
from answerable.language.sentences import Unit, units
from answerable.language.shapes import SHAPES
from answerable.language.words import detect_language
from answerable.stages.base import Seat

# Below this chance of being right an honest no serves better. Chosen on the sets: at 0.19
# it refused 12 % of the questions that the Debian FAQ answers, at 0.16 6 %.
TOO_UNSURE = 0.16
# A section in the question's language counts as the translation of one in another if it is at most this much worse.
# Chosen, not measured: on the sandbox shop, which has both, it changed no score and mixed no languages any more.
TRANSLATED = 2.5
# What cannot be told without its shape: no price was told where no price stands.
_TELLS_BY_SHAPE = ("price", "number", "measure", "often", "date", "person")
# Sections that may be quoted; the units of all of them compete for the room.
SECTIONS = 6


class RuleDrafter:
    """Takes the best sections and keeps the units that answer, verbatim."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,
        seat: Seat,  # noqa: ARG002
        objections: Sequence[Objection] = (),  # noqa: ARG002 a quote cannot be written otherwise
    ) -> Draft:
        if weighing.off_topic:
            return Draft((), reason="off_topic")
        if weighing.confidence < TOO_UNSURE:
            return Draft((), reason="not_found")
        best = _best(ledger, question.language)
        if not best:
            return Draft((), reason="not_found")
        asked = understand(question.text, question.language, setting=question.setting)
        sections = [Quotable(piece.locator.path, tuple(units(piece.text)), piece.score) for piece in best]
        picked = choose(asked, sections, self._embedder)
        claims = tuple(_claim(sections[pick.section].units, pick, best[pick.section]) for pick in picked)
        return Draft(claims, gaps=_missing(asked, claims))


def _best(ledger: Ledger, language: str) -> list[Evidence]:
    """The sections to quote; a site in two languages is quoted in the one that was asked in."""
    best = ledger.best(2 * SECTIONS)
    spoken = [piece for piece in best if detect_language(piece.text, language) == language]
    if spoken and spoken[0].score >= best[0].score - TRANSLATED:
        best = spoken
    return best[:SECTIONS]


def _missing(asked: Asked, claims: Sequence[Claim]) -> tuple[Gap, ...]:
    """Parts of a question that want a number, a date or a name where nothing that is quoted has one.

    More cannot be told without a model: how far a part's words are met was no lower for missing parts than for
    answered ones on the question sets.
    """
    if len(asked.parts) < 2:
        return ()
    told = "\n".join(claim.text for claim in claims)
    wanted = [(part, SHAPES[part.wants]) for part in asked.parts if part.wants in _TELLS_BY_SHAPE]
    return tuple(
        Gap(part.text, "nothing that was read says this") for part, shape in wanted if not shape.search(told)
    )


def _claim(units: Sequence[Unit], pick: Pick, piece: Evidence) -> Claim:
    """A unit as it stands; a row of a table with the names of its columns."""
    unit = units[pick.place]
    text = told(unit.text, header_of(units, pick.place)) if unit.kind == "row" else unit.text
    return Claim(text, (piece.id,), unit.text, pick.part)
