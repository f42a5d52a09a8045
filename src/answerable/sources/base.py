"""What a source is to the rest of the house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Findings
from answerable.domain.plan import Task
from answerable.domain.question import Question


@dataclass(frozen=True)
class Card:
    """A source as the planner sees it."""

    name: str
    says: str
    follows_leads: bool = False
    leads_at_once: int = 5


class Source(Protocol):
    """A place that can be read."""

    @property
    def card(self) -> Card: ...

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Do one task: look at what is known, or follow its leads; bring home evidence, gaps and leads."""
        ...
