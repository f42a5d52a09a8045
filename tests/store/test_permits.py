from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.store.permits import IN_DOUBT, ISSUED, REFUSED, USED, StoredCall

CALL = StoredCall(
    id="p1", conversation="c", user="u", run="r", tool="pay", effect="spend", arguments={"to": "bob"},
    digest="d", state=ISSUED, at=100.0,
)  # fmt: skip


def anything(_: object) -> None:
    """No rule."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def test_a_permit_and_its_receipt_are_kept(store: Store) -> None:
    permits = store.permits("a")
    assert permits.issue(CALL, ["once"], anything, 0.0).place == 0
    permits.end("p1", USED, gave={"facts": {"n": 1}})
    kept = permits.of("c", "u")[0]
    assert (kept.state, kept.gave, kept.arguments) == (USED, {"facts": {"n": 1}}, {"to": "bob"})
    assert store.permits("b").of("c", "u") == []
    assert permits.of("c", "other") == []


def test_the_same_right_is_given_once(store: Store) -> None:
    permits = store.permits("a")
    permits.issue(CALL, ["k1", "k2"], anything, 0.0)
    other = replace(CALL, id="p2")
    assert permits.issue(other, ["k2", "k3"], anything, 0.0).id == "p1"
    assert permits.issue(replace(CALL, id="p3"), ["k3"], anything, 0.0).id == "p3"
    assert store.permits("b").issue(other, ["k2"], anything, 0.0).id == "p2"


def test_a_refusal_gives_the_right_back(store: Store) -> None:
    permits = store.permits("a")
    permits.issue(replace(CALL, approval="yes-1"), ["k"], anything, 0.0)
    permits.end("p1", REFUSED, code="closed")
    assert permits.issue(replace(CALL, approval="yes-1"), ["k"], anything, 0.0).place == 0
    assert [call.code for call in permits.of("c", "u")] == [""]


def test_one_yes_serves_one_call(store: Store) -> None:
    permits = store.permits("a")
    permits.issue(replace(CALL, approval="yes-1"), [], anything, 0.0)
    assert permits.issue(replace(CALL, id="p2", approval="yes-1"), [], anything, 0.0).id == "p1"


def test_what_is_done_is_in_no_doubt(store: Store) -> None:
    permits = store.permits("a")
    permits.issue(CALL, [], anything, 0.0)
    permits.end("p1", USED, gave={})
    permits.end("p1", IN_DOUBT)
    assert permits.of("c", "u")[0].state == USED


def test_a_rule_that_objects_leaves_nothing_behind(store: Store) -> None:
    permits = store.permits("a")

    def never(seen: object) -> None:
        raise LookupError(seen)

    with pytest.raises(LookupError):
        permits.issue(CALL, ["k"], never, 0.0)
    assert permits.of("c", "u") == []


def test_rules_see_this_conversation_and_what_is_recent(store: Store) -> None:
    permits = store.permits("a")
    for name, conversation, at in (("old", "other", 1.0), ("mine", "c", 1.0), ("new", "other", 90.0)):
        permits.note(replace(CALL, id=name, conversation=conversation, at=at, state=REFUSED))
    seen: list[str] = []
    permits.issue(CALL, [], lambda calls: seen.extend(call.id for call in calls), 50.0)
    assert seen == ["mine", "new"]


def test_many_threads_get_one_permit(store: Store) -> None:
    permits = store.permits("a")

    def take(number: int) -> bool:
        return permits.issue(replace(CALL, id=f"p{number}"), ["k"], anything, 0.0).place == 0

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(take, range(40))) == 1


def test_an_older_home_gets_the_new_tables(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "answerable.db")) as old, old:
        old.execute("CREATE TABLE conversations (tenant TEXT, id TEXT)")
    old.close()
    store = Store.open(tmp_path)
    assert store.permits("a").of("c", "u") == []
    store.close()
