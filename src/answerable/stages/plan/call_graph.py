"""A plan of calls as a model writes it, and as it can be done: held against the functions, put into one query."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from answerable.domain.plan import Decision, Plan, Task
from answerable.errors import ToolRefused
from answerable.sources.apps.functions import REFERENCE
from answerable.sources.apps.graph import compiled

# Calls of one plan. Chosen, not measured.
MOST = 6
_ID = re.compile(r"[a-z][a-z0-9_]{0,30}")


class PlannedCall(BaseModel):
    """One call as the model planned it."""

    id: str
    function: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    question: str = ""
    context: str = ""
    needs: list[str] = Field(default_factory=list)


class CallPlan(BaseModel):
    """Calls and the SELECT over their results; whom the user may mean, to be asked; or that no function fits."""

    outcome: Literal["plan", "ask", "no_function_fits"] = "plan"
    tasks: list[PlannedCall] = Field(default_factory=list)
    sql: str = ""
    says: str = ""


@dataclass(frozen=True)
class CallGraph:
    """A plan that can be done: a look at each call's list, and the query all of it comes to."""

    written: CallPlan
    looks: Plan
    sql: str
    by: str
    checks: int = 0

    @classmethod
    def made(cls, written: CallPlan, source: str, now: datetime, by: str, checks: int = 0) -> CallGraph:
        """Hold what was written against the functions; raises `ToolRefused` with words for its writer."""
        if not 1 <= len(written.tasks) <= MOST:
            raise ToolRefused("bad_plan", f"It has {len(written.tasks)} tasks; plan 1 to {MOST}.")
        if wrong := [one.id for one in written.tasks if not _ID.fullmatch(one.id)]:
            raise ToolRefused("bad_plan", f"{wrong[0]!r} is no id; take a short lower-case name like team.")
        try:
            looks = Plan(Decision.ACT, tuple(_look(one, source) for one in written.tasks))
        except ValueError as problem:
            raise ToolRefused("bad_plan", str(problem)) from None
        calls = {one.id: one for one in written.tasks}
        order = [calls[task.id] for wave in looks.waves() for task in wave]
        queries, whole = compiled(((one.id, one.function, one.arguments) for one in order), written.sql, now)
        tasks = (replace(one, arguments={**one.arguments, "sql": queries[one.id]}) for one in looks.tasks)
        return cls(written, replace(looks, tasks=tuple(tasks)), whole, by, checks)

    def waits(self) -> dict[str, Any]:
        return {"graph": self.written.model_dump(), "by": self.by, "checks": self.checks}


def _look(call: PlannedCall, source: str) -> Task:
    referred = [one for value in call.arguments.values() for one, _ in REFERENCE.findall(str(value))]
    says = call.question or call.function
    arguments = {"name": call.id, "says": says, "context": call.context}
    needs = tuple(dict.fromkeys((*call.needs, *referred)))
    return Task(call.id, source, "look", says, (call.function,), needs, arguments)
