from __future__ import annotations

from typing import Literal

import pytest

from answerable.domain.calls import Effect, Permit
from answerable.errors import AssistantError, ToolRefused
from answerable.tools import Gave, Requires, tool


@tool()
def find(
    world: object, name: str, count: int = 3, kind: Literal["a", "b"] = "a", tags: list[str] | None = None
) -> Gave:
    """Find things by name."""
    return Gave({"name": name, "count": count, "kind": kind, "tags": tags, "world": world})


def test_a_function_becomes_a_card_and_schema() -> None:
    assert (find.card.name, find.card.says) == ("find", "Find things by name.")
    assert find.schema["required"] == ["name"]
    assert find.schema["properties"]["kind"] == {"type": "string", "enum": ["a", "b"]}
    assert find.schema["properties"]["tags"] == {"type": "array", "items": {"type": "string"}}
    assert "world" not in find.schema["properties"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"name": 1},
        {"name": "x", "count": True},
        {"name": "x", "kind": "c"},
        {"name": "x", "tags": [1]},
        {"name": "x", "no": 1},
    ],
)
def test_arguments_of_another_type_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(ToolRefused, match="bad_arguments"):
        find.check(arguments)


def test_right_arguments_pass() -> None:
    find.check({"name": "x", "count": 2, "kind": "b", "tags": ["t"]})


def test_a_change_without_a_permit_cannot_be_declared() -> None:
    with pytest.raises(AssistantError, match="takes no permit"):

        @tool(effect=Effect.WRITE)
        def change(name: str) -> Gave:
            return Gave({"name": name})


def test_a_rule_about_an_unknown_argument_is_an_error() -> None:
    with pytest.raises(AssistantError, match="'order'"):

        @tool(requires=[Requires("find", same=("order",))])
        def check(name: str) -> Gave:
            return Gave({"name": name})


def test_a_type_no_model_can_write_is_an_error() -> None:
    with pytest.raises(AssistantError, match="Use str, int"):

        @tool()
        def odd(when: Permit) -> Gave:
            return Gave({"when": when})


def test_every_argument_of_a_change_must_be_trusted() -> None:
    @tool(effect=Effect.SEND)
    def send(permit: Permit, to: str, text: str) -> Gave:
        return Gave({"to": to, "text": text, "permit": permit.id})

    assert send.trusted == ("to", "text")
    assert find.trusted == ()
