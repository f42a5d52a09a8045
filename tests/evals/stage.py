"""One conversation with the bookstore in a house of its own, for tests."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.events import Tell, silence
from answerable.domain.outcome import Outcome
from answerable.domain.question import Turn, User
from answerable.language.embed import shared_vectors
from answerable.models import Model
from answerable.sandbox.bookstore import CASES, build_bookstore
from answerable.settings import read_settings
from answerable.store import Store


class Stage:
    """Says one thing after the other, a minute apart; `calls` is what came of it at the desk."""

    def __init__(self, folder: Path, model: Model | None = None, way: str = "model") -> None:
        folder.mkdir(exist_ok=True)
        self.database = build_bookstore(folder / "bookstore.db", orders=len(CASES))
        self._before = self._rows()
        settings = replace(read_settings(), home=folder)
        settings = replace(settings, model=replace(settings.model, way=way if model else "rule"))
        self.house = House(settings, Store.open(folder), shared_vectors(), model)
        self.now = datetime(2026, 6, 1, 12, tzinfo=UTC)
        self.calls: list[tuple[str, str]] = []

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self.house.store.close()

    async def say(self, text: str, tell: Tell = silence) -> Outcome:
        self.now += timedelta(minutes=1)
        question = take(
            self.house, text, assistant="bookstore", conversation="c", user=User("u"), now=self.now
        )
        outcome = await pursue(self.house, question, tell=tell)
        made = self.house.store.permits("local").of("c", "u")
        self.calls += [(call.tool, call.code or call.state) for call in made if call.run == question.run]
        return outcome

    def turns(self) -> tuple[Turn, ...]:
        """What the conversation remembers."""
        return self.house.store.conversations("local").turns("c", last=100)

    def returns(self) -> list[Any]:
        """What was returned since the beginning."""
        return [row for row in self._rows() if row not in self._before]

    def _rows(self) -> list[Any]:
        connection = sqlite3.connect(self.database)
        try:
            return list(connection.execute("SELECT order_id, line FROM returns"))
        finally:
            connection.close()
