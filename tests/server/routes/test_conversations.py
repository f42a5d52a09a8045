"""Conversations can be listed, read, renamed, stopped and deleted."""

from __future__ import annotations

import asyncio

from tests.server.conftest import Client


async def test_conversations_are_listed_newest_first(client: Client) -> None:
    first = await client.ask()
    second = await client.ask("Where is the tea house?")
    _, listed = await client.send("GET", "/api/conversations")
    assert [one["id"] for one in listed] == [second["conversation"], first["conversation"]]
    assert listed[0]["name"] == "Tea house"
    assert listed[0]["running"] is False


async def test_the_list_can_be_of_one_user(client: Client) -> None:
    await client.ask(user="ann")
    mine = await client.ask(user="ben")
    _, listed = await client.send("GET", "/api/conversations?user=ben")
    assert [one["id"] for one in listed] == [mine["conversation"]]


async def test_a_conversation_reads_with_its_outcomes(client: Client) -> None:
    outcome = await client.ask()
    reply, whole = await client.send("GET", f"/api/conversations/{outcome['conversation']}")
    assert reply.status == 200
    assert [turn["outcome"] for turn in whole["turns"]] == [outcome]
    assert whole["starts"] == [client.site.url + "/"]
    assert whole["last_event"] == client.desk.conversations.last_event(outcome["conversation"])


async def test_a_conversation_can_be_renamed(client: Client) -> None:
    outcome = await client.ask()
    path = f"/api/conversations/{outcome['conversation']}"
    reply, renamed = await client.send("PATCH", path, json={"name": " Tea "})
    assert (reply.status, renamed["name"]) == (200, "Tea")
    reply, problem = await client.send("PATCH", path, json={"name": " "})
    assert (reply.status, problem["errors"][0]["field"]) == (422, "name")


async def test_a_deleted_conversation_is_gone(client: Client) -> None:
    outcome = await client.ask()
    path = f"/api/conversations/{outcome['conversation']}"
    async with client.follow(outcome["conversation"]) as stream:
        await stream.until_settled()
        reply, _ = await client.send("DELETE", path)
        assert reply.status == 204
        assert await stream.rest() == []
    reply, _ = await client.send("GET", path)
    assert reply.status == 404
    assert client.desk.conversations.events(outcome["conversation"]) == []


async def test_what_is_unknown_is_not_found(client: Client) -> None:
    asks = [("GET", "", None), ("PATCH", "", {"name": "x"}), ("DELETE", "", None), ("POST", "/stop", None)]
    for method, more, body in asks:
        reply, problem = await client.send(method, f"/api/conversations/nobody{more}", json=body)
        assert reply.status == 404, (method, problem)


async def test_stopping_ends_the_walk_honestly(client: Client) -> None:
    async with client.start(site=[f"{client.site.url}/slow"]) as stream:
        first = await anext(aiter(stream))
        conversation = first.data["item"]["workflowId"]
        await client.site.asked.wait()
        reply, listed = await client.send("POST", f"/api/conversations/{conversation}/stop")
        assert (reply.status, listed["running"]) == (200, False)
        frames = await stream.rest()
    assert frames[-1].name == "stopped"
    (turn,) = client.desk.conversations.told(conversation)
    assert (turn.outcome["outcome"], turn.outcome["reason"]) == ("failure", "stopped")


async def test_deleting_stops_the_walk_first(client: Client) -> None:
    asking = asyncio.create_task(client.ask(site=[f"{client.site.url}/slow"]))
    await client.site.asked.wait()
    (running,) = client.desk.conversations.latest()
    reply, _ = await client.send("DELETE", f"/api/conversations/{running.id}")
    assert reply.status == 204
    assert (await asking)["reason"] == "stopped"
    assert client.desk.conversations.latest() == []
