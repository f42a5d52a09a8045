"""Anthropic, and servers that speak its messages API."""

from __future__ import annotations

from anthropic import AsyncAnthropic
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider

from answerable.models.remote import RemoteModel
from answerable.models.retry import Patience
from answerable.models.wire import open_client


def open_anthropic(name: str, *, api_key: str, base_url: str | None, patience: Patience) -> RemoteModel:
    """A Claude model. The static prefix carries the cache mark; body and reminder come after it, uncached."""
    # Our own patience does the retrying; two layers of it would multiply the calls.
    client = AsyncAnthropic(api_key=api_key, base_url=base_url, http_client=open_client(), max_retries=0)
    return RemoteModel(
        name=f"anthropic:{name}",
        vendor=AnthropicModel(name, provider=AnthropicProvider(anthropic_client=client)),
        ways=("tool", "prompted"),
        settings=AnthropicModelSettings(anthropic_cache_instructions=True),
        patience=patience,
        shut=client.close,
    )
