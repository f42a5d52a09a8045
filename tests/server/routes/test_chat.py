"""One question, one outcome; bad input is told apart field by field."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.conftest import Client

FIELDS = {
    "outcome", "reason", "text", "elements", "citations", "confidence", "gaps", "conflicts", "journey",
    "suggestions", "choices", "conversation", "run", "usage",
}  # fmt: skip


async def test_chat_answers_with_the_contract(client: Client) -> None:
    outcome = await client.ask()
    assert outcome.keys() == FIELDS
    assert outcome["outcome"] == "answer"
    assert "9" in outcome["text"]
    assert outcome["citations"][0]["url"].startswith(client.site.url)


async def test_a_follow_up_needs_no_site(client: Client) -> None:
    first = await client.ask()
    again = {"question": "When does the tea house close?", "conversation": first["conversation"]}
    reply, outcome = await client.send("POST", "/api/chat", json=again)
    assert reply.status == 200
    assert outcome["conversation"] == first["conversation"]


async def test_a_question_without_a_site_gets_the_one_offered(client: Client) -> None:
    reply, outcome = await client.send("POST", "/api/chat", json={"question": "When do you open?"})
    assert reply.status == 200
    assert outcome["citations"][0]["url"].startswith(client.site.url)


async def test_bad_input_names_field_and_remedy(client: Client) -> None:
    site = [client.site.url]
    bad: list[tuple[Any, int, str, str]] = [
        ({"site": site}, 422, "question", "required"),
        ({"question": "", "site": site}, 422, "question", "at least 1"),
        ({"question": "   ", "site": site}, 422, "question", "at least 1"),
        ({"question": 7, "site": site}, 422, "question", "string"),
        ({"question": "x" * 5000, "site": site}, 422, "question", "at most 4000"),
        ({"question": "q", "site": "http://a"}, 422, "site", "list"),
        ({"question": "q", "site": ["ftp://a.example"]}, 422, "site", "http"),
        ({"question": "q", "site": ["shop"] * 11}, 422, "site", "at most 10"),
        ({"question": "q", "site": [3]}, 422, "site[0]", "string"),
        ({"question": "q", "site": site, "sites": site}, 422, "sites", "no such field"),
        ({"question": "q", "site": site, "conversation": "../x"}, 422, "conversation", "match"),
        ([], 422, "body", "dictionary"),
    ]
    for body, status, field, remedy in bad:
        reply, problem = await client.send("POST", "/api/chat", json=body)
        assert (reply.status, reply.content_type) == (status, "application/problem+json"), (body, problem)
        assert problem["status"] == status
        assert problem["errors"][0]["field"] == field, (body, problem)
        assert remedy in problem["errors"][0]["detail"], (body, problem)
    assert client.house.store.conversations("local").latest() == []


async def test_a_body_without_json_is_refused(client: Client) -> None:
    kind = {"Content-Type": "application/json"}
    reply, problem = await client.send("POST", "/api/chat", data=b"{nope", headers=kind)
    assert reply.status == 400
    assert "not JSON" in problem["detail"]


async def test_an_unknown_conversation_is_not_found(client: Client) -> None:
    body = {"question": "q", "site": [client.site.url], "conversation": "nobody"}
    reply, problem = await client.send("POST", "/api/chat", json=body)
    assert reply.status == 404
    assert "'nobody'" in problem["detail"]


async def test_a_client_who_leaves_ends_nothing(client: Client) -> None:
    asking = asyncio.create_task(client.ask(site=[f"{client.site.url}/slow"]))
    await client.site.asked.wait()
    asking.cancel()
    await asyncio.wait([asking])
    (kept,) = client.desk.conversations.latest()
    walk = client.desk.walks.runs.find(client.desk.place(kept.id))
    assert walk
    client.site.release.set()
    await asyncio.wait([walk.task])
    (turn,) = client.desk.conversations.told(kept.id)
    assert turn.outcome["outcome"] == "answer"


async def test_one_question_at_a_time_per_conversation(client: Client) -> None:
    first = await client.ask()
    more = {"site": [f"{client.site.url}/slow"], "conversation": first["conversation"]}
    asking = asyncio.create_task(client.ask(**more))
    await client.site.asked.wait()
    reply, problem = await client.send("POST", "/api/chat", json={"question": "And now?", **more})
    assert reply.status == 409
    assert "stop it first" in problem["detail"]
    client.site.release.set()
    await asking


@pytest.mark.parametrize("path", ["/api/nothing", "/nothing"])
async def test_what_is_not_there_is_said(client: Client, path: str) -> None:
    reply, problem = await client.send("GET", path)
    assert (reply.status, problem["status"]) == (404, 404)


async def test_a_question_may_be_called_message(client: Client) -> None:
    asked = {"message": "When does the tea house open?", "site": [client.site.url]}
    reply, outcome = await client.send("POST", "/api/chat", json=asked)
    assert reply.status == 200
    assert outcome["outcome"] == "answer"
