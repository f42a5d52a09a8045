"""The drafter that needs no model: it quotes, cut to what was asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Weighing
from answerable.domain.question import Question
from answerable.language.asked import Asked, understand
from answerable.language.excerpt import pick, unit_scores
from answerable.language.ranking import Embedder, idf, stems_of
from answerable.language.sentences import Unit, units
from answerable.stages.base import Seat

# Characters for the best section and for those nearly as good, by how many there are.
ROOM = ((600,), (400, 270), (320, 240, 170))
# Below this chance of being right an honest no serves better. Chosen on the sets: at 0.19
# it refused 12 % of the questions that the Debian FAQ answers, at 0.16 6 %.
TOO_UNSURE = 0.16
# Room in all when the best sections are short, what is too little to begin another, and how far down to
# look for more.
WHOLE, SCRAP, REACH = 500, 150, 8
# A neighbour further below the best than this is about something else, however much room there is.
NEIGHBOURLY = 3.0
# A section this much below the best is not quoted beside it.
NEARLY = 1.1


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
        best = ledger.best(len(ROOM))
        best = [piece for piece in best if piece.score >= best[0].score - NEARLY]
        if not best:
            return Draft((), reason="not_found")
        asked = understand(question.text, question.language, setting=question.setting)
        weights = _weights(asked, list(ledger))
        claims: list[Claim] = []
        for piece, room in zip(best, ROOM[len(best) - 1], strict=True):
            claims += self._quote(asked, piece, weights, room)
        for piece in _neighbours(best, ledger):
            left = WHOLE - sum(len(claim.text) for claim in claims)
            if left < SCRAP:
                break
            claims += self._quote(asked, piece, weights, left)
        return Draft(tuple(claims))

    def _quote(self, asked: Asked, piece: Evidence, weights: Mapping[str, float], room: int) -> list[Claim]:
        taken = units(piece.text)
        picked: dict[int, int] = {}
        for number, scores in enumerate(unit_scores(asked, taken, weights, self._embedder)):
            for place in pick(taken, scores, room // len(asked.parts)):
                picked.setdefault(place, number)
        return [_claim(taken[place], piece, part) for place, part in sorted(picked.items())]


def _neighbours(best: Sequence[Evidence], ledger: Ledger) -> list[Evidence]:
    """Other fitting sections of the best page: sites cut into tiny sections tell one thing in several."""
    page, least = best[0].locator.url, best[0].score - NEIGHBOURLY
    near = (piece for piece in ledger.best(REACH) if piece.score >= least and piece not in best)
    return [piece for piece in near if piece.locator.url == page]


def _claim(unit: Unit, piece: Evidence, part: int) -> Claim:
    return Claim(unit.text, (piece.id,), unit.text, part)


def _weights(asked: Asked, pieces: Sequence[Evidence]) -> dict[str, float]:
    """How much each stem of the question tells among what was found."""
    counts = Counter(root for piece in pieces for root in stems_of(piece.text, asked.language))
    return {root: idf(counts[root], len(pieces)) for root in asked.stems}
