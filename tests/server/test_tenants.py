"""What a tenant may use holds for its keys: a quota, the assistants it may ask, the site linked for it."""

from __future__ import annotations

import pytest

from answerable.build.linked import seal_of
from answerable.store.usage import Quota
from tests.server.conftest import Client


@pytest.fixture
def acme(client: Client) -> dict[str, str]:
    """The header of a key of the tenant acme, which may ask the website assistant once a day."""
    store = client.house.store
    store.tenants().new("acme")
    store.tenants().change("acme", quota=Quota(runs_per_day=1), assistants=["website"])
    secret, _ = store.keys().new("acme", scopes=("ask", "read"))
    return {"Authorization": f"Bearer {secret}"}


async def test_a_spent_quota_is_a_429(client: Client, acme: dict[str, str]) -> None:
    client.house.store.links("acme", seal_of(client.house.settings)).put(
        "website", {"sites": [client.site.url]}
    )
    asked = {"question": "When does the tea house open?"}
    first, _ = await client.send("POST", "/api/chat", json=asked, headers=acme)
    assert first.status == 200  # its linked site is where the answer is looked for
    again, problem = await client.send("POST", "/api/chat", json=asked, headers=acme)
    assert (again.status, problem["detail"].startswith("The quota of 1 runs a day")) == (429, True)
    assert int(again.headers["Retry-After"]) > 0


async def test_other_assistants_do_not_exist(client: Client, acme: dict[str, str]) -> None:
    _, offered = await client.send("GET", "/api/assistants", headers=acme)
    assert [one["name"] for one in offered] == ["website"]
    asked = {"question": "Who founded it?", "assistant": "research"}
    assert (await client.send("POST", "/api/chat", json=asked, headers=acme))[0].status == 422
