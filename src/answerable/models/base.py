"""What the house says about language models: a prompt goes in, a reply in a wanted shape comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from answerable.errors import ModelError

if TYPE_CHECKING:
    from pydantic import BaseModel

Shape = TypeVar("Shape", bound="BaseModel")
Charged = TypeVar("Charged", bound=ModelError)


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What we send: the same first words every time (cached), then what changes (never cached)."""

    name: str
    system: str  # the static prefix; byte-identical between turns, so that a vendor can cache it
    body: str  # this turn's material
    reminder: str = ""  # the critical rules once more, last, after everything that came from outside
    hash: str = ""  # of the template file, so that an answer can be traced to its words
    canary: str = ""  # a word in the prefix that no honest reply contains
    own_words: str = ""  # the template's static text without what was filled in: what may not leak


@dataclass(frozen=True)
class ModelUsage:
    """What asking cost; money is 0 where nobody knows a price."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0  # the part of tokens_in that was read from the vendor's cache
    cost_usd: float = 0.0
    seconds: float = 0.0

    def __add__(self, other: ModelUsage) -> ModelUsage:
        return ModelUsage(**{name: value + getattr(other, name) for name, value in vars(self).items()})


@dataclass(frozen=True)
class Reply(Generic[Shape]):
    """A validated value, what it cost, and which model gave it."""

    value: Shape
    usage: ModelUsage
    model: str


class Model(Protocol):
    """A language model. Raises only `ModelUnreachable` and `ModelGarbled`."""

    @property
    def name(self) -> str: ...

    async def reply(
        self, prompt: Prompt, shape: type[Shape], *, seconds: float, max_tokens: int
    ) -> Reply[Shape]: ...

    async def close(self) -> None: ...


def charge(error: Charged, usage: ModelUsage) -> Charged:
    """Write on an error what was spent before it, so that a budget also sees calls that came to nothing."""
    error.__dict__["usage"] = usage
    return error


def charged(error: ModelError) -> ModelUsage:
    """What was spent before this error; nothing, if nobody wrote it down."""
    usage = error.__dict__.get("usage")
    return usage if isinstance(usage, ModelUsage) else ModelUsage()
