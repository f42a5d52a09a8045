"""Which records one person means by a name."""

from __future__ import annotations

from collections.abc import Iterable

from answerable.domain.question import Question
from answerable.language.words import words
from answerable.store.memory import TenantMemory


class Preferences:
    """What the people of one tenant chose, each for themselves."""

    def __init__(self, memory: TenantMemory) -> None:
        self._memory = memory

    def recall(self, question: Question, name: str) -> tuple[str, ...]:
        """The records the asking person chose for a name; empty where they never had to."""
        kept = self._memory.get(question.user.id, _key(name))
        return kept.records if kept else ()

    def learn(self, question: Question, name: str, records: Iterable[str]) -> None:
        """Remember a choice, and the turn in which it was made."""
        self._memory.put(
            question.user.id,
            _key(name),
            tuple(records),
            conversation=question.conversation,
            run=question.run,
        )

    def forget(self, question: Question, name: str) -> None:
        """Forget what the asking person chose for a name."""
        self._memory.delete(question.user.id, _key(name))


def _key(name: str) -> str:
    return " ".join(words(name))
