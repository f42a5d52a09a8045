"""The planner that lets a model choose tools: one call or one reply per step, every call through the same desk.

The model proposes; it can skip nothing. A call that is refused goes back to it with the desk's words. What needs
the user's yes is asked in words made from the call, never in the model's. Where the model cannot be used, or does
not find its way, the script decides.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field

from answerable.domain.calls import DOUBTFUL, Call, Effect
from answerable.domain.events import DraftVerified, DraftWritten, ModelFailed
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Objection, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError
from answerable.models.base import Prompt
from answerable.models.metered import MeteredModel
from answerable.models.prompts import PromptFile, Quoted
from answerable.models.shown import QUESTION, cut
from answerable.stages.base import Planner, Seat
from answerable.store.permits import USED, StoredCall
from answerable.tools.desk import PermitDesk
from answerable.tools.escalation import BY_MODEL, ESCALATED
from answerable.tools.script import Script
from answerable.tools.tool import Tool

# After so many turns the reminder is said more strongly (the requirement's number).
LONG_AFTER = 5
# So often within one turn the model may be told what was wrong before the script takes over. Chosen, not measured.
CORRECTIONS = 3
# Turns and calls a model is shown; chosen, not measured.
TURNS, CALLS, TURN_TOKENS, CALL_TOKENS = 12, 12, 120, 500

Objects = Callable[[str, Question, Ledger], list[Objection]]


class NextStep(BaseModel):
    """One call, or one reply."""

    action: Literal["call", "ask", "answer", "refuse", "person"]
    tool: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    text: str = Field(default="", description="The reply to the user, plain text, for ask and answer.")


@dataclass(frozen=True, kw_only=True)
class Brief:
    """What the model is told once: its prompt, and what fills the prompt's static part."""

    prompt: PromptFile
    filled: Mapping[str, str]
    refusal: Callable[[Question], str]
    people: bool = False  # whether there is somebody to leave a matter to


class ToolModelPlanner:
    """Asks the model for the next step and holds it to the rules."""

    def __init__(
        self,
        script: Script,
        rules: Planner,
        desk: PermitDesk,
        tools: Mapping[str, Tool],
        model: MeteredModel,
        brief: Brief,
        objects: Objects,
    ) -> None:
        self._script, self._rules, self._desk, self._tools = script, rules, desk, tools
        self._model, self._brief, self._objects = model, brief, objects

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        made = self._desk.made(question)
        now = [call for call in made if call.run == question.run]
        if confirmed := self._script.confirmed(question, made):
            return confirmed  # the user's yes or no needs no interpreter
        if any(plan.by == "rule" for plan in ledger.plans) or any(call.code in DOUBTFUL for call in now):
            # Who took over ends the turn; so does a doubt.
            return await self._rules(question, ledger, weighing, seat)
        if now and self._needs_yes(now[-1]):
            return self._script.ask_yes(question, made, Call(now[-1].tool, now[-1].arguments))
        wrong: list[str] = []
        while len(wrong) + sum(call.state != USED for call in now) <= CORRECTIONS:
            try:
                step = await self._model.reply(
                    self._prompt(question, ledger, made, wrong), NextStep, seat.budget, seat.tell
                )
            except (ModelError, BudgetSpent):
                break
            plan = self._plan(step, question, ledger, now, seat)
            if isinstance(plan, Plan) and plan.decision is not Decision.REFUSE:
                return plan
            # What the script finds a tool for is about this shop, whoever says it is not.
            if isinstance(plan, Plan):
                rules = await self._rules(question, ledger, weighing, seat)
                return rules if rules.decision is Decision.ACT else plan
            wrong.append(plan)
            seat.tell(ModelFailed(self._model.name, self._brief.prompt.name, plan))
        return await self._rules(question, ledger, weighing, seat)

    def _needs_yes(self, call: StoredCall) -> bool:
        """Whether the user's yes to exactly this call is what is missing; a read is rather asked for in words."""
        doubtful = call.code == "untrusted_argument" and self._tools[call.tool].effect is not Effect.READ
        return call.code == "not_confirmed" or doubtful

    def _plan(
        self, step: NextStep, question: Question, ledger: Ledger, now: Sequence[StoredCall], seat: Seat
    ) -> Plan | str:
        """The step as a plan, or what is wrong with it in words the model can act on."""
        by = self._model.name
        if step.action == "refuse":
            says = self._brief.refusal(question)
            return Plan(Decision.REFUSE, why="out of scope", by=by, reason="off_topic", says=says)
        if step.action == "person":
            return self._person()
        if step.action == "call":
            return self._call(step, question, now)
        text = " ".join(step.text.split("\n")).strip()
        if not text:
            return f"action {step.action!r} needs text."
        if step.action == "answer" and any(call.state == USED for call in now):
            return Plan(Decision.ENOUGH, why="the model answers", by=by, says=text)
        if found := self._objects(text, question, ledger):
            seat.tell(DraftWritten(1, by))  # counted and flagged like any other draft that was stopped
            seat.tell(DraftVerified(0, tuple(one.kind for one in found)))
            shown = ", ".join(f"{one.kind} {one.value!r}" for one in found[:5])
            return f"The reply was dropped ({shown}): say only what a tool gave in this turn, in plain text."
        return Plan(Decision.ASK, why="the model asks back", by=by, says=text)

    def _person(self) -> Plan | str:
        if not self._brief.people:
            return "There is nobody to leave this to. Choose call, ask, answer or refuse."
        return Plan(Decision.ASK, why=BY_MODEL, by=self._model.name, reason=ESCALATED)

    def _call(self, step: NextStep, question: Question, now: Sequence[StoredCall]) -> Plan | str:
        if step.tool not in self._tools:
            return f"no_such_tool: {step.tool!r}. The tools are {', '.join(self._tools)}."
        call = Call(step.tool, step.arguments)
        if any(one.digest == call.digest and (one.state == USED or one is now[-1]) for one in now):
            return f"{call.tool} was called with exactly this in this turn; use what it gave, or do something else."
        task = Task(f"{call.tool}-{len(now) + 1}", call.tool, "call", question.text, arguments=call.arguments)
        return Plan(Decision.ACT, (task,), why="the model calls", by=self._model.name)

    def _prompt(
        self, question: Question, ledger: Ledger, made: Sequence[StoredCall], wrong: Sequence[str]
    ) -> Prompt:
        why = {gap.why.partition(":")[0]: gap.why for gap in ledger.gaps}
        turns = [
            Quoted(cut(f"user: {turn.question}\nassistant: {turn.text}", TURN_TOKENS), "turn")
            for turn in question.turns[-TURNS:]
        ]
        calls = [
            Quoted(cut(_shown(call, why), CALL_TOKENS), "call", {"turn": when})
            for call in made[-CALLS:]
            for when in ("this" if call.run == question.run else "earlier",)
        ]
        return self._brief.prompt.fill(
            {
                **self._brief.filled,
                "turns": turns,
                "question": Quoted(cut(question.text, QUESTION), "question"),
                "calls": calls,
                "wrong": [Quoted(words, "correction") for words in wrong],
            },
            long=len(question.turns) >= LONG_AFTER,
        )


def _shown(call: StoredCall, why: Mapping[str, str]) -> str:
    asked = f"{call.tool}({json.dumps(dict(call.arguments), ensure_ascii=False)})"
    if call.state != USED:
        return f"{asked} was refused: {why.get(call.code, call.code)}"
    return f"{asked} gave {json.dumps(dict(call.gave), ensure_ascii=False)}"
