"""The drafter that needs no model: it quotes, cut to what was asked."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Weighing
from answerable.domain.question import Question
from answerable.language.sentences import units
from answerable.stages.base import Seat

ANSWER_CHARS = 600


class RuleDrafter:
    """Takes the best passages and keeps the units around their best ones."""

    async def __call__(
        self,
        question: Question,
        ledger: Ledger,
        weighing: Weighing,
        seat: Seat,  # noqa: ARG002
        objections: Sequence[Objection] = (),  # noqa: ARG002
    ) -> Draft:
        claims: list[Claim] = []
        for piece, room in zip(ledger.best(2), (400, 200), strict=False):
            claims += _quote(piece, room)
        return Draft(tuple(claims))


def _quote(piece: Evidence, room: int) -> list[Claim]:
    claims: list[Claim] = []
    for unit in units(piece.text):
        room -= len(unit.text)
        if claims and room < 0:
            break
        claims.append(Claim(unit.text, (piece.id,), unit.text))
    return claims
