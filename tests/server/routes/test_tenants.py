"""Tenants over HTTP: the operator manages all, an admin key its own, and no secret is ever told again."""

from __future__ import annotations

from typing import Any

import pytest

from answerable.build.linked import seal_of
from tests.server.conftest import Client

TOKEN = "canary-token-4711"


@pytest.fixture
def acme(client: Client) -> dict[str, str]:
    """The header of a key that may everything in the tenant acme."""
    for tenant in ("acme", "globex"):
        client.house.store.tenants().new(tenant)
    secret, _ = client.house.store.keys().new("acme", scopes=("ask", "read", "admin"))
    return {"Authorization": f"Bearer {secret}"}


async def test_the_operator_makes_and_forgets_tenants(client: Client) -> None:
    reply, made = await client.send("POST", "/api/tenants", json={"id": "initech", "name": "Initech"})
    assert (reply.status, made["name"], made["links"]) == (201, "Initech", [])
    assert (await client.send("POST", "/api/tenants", json={"id": "initech"}))[0].status == 409
    assert (await client.send("POST", "/api/tenants", json={"id": "Bad!"}))[0].status == 422
    assert (await client.send("DELETE", "/api/tenants/initech"))[0].status == 204
    assert (await client.send("GET", "/api/tenants/initech"))[0].status == 404


async def test_a_link_is_made_and_never_told(client: Client, acme: dict[str, str]) -> None:
    path = "/api/tenants/acme/links/merge"
    reply, linked = await client.send("PUT", path, json={"account_token": TOKEN}, headers=acme)
    assert (reply.status, linked["says"]) == (200, "an account at Merge")
    _, told = await client.send("GET", "/api/tenants/acme", headers=acme)
    assert [link["kind"] for link in told["links"]] == ["merge"]
    assert TOKEN not in str(told)
    assert (await client.send("DELETE", path, headers=acme))[0].status == 204
    assert (await client.send("DELETE", path, headers=acme))[0].status == 404


async def test_a_key_sees_its_own_tenant_alone(client: Client, acme: dict[str, str]) -> None:
    _, listed = await client.send("GET", "/api/tenants", headers=acme)
    assert [one["id"] for one in listed] == ["acme"]
    for method, path, body in (
        ("GET", "/api/tenants/globex", None),
        ("PUT", "/api/tenants/globex/links/merge", {"account_token": "t"}),
        ("DELETE", "/api/tenants/globex/links/merge", None),
    ):
        assert (await client.send(method, path, json=body, headers=acme))[0].status == 404


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/tenants", {"id": "mine"}),
        ("PATCH", "/api/tenants/acme", {"quota": {}}),
        ("DELETE", "/api/tenants/acme", None),
        ("PUT", "/api/tenants/acme/links/database", {"url": "sqlite:////etc/passwd"}),
        ("PUT", "/api/tenants/acme/links/merge", {"account_token": "t", "url": "http://10.0.0.1"}),
    ],
)
async def test_only_the_operator_may(
    client: Client, acme: dict[str, str], method: str, path: str, body: dict[str, Any] | None
) -> None:
    assert (await client.send(method, path, json=body, headers=acme))[0].status == 403


async def test_a_spent_quota_is_a_429(client: Client, acme: dict[str, str]) -> None:
    client.house.store.links("acme", _seal(client)).put("website", {"sites": [client.site.url]})
    limits = {"quota": {"runs_per_day": 1}, "assistants": ["website"]}
    reply, changed = await client.send("PATCH", "/api/tenants/acme", json=limits)
    assert (reply.status, changed["quota"]) == (200, {"runs_per_day": 1})
    asked = {"question": "When does the tea house open?"}
    first, _ = await client.send("POST", "/api/chat", json=asked, headers=acme)
    assert first.status == 200  # its linked site is where the answer is looked for
    again, problem = await client.send("POST", "/api/chat", json=asked, headers=acme)
    assert (again.status, problem["detail"].startswith("The quota of 1 runs a day")) == (429, True)
    assert int(again.headers["Retry-After"]) > 0
    _, told = await client.send("GET", "/api/tenants/acme", headers=acme)
    assert told["usage"][0]["runs"] == 1


async def test_other_assistants_do_not_exist(client: Client, acme: dict[str, str]) -> None:
    await client.send("PATCH", "/api/tenants/acme", json={"assistants": ["website"]})
    _, offered = await client.send("GET", "/api/assistants", headers=acme)
    assert [one["name"] for one in offered] == ["website"]
    asked = {"question": "Who founded it?", "assistant": "research"}
    assert (await client.send("POST", "/api/chat", json=asked, headers=acme))[0].status == 422


def _seal(client: Client) -> Any:
    return seal_of(client.house.settings)
