"""Everything one process needs to answer: settings, the store, and engines made from them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from answerable.assistants import Assistant, load_assistants
from answerable.build.late import late
from answerable.build.rooms import Rooms
from answerable.build.website import open_crawler, open_door
from answerable.domain.budget import Budget, Limits
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import AssistantError, BadQuestion
from answerable.language.embed import shared_vectors
from answerable.language.ranking import Embedder
from answerable.models import Model
from answerable.models.retry import Patience
from answerable.net import Door
from answerable.settings import Settings, read_settings
from answerable.sources.website.crawl import Crawler
from answerable.sources.website.rendering import LateRenderer
from answerable.store import Store


class House:
    """Opens engines for questions. A model that is handed in is used whatever the settings name."""

    def __init__(
        self, settings: Settings, store: Store, embedder: Embedder, model: Model | None = None
    ) -> None:
        self.settings, self.store = settings, store
        self._assistants = load_assistants(settings.home / "assistants")
        self._rooms = Rooms(settings, store, embedder, model, Patience(settings.model.name))

    @classmethod
    def open(cls, settings: Settings | None = None) -> House:
        """Open the house on these settings (by default those of the environment and the home folder)."""
        settings = settings or read_settings()
        return cls(settings, Store.open(settings.home), shared_vectors())

    @property
    def assistants(self) -> dict[str, Assistant]:
        """Every assistant that can be asked, by name."""
        return {name: one for name, one in self._assistants.items() if isinstance(one, Assistant)}

    def assistant(self, name: str) -> Assistant:
        """The assistant of this name; says which there are where there is none, or what is wrong with it."""
        found = self._assistants.get(name)
        if found is None:
            known = ", ".join(self._assistants)
            raise BadQuestion(f"There is no assistant {name!r}. There are: {known}.")
        if isinstance(found, AssistantError):
            raise found
        return found

    def budget(self, assistant: str = "website") -> Budget:
        """A fresh purse for one question."""
        website, budget = self.settings.website, self.settings.budget
        limits = Limits(
            rounds=website.max_iterations + 1,  # the start pages, then so many explorations
            pages=website.max_pages,
            seconds=budget.seconds,
            model_calls=budget.model_calls,
            tokens_in=budget.tokens_in,
            tokens_out=budget.tokens_out,
            cost_usd=budget.cost_usd,
        )
        return Budget(self.assistant(assistant).within(limits), time.monotonic)

    async def rest(self) -> None:
        """Let go of what belongs to the running event loop; the next question opens it again."""
        await self._rooms.rest()

    async def close(self) -> None:
        """Close everything this house opened."""
        await self._rooms.rest()
        self.store.close()

    @asynccontextmanager
    async def engine(self, question: Question) -> AsyncIterator[Engine]:
        """An engine for one question, open as long as it walks."""
        assistant = self.assistant(question.assistant)
        module = f"answerable.build.{assistant.walks}"
        wiring = late(module, setting=f"assistants.{assistant.name}", extra=assistant.walks)
        async with wiring.open_engine(self._rooms, assistant, question) as engine:
            yield engine

    def door(self, starts: Sequence[str]) -> Door:
        """The one way out; private addresses only where the operator named them."""
        return open_door(self.settings, starts)

    def crawler(self, door: Door, tenant: str, renderer: LateRenderer | None = None) -> Crawler:
        """A crawler for one tenant; with a renderer it reads pages that are written by their scripts."""
        return open_crawler(self._rooms, door, tenant, renderer)
