"""A model whose replies are found again: by the whole prompt, the model and the shape, and only while fresh.

What is like an earlier prompt is not the same prompt. A reply that is found costs nothing and is told as no call.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from answerable.models.base import Model, ModelUsage, Prompt, Reply, Shape

if TYPE_CHECKING:
    from pydantic import BaseModel


class Shelved(Protocol):
    """One tenant's own place for replies."""

    def get(self, key: str, *, fresh_seconds: float | None = None) -> Any | None: ...
    def put(self, key: str, value: Any, says: str) -> None: ...


@dataclass(frozen=True)
class KeptModel:
    """Asks the model behind it only for what is not kept, or not fresh any more."""

    model: Model
    replies: Shelved
    fresh_seconds: float

    @property
    def name(self) -> str:
        return self.model.name

    async def reply(
        self, prompt: Prompt, shape: type[Shape], *, seconds: float, max_tokens: int
    ) -> Reply[Shape]:
        """The kept reply to this very prompt, or the model's."""
        key = _key(self.name, prompt, shape, max_tokens)
        if (kept := self.replies.get(key, fresh_seconds=self.fresh_seconds)) is not None:
            return Reply(shape.model_validate(kept), ModelUsage(), self.name)
        reply = await self.model.reply(prompt, shape, seconds=seconds, max_tokens=max_tokens)
        self.replies.put(key, reply.value.model_dump(mode="json"), f"{prompt.name} · {self.name}")
        return reply

    async def close(self) -> None:
        await self.model.close()


def _key(model: str, prompt: Prompt, shape: type[BaseModel], max_tokens: int) -> str:
    whole = [model, prompt.system, prompt.body, prompt.reminder, shape.model_json_schema(), max_tokens]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()
