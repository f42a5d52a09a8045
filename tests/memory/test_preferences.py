"""A choice belongs to the one who made it, however the name is written next time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.domain.question import Question, User
from answerable.memory import Preferences
from answerable.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def asked_by(user: str, conversation: str = "c1") -> Question:
    return Question("Which Bill?", conversation, "r1", datetime(2026, 11, 15, tzinfo=UTC), User(user))


def test_a_choice_outlives_its_conversation(store: Store) -> None:
    preferences = Preferences(store.memory("acme"))
    preferences.learn(asked_by("ann"), "Bill", ["contacts/1"])
    assert preferences.recall(asked_by("ann", "c2"), "bill") == ("contacts/1",)
    assert preferences.recall(asked_by("ben"), "Bill") == ()
    kept = store.memory("acme").get("ann", "bill")
    assert kept
    assert (kept.conversation, kept.run) == ("c1", "r1")


def test_a_forgotten_choice_is_forgotten(store: Store) -> None:
    preferences = Preferences(store.memory("acme"))
    for user in ("ann", "ben"):
        preferences.learn(asked_by(user), "Bill", ["contacts/1"])
    preferences.forget(asked_by("ann"), "BILL")
    assert preferences.recall(asked_by("ann"), "Bill") == ()
    assert preferences.recall(asked_by("ben"), "Bill") == ("contacts/1",)
