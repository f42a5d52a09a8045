"""The page is told what it may offer."""

from __future__ import annotations

from tests.server.conftest import Client


async def test_the_operators_suggestions_are_offered(client: Client) -> None:
    _, offered = await client.send("GET", "/api/assistants")
    assert offered == [{"name": "website", "starts": [client.site.url], "starters": ["When do you open?"]}]
