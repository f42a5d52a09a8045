"""The page is told what it may offer."""

from __future__ import annotations

from tests.server.conftest import Client


async def test_the_operators_suggestions_are_offered(client: Client) -> None:
    _, offered = await client.send("GET", "/api/assistants")
    assert [one["name"] for one in offered] == list(client.house.assistants)
    website = next(one for one in offered if one["name"] == "website")
    assert website["needs_site"] is True
    assert (website["starts"], website["starters"]) == ([client.site.url], ["When do you open?"])
    assert website["wording"]["de"]["starters"] == ["Wann ist das Teehaus offen?"]
    assert website["wording"]["en"]["greeting"]


async def test_an_unknown_assistant_names_the_known(client: Client) -> None:
    body = {"question": "When?", "assistant": "oracle"}
    reply, problem = await client.send("POST", "/api/chat", json=body)
    assert (reply.status, problem["errors"][0]["field"]) == (422, "assistant")
    assert "website" in problem["detail"]
