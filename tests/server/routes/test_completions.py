"""The official client of OpenAI talks to our assistants as if they were models."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest

from answerable.server.footnotes import as_text
from tests.server.conftest import Client

ASKED = "When does the tea house open?"


@pytest.fixture
async def model(client: Client) -> AsyncIterator[openai.AsyncOpenAI]:
    async with openai.AsyncOpenAI(
        base_url=f"{client.url}/v1", api_key="not-needed-here", max_retries=0
    ) as opened:
        yield opened


def said(*words: str) -> Any:
    roles = ("user", "assistant")
    return [{"role": roles[place % 2], "content": text} for place, text in enumerate(words)]


async def test_assistants_are_listed_as_models(client: Client, model: openai.AsyncOpenAI) -> None:
    assert [one.id async for one in model.models.list()] == list(client.house.assistants)
    assert (await model.models.retrieve("website")).owned_by == "answerable"
    with pytest.raises(openai.NotFoundError, match="no model 'oracle'"):
        await model.models.retrieve("oracle")


async def test_a_completion_carries_its_citations(client: Client, model: openai.AsyncOpenAI) -> None:
    done = await model.chat.completions.create(
        model="website", messages=said(ASKED), extra_body={"site": [client.site.url]}
    )
    text = done.choices[0].message.content
    assert text
    assert "9 in the morning" in text
    assert f"\n\n[1] Tea: {client.site.url}/" in text
    assert done.choices[0].finish_reason == "stop"
    extra: Any = done.model_extra
    assert extra["citations"] == extra["answerable"]["citations"]
    assert text == as_text(extra["answerable"])


async def test_a_stream_says_the_same_piece_by_piece(client: Client, model: openai.AsyncOpenAI) -> None:
    client.site.pages["/"] += "<h2>Closing</h2><p>The tea house closes at 18 on every day of the week.</p>"
    question = "When does the tea house open, and when does it close?"
    whole = await model.chat.completions.create(model="website", messages=said(question))
    pieces, last = [], None
    stream = await model.chat.completions.create(
        model="website",
        messages=said(question),
        stream=True,
        stream_options={"include_usage": True},
        user="ann",
    )
    async for piece in stream:
        last = piece
        if piece.choices and piece.choices[0].delta.content:
            pieces.append(piece.choices[0].delta.content)
    assert "".join(pieces) == whole.choices[0].message.content
    assert len(pieces) >= 2  # at least a sentence, and the footnotes
    assert last
    assert last.usage
    assert last.usage.total_tokens == 0


async def test_every_streamed_piece_was_released(client: Client, model: openai.AsyncOpenAI) -> None:
    stream = await model.chat.completions.create(model="website", messages=said(ASKED), stream=True)
    chunks = [piece async for piece in stream]
    extra: Any = chunks[-1].model_extra
    events = client.desk.conversations.events(extra["answerable"]["conversation"])
    names = [event.record["event"] for event in events]
    assert names.index("DraftVerified") < names.index("AnswerReleased") < names.index("OutcomeSettled")
    released = [
        event.record["element"]["text"] for event in events if event.record["event"] == "AnswerReleased"
    ]
    assert "".join(released) == extra["answerable"]["text"]


async def test_a_refusal_streams_its_sentence(model: openai.AsyncOpenAI) -> None:
    asked = said("Who won the football world cup in 1954?")
    stream = await model.chat.completions.create(model="website", messages=asked, stream=True)
    chunks = [piece async for piece in stream]
    extra: Any = chunks[-1].model_extra
    assert extra["answerable"]["outcome"] == "refusal"
    assert "".join(c.choices[0].delta.content or "" for c in chunks) == extra["answerable"]["text"]


async def test_a_follow_up_finds_its_conversation(client: Client, model: openai.AsyncOpenAI) -> None:
    first = await model.chat.completions.create(model="website", messages=said(ASKED))
    answer = first.choices[0].message.content or ""
    more = said(ASKED, answer, "And when does it close?")
    second = await model.chat.completions.create(model="website", messages=more)
    one: Any = first.model_extra
    other: Any = second.model_extra
    assert other["answerable"]["conversation"] == one["answerable"]["conversation"]
    fresh = await model.chat.completions.create(model="website", messages=said("And when does it close?"))
    third: Any = fresh.model_extra
    assert third["answerable"]["conversation"] != one["answerable"]["conversation"]
    edited = said(ASKED, "Something we never said.", "And when does it close?")
    fourth: Any = (await model.chat.completions.create(model="website", messages=edited)).model_extra
    assert fourth["answerable"]["conversation"] not in (
        one["answerable"]["conversation"],
        third["answerable"]["conversation"],
    )


async def test_parts_and_odd_users_are_understood(client: Client, model: openai.AsyncOpenAI) -> None:
    parts: Any = [{"role": "user", "content": [{"type": "text", "text": ASKED}]}]
    done = await model.chat.completions.create(
        model="website", messages=parts, user="Ann & Co.", temperature=0.2
    )
    assert "9" in (done.choices[0].message.content or "")
    (kept,) = client.desk.conversations.latest()
    assert kept.user.isalnum()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"model": "oracle"}, "assistant"),
        ({"messages": []}, "messages"),
        ({"messages": [{"role": "assistant", "content": "hi"}]}, "body"),
        ({"messages": [{"role": "user", "content": "  "}]}, "body"),
        ({"messages": [{"role": "wizard", "content": "hi"}]}, "messages[0].role"),
    ],
)
async def test_bad_requests_name_their_field(client: Client, change: dict[str, Any], field: str) -> None:
    body = {"model": "website", "messages": said(ASKED), **change}
    reply, problem = await client.send("POST", "/v1/chat/completions", json=body)
    assert (reply.status, problem["errors"][0]["field"]) == (422, field), problem
