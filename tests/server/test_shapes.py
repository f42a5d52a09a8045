"""Requests are what they must be, or say what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from answerable.server.shapes import Asking, ChatRequest, CompletionRequest, StreamRequest


def test_every_door_asks_the_same_thing() -> None:
    chat = ChatRequest(
        question=" When? ", site=["http://a"], conversation="c", user="ann", assistant="website"
    )
    stream = StreamRequest(prompt="When?", site=["http://a"], workflowId="c", user="ann", assistant="website")
    wanted = Asking("When?", ["http://a"], "c", "ann", "website", "m")
    assert chat.asking("m") == stream.asking("m") == wanted


def test_the_header_wins_over_the_body() -> None:
    asked = ChatRequest(question="When?", clientMessageId="body")
    assert (asked.asking("header").message_id, asked.asking().message_id) == ("header", "body")


@pytest.mark.parametrize("own", ["", "a b", "a:b", "ü", "x" * 129])
def test_message_ids_are_plain_and_short(own: str) -> None:
    with pytest.raises(ValidationError):
        ChatRequest(question="When?", clientMessageId=own)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (" hi ", "hi"),
        ([{"type": "text", "text": "a"}, {"type": "image_url"}, {"type": "text", "text": "b"}], "a\n\nb"),
    ],
)
def test_messages_are_read_however_wrapped(content: Any, text: str) -> None:
    asked = CompletionRequest.model_validate(
        {"model": "website", "messages": [{"role": "user", "content": content}]}
    )
    assert asked.messages[-1].text == text


def test_a_plan_can_be_asked_for_first() -> None:
    asked = ChatRequest.model_validate({"question": "Who founded it?", "approve": True})
    assert asked.asking().approve
    assert not ChatRequest.model_validate({"question": "Who founded it?"}).asking().approve
