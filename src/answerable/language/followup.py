"""Follow-up questions: "what about for international orders?" means more than it says."""

from __future__ import annotations

from collections.abc import Sequence


def resolve(text: str, earlier: Sequence[str], language: str) -> str:  # noqa: ARG001
    """The question with the words it leans on."""
    return " ".join([*earlier[-2:], text]) if earlier else text
