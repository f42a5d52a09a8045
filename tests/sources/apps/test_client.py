from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from answerable.errors import SourceUnreachable
from answerable.sandbox.merge.server import MergeServer
from answerable.sources.apps.client import MergeClient
from tests.sources.apps.company import TODAY


@pytest.fixture
async def server() -> AsyncIterator[MergeServer]:
    async with MergeServer(today=TODAY, api_key="key") as running:
        yield running


@pytest.fixture
async def client(server: MergeServer) -> AsyncIterator[MergeClient]:
    made = MergeClient(server.url, "key", "larkfield", timeout=20.0)
    yield made
    await made.close()


async def test_all_pages_come_home(server: MergeServer, client: MergeClient) -> None:
    fetched = await client.fetch("hris/employees", {}, 20)
    records = server.books.read("larkfield", "hris", "employees")
    assert len(fetched.records) == sum(not one["remote_was_deleted"] for one in records)
    assert fetched.pages == client.calls["hris/employees"] == server.hits["hris/employees"] == 3


async def test_filters_are_pushed_down(server: MergeServer, client: MergeClient) -> None:
    found = (await client.fetch("ticketing/tickets", {"status": "CLOSED", "priority": "URGENT"}, 20)).records
    assert found
    assert {(one["status"], one["priority"]) for one in found} == {("CLOSED", "URGENT")}
    since = datetime(2026, 11, 10, tzinfo=UTC)
    changed = (await client.fetch("ticketing/tickets", {"modified_after": since}, 20)).records
    assert changed
    assert all(one["modified_at"] > "2026-11-10" for one in changed)


async def test_marketing_speaks_the_same_protocol(client: MergeClient) -> None:
    assert len((await client.fetch("mktg/contacts", {}, 20)).records) == 80
    assert (
        len(
            (
                await client.fetch("mktg/campaigns", {"modified_after": datetime(2030, 1, 1, tzinfo=UTC)}, 20)
            ).records
        )
        == 0
    )


async def test_a_wrong_key_or_token_is_named(server: MergeServer) -> None:
    for key, token in (("wrong", "larkfield"), ("key", "wrong")):
        client = MergeClient(server.url, key, token)
        with pytest.raises(SourceUnreachable, match="refused"):
            await client.fetch("crm/contacts", {}, 20)
        assert client.calls["crm/contacts"] == 1
        await client.close()


@pytest.mark.parametrize(
    ("fault", "why"), [("down", "answered 503"), ("half", "half a page"), ("html", "half a page or no page")]
)
async def test_faults_give_no_part_of_a_list(
    server: MergeServer, client: MergeClient, fault: str, why: str
) -> None:
    server.faults["crm/contacts"] = fault
    with pytest.raises(SourceUnreachable, match=why):
        await client.fetch("crm/contacts", {}, 20)
    assert client.calls["crm/contacts"] == 3
    server.faults.clear()
    assert (await client.fetch("crm/contacts", {}, 20)).records


async def test_a_slow_app_is_left_in_time(server: MergeServer, client: MergeClient) -> None:
    server.faults["*"] = "slow"
    began = time.monotonic()
    with pytest.raises(SourceUnreachable, match="in time"):
        await client.fetch("crm/contacts", {}, 0.3)
    assert time.monotonic() - began < 1.5


async def test_a_busy_app_is_waited_for(client: MergeClient, server: MergeServer) -> None:
    server.faults["crm/stages"] = "busy"
    with pytest.raises(SourceUnreachable, match="429"):
        await client.fetch("crm/stages", {}, 0.5)
    assert client.calls["crm/stages"] == 1


async def test_a_rate_limit_slows_but_does_not_fail() -> None:
    async with MergeServer(today=TODAY, rate=(3, 0.5)) as server:
        client = MergeClient(server.url, "any", "larkfield")
        found = await asyncio.gather(*(client.fetch("crm/stages", {}, 10) for _ in range(5)))
        await client.close()
    assert all(len(one.records) == 4 for one in found)
    assert server.hits["crm/stages"] > 5


async def test_accounts_may_be_linked_per_category(server: MergeServer) -> None:
    client = MergeClient(server.url, "key", {"crm": "larkfield"})
    assert (await client.fetch("crm/stages", {}, 20)).records
    with pytest.raises(SourceUnreachable, match="no app of this kind is linked"):
        await client.fetch("hris/teams", {}, 20)
    await client.close()
