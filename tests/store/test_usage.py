"""What a tenant uses is counted by day, and a quota refuses what goes beyond it with a type of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from answerable.errors import QuotaSpent
from answerable.store import Store
from answerable.store.runs import RunUnderWay, StoredRun
from answerable.store.usage import Quota, TenantUsage

NOON = 1_780_315_200.0  # 2026-06-01 12:00 UTC


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    store.tenants().new("acme")
    yield store
    store.close()


def usage(store: Store, now: float = NOON) -> TenantUsage:
    return TenantUsage(store._engine, "acme", clock=lambda: now)


def test_runs_and_tokens_are_counted_by_day(store: Store) -> None:
    usage(store).begin()
    usage(store).end({"tokens_in": 90, "tokens_out": 10, "cost_usd": 0.5})
    usage(store, NOON + 86_400).begin()
    days = [(day.day, day.runs, day.tokens, day.cost_usd) for day in usage(store).days()]
    assert days == [("2026-06-02", 1, 0, 0.0), ("2026-06-01", 1, 100, 0.5)]
    assert store.usage("globex").days() == []


@pytest.mark.parametrize(
    ("quota", "says"),
    [
        (Quota(runs_per_day=1), "1 runs a day"),
        (Quota(tokens_per_day=100), "100 tokens a day"),
        (Quota(cost_usd_per_day=0.5), "0.5 US dollars a day"),
    ],
)
def test_a_day_ends_at_midnight(store: Store, quota: Quota, says: str) -> None:
    store.tenants().change("acme", quota=quota)
    usage(store).begin()
    usage(store).end({"tokens_in": 90, "tokens_out": 10, "cost_usd": 0.5})
    with pytest.raises(QuotaSpent, match=says) as caught:
        usage(store).begin()
    assert caught.value.wait == 43_201
    usage(store, NOON + 43_201).begin()


def test_other_tenants_have_quotas_of_their_own(store: Store) -> None:
    store.tenants().change("acme", quota=Quota(runs_per_day=0))
    with pytest.raises(QuotaSpent):
        store.usage("acme").begin()
    store.usage("globex").begin()
    store.usage("local").begin()


def test_runs_at_once_are_counted_where_runs_are(store: Store) -> None:
    store.tenants().change("acme", quota=Quota(at_once=1))
    journal = store.journal("worker")
    runs = [
        StoredRun(
            tenant="acme",
            id=id,
            conversation=id,
            question={"user": {"id": "ann"}, "assistant": "website", "starts": [], "text": "?"},
        )
        for id in ("a", "b", "a")
    ]
    begin = partial(journal.begin, name="")
    first, second, third = journal.write([partial(begin, run=run) for run in runs])
    assert isinstance(first, StoredRun)
    assert isinstance(second, QuotaSpent)
    assert isinstance(third, RunUnderWay)
    assert [day.runs for day in store.usage("acme").days()] == [1]


def test_a_changed_quota_keeps_the_rest(store: Store) -> None:
    store.tenants().change("acme", quota=Quota(at_once=2))
    store.tenants().change("acme", assistants=["website"])
    found = store.tenants().get("acme")
    assert found
    assert (found.quota, found.assistants) == (Quota(at_once=2), ("website",))
