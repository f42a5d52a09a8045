from __future__ import annotations

import json

from answerable.testing.vendor_replies import anthropic_events, openai_events


def test_a_stream_carries_the_whole_text() -> None:
    text = "a text longer than one piece"
    chunks = [json.loads(event[6:]) for event in openai_events(text, "stop")[:-1]]
    assert "".join(c["choices"][0]["delta"].get("content", "") for c in chunks if c["choices"]) == text
    deltas = [json.loads(event.split("data: ")[1]) for event in anthropic_events(text, "stop")]
    assert "".join(d["delta"]["text"] for d in deltas if d["type"] == "content_block_delta") == text
