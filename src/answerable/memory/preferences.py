"""Which records one person means by a name."""

from __future__ import annotations

from collections.abc import Iterable

from answerable.domain.question import Question
from answerable.memory.graph import Graph
from answerable.store.memory import TenantMemory


class Preferences:
    """What the people of one tenant chose, each for themselves."""

    def __init__(self, memory: TenantMemory) -> None:
        self._graph = Graph(memory)

    def recall(self, question: Question, name: str) -> tuple[str, ...]:
        """The records the asking person chose for a name; empty where they never had to."""
        return self._graph.preferred(question.user.id, name)

    def learn(self, question: Question, name: str, records: Iterable[str]) -> None:
        """Remember a choice, and the turn in which it was made."""
        self._graph.learn(question, name, records=tuple(records))

    def forget(self, question: Question, name: str) -> None:
        """Forget what the asking person chose for a name."""
        self._graph.forget(question.user.id, name)
