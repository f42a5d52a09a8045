"""Streams tell every stored event once, in order, to everyone, from wherever they begin."""

from __future__ import annotations

import asyncio
from typing import Any

from answerable.build import House
from answerable.server.board import WAITING
from tests.server.conftest import Client, Frame, Site, Stream, served


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


async def resumed(client: Client, **body: Any) -> list[Frame]:
    async with client.http.post(f"{client.url}/api/chatbot/start/stream", json=body) as reply:
        assert reply.status == 200, await reply.text()
        return await Stream(reply).rest()


async def test_a_conversation_is_told_again_from_its_start(client: Client) -> None:
    first = await client.ask()
    second = await client.ask("When does the tea house close?", conversation=first["conversation"])
    frames = await resumed(client, workflowId=first["conversation"])
    said = [f.data["item"]["message"] for f in frames if f.data["type"] == "message"]
    assert said == [
        "When does the tea house open?", first["text"], "When does the tea house close?", second["text"],
    ]  # fmt: skip
    assert [f.name for f in frames if f.name] == ["complete"]
    assert frames[-1].data["item"]["outcome"] == second
    assert {f.data["item"]["roundNumber"] for f in frames} == {1, 2}
    numbers = [f.id for f in frames if f.id is not None]
    stored = [event.place for event in client.desk.conversations.events(first["conversation"])]
    assert numbers == stored


async def test_rounds_can_be_left_out(client: Client) -> None:
    first = await client.ask()
    await client.ask("When does the tea house close?", conversation=first["conversation"])
    frames = await resumed(client, workflowId=first["conversation"], roundNumber=2)
    assert {f.data["item"]["roundNumber"] for f in frames if f.data} == {2}
    body = {"workflowId": first["conversation"], "roundNumber": 3}
    reply, problem = await client.send("POST", "/api/chatbot/start/stream", json=body)
    assert (reply.status, problem["errors"][0]["field"]) == (422, "roundNumber")


async def test_categories_choose_what_is_told(client: Client) -> None:
    first = await client.ask()
    chat = await resumed(client, workflowId=first["conversation"], categories=["chat"])
    assert [f.data["type"] for f in chat if f.data] == ["message", "message", "complete"]
    work = await resumed(client, workflowId=first["conversation"], categories=["workflow"])
    assert {f.data["type"] for f in work if f.data} == {"log", "stat", "complete"}


async def test_a_running_question_is_joined(client: Client) -> None:
    async with client.start(site=[f"{client.site.url}/slow"]) as stream:
        conversation = (await anext(aiter(stream))).data["item"]["workflowId"]
        await client.site.asked.wait()
        joining = asyncio.create_task(resumed(client, workflowId=conversation))
        while len(client.desk.board) < 2:
            await client.send("GET", "/healthz")
        client.site.release.set()
        frames, own = await joining, await stream.rest()
    assert frames[0].data["item"]["role"] == "user"
    assert frames[-1].data == own[-1].data
    assert frames[-1].name == "complete"


async def test_a_chat_stream_resumes_behind_a_number(client: Client) -> None:
    first = await client.ask()
    whole = await resumed(client, workflowId=first["conversation"])
    numbers = [f.id for f in whole if f.id is not None]
    for cut in (numbers[0], numbers[2], numbers[-1]):
        async with client.http.post(
            f"{client.url}/api/chatbot/start/stream",
            json={"workflowId": first["conversation"]},
            headers={"Last-Event-ID": str(cut)},
        ) as reply:
            rest = [f.id for f in await Stream(reply).rest() if f.id is not None]
        assert rest == [number for number in numbers if number > cut]


async def test_a_new_question_is_told_from_its_start(client: Client) -> None:
    body = {"question": "When does the tea house open?", "site": [client.site.url]}
    path, future = f"{client.url}/api/chatbot/start/stream", {"Last-Event-ID": "1000000"}
    async with client.http.post(path, json=body, headers=future) as reply:
        frames = await Stream(reply).rest()
    assert frames[0].data["item"]["role"] == "user"
    assert frames[-1].name == "complete"


async def test_a_repeated_message_is_told_its_run(client: Client) -> None:
    async with client.start(clientMessageId="m") as stream:
        first = await stream.rest()
    await client.ask("When does it close?", conversation=first[-1].data["item"]["workflowId"])
    async with client.start(clientMessageId="m") as stream:
        again = await stream.rest()
    assert [frame.data for frame in again] == [frame.data for frame in first]


async def test_stream_requests_name_what_is_wrong(client: Client) -> None:
    first = await client.ask()
    open_one = {"workflowId": first["conversation"]}
    bad: list[tuple[dict[str, Any], int, str]] = [
        ({}, 422, "Give a `question`"),
        ({"question": "q", **open_one, "roundNumber": 1}, 422, "leave out `roundNumber`"),
        ({**open_one, "categories": []}, 422, "at least 1"),
        ({**open_one, "categories": ["gossip"]}, 422, "'chat' or 'workflow'"),
        ({"workflowId": "nobody"}, 404, ""),
    ]
    for body, status, words in bad:
        reply, problem = await client.send("POST", "/api/chatbot/start/stream", json=body)
        assert reply.status == status, (body, problem)
        assert not words or words in problem["errors"][0]["detail"], problem


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
