"""`/v1`: every assistant as a model, for any client of OpenAI's chat completions."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from answerable.server.desk import Desk, Started, ToAsk, ToRead
from answerable.server.footnotes import as_block, as_footnotes, as_text
from answerable.server.problems import Refused, documented
from answerable.server.replies import CompletionReply, ModelReply, ModelsReply
from answerable.server.shapes import ID, PERSON, Asking, CompletionRequest, MessageId, SpokenMessage
from answerable.server.wire import EVENT, SILENCE, EventStream, frame
from answerable.store.message_ids import Begun

router = APIRouter(prefix="/v1", tags=["openai"])

_BOTH = {"text/event-stream": {"schema": EVENT}}


@router.get("/models", responses=documented())
async def models(desk: ToRead) -> ModelsReply:
    """The assistants, as models."""
    return ModelsReply(data=[ModelReply(id=name) for name in desk.assistants])


@router.get("/models/{model}", responses=documented(404, 422))
async def model(model: str, desk: ToRead) -> ModelReply:
    """One assistant, as a model."""
    if model not in desk.assistants:
        raise Refused(404, f"There is no model {model!r}. There are {', '.join(desk.assistants)}.")
    return ModelReply(id=model)


@router.post(
    "/chat/completions",
    response_model=CompletionReply,
    responses={200: {"content": _BOTH}, **documented(400, 404, 409, 413, 415, 422, 503)},
)
async def complete(
    asked: CompletionRequest, desk: ToAsk, message_id: MessageId = None
) -> Response | dict[str, Any]:
    """Answer the last message; earlier ones continue the conversation that they were said in."""
    said = asked.messages
    user = desk.user(_user(asked.user, PERSON if desk.names_people or desk.holder.user else ID))
    conversation = asked.conversation or await asyncio.to_thread(_remembered, desk, user, said[:-1])
    asking = Asking(said[-1].text, asked.site, conversation, user, asked.model, message_id)
    started = await desk.begin(asking)
    if asked.stream:
        return EventStream(_deltas(desk, started, asked, user))
    outcome = await desk.outcome(started)
    text = as_text(outcome)
    await asyncio.to_thread(
        _remember, desk, user, [*said, SpokenMessage(role="assistant", content=text)], started
    )
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    whole = {**_head(started, asked.model, "chat.completion"), "choices": [choice]}
    return {**whole, "usage": _usage(outcome), "citations": outcome["citations"], "answerable": outcome}


async def _deltas(desk: Desk, started: Started, asked: CompletionRequest, user: str) -> AsyncIterator[bytes]:
    """Each verified piece as it is released; what was sent is never taken back."""
    head, sent = _head(started, asked.model, "chat.completion.chunk"), ""

    def delta(words: dict[str, Any], ended: str | None = None, **more: Any) -> bytes:
        choice = {"index": 0, "delta": words, "finish_reason": ended, "logprobs": None}
        return frame({**head, "choices": [choice], **more})

    yield delta({"role": "assistant", "content": ""})
    async for events in desk.events(started.conversation, started.after):
        if not events:
            yield SILENCE
        for event in events:
            if event.run != started.run:
                continue
            if event.record["event"] == "AnswerReleased":
                words = _piece(event.record["element"])
                sent += words
                yield delta({"content": words})
            if event.record["event"] == "OutcomeSettled":
                outcome = event.record["outcome"]
                rest = (sent or outcome["text"]) + as_footnotes(outcome["citations"])
                last = rest.removeprefix(sent)
                yield delta({"content": last}) if last else b""
                spoken = SpokenMessage(role="assistant", content=rest)
                await asyncio.to_thread(_remember, desk, user, [*asked.messages, spoken], started)
                yield delta({}, "stop", citations=outcome["citations"], answerable=outcome)
                if asked.stream_options.get("include_usage"):
                    yield frame({**head, "choices": [], "usage": _usage(outcome)})
                yield b"data: [DONE]\n\n"
                return


def _piece(element: dict[str, Any]) -> str:
    if element["type"] == "text":
        return str(element["text"])
    block = as_block(element)
    return f"\n\n{block}" if block else ""


def _head(started: Started, model: str, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{started.run}", "object": kind, "created": int(time.time()), "model": model}


def _usage(outcome: dict[str, Any]) -> dict[str, int]:
    sent, got = outcome["usage"]["tokens_in"], outcome["usage"]["tokens_out"]
    return {"prompt_tokens": sent, "completion_tokens": got, "total_tokens": sent + got}


def _user(named: str | None, known: str) -> str | None:
    """These clients name users as they like; what this key may not call a user by becomes an id."""
    if not named or re.fullmatch(known, named):
        return named or None
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def _remembered(desk: Desk, user: str, said: Sequence[SpokenMessage]) -> str | None:
    """The conversation in which exactly this was said before: these clients send all of it every time."""
    known = desk.house.store.message_ids(desk.tenant).get(user, _track(said))
    return known.conversation if known and desk.conversations.get(known.conversation) else None


def _remember(desk: Desk, user: str, said: Sequence[SpokenMessage], started: Started) -> None:
    begun = Begun(started.conversation, started.run, "")
    desk.house.store.message_ids(desk.tenant).claim(user, _track(said), begun)


def _track(said: Sequence[SpokenMessage]) -> str:
    words = [(one.role, one.text) for one in said if one.role in ("user", "assistant")]
    # Clients cannot use ids with a colon, so this is ours.
    return ":said:" + hashlib.sha256(json.dumps(words).encode()).hexdigest()
