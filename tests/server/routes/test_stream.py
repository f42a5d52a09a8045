"""Streams tell every stored event once, in order, to everyone, from wherever they begin."""

from __future__ import annotations

import asyncio

from answerable.build import House
from answerable.server.board import WAITING
from tests.server.conftest import Client, Site, served


async def test_a_started_walk_is_told_in_order(client: Client) -> None:
    async with client.start() as stream:
        frames = await stream.rest()
        headers = stream.reply.headers
    kinds = [frame.data["type"] for frame in frames]
    assert kinds[0] == "message"
    assert set(kinds[1:-3]) == {"log"}
    assert kinds[-3:] == ["message", "stat", "complete"]
    assert frames[0].data["item"]["role"] == "user"
    assert frames[-1].name == "complete"
    assert frames[-1].data["item"]["outcome"]["outcome"] == "answer"
    numbers = [frame.id for frame in frames if frame.id is not None]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(frame.data.keys() == {"type", "createdAt", "item"} for frame in frames)
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Content-Type"].startswith("text/event-stream")


async def test_older_clients_may_say_prompt(client: Client) -> None:
    body = {"prompt": "When do you open?", "site": [client.site.url]}
    reply, text = await client.send("POST", "/api/chatbot/start/stream", json=body)
    assert reply.status == 200
    assert "event: complete" in text


async def test_question_and_prompt_together_are_refused(client: Client) -> None:
    body = {"prompt": "a", "question": "b", "site": [client.site.url]}
    reply, problem = await client.send("POST", "/api/chatbot/start/stream", json=body)
    assert reply.status == 422
    assert problem["errors"][0]["detail"] == "Give exactly one of `question` and `prompt`."


async def test_a_resumed_conversation_streams_only_itself(client: Client) -> None:
    first = await client.ask()
    async with client.start("When does it close?", workflowId=first["conversation"]) as stream:
        frames = await stream.rest()
    assert frames[0].data["item"]["message"] == "When does it close?"
    assert {frame.data["item"]["run"] for frame in frames} == {frames[0].data["item"]["run"]}


async def test_stored_events_can_be_resumed_anywhere(client: Client) -> None:
    outcome = await client.ask()
    whole = client.desk.conversations.events(outcome["conversation"])
    for cut in range(len(whole)):
        headers = {"Last-Event-ID": str(cut)} if cut % 2 else {}
        async with client.follow(outcome["conversation"], after=0 if cut % 2 else cut, **headers) as stream:
            frames = await stream.until_settled()
        assert [frame.id for frame in frames] == list(range(cut + 1, len(whole) + 1))
        assert [frame.data["record"] for frame in frames] == [event.record for event in whole[cut:]]


async def test_two_viewers_both_get_everything(client: Client) -> None:
    async with client.start(site=[f"{client.site.url}/slow"]) as started:
        first = await anext(aiter(started))
        conversation = first.data["item"]["workflowId"]
        await client.site.asked.wait()
        async with client.follow(conversation) as one, client.follow(conversation) as other:
            client.site.release.set()
            heard = await asyncio.gather(one.until_settled(), other.until_settled())
    stored = [event.place for event in client.desk.conversations.events(conversation)]
    assert [[frame.id for frame in frames] for frames in heard] == [stored, stored]


async def test_the_run_goes_on_when_the_stream_closes(client: Client) -> None:
    async with client.start(site=[f"{client.site.url}/slow"]) as stream:
        first = await anext(aiter(stream))
        await client.site.asked.wait()
    conversation = first.data["item"]["workflowId"]
    client.site.release.set()
    async with client.follow(conversation) as stream:
        frames = await stream.until_settled()
    assert frames[-1].data["record"]["outcome"]["outcome"] == "answer"
    assert len(client.desk.conversations.told(conversation)) == 1


async def test_a_viewer_sees_the_next_question_live(client: Client) -> None:
    first = await client.ask()
    last = client.desk.conversations.last_event(first["conversation"])
    async with client.follow(first["conversation"], after=last) as stream:
        await client.ask("When does the tea house close?", conversation=first["conversation"])
        frames = await stream.until_settled()
    assert frames[0].data["record"]["question"] == "When does the tea house close?"
    assert frames[0].id == last + 1


async def test_a_number_from_the_future_is_forgiven(client: Client) -> None:
    first = await client.ask()
    async with client.follow(first["conversation"], after=10**9) as stream:
        await client.ask("When does the tea house close?", conversation=first["conversation"])
        assert (await stream.until_settled())[0].data["record"]["event"] == "RunStarted"


async def test_silence_is_filled_with_comments(house: House, site: Site) -> None:
    async with served(house, site, keepalive=0.02) as client:
        first = await client.ask()
        last = client.desk.conversations.last_event(first["conversation"])
        async with client.follow(first["conversation"], after=last) as stream:
            assert (await anext(aiter(stream))).comment == "keepalive"
    house.store.close()


async def test_viewers_who_left_are_forgotten(client: Client) -> None:
    first = await client.ask()
    async with client.follow(first["conversation"]) as stream:
        await stream.until_settled()
        assert len(client.desk.board) == 1
    while "answerable_viewers 0\n" not in (await client.send("GET", "/metrics"))[1]:
        pass


async def test_a_long_log_arrives_whole(client: Client) -> None:
    first = await client.ask()
    records = [{"event": "PageSkipped", "url": str(n), "why": ""} for n in range(3 * WAITING)]
    last = {"event": "OutcomeSettled", "outcome": first}
    before = client.desk.conversations.last_event(first["conversation"])
    client.desk.conversations.add_events(first["conversation"], "r2", [*records, last])
    async with client.follow(first["conversation"], after=before) as stream:
        frames = await stream.until_settled()
    assert [frame.data["record"]["url"] for frame in frames[:-1]] == [str(n) for n in range(3 * WAITING)]


async def test_bad_numbers_are_refused(client: Client) -> None:
    first = await client.ask()
    path = f"/api/conversations/{first['conversation']}/events"
    for query, headers in (("?after=-1", {}), ("?after=x", {}), ("", {"Last-Event-ID": "x"})):
        reply, problem = await client.send("GET", path + query, headers=headers)
        assert reply.status == 422, problem
        assert problem["errors"][0]["field"] in ("after", "last-event-id")
    reply, _ = await client.send("GET", "/api/conversations/nobody/events")
    assert reply.status == 404
