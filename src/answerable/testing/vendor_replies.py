"""What a good reply looks like in the two vendors' own words, whole and as a stream."""

from __future__ import annotations

import json
from typing import Any

Body = dict[str, Any]

# Short pieces, so that a stream can be cut in the middle of a value.
_PIECE = 7
_OPENAI_USAGE = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150,
                 "prompt_tokens_details": {"cached_tokens": 100}}  # fmt: skip
_ANTHROPIC_USAGE = {"input_tokens": 20, "output_tokens": 30, "cache_read_input_tokens": 100}
_ANTHROPIC_FINISH = {"stop": "end_turn", "length": "max_tokens"}


def openai_body(text: str, finish: str) -> Body:
    """A chat completion."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**_openai_head("chat.completion"), "choices": [choice], "usage": _OPENAI_USAGE}


def openai_events(text: str, finish: str) -> list[str]:
    """The same as a stream of chunks, with the usage in the last."""
    head = _openai_head("chat.completion.chunk")
    deltas: list[Body] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in _pieces(text)]
    chunks = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    chunks.append({**head, "choices": [], "usage": _OPENAI_USAGE})
    return [*(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks), "data: [DONE]\n\n"]


def anthropic_body(text: str, finish: str) -> Body:
    """A message."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [{"type": "text", "text": text}],
        "stop_reason": _ANTHROPIC_FINISH.get(finish, finish),
        "stop_sequence": None,
        "usage": _ANTHROPIC_USAGE,
    }


def anthropic_events(text: str, finish: str) -> list[str]:
    """The same as a stream of typed events."""
    start = {**anthropic_body("", finish), "content": [], "stop_reason": None}
    stop = {"stop_reason": _ANTHROPIC_FINISH.get(finish, finish), "stop_sequence": None}
    events: list[Body] = [
        {"type": "message_start", "message": start},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    ]
    for piece in _pieces(text):
        delta = {"type": "text_delta", "text": piece}
        events.append({"type": "content_block_delta", "index": 0, "delta": delta})
    events.append({"type": "content_block_stop", "index": 0})
    events.append({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 30}})
    events.append({"type": "message_stop"})
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]


def _openai_head(kind: str) -> Body:
    return {"id": "chatcmpl-1", "object": kind, "created": 1_700_000_000, "model": "scripted"}


def _pieces(text: str) -> list[str]:
    return [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
