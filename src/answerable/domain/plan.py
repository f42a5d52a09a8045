"""What to do next: tasks and what each waits for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Decision(StrEnum):
    """What the planner decided."""

    ACT = "act"
    ENOUGH = "enough"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Task:
    """One thing one source or tool can do."""

    id: str
    source: str
    verb: str  # "look" in what is known, "follow" leads, "query" tables, "search" engines, "call" a tool
    question: str
    targets: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)  # of a query, a search or a call; plain JSON


@dataclass(frozen=True)
class Plan:
    """Tasks and what each waits for, or the decision that no task is needed."""

    decision: Decision
    tasks: tuple[Task, ...] = ()
    why: str = ""
    by: str = "rule"
    reason: str = ""  # the refusal's or clarification's code
    says: str = ""  # the question back, or the refusal's sentence, where the planner words it itself
    choices: tuple[tuple[str, str], ...] = ()  # (label, value) to choose from when asking
    waits: Mapping[str, Any] = field(default_factory=dict)  # what the next turn needs to go on; plain JSON
    after: tuple[tuple[str, str], ...] = ()  # (task, the task of an earlier plan it builds on)

    def __post_init__(self) -> None:
        known = {task.id for task in self.tasks}
        if len(known) != len(self.tasks):
            raise ValueError("A plan names two tasks alike; give every task its own id.")
        for task in self.tasks:
            if unknown := set(task.needs) - known:
                raise ValueError(
                    f"Task {task.id!r} waits for {sorted(unknown)}, which the plan does not hold."
                )
        self.waves()

    @property
    def needs(self) -> tuple[tuple[str, str], ...]:
        """Which task waits, or has waited, for which, as pairs."""
        return (*self.after, *((task.id, need) for task in self.tasks for need in task.needs))

    def ready(self, done: Collection[str]) -> tuple[Task, ...]:
        """The wave: tasks whose needs are met and that are not done."""
        return tuple(t for t in self.tasks if t.id not in done and set(t.needs) <= set(done))

    def waves(self) -> list[tuple[Task, ...]]:
        """All waves in order; a plan that waits for itself is refused."""
        done: set[str] = set()
        waves: list[tuple[Task, ...]] = []
        while len(done) < len(self.tasks):
            wave = self.ready(done)
            if not wave:
                raise ValueError("The plan's tasks wait for each other in a circle.")
            waves.append(wave)
            done |= {task.id for task in wave}
        return waves
