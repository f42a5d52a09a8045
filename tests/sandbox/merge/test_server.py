from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest
from merge.client import AsyncMerge
from merge.core.api_error import ApiError

from answerable.errors import SettingsError
from answerable.sandbox.merge.server import MergeServer

TODAY = date(2026, 11, 15)


@pytest.fixture
async def server() -> AsyncIterator[MergeServer]:
    async with MergeServer(today=TODAY, api_key="key") as running:
        yield running


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient() as client:
        yield client


def sdk(
    server: MergeServer, http: httpx.AsyncClient, key: str = "key", token: str = "larkfield"
) -> AsyncMerge:
    return AsyncMerge(api_key=key, account_token=token, base_url=server.url, httpx_client=http)


async def get(
    server: MergeServer, path: str, key: str = "key", token: str = "larkfield"
) -> tuple[int, Any, str]:
    headers = {"Authorization": f"Bearer {key}", "X-Account-Token": token}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.get(f"{server.url}/{path}") as reply,
    ):
        text = await reply.text()
        return (
            reply.status,
            json.loads(text) if reply.status < 300 else text,
            reply.headers.get("Retry-After", ""),
        )


async def everything(server: MergeServer, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        _, page, _ = await get(server, f"{path}{'&' if '?' in path else '?'}page_size=100&cursor={cursor}")
        found += page["results"]
        if not (cursor := page["next"]):
            return found


async def test_the_sdk_lists_and_retrieves(server: MergeServer, http: httpx.AsyncClient) -> None:
    merge = sdk(server, http)
    page = await merge.ats.interviews.list(page_size=7)
    assert page.results is not None
    assert len(page.results) == 7
    assert page.next
    again = await merge.ats.interviews.retrieve(str(page.results[0].id))
    assert again == page.results[0]
    second = await merge.ats.interviews.list(page_size=7, cursor=page.next)
    assert second.results is not None
    assert not {one.id for one in page.results} & {one.id for one in second.results}


async def test_every_sdk_resource_answers(server: MergeServer, http: httpx.AsyncClient) -> None:
    merge = sdk(server, http, token="marlow")
    for lists in (
        merge.hris.employees.list, merge.hris.employments.list, merge.hris.time_off.list, merge.hris.teams.list,
        merge.hris.time_off_balances.list, merge.hris.locations.list, merge.ats.candidates.list, merge.ats.jobs.list,
        merge.crm.engagements.list, merge.crm.leads.list, merge.crm.opportunities.list, merge.crm.accounts.list,
        merge.ticketing.tickets.list, merge.accounting.invoices.list, merge.accounting.payments.list,
    ):  # fmt: skip
        assert (await lists(page_size=1)).results
    assert (await merge.hris.groups.list()).results == []


async def test_wrong_keys_and_tokens_get_401(server: MergeServer, http: httpx.AsyncClient) -> None:
    for key, token in (("other", "larkfield"), ("", "larkfield"), ("key", "other"), ("key", "")):
        assert (await get(server, "crm/v1/leads", key, token))[0] == 401
    merge = sdk(server, http, key="other")
    with pytest.raises(ApiError) as refused:
        await merge.crm.leads.list()
    assert refused.value.status_code == 401


async def test_unknown_places_and_records_get_404(server: MergeServer) -> None:
    assert (await get(server, "weather/v1/days"))[0] == 404
    assert (await get(server, "crm/v1/leads/nobody"))[0] == 404
    assert (await get(server, "crm/v1/leads?cursor=%25%25"))[0] == 400


async def test_filters_narrow_and_unknown_ones_do_not(server: MergeServer) -> None:
    tickets = await everything(server, "ticketing/v1/tickets")
    closed = await everything(server, "ticketing/v1/tickets?status=CLOSED")
    assert 0 < len(closed) == sum(one["status"] == "CLOSED" for one in tickets)
    assert len(await everything(server, "ticketing/v1/tickets?colour=red")) == len(tickets)
    person = (await everything(server, "hris/v1/employees?work_email=HOLLY.TATE@larkfield.example"))[0]
    assert {
        one["manager"] for one in await everything(server, f"hris/v1/employees?manager_id={person['id']}")
    } == {person["id"]}


async def test_deleted_records_are_shown_on_demand(server: MergeServer) -> None:
    there = await everything(server, "hris/v1/employees")
    with_deleted = await everything(server, "hris/v1/employees?include_deleted_data=true")
    assert len(with_deleted) == len(there) + 1
    gone = next(one for one in with_deleted if one["remote_was_deleted"])
    assert (await get(server, f"hris/v1/employees/{gone['id']}"))[0] == 404


async def test_too_many_requests_get_429() -> None:
    async with MergeServer(today=TODAY, rate=(2, 30)) as server:
        answers = [await get(server, "crm/v1/stages") for _ in range(3)]
        assert [status for status, _, _ in answers] == [200, 200, 429]
        assert answers[-1][2] == "1"
        assert (await get(server, "crm/v1/stages", token="marlow"))[0] == 200


async def test_faults_are_switched_by_place(server: MergeServer) -> None:
    server.faults["crm/stages"] = "down"
    assert (await get(server, "crm/v1/stages"))[0] == 503
    assert (await get(server, "crm/v1/users"))[0] == 200


async def test_tenants_share_names_not_facts(server: MergeServer) -> None:
    one, two = (server.books.read(token, "hris", "employees") for token in ("larkfield", "marlow"))
    assert len({p["display_full_name"] for p in one} & {p["display_full_name"] for p in two}) > 290
    assert not {p["id"] for p in one} & {p["id"] for p in two}
    assert not {p["work_email"] for p in one} & {p["work_email"] for p in two}


def write(path: Path, records: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(records), "utf-8")


async def test_a_folder_serves_its_files(tmp_path: Path) -> None:
    write(tmp_path / "hris" / "time_off_balances.json", [{"id": 1, "balance": 8.0, "odd": {"x": [1]}}])
    write(tmp_path / "marketing" / "campaigns.json", [{"id": "m"}])
    async with MergeServer(tmp_path) as server:
        assert (await get(server, "hris/v1/time-off-balances", "any", "any"))[1]["results"] == [
            {"id": 1, "balance": 8.0, "odd": {"x": [1]}}
        ]
        assert (await get(server, "mktg/v1/campaigns", "any", "any"))[1]["results"] == [{"id": "m"}]
        assert (await get(server, "crm/v1/leads", "any", "any"))[1]["results"] == []


async def test_a_folder_may_hold_several_tenants(tmp_path: Path) -> None:
    write(tmp_path / "tenants.json", {"red": "one", "blue": "two"})
    for folder in ("one", "two"):
        write(tmp_path / folder / "hris" / "teams.json", [{"id": folder}])
    async with MergeServer(tmp_path) as server:
        assert (await get(server, "hris/v1/teams", token="red"))[1]["results"] == [{"id": "one"}]
        assert (await get(server, "hris/v1/teams", token="blue"))[1]["results"] == [{"id": "two"}]
        assert (await get(server, "hris/v1/teams", token="one"))[0] == 401


async def test_a_changed_file_counts_as_modified(tmp_path: Path) -> None:
    path = tmp_path / "crm" / "stages.json"
    old = "2020-01-01T00:00:00Z"
    write(path, [{"id": n, "name": "a", "modified_at": old} for n in (1, 2, 3)])
    async with MergeServer(tmp_path) as server:
        await get(server, "crm/v1/stages")
        since = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        write(path, [{"id": 1, "name": "a", "modified_at": old}, {"id": 2, "name": "b", "modified_at": old}])
        changed = await get(server, f"crm/v1/stages?modified_after={since}&include_deleted_data=true")
    assert {(one["id"], one["name"], one.get("remote_was_deleted", False)) for one in changed[1]["results"]} == {
        (2, "b", False), (3, "a", True),
    }  # fmt: skip


async def test_a_missing_folder_or_port_is_explained(tmp_path: Path, server: MergeServer) -> None:
    with pytest.raises(SettingsError, match="not a folder"):
        MergeServer(tmp_path / "nowhere")
    with pytest.raises(SettingsError, match="cannot listen"):
        async with MergeServer(port=server.port):
            pass
