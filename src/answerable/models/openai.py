"""OpenAI, and every server that speaks its chat completions: Ollama, vLLM, llama.cpp and their kin."""

from __future__ import annotations

from typing import Any

from openai import AsyncOpenAI
from openai.types.chat import ChatCompletion
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings

from answerable.models.remote import RemoteModel
from answerable.models.retry import Patience
from answerable.models.wire import open_client


def open_openai(name: str, *, api_key: str, base_url: str | None, patience: Patience) -> RemoteModel:
    """A model of OpenAI's own. It caches equal prefixes by itself; our static prefix comes first."""
    client = _client(api_key, base_url)
    return RemoteModel(
        name=f"openai:{name}",
        vendor=OpenAIChatModel(name, provider=OpenAIProvider(openai_client=client)),
        ways=("native", "prompted"),
        settings=ModelSettings(),
        patience=patience,
        shut=client.close,
    )


class CompatibleModel(OpenAIChatModel):
    """Reads replies that leave out what nobody needs."""

    def _validate_completion(self, response: ChatCompletion) -> Any:
        response.id, response.object = response.id or "", "chat.completion"
        response.model = response.model or self.model_name
        for place, choice in enumerate(response.choices or ()):
            choice.index, choice.message.role = place, "assistant"
        return super()._validate_completion(response)


def open_compatible(name: str, *, api_key: str, base_url: str, patience: Patience) -> RemoteModel:
    """A model behind any server that speaks the same language; it may lack the JSON schema mode."""
    client = _client(api_key, base_url)
    # These servers know only the older of the two names for the limit.
    older_limit = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    return RemoteModel(
        name=f"openai-compatible:{name}",
        vendor=CompatibleModel(name, provider=OllamaProvider(openai_client=client), profile=older_limit),
        ways=("native", "prompted"),
        settings=ModelSettings(temperature=0),
        patience=patience,
        shut=client.close,
    )


def _client(api_key: str, base_url: str | None) -> AsyncOpenAI:
    # Our own patience does the retrying; two layers of it would multiply the calls.
    return AsyncOpenAI(api_key=api_key, base_url=base_url, http_client=open_client(), max_retries=0)
