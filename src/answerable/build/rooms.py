"""What every engine is made from, opened once per process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any, TypeVar

from answerable.language.ranking import Embedder
from answerable.models import Model
from answerable.models.retry import Patience
from answerable.settings import Settings
from answerable.store import Store

Given = TypeVar("Given")
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

    def keep(self, name: str, make: Callable[[], Thing]) -> Thing:
        """Something that outlives one question (a database's catalog, an app's cache), made when first needed."""
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]  # type: ignore[return-value]  # what `make` gave under this name

    async def rest(self) -> None:
        """Close what was kept and can be closed: connections that belong to an event loop about to end."""
        kept = [thing for held in self._kept.values() for thing in _things(held)]
        self._kept.clear()
        for thing in kept:
            closed = thing.close() if hasattr(thing, "close") else None
            if isawaitable(closed):
                await closed

    def keep_latest(self, name: str, given: Given, make: Callable[[Given], Thing]) -> Thing:
        """What is made from something that changes now and then; made anew only when it did."""
        kept: list[tuple[Given, Thing]] = self.keep(name, lambda: [(given, make(given))])
        if kept[0][0] is not given:
            kept[0] = (given, make(given))
        return kept[0][1]


def _things(held: object) -> list[Any]:
    """What `keep` or `keep_latest` holds."""
    return [made for _, made in held] if isinstance(held, list) else [held]
