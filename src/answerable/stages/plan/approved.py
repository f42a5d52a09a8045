"""A planner whose first plan a person sees before anything is searched, and one that asks whom a name means.

What waits is the turn: its choices and the question it goes on with are stored with the conversation, so a yes may
come after a restart or days later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.facts.inquire import WHOM, inquire, understood
from answerable.lists import read_list
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.bridge import nobody

_SAYS = read_list(__package__, "approved.toml")


class ApprovedPlanner:
    """Asks before the work where that is wanted, and asks back where two have one name; else the planner inside."""

    def __init__(self, plan: Planner, engines: Sequence[str], *, always: bool = False) -> None:
        self._plan, self._engines, self._always = plan, tuple(engines), always

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        says = _SAYS.get(question.language, _SAYS["en"])
        if question.choice in _said("no") and question.goes_on:
            return Plan(Decision.REFUSE, reason="declined", says=says["stopped"])
        wanted = self._always or question.approve
        if wanted and not ledger.plans and not question.goes_on:
            return self._shown(question, says, seat)
        if question.choice in _said("yes") and question.goes_on:
            question = replace(question, text=question.goes_on)
        if not question.setting and (phrase := nobody(question.text)):
            return Plan(
                Decision.ASK, reason="ambiguous", says=says["whom"], waits={WHOM: phrase.frame.strip(", ")}
            )
        made = await self._plan(question, ledger, weighing, seat)
        if made.decision is not Decision.ENOUGH:
            return made
        return _which(question, ledger, says) or made

    def _shown(self, question: Question, says: dict[str, Any], seat: Seat) -> Plan:
        """The hops, the engines and what may be spent, with a yes and a no."""
        lines = []
        for chain in understood(question).chains:
            names = [hop.relation.label(question.language) for hop in chain.hops]
            lines.append("- " + " → ".join([chain.anchor, *names]))
        engines = [says["engines"].get(name, name) for name in self._engines]
        left = {name: round(seat.budget.left(name)) for name in ("pages", "queries", "seconds")}
        text = says["plan"].format(hops="\n".join(lines), engines=", ".join(engines), **left)
        choices = ((says["yes"], says["yes"]), (says["no"], says["no"]))
        return Plan(
            Decision.ASK, reason="approval", says=text, choices=choices, waits={"goes_on": question.text}
        )


def _said(word: str) -> set[str]:
    """A choice in every language: "ok" does not tell which one is spoken."""
    return {one[word] for one in _SAYS.values()}


def _which(question: Question, ledger: Ledger, says: dict[str, Any]) -> Plan | None:
    """A question back where the answer depends on whom a name means."""
    resolved = inquire(question, ledger)[1]
    step = next((step for one in resolved for step in one.steps if step.namesakes), None)
    if step is None:
        return None
    asked = question.goes_on or question.text
    return Plan(
        Decision.ASK,
        reason="ambiguous",
        says=says["which"].format(name=step.subject),
        choices=tuple((who, who) for who, _ in step.namesakes),
        waits={"goes_on": asked},
    )
