"""Everything one process needs to answer: settings, the store, and engines made from them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from typing import Any

from answerable.assistants import Assistant, load_assistants
from answerable.build.around import surrounded
from answerable.build.late import late
from answerable.build.linked import files_of, offered, reaches, sites_of
from answerable.build.rooms import Rooms
from answerable.build.variants import read_experiments
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
        shared = load_assistants(settings.home / "assistants")
        self._rooms = Rooms(settings, store, embedder, model, Patience(settings.model.name), shared)
        self._experiments = read_experiments(settings)
        self._twins: dict[str, House] = {}

    @classmethod
    def open(cls, settings: Settings | None = None) -> House:
        """Open the house on these settings (by default those of the environment and the home folder)."""
        settings = settings or read_settings()
        return cls(settings, Store.open(settings.home), shared_vectors())

    @property
    def assistants(self) -> dict[str, Assistant]:
        """Every assistant that can be asked, by name."""
        return {name: one for name, one in self._rooms.assistants.items() if isinstance(one, Assistant)}

    def offered(self, tenant: str) -> dict[str, Assistant | AssistantError]:
        """Whom a tenant may ask: its own assistants win over those of all, and the operator may name a few."""
        return offered(self._rooms, tenant)

    def reaches(self, assistant: Assistant, tenant: str) -> bool:
        """Whether an assistant answers this tenant from records that are the tenant's own."""
        return reaches(self._rooms, assistant, tenant)

    def sites(self, tenant: str) -> tuple[str, ...]:
        return sites_of(self._rooms, tenant)

    def forget(self, tenant: str) -> int:
        """Delete a tenant with everything kept of it, and its files; says how many rows went."""
        gone = sum(self.store.tenants().delete(tenant).values())
        for path in files_of(self.settings, tenant):
            path.unlink()
        return gone

    def assistant(self, name: str, tenant: str = "") -> Assistant:
        """The assistant of this name; says which there are where there is none, or what is wrong with it."""
        offered = self.offered(tenant or self.settings.tenant)
        found = offered.get(name)
        if found is None:
            known = ", ".join(offered)
            raise BadQuestion(f"There is no assistant {name!r}. There are: {known}.")
        if isinstance(found, AssistantError):
            raise found
        return found

    def variant_for(self, question: Question) -> str:
        """The variant a question's conversation is answered in; "" where no experiment is about it."""
        chosen = (experiment.choose(question) for experiment in self._experiments.values())
        return next((variant.name for variant in chosen if variant), "")

    def of(self, variant: str) -> House:
        """The house as a variant has it; this one where there is none of that name (any more)."""
        experiment = self._experiments.get(variant.partition("/")[0])
        variants = experiment.variants if experiment else ()
        found = next((one for one in variants if one.name == variant), None)
        if experiment is None or found is None:
            return self
        if variant not in self._twins:
            rooms = self._rooms
            twin = self._twins[variant] = House(found.settings, rooms.store, rooms.embedder, rooms.model)
            twin._experiments = {}
            if found.assistant:
                instead = dict.fromkeys(experiment.assistants, self.assistant(found.assistant))
                twin._rooms = replace(twin._rooms, assistants={**twin._rooms.assistants, **instead})
        return self._twins[variant]

    def budget(self, assistant: str = "website", tenant: str = "") -> Budget:
        """A fresh purse for one question."""
        website = self.settings.website
        rounds = website.max_iterations + 1  # the start pages, then so many explorations
        limits = Limits(rounds=rounds, pages=website.max_pages, **asdict(self.settings.budget))
        return Budget(self.assistant(assistant, tenant).within(limits), time.monotonic)

    def held(self, tenant: str) -> list[Any]:
        """The lists of a tenant's apps that this process keeps between questions."""
        return [one for apps in self._rooms.found(f"apps of {tenant} ") for one in apps.held()]

    async def rest(self) -> None:
        """Let go of what belongs to the running event loop; the next question opens it again."""
        for house in (self, *self._twins.values()):
            await house._rooms.rest()

    async def close(self) -> None:
        await self.rest()
        self.store.close()

    @asynccontextmanager
    async def engine(self, question: Question, *, without: str = "") -> AsyncIterator[Engine]:
        """An engine for one question, open as long as it walks; `without` is a stage to leave unpinned."""
        if (twin := self.of(question.variant)) is not self:
            async with twin.engine(question, without=without) as engine:
                yield engine
            return
        assistant = self.assistant(question.assistant, question.user.tenant.id)
        module = f"answerable.build.{assistant.walks}"
        wiring = late(module, setting=f"assistants.{assistant.name}", extra=assistant.walks)
        async with (
            wiring.open_engine(self._rooms, assistant, question) as bare,
            surrounded(bare, self._rooms, assistant, question, without) as engine,
        ):
            yield engine

    def door(self, starts: Sequence[str]) -> Door:
        """The one way out; private addresses only where the operator named them."""
        return open_door(self.settings, starts)

    def crawler(self, door: Door, tenant: str, renderer: LateRenderer | None = None) -> Crawler:
        """A crawler for one tenant; with a renderer it reads pages that are written by their scripts."""
        return open_crawler(self._rooms, door, tenant, renderer)
