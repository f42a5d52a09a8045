"""Only a good key gets in, only for what it may do, and only to its own tenant's things."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from answerable.build import House
from answerable.server.problems import Refused
from answerable.settings import NetSettings, ServerSettings, Settings
from tests.server.conftest import Client, Site, served

JSON = {"Content-Type": "application/json"}


@dataclass
class Keyed:
    """A server that needs keys, and a key of every kind."""

    client: Client
    acme: dict[str, str]
    globex: dict[str, str]
    ann: dict[str, str]
    reader: dict[str, str]

    async def ask(self, key: dict[str, str], **more: Any) -> dict[str, Any]:
        body = {"question": "When does the tea house open?", "site": [self.client.site.url], **more}
        reply, outcome = await self.client.send("POST", "/api/chat", json=body, headers=key)
        assert reply.status == 200, outcome
        assert isinstance(outcome, dict)
        return outcome


@pytest.fixture
async def keyed(tmp_path: Path, site: Site) -> AsyncIterator[Keyed]:
    house = House.open(Settings(home=tmp_path, net=NetSettings(open_sites=(site.url,))))
    for tenant in ("acme", "globex"):
        house.store.tenants().new(tenant)

    def key(tenant: str, *scopes: str, user: str = "") -> dict[str, str]:
        secret, _ = house.store.keys().new(tenant, scopes=scopes, user=user)
        return {"Authorization": f"Bearer {secret}"}

    async with served(house, site, keyless=False) as client:
        yield Keyed(
            client,
            key("acme", "ask", "read", "admin"),
            key("globex", "ask", "read"),
            key("acme", "ask", "read", user="ann"),
            key("acme", "read"),
        )
    house.store.close()


async def routes(client: Client) -> list[tuple[str, str]]:
    _, described = await client.send("GET", "/openapi.json")
    return [(method.upper(), path) for path, methods in described["paths"].items() for method in methods]


async def test_every_route_needs_a_key(keyed: Keyed) -> None:
    open_to_all = {"/healthz", "/readyz"}
    asked = [(m, p) for m, p in await routes(keyed.client) if p not in open_to_all]
    assert len(asked) > 8
    for method, path in asked:
        for shown in ({}, {"Authorization": "Bearer ak_guess"}, {"Authorization": "Basic eDp5"}):
            body = b"{}" if method in ("POST", "PATCH") else None
            reply, problem = await keyed.client.send(method, path, headers={**shown, **JSON}, data=body)
            assert reply.status == 401, (method, path, problem)
            assert reply.headers["WWW-Authenticate"].startswith("Bearer")
            assert reply.content_type == "application/problem+json"


async def test_probes_and_page_need_none(keyed: Keyed) -> None:
    for path in ("/healthz", "/readyz", "/", "/openapi.json"):
        reply, _ = await keyed.client.send("GET", path)
        assert reply.status == 200, path


async def test_a_key_may_do_what_it_says(keyed: Keyed) -> None:
    asked = {"question": "When?", "site": [keyed.client.site.url]}
    reply, problem = await keyed.client.send("POST", "/api/chat", json=asked, headers=keyed.reader)
    assert (reply.status, problem["detail"]) == (403, "This key may read; this needs a key that may ask.")
    reply, _ = await keyed.client.send("GET", "/api/conversations", headers=keyed.reader)
    assert reply.status == 200
    reply, _ = await keyed.client.send("GET", "/metrics", headers=keyed.globex)
    assert reply.status == 403
    reply, _ = await keyed.client.send("GET", "/metrics", headers=keyed.acme)
    assert reply.status == 200


async def test_a_revoked_key_is_shut_out_at_once(keyed: Keyed) -> None:
    keys = keyed.client.house.store.keys()
    (reader,) = [key for key in keys.all("acme") if key.scopes == ("read",)]
    assert keys.revoke(reader.id)
    reply, problem = await keyed.client.send("GET", "/api/conversations", headers=keyed.reader)
    assert (reply.status, problem["detail"]) == (401, "This API key is unknown or revoked.")


async def test_tenants_see_nothing_of_each_other(keyed: Keyed) -> None:
    mine = await keyed.ask(keyed.acme)
    own = f"/api/conversations/{mine['conversation']}"
    _, listed = await keyed.client.send("GET", "/api/conversations", headers=keyed.globex)
    assert listed == []
    asks = [
        ("GET", own, None), ("GET", f"{own}/events", None), ("PATCH", own, {"name": "x"}),
        ("POST", f"{own}/stop", None), ("DELETE", own, None),
        ("GET", f"/api/runs/{mine['run']}", None), ("GET", f"/api/runs/{mine['run']}/events", None),
        ("POST", f"/api/runs/{mine['run']}/stop", None), ("POST", f"/api/runs/{mine['run']}/accept", {}),
        ("POST", f"/api/runs/{mine['run']}/append", {"words": "x"}),
        ("POST", f"/api/runs/{mine['run']}/reply", {"text": "x"}),
        ("PUT", f"/api/runs/{mine['run']}/feedback", {"thumb": "up"}),
        ("POST", "/api/chat", {"question": "q", "conversation": mine["conversation"]}),
        ("POST", "/api/chatbot/start/stream", {"workflowId": mine["conversation"]}),
    ]  # fmt: skip
    for method, path, body in asks:
        headers = {**keyed.globex, "Last-Event-ID": "0"}
        reply, problem = await keyed.client.send(method, path, json=body, headers=headers)
        assert reply.status == 404, (method, path, problem)
    reply, _ = await keyed.client.send("GET", own, headers=keyed.acme)
    assert reply.status == 200


async def test_guessing_finds_nothing(keyed: Keyed) -> None:
    mine = await keyed.ask(keyed.acme)
    (holder,) = keyed.client.house.store.keys().all("globex")
    desk = replace(keyed.client.desk, holder=holder)
    guesses = [mine["conversation"], mine["run"], *(f"{number:012x}" for number in range(1_000))]
    found = []
    for guess in guesses:
        for look in (desk.find, desk.run):
            with suppress(Refused):
                found.append(look(guess))
    assert found == []


async def test_equal_ids_stay_apart(keyed: Keyed) -> None:
    store = keyed.client.house.store
    for tenant in ("acme", "globex"):
        store.conversations(tenant).open("same", user="ann", assistant="website", starts=(), name=tenant)
        told = {"event": "RunStarted", "question": f"canary {tenant}"}
        store.conversations(tenant).add_events("same", "run", [told])
        store.feedback(tenant).put("run", "ann", conversation="same", thumb="up", words=f"canary {tenant}")
    for shown, own, other in ((keyed.acme, "acme", "globex"), (keyed.globex, "globex", "acme")):
        paths = ("conversations", "conversations/same", "runs", "runs/run", "feedback")
        for path in paths:
            _, said = await keyed.client.send("GET", f"/api/{path}", headers=shown)
            assert own in json.dumps(said), path
            assert other not in json.dumps(said), path


async def test_one_users_key_sees_one_user(keyed: Keyed) -> None:
    others = await keyed.ask(keyed.acme, user="ben")
    mine = await keyed.ask(keyed.ann)
    _, listed = await keyed.client.send("GET", "/api/conversations", headers=keyed.ann)
    assert [one["id"] for one in listed] == [mine["conversation"]]
    _, runs = await keyed.client.send("GET", "/api/runs", headers=keyed.ann)
    assert [one["id"] for one in runs] == [mine["run"]]
    for path in (f"/api/conversations/{others['conversation']}", f"/api/runs/{others['run']}"):
        reply, _ = await keyed.client.send("GET", path, headers=keyed.ann)
        assert reply.status == 404, path
    reply, problem = await keyed.client.send("GET", "/api/conversations?user=ben", headers=keyed.ann)
    assert (reply.status, problem["errors"][0]["field"]) == (422, "user")
    _, all_of_them = await keyed.client.send("GET", "/api/conversations", headers=keyed.acme)
    assert {one["user"] for one in all_of_them} == {"ann", "ben"}


async def test_a_tenant_cannot_look_around_inside(keyed: Keyed, site: Site) -> None:
    neighbour = site.url.replace("127.0.0.1", "localhost")  # the same machine under a name nobody opened
    outcome = await keyed.ask(keyed.acme, site=[neighbour])
    assert outcome["outcome"] != "answer"
    assert outcome["citations"] == []
    assert (await keyed.ask(keyed.acme))["outcome"] == "answer"  # the site the operator opened


async def test_a_key_that_comes_too_often_waits(tmp_path: Path, site: Site) -> None:
    limits = ServerSettings(requests_per_minute=3, questions_per_minute=1)
    house = House.open(Settings(home=tmp_path, server=limits, net=NetSettings(open_sites=(site.url,))))
    house.store.tenants().new("acme")
    shown = {"Authorization": f"Bearer {house.store.keys().new('acme', scopes=('ask', 'read'))[0]}"}
    async with served(house, site, keyless=False) as client:
        body = {"question": "When?", "site": [site.url]}
        statuses = [
            (await client.send("POST", "/api/chat", json=body, headers=shown))[0].status for _ in range(2)
        ]
        assert statuses == [200, 429]
        replies = [await client.send("GET", "/api/conversations", headers=shown) for _ in range(2)]
        assert [reply.status for reply, _ in replies] == [200, 429]
        reply, problem = replies[-1]
        assert 1 <= int(reply.headers["Retry-After"]) <= 20
        assert problem["title"] == "Too Many Requests"
    house.store.close()


async def test_a_stream_ends_with_its_key(tmp_path: Path, site: Site) -> None:
    house = House.open(Settings(home=tmp_path, net=NetSettings(open_sites=(site.url,))))
    house.store.tenants().new("acme")
    secret, key = house.store.keys().new("acme", scopes=("ask", "read"))
    async with served(house, site, keyless=False, keepalive=0.02) as client:
        client.http.headers["Authorization"] = f"Bearer {secret}"
        first = await client.ask()
        async with client.follow(first["conversation"]) as stream:
            await stream.until_settled()
            house.store.keys().revoke(key.id)
            async with asyncio.timeout(5):
                assert all(frame.comment == "keepalive" for frame in await stream.rest())
    house.store.close()


async def test_on_this_machine_keys_are_optional(client: Client) -> None:
    for shown in ({}, {"Authorization": "Bearer sk-whatever"}):
        reply, _ = await client.send("GET", "/api/conversations", headers=shown)
        assert reply.status == 200
    reply, _ = await client.send("GET", "/api/conversations", headers={"Authorization": "Bearer ak_old"})
    assert reply.status == 401
    desk = replace(client.desk)
    assert desk.tenant == "local"


@pytest.mark.parametrize("assistant", ["warehouse", "workplace", "bookstore"])
async def test_records_are_one_tenants_and_nobody_elses(keyed: Keyed, assistant: str) -> None:
    asked = {"question": "How many articles are there?", "assistant": assistant}
    reply, problem = await keyed.client.send("POST", "/api/chat", json=asked, headers=keyed.globex)
    assert reply.status == 403
    assert "belong to another tenant" in str(problem)
