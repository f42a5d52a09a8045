"""What every engine is made from, opened once per process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from inspect import isawaitable
from typing import Any, TypeVar

from answerable.assistants import Assistant
from answerable.build.thinking import thinking
from answerable.domain.question import Question
from answerable.language.ranking import Embedder
from answerable.models import Model
from answerable.models.metered import MeteredModel
from answerable.models.retry import Patience
from answerable.settings import Settings
from answerable.store import Store

Origin = TypeVar("Origin")
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Rooms:
    """Settings, the store, the vectors, the model that was handed in; and what outlives one question."""

    settings: Settings
    store: Store
    embedder: Embedder
    model: Model | None
    patience: Patience  # kept, so that what one question learns of a busy model holds for the next
    _kept: dict[str, object] = field(default_factory=dict)
    _left: list[Any] = field(default_factory=list)  # replaced by something newer, and not closed yet

    def thinking(
        self, question: Question | None = None, *, small: bool = False
    ) -> AbstractAsyncContextManager[MeteredModel | None]:
        """The model or none, or the small one beside it; for a question, with what its tenant was replied before."""
        replies = self.store.cache(question.user.tenant.id, "replies") if question else None
        named = self.settings.model
        if small:
            return thinking(replace(named, name=named.small), self.patience, None, replies)
        return thinking(named, self.patience, self.model, replies)

    def found(self, prefix: str) -> list[Any]:
        """What is kept now under names that begin like this."""
        return [
            thing for name, held in self._kept.items() if name.startswith(prefix) for thing in _things(held)
        ]

    def keep(self, name: str, make: Callable[[], Thing]) -> Thing:
        """Something that outlives one question (a database's catalog, an app's cache), made when first needed."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]  # type: ignore[return-value]  # what `make` gave under this name

    async def rest(self) -> None:
        """Close what was kept and can be closed: connections that belong to an event loop about to end."""
        kept = [*self._left, *(thing for held in self._kept.values() for thing in _things(held))]
        self._kept.clear()
        self._left.clear()
        for thing in kept:
            closed = thing.close() if hasattr(thing, "close") else None
            if isawaitable(closed):
                await closed

    def keep_latest(self, name: str, given: Origin, make: Callable[[Origin], Thing]) -> Thing:
        """What is made from something that changes now and then; made anew only when it did."""
        kept: list[tuple[Origin, Thing]] = self.keep(name, lambda: [(given, make(given))])
        known, made = kept[0]
        if known is not given and known != given:
            self._left.append(made)  # another question may still use it
            made = make(given)
            kept[0] = (given, made)
        return made


@dataclass(frozen=True)
class Given:
    """What a source, a guard or a search engine is opened with, be it built in or of a plug-in."""

    rooms: Rooms
    assistant: Assistant
    question: Question
    options: Mapping[str, Any]  # what the assistant's folder says about it, under [options.NAME]


def _things(held: object) -> list[Any]:
    """What `keep` or `keep_latest` holds."""
    return [made for _, made in held] if isinstance(held, list) else [held]
