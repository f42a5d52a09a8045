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
from answerable.errors import AssistantError
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
    assistants: Mapping[str, Assistant | AssistantError] = field(default_factory=dict)  # those of everybody
    _kept: dict[str, tuple[Any, Any]] = field(default_factory=dict)  # what each was made from, and the thing
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
        return [thing for name, (_, thing) in self._kept.items() if name.startswith(prefix)]

    def keep(self, name: str, make: Callable[[], Thing]) -> Thing:
        """Something that outlives one question (an assistant's tools, an index), made when first needed."""
        return self.keep_latest(name, None, lambda _: make())

    def keep_latest(self, name: str, given: Origin, make: Callable[[Origin], Thing]) -> Thing:
        """What is made from something that changes now and then; made anew only when it did."""
        if name in self._kept:
            known, made = self._kept[name]
            if known is given or known == given:
                return made  # type: ignore[no-any-return]  # what `make` gave under this name
            self._left.append(made)  # another question may still use it
        made = make(given)
        self._kept[name] = (given, made)
        return made

    async def rest(self) -> None:
        """Close what was kept and can be closed: connections that belong to an event loop about to end."""
        kept = [*self._left, *self.found("")]
        self._kept.clear()
        self._left.clear()
        for thing in kept:
            closed = thing.close() if hasattr(thing, "close") else None
            if isawaitable(closed):
                await closed


@dataclass(frozen=True)
class Given:
    """What a source, a guard or a search engine is opened with, be it built in or of a plug-in."""

    rooms: Rooms
    assistant: Assistant
    question: Question
    options: Mapping[str, Any]  # what the assistant's folder says about it, under [options.NAME]
