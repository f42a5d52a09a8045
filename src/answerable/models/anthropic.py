"""Anthropic, and servers that speak its messages API."""

from __future__ import annotations

from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types.beta import BetaMessage, BetaUsage
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider

from answerable.models.remote import RemoteModel
from answerable.models.retry import Patience
from answerable.models.wire import open_client


class ClaudeModel(AnthropicModel):
    """Reads replies of servers that only resemble the vendor's, too."""

    def _process_response(self, response: BetaMessage, *args: Any, **more: Any) -> ModelResponse:
        # Not reported: it is estimated from the words.
        if isinstance(response, BetaMessage) and not response.usage:
            response.usage = BetaUsage(input_tokens=0, output_tokens=0)
        return super()._process_response(response, *args, **more)


def open_anthropic(name: str, *, api_key: str, base_url: str | None, patience: Patience) -> RemoteModel:
    """A Claude model. The static prefix carries the cache mark; body and reminder come after it, uncached."""
    # Our own patience does the retrying; two layers of it would multiply the calls.
    client = AsyncAnthropic(
        api_key=api_key,
        base_url=base_url,
        http_client=open_client(),
        max_retries=0,
        default_headers={"x-api-key": api_key} if base_url else None,  # what most compatible servers look at
    )
    return RemoteModel(
        name=f"anthropic:{name}",
        vendor=ClaudeModel(name, provider=AnthropicProvider(anthropic_client=client)),
        ways=("tool", "prompted"),
        settings=AnthropicModelSettings(anthropic_cache_instructions=True),
        patience=patience,
        shut=client.close,
    )
