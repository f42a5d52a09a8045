"""What a good reply looks like in the two vendors' own words."""

from __future__ import annotations

from typing import Any

Body = dict[str, Any]

_OPENAI_USAGE = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150,
                 "prompt_tokens_details": {"cached_tokens": 100}}  # fmt: skip
_ANTHROPIC_USAGE = {"input_tokens": 20, "output_tokens": 30, "cache_read_input_tokens": 100}
_ANTHROPIC_FINISH = {"stop": "end_turn", "length": "max_tokens"}


def openai_body(text: str, finish: str) -> Body:
    """A chat completion."""
    head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1_700_000_000, "model": "scripted"}
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {**head, "choices": [choice], "usage": _OPENAI_USAGE}


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
