from __future__ import annotations

import asyncio

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.apps.records import MOST, WHOLE_AGAIN, TenantRecords
from tests.sources.apps.company import Shelf

OLD, NEW = "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"


class Watch:
    """A clock that only moves when it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def shelf() -> Shelf:
    return Shelf({"crm": {"stages": [{"id": n, "name": f"S{n}", "modified_at": OLD} for n in range(3)]}})


def names(records: object) -> list[str]:
    assert isinstance(records, tuple)
    return [one["name"] for one in records]


async def test_only_changes_are_asked_for_again() -> None:
    place = shelf()
    records = TenantRecords(place, clock=Watch())
    first = await records.read("crm/stages", max_age=-1)
    place.records["crm"]["stages"][1] = {"id": 1, "name": "new", "modified_at": NEW}
    second = await records.read("crm/stages", max_age=-1)
    assert names(second.records) == ["S0", "new", "S2"]
    assert "modified_after" in place.asked[-1][1]
    assert second.fetched_at >= first.fetched_at
    assert second.version != first.version


async def test_deleted_records_disappear_from_what_is_kept() -> None:
    place = shelf()
    records = TenantRecords(place, clock=Watch())
    await records.read("crm/stages", max_age=-1)
    place.records["crm"]["stages"][0].update(remote_was_deleted=True, modified_at=NEW)
    assert names((await records.read("crm/stages", max_age=-1)).records) == ["S1", "S2"]


async def test_a_change_without_trace_is_seen_later() -> None:
    place, watch = shelf(), Watch()
    records = TenantRecords(place, clock=watch)
    await records.read("crm/stages")
    del place.records["crm"]["stages"][0]
    watch.now = WHOLE_AGAIN + 1
    assert names((await records.read("crm/stages")).records) == ["S1", "S2"]


async def test_young_lists_are_given_as_they_are() -> None:
    place, watch = shelf(), Watch()
    records = TenantRecords(place, clock=watch)
    first = await records.read("crm/stages", max_age=60)
    watch.now = 59
    again = await records.read("crm/stages", max_age=60)
    assert (again.pages, again.fetched_at) == (0, first.fetched_at)
    assert place.calls["crm/stages"] == 1


async def test_nothing_stale_is_shown_when_down() -> None:
    place, watch = shelf(), Watch()
    records = TenantRecords(place, clock=watch)
    await records.read("crm/stages")
    watch.now = 1
    place.down.add("crm")
    with pytest.raises(SourceUnreachable):
        await records.read("crm/stages")
    place.down.clear()
    assert len((await records.read("crm/stages")).records) == 3


async def test_filtered_lists_are_read_whole_again() -> None:
    place, watch = shelf(), Watch()
    records = TenantRecords(place, clock=watch)
    assert names((await records.read("crm/stages", {"name": "S1"})).records) == ["S1"]
    place.records["crm"]["stages"][1].update(name="other", modified_at=NEW)
    watch.now = 1
    assert (await records.read("crm/stages", {"name": "S1"})).records == ()


async def test_many_readers_ask_once() -> None:
    place = shelf()
    records = TenantRecords(place, clock=Watch())
    await asyncio.gather(*(records.read("crm/stages", max_age=60) for _ in range(9)))
    assert place.calls["crm/stages"] == 1


async def test_what_is_held_can_be_seen() -> None:
    place = shelf()
    records = TenantRecords(place, clock=Watch())
    loaded = await records.read("crm/stages", {"name": "S1"}, max_age=60)
    [held] = records.held()
    assert (held.place, held.filters, held.asked_at) == ("crm/stages", {"name": "S1"}, loaded.fetched_at)
    assert held.records == len(loaded.records)


async def test_what_is_held_has_an_end() -> None:
    place = shelf()
    records = TenantRecords(place, clock=Watch())
    for number in range(MOST + 3):
        await records.read("crm/stages", {"name": f"S{number}"}, max_age=60)
    assert len(records.held()) == MOST
    assert records.held()[0].filters == {"name": "S3"}
