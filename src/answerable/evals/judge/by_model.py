"""The judge that asks a model: one rubric per criterion, a typed verdict, and a quote that must really be there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from answerable.errors import BudgetSpent, ModelError
from answerable.evals.judge.replied import CRITERIA, JudgedReply, Judgement, ReplyJudge, unsure
from answerable.models.metered import MeteredModel
from answerable.models.prompts import PromptFile, Quoted
from answerable.models.shown import cut
from answerable.stages.base import Seat
from answerable.stages.verify.ground import flat

RUBRICS = {name: PromptFile.load(Path(__file__).with_name(f"{name}.md")) for name in CRITERIA}
# Tokens of one piece of evidence, and pieces. Chosen, not measured: a reply rests on few.
PIECE, PIECES = 600, 8


class ModelVerdict(BaseModel):
    """What a model says of a reply."""

    reason: str = Field(description="One sentence: what is wrong, or why it is right.", max_length=400)
    quote: str = Field(
        description="The words of the reply or the evidence this rests on, copied.", max_length=400
    )
    verdict: Literal["good", "bad", "cannot_tell"]


class ModelJudge:
    """Asks a model by the rubric; the rules judge where it cannot be reached or paid."""

    def __init__(self, model: MeteredModel, rules: ReplyJudge) -> None:
        self._model, self._rules = model, rules

    async def __call__(self, criterion: str, reply: JudgedReply, seat: Seat) -> Judgement:
        """Hold what was said against one criterion; a quote that stands nowhere counts as could not tell."""
        prompt = RUBRICS[criterion].fill(_shown(reply))
        try:
            model = replace(self._model, lost=False)  # one that was away for the last reply may be back
            said = await model.reply(prompt, ModelVerdict, seat.budget, seat.tell)
        except (ModelError, BudgetSpent):
            return await self._rules(criterion, reply, seat)
        by = self._model.name
        if said.verdict == "cannot_tell":
            return unsure(criterion, said.reason, by)
        if not said.quote.strip() or flat(said.quote) not in flat(_everything(reply)):
            return unsure(criterion, f"the judge quotes {said.quote[:80]!r}, which nobody said", by)
        return Judgement(criterion, float(said.verdict == "good"), said.reason, said.quote, by)


def _policy(reply: JudgedReply) -> str:
    return reply.policy.as_text(reply.language) if reply.policy else ""


def _everything(reply: JudgedReply) -> str:
    turns = (words for turn in reply.turns for words in turn)
    pieces = (piece.text for piece in reply.evidence)
    return " ".join([reply.text, reply.question, *reply.choices, *turns, *pieces, _policy(reply)])


def _shown(reply: JudgedReply) -> dict[str, str | Quoted | list[Quoted]]:
    """The same material for every rubric; everything in it is data."""
    turns = [
        Quoted(cut(f"Asked: {asked}\nTold: {told}", PIECE), "turn") for asked, told in reply.turns[-PIECES:]
    ]
    pieces = [
        Quoted(cut(piece.text, PIECE), "evidence", {"number": str(n)})
        for n, piece in enumerate(reply.evidence[:PIECES], 1)
    ]
    choices = "\n".join(reply.choices)
    return {
        "about": reply.about or reply.assistant or "the sources it was given",
        "expected": reply.expect or "not stated",
        "question": Quoted(cut(reply.question, PIECE), "question"),
        "turns": turns,
        "reply": Quoted(cut(reply.text, 2 * PIECE), "reply", {"ended": reply.outcome}),
        "choices": [Quoted(choices, "choices")] if choices else [],
        "evidence": pieces + ([Quoted(_policy(reply), "policy")] if reply.policy else []),
    }
