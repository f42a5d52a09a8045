"""A planner for what is no question: a greeting, thanks, "what can you do?"; all else goes to the planner inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.lists import read_list
from answerable.stages.base import Planner, Seat

_SAYS = read_list(__package__, "welcome.toml")


class WelcomePlanner:
    """Says what the assistant is for, in its folder's words, and offers questions to begin with.

    `kind` names the small talk a text is, or None when it is about anything else as well.
    """

    def __init__(
        self, plan: Planner, kind: Callable[[str], str | None], greeting: str, starters: Sequence[str]
    ) -> None:
        self._plan, self._kind, self._greeting, self._starters = plan, kind, greeting, tuple(starters)

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        says = _SAYS.get(question.language, _SAYS["en"])
        kind = "" if ledger.plans else self._kind(question.text)
        if kind not in says:
            return await self._plan(question, ledger, weighing, seat)
        return Plan(
            Decision.ASK,
            why=f"no question: {kind}",
            reason="small_talk",
            says=says[kind].format(greeting=self._greeting).strip(),
            choices=() if kind == "thanks" else tuple((starter, starter) for starter in self._starters),
        )
