"""The planner of a conversation about tools, without a model: the next step, from a script that is data."""

from __future__ import annotations

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Planner, Seat
from answerable.tools.desk import PermitDesk
from answerable.tools.script import Script


class DialogPlanner:
    """Decides from the user's words and the calls that the desk has on record."""

    def __init__(self, script: Script, desk: PermitDesk) -> None:
        self._script, self._desk = script, desk

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:  # noqa: ARG002
        return self._script.next(question, self._desk.made(question))


class DialogCascade:
    """The script where it understands, else the model; who began a turn's calls ends it."""

    def __init__(self, rules: Planner, model: Planner) -> None:
        self._rules, self._model = rules, model

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if any(plan.by != "rule" for plan in ledger.plans):
            return await self._model(question, ledger, weighing, seat)
        plan = await self._rules(question, ledger, weighing, seat)
        refused = plan.decision is Decision.REFUSE and plan.reason in ("off_topic", "policy_not_found")
        if refused or plan.waits.get("unheard"):
            return await self._model(question, ledger, weighing, seat)
        return plan
