"""Thumbs and words are kept with the run they are about."""

from __future__ import annotations

from tests.server.conftest import Client


async def test_a_thumb_is_tied_to_its_run(client: Client) -> None:
    first = await client.ask()
    path = f"/api/runs/{first['run']}/feedback"
    reply, kept = await client.send("PUT", path, json={"thumb": "up"})
    assert (reply.status, kept["thumb"], kept["conversation"]) == (200, "up", first["conversation"])
    await client.send("PUT", path, json={"thumb": "down", "words": " too long "})
    await client.send("PUT", path, json={"thumb": "up", "user": "ann"})
    _, listed = await client.send("GET", "/api/feedback")
    assert [(one["user"], one["thumb"], one["words"]) for one in listed] == [
        ("ann", "up", ""),
        ("me", "down", "too long"),
    ]
    _, listed = await client.send("GET", f"/api/feedback?thumb=down&conversation={first['conversation']}")
    assert len(listed) == 1


async def test_feedback_names_what_is_wrong(client: Client) -> None:
    first = await client.ask()
    path = f"/api/runs/{first['run']}/feedback"
    reply, problem = await client.send("PUT", path, json={"thumb": "sideways"})
    assert (reply.status, problem["errors"][0]["field"]) == (422, "thumb")
    reply, _ = await client.send("PUT", "/api/runs/nobody/feedback", json={"thumb": "up"})
    assert reply.status == 404


async def test_deleting_a_conversation_forgets_opinions(client: Client) -> None:
    first = await client.ask()
    await client.send("PUT", f"/api/runs/{first['run']}/feedback", json={"thumb": "up"})
    await client.send("DELETE", f"/api/conversations/{first['conversation']}")
    _, listed = await client.send("GET", "/api/feedback")
    assert listed == []
