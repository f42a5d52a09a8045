"""A model that says what the script says, checked like a real one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pydantic import BaseModel

from answerable.models.base import ModelUsage, Prompt, Reply, Shape
from answerable.models.repair import read

# What one line of a script may be: a value, the raw text of a reply, a failure, or a function of the prompt.
Said = BaseModel | dict[str, object] | str | Exception
Line = Said | Callable[[Prompt], Said]

# Every scripted call costs the same, so that a test can count money.
CALL = ModelUsage(calls=1, tokens_in=100, tokens_out=20, cost_usd=0.001)


class ScriptEnded(AssertionError):
    """The code under test asked more often than the script has lines. Not caught by any door of the house."""


@dataclass
class ScriptedModel:
    """Replies line by line; keeps every prompt and shape it was asked with."""

    replies: Iterable[Line]
    name: str = "scripted:model"
    prompts: list[Prompt] = field(default_factory=list)
    shapes: list[type[BaseModel]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lines = iter(self.replies)

    async def reply(
        self, prompt: Prompt, shape: type[Shape], *, seconds: float, max_tokens: int
    ) -> Reply[Shape]:
        """The next line, validated against the shape; text is read and repaired as a real reply would be."""
        if seconds <= 0 or max_tokens <= 0:
            raise AssertionError(
                f"asked with {seconds} seconds and {max_tokens} tokens; both must be above 0"
            )
        self.prompts.append(prompt)
        self.shapes.append(shape)
        said = self._next(prompt)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, BaseModel):
            said = said.model_dump(mode="json")
        text = said if isinstance(said, str) else json.dumps(said)
        return Reply(read(text, shape), CALL, self.name)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _next(self, prompt: Prompt) -> Said:
        try:
            line = next(self._lines)
        except StopIteration:
            raise ScriptEnded(
                f"prompt {prompt.name!r} is call {len(self.prompts)}, but the script has only "
                f"{len(self.prompts) - 1} lines. Add a line, or find out why the code asks again."
            ) from None
        return line(prompt) if callable(line) else line
