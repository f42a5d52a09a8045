"""Both vendors' real clients against a server that goes wrong on purpose (faults F8 to F12)."""

from __future__ import annotations

import asyncio
import json
import time
import tracemalloc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic import BaseModel, ConfigDict

from answerable.errors import ModelGarbled, ModelUnreachable
from answerable.models.base import Model, Prompt, charged
from answerable.models.choose import open_model
from answerable.models.retry import Patience
from answerable.testing.model_server import (
    ModelServer,
    Step,
    anthropic_body,
    call_tool,
    endless,
    hang,
    openai_body,
    raw,
    reset,
    say,
    status,
)

BOTH = ["openai-compatible", "anthropic"]
PROMPT = Prompt(name="test", system="STATIC RULES", body="THE MATERIAL", reminder="THE REMINDER")


class Decision(BaseModel):
    model_config = ConfigDict(extra="forbid")
    verdict: str
    confidence: float


GOOD = Decision(verdict="enough", confidence=0.5)
TEXT = GOOD.model_dump_json()

both = pytest.mark.parametrize("kind", BOTH)


async def doze(seconds: float) -> None:
    """Waits are tested with their own clock; here they only need to happen."""
    await asyncio.sleep(seconds / 50)


@asynccontextmanager
async def served(kind: str, steps: Sequence[Step]) -> AsyncIterator[tuple[Model, ModelServer]]:
    async with ModelServer(steps) as server:
        address = server.anthropic_url if kind == "anthropic" else server.openai_url
        brisk = Patience(kind, sleep=doze)
        setting = f"{kind}:scripted@{address}"
        model = open_model(setting, api_key="key-of-the-test", patience=brisk)
        yield model, server
        await model.close()


def moment(seconds: int, form: str) -> str:
    """A Retry-After header, in either of the two forms HTTP allows."""
    then = datetime.now(UTC) + timedelta(seconds=seconds)
    return str(seconds) if form == "seconds" else format_datetime(then, usegmt=True)


async def ask(model: Model, *, seconds: float = 10) -> Decision:
    return (await model.reply(PROMPT, Decision, seconds=seconds, max_tokens=200)).value


@both
async def test_a_good_reply_arrives_with_its_cost(kind: str) -> None:
    async with served(kind, [say(TEXT)]) as (model, server):
        reply = await model.reply(PROMPT, Decision, seconds=10, max_tokens=200)
    assert reply.value == GOOD
    usage = reply.usage
    assert (usage.calls, usage.tokens_in, usage.tokens_out, usage.cached) == (1, 120, 30, 100)
    assert usage.seconds > 0
    assert len(server.asked) == 1


@both
async def test_the_reminder_stands_last_and_static_first(kind: str) -> None:
    async with served(kind, [say(TEXT)]) as (model, server):
        await ask(model)
    sent = json.dumps(server.asked[0].body)
    assert "STATIC RULES" in sent
    messages = server.asked[0].body["messages"]
    last = messages[-1]["content"]
    last = last if isinstance(last, str) else last[-1]["text"]
    assert last == "THE MATERIAL\n\nTHE REMINDER"


async def test_only_the_static_prefix_is_marked_for_caching() -> None:
    async with served("anthropic", [say(TEXT)]) as (model, server):
        await ask(model)
    body = server.asked[0].body
    assert [block["text"] for block in body["system"]] == ["STATIC RULES"]
    assert body["system"][0]["cache_control"]["type"] == "ephemeral"
    assert "cache_control" not in json.dumps(body["messages"])
    assert body["tools"][0]["input_schema"]["required"] == ["verdict", "confidence"]


async def test_a_compatible_server_is_asked_by_schema() -> None:
    async with served("openai-compatible", [say(TEXT)]) as (model, server):
        await ask(model)
    body = server.asked[0].body
    assert body["response_format"]["type"] == "json_schema"
    assert (body["max_tokens"], body["temperature"]) == (200, 0)
    assert body["messages"][0]["content"] == "STATIC RULES"


async def test_a_tool_call_is_read_like_text() -> None:
    async with served("anthropic", [call_tool({"verdict": "enough", "confidence": 0.5})]) as (model, _):
        assert await ask(model) == GOOD


async def test_a_tool_that_does_not_exist_is_refused() -> None:
    steps = [call_tool({"verdict": "x"}, name="delete_all"), say(TEXT)]
    async with served("anthropic", steps) as (model, server):
        assert await ask(model) == GOOD
    assert "There is no tool 'delete_all'" in json.dumps(server.asked[1].body["messages"])


async def test_two_tool_calls_that_differ_are_refused() -> None:
    steps = [call_tool({"verdict": "a", "confidence": 1}, {"verdict": "b", "confidence": 1})]
    async with served("anthropic", steps) as (model, _):
        with pytest.raises(ModelGarbled, match="2 different objects"):
            await ask(model)


@both
async def test_calls_at_once_may_settle_differently(kind: str) -> None:
    steps = [status(400), say(TEXT)]
    async with served(kind, steps) as (model, _):
        assert await asyncio.gather(*(ask(model) for _ in range(8))) == [GOOD] * 8


@both
async def test_a_server_without_schemas_is_asked_in_words(kind: str) -> None:
    async with served(kind, [status(400), say(f"Sure!\n```json\n{TEXT}\n```")]) as (model, server):
        assert await ask(model) == GOOD
        assert await ask(model) == GOOD
    assert len(server.asked) == 3, "the way that works is remembered"
    for asked in server.asked[1:]:
        assert "response_format" not in asked.body
        assert "tools" not in asked.body
        assert "must fit this JSON schema" in json.dumps(asked.body)


@both
async def test_a_wrong_shape_is_asked_again_with_the_reason(kind: str) -> None:
    async with served(kind, [say('{"verdict": "enough"}'), say(TEXT)]) as (model, server):
        reply = await model.reply(PROMPT, Decision, seconds=10, max_tokens=200)
    assert reply.value == GOOD
    assert (reply.usage.calls, reply.usage.tokens_out) == (2, 60)
    again = json.dumps(server.asked[1].body["messages"])
    assert "confidence: Field required" in again
    assert "STATIC RULES" in json.dumps(server.asked[1].body), "the prefix stays, and stays cached"


GARBAGE = {
    "no json": say("I'd rather talk about the weather."),
    "wrong shape": say('{"verdict": "enough"}'),
    "extra key": say('{"verdict": "enough", "confidence": 1, "tool": "pay"}'),
    "nan": say('{"verdict": "enough", "confidence": NaN}'),
    "two answers": say(TEXT + TEXT.replace("enough", "refuse")),
    "duplicate keys": say('{"verdict": "a", "verdict": "b", "confidence": 1}'),
    "huge integer": say('{"verdict": "enough", "confidence": ' + "9" * 400 + "}"),
    "cut off": say(TEXT[:-1], finish="length"),
    "empty": say(""),
    "html": raw(b"<html>502</html>", content_type="text/html"),
    "half json body": raw(b'{"id": "x", "choices": [{"ind'),
    "json null": raw(b"null"),
    "json list": raw(b"[]"),
    "json string": raw(b'"hello"'),
    "empty object": raw(b"{}"),
    "nonsense types": raw(b'{"choices": 5, "content": 5, "usage": "many", "model": []}'),
    "odd choices": raw(
        b'{"id": 1, "choices": [{"message": 7}], "content": [{"type": "text"}, 3], "usage": {}}'
    ),
    "not utf-8": raw(b"\xff\xfe\x00{"),
    "deep body": raw(b'{"choices":' + b"[" * 50_000),
    "plain text": raw(TEXT.encode(), content_type="text/plain"),
}


@both
@pytest.mark.parametrize("garbage", GARBAGE)
async def test_garbage_ends_typed_after_two_asks(kind: str, garbage: str) -> None:
    async with served(kind, [GARBAGE[garbage]]) as (model, server):
        with pytest.raises(ModelGarbled) as caught:
            await ask(model)
    assert len(server.asked) == charged(caught.value).calls == 2
    assert charged(caught.value).tokens_in > 0  # what was sent was paid for, whatever came back


@both
@pytest.mark.parametrize("garbage", GARBAGE)
async def test_garbage_once_is_repaired_by_asking(kind: str, garbage: str) -> None:
    async with served(kind, [GARBAGE[garbage], say(TEXT)]) as (model, _):
        assert await ask(model) == GOOD


@both
@pytest.mark.parametrize(
    "usage", [None, {}, "many", {"prompt_tokens": -5, "input_tokens": -5}, {"input_tokens": "x"}]
)
async def test_odd_usage_never_spoils_a_good_reply(kind: str, usage: object) -> None:
    body = (anthropic_body if kind == "anthropic" else openai_body)(TEXT, "stop")
    body["usage"] = usage
    async with served(kind, [raw(json.dumps(body).encode())]) as (model, _):
        try:
            reply = await model.reply(PROMPT, Decision, seconds=10, max_tokens=200)
        except ModelGarbled:
            return  # the client itself may refuse such a body; what matters is that the refusal is typed
        assert reply.usage.tokens_in >= 0


@both
async def test_a_hundred_megabytes_are_cut_short(kind: str) -> None:
    async with served(kind, [endless(100_000_000)]) as (model, _):
        tracemalloc.start()
        with pytest.raises(ModelGarbled, match="larger than"):
            await ask(model)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 64_000_000


@both
@pytest.mark.parametrize("code", [429, 500, 502, 503, 529])
async def test_a_busy_server_is_asked_again(kind: str, code: int) -> None:
    async with served(kind, [status(code, retry_after="0"), say(TEXT)]) as (model, server):
        reply = await model.reply(PROMPT, Decision, seconds=10, max_tokens=200)
    assert reply.value == GOOD
    assert len(server.asked) == reply.usage.calls == 2


@both
@pytest.mark.parametrize("form", ["seconds", "date"])
async def test_retry_after_is_waited_for(kind: str, form: str) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    patient = Patience(kind, clock=lambda: sum(slept), sleep=sleep)
    async with ModelServer([status(429, retry_after=moment(30, form)), say(TEXT)]) as server:
        address = server.anthropic_url if kind == "anthropic" else server.openai_url
        model = open_model(f"{kind}:x@{address}", api_key="k", patience=patient)
        assert await ask(model, seconds=60) == GOOD
        await model.close()
    assert 28 <= sum(slept) <= 34


@both
@pytest.mark.parametrize("form", ["seconds", "date"])
async def test_retry_after_beyond_the_budget_fails_now(kind: str, form: str) -> None:
    async with served(kind, [status(429, retry_after=moment(60, form))]) as (model, server):
        began = time.monotonic()
        for _ in range(5):
            with pytest.raises(ModelUnreachable, match="429"):
                await ask(model)
    assert time.monotonic() - began < 2
    assert len(server.asked) == 1, "the others knew without asking"


@both
async def test_a_storm_of_refusals_makes_no_storm(kind: str) -> None:
    async with served(kind, [status(429)]) as (model, server):
        ended = await asyncio.gather(*(ask(model, seconds=0.8) for _ in range(30)), return_exceptions=True)
    assert all(isinstance(error, ModelUnreachable) for error in ended)
    assert len(server.asked) <= 1.2 * 30


@both
@pytest.mark.parametrize("code", [401, 403, 404])
async def test_a_refusal_for_good_is_not_repeated(kind: str, code: int) -> None:
    async with served(kind, [status(code)]) as (model, server):
        with pytest.raises(ModelUnreachable) as caught:
            await ask(model)
    assert len(server.asked) == charged(caught.value).calls == 1


@both
async def test_errors_repeat_neither_key_nor_body(kind: str) -> None:
    for step in (status(401), status(400), status(500), raw(b"sk-secret-key")):
        async with served(kind, [step]) as (model, _):
            with pytest.raises((ModelUnreachable, ModelGarbled)) as caught:
                await ask(model, seconds=3)
        assert "sk-secret-key" not in str(caught.value)
        assert "key-of-the-test" not in str(caught.value)


@both
async def test_silence_ends_at_the_deadline(kind: str) -> None:
    async with served(kind, [hang()]) as (model, _):
        began = time.monotonic()
        with pytest.raises(ModelUnreachable, match="no reply"):
            await ask(model, seconds=0.3)
    assert time.monotonic() - began < 0.3 + 0.25


@both
@pytest.mark.parametrize("host", ["127.0.0.1:9", "no-such-host.invalid"])
async def test_nobody_there_is_unreachable(kind: str, host: str) -> None:
    model = open_model(f"{kind}:x@http://{host}", api_key="k", patience=Patience(kind, sleep=doze))
    with pytest.raises(ModelUnreachable):
        await ask(model, seconds=3)
    await model.close()


@both
@pytest.mark.parametrize("after", [0, 1, 60, 150, 250])
async def test_a_reset_connection_is_asked_again(kind: str, after: int) -> None:
    async with served(kind, [reset(TEXT, after=after), say(TEXT)]) as (model, server):
        assert await ask(model) == GOOD
    assert len(server.asked) == 2


@both
async def test_cancelling_leaves_nothing_behind(kind: str) -> None:
    async with served(kind, [hang()]) as (model, server):
        task = asyncio.create_task(ask(model, seconds=60))
        await server.reached.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
