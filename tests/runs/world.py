"""Runs over fakes: an engine handed in, and ears that wait for what a test needs to hear."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell
from answerable.domain.evidence import Findings
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.runs.runs import Place, Runs, Walk
from answerable.store import Store
from answerable.store.conversations import StoredEvent
from answerable.testing.house import FakeHouse, FakeSource


class SlowSource(FakeSource):
    """Answers when it is told to; `reached` is set when somebody waits."""

    def __init__(self, name: str, *says: str) -> None:
        super().__init__(name, *says)
        self.reached, self.release = asyncio.Event(), asyncio.Event()

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        self.reached.set()
        await self.release.wait()
        return await super().read(task, question, budget, tell)


class Worker:
    """One process' runs, as far as runs can tell: it has its own name, its own store and its own journal."""

    def __init__(
        self, home: Path, *sources: FakeSource, lease: float = 10.0, stages: dict[str, Any] | None = None
    ) -> None:
        self.store = Store.open(home)
        self._sources, self._stages = sources or (FakeSource("faq", "You have 30 days."),), stages or {}
        self.heard: list[StoredEvent] = []
        self.opening: Callable[[], None] = lambda: None
        self.closing: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        self.opened = 0
        self._news = asyncio.Event()
        self.runs = Runs(self.store, self._open, self._hear, lease=lease)

    @asynccontextmanager
    async def _open(self, question: Question) -> AsyncIterator[Engine]:
        self.opened += 1
        self.opening()
        yield FakeHouse(*self._sources, **self._stages).engine  # its planner counts, so each run has its own
        await self.closing()

    def _hear(self, where: Place, events: Sequence[StoredEvent]) -> None:
        self.heard += events
        self._news.set()

    def ask(
        self, text: str = "How long?", *, run: str = "run", talk: str = "talk", tenant: str = "local"
    ) -> Walk:
        asked = FakeHouse().question(text, self.store.conversations(tenant).turns(talk, last=5))
        user = replace(asked.user, tenant=replace(asked.user.tenant, id=tenant))
        asked = replace(asked, run=run, conversation=talk, user=user)
        return self.runs.start(asked, Limits(), text)

    async def until(self, name: str, run: str = "run") -> dict[str, Any]:
        """The record of the first event of this name that is stored here."""
        async with asyncio.timeout(10):
            while True:
                for event in self.heard:
                    if (event.record["event"], event.run) == (name, run):
                        return event.record
                self._news.clear()
                await self._news.wait()

    def names(self, talk: str = "talk") -> list[str]:
        return [event.record["event"] for event in self.store.conversations("local").events(talk)]

    async def close(self) -> None:
        await self.runs.close(0)
        self.store.close()
