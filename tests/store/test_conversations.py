"""Conversations are kept with their turns and numbered events, each tenant's apart."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.domain.evidence import Evidence, Locator, Table
from answerable.domain.outcome import Clarification, Failure, as_contract
from answerable.store import Store
from answerable.store.conversations import TenantConversations

OUTCOME = as_contract(Failure(text="No.", conversation="a", run="r", reason="failure"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path)


@pytest.fixture
def mine(store: Store) -> TenantConversations:
    mine = store.conversations("mine")
    for name, user in (("a", "ann"), ("b", "ben")):
        mine.open(name, user=user, assistant="website", starts=[f"http://{name}.example/"], name=name)
        mine.add_turn(name, "r", "When?", OUTCOME, [])
        mine.add_events(name, "r", [{"event": "x"}, {"event": "y"}])
    return mine


def test_the_latest_come_first(mine: TenantConversations) -> None:
    assert [one.id for one in mine.latest()] == ["b", "a"]
    mine.open("a", user="ann", assistant="website", starts=(), name="other")
    assert [(one.id, one.name) for one in mine.latest()] == [("a", "a"), ("b", "b")]
    assert [one.id for one in mine.latest(user="ben")] == ["b"]
    assert len(mine.latest(limit=1)) == 1


def test_start_pages_change_only_when_given(mine: TenantConversations) -> None:
    mine.open("a", user="ann", assistant="website", starts=(), name="a")
    assert mine.latest()[0].starts == ("http://a.example/",)
    mine.open("a", user="ann", assistant="website", starts=["http://new.example/"], name="a")
    assert mine.latest()[0].starts == ("http://new.example/",)


def test_events_are_numbered_per_conversation(mine: TenantConversations) -> None:
    assert [event.place for event in mine.add_events("a", "r2", [{"event": "z"}])] == [3]
    assert [(event.place, event.run) for event in mine.events("a", after=1)] == [(2, "r"), (3, "r2")]
    assert [event.place for event in mine.events("a", limit=1)] == [1]
    assert (mine.last_event("a"), mine.last_event("b"), mine.last_event("c")) == (3, 2, 0)
    assert mine.add_events("a", "r2", []) == []


def test_turns_are_told_as_they_were(mine: TenantConversations) -> None:
    (turn,) = mine.told("a")
    assert (turn.run, turn.question, turn.outcome) == ("r", "When?", OUTCOME)


def test_renaming_says_whether_it_did(mine: TenantConversations) -> None:
    assert mine.rename("a", "Tea")
    assert not mine.rename("c", "Tea")
    assert {one.name for one in mine.latest()} == {"Tea", "b"}


def test_deleting_leaves_nothing_behind(mine: TenantConversations) -> None:
    assert mine.delete("a")
    assert not mine.delete("a")
    assert (mine.get("a"), mine.told("a"), mine.events("a")) == (None, [], [])
    assert len(mine.told("b")) == 1


def test_another_tenant_sees_and_changes_nothing(store: Store, mine: TenantConversations) -> None:
    other = store.conversations("other")
    assert (other.latest(), other.get("a"), other.told("a"), other.events("a")) == ([], None, [], [])
    assert not other.rename("a", "x")
    assert not other.delete("a")
    assert mine.get("a")


def test_a_turn_keeps_what_it_waits_for(mine: TenantConversations) -> None:
    asked = Clarification(text="Which?", conversation="a", run="r", choices=(("One", "1"),))
    table = Table(("n",), ((1,), (None,)), cut=True)
    piece = Evidence("e", "n 1", "Numbers", Locator("db"), datetime(2026, 6, 1, tzinfo=UTC), table=table)
    mine.add_turn("a", "r2", "It", as_contract(asked), [piece], {"slot": "order"})
    turn = mine.turns("a", last=1)[0]
    assert (turn.choices, turn.waits, turn.evidence) == ((("One", "1"),), {"slot": "order"}, (piece,))
