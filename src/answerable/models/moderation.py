"""A provider's opinion of a text: OpenAI's moderation endpoint, or any server that speaks it."""

from __future__ import annotations

import httpx2

from answerable.errors import ModelGarbled, ModelUnreachable
from answerable.models.choose import parse_setting
from answerable.models.wire import BodyTooLarge, open_client

OPENAI = "https://api.openai.com/v1"
# Characters one look is given; the endpoint takes far more, and a question or an answer is shorter.
MOST_CHARS = 40_000


class Moderation:
    """Asks one endpoint; whoever asks must close it. No words of the provider's errors are passed on."""

    def __init__(self, setting: str, *, api_key: str | None, seconds: float) -> None:
        choice = parse_setting(setting)
        self.name = f"{choice.kind}:{choice.name}"
        self._model, self._seconds = choice.name, seconds
        self._address = f"{(choice.address or OPENAI).rstrip('/')}/moderations"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = open_client()

    async def look(self, text: str) -> tuple[str, ...]:
        """The categories a text falls under, none if it is fine; a `ModelError` where that could not be told."""
        body = {"model": self._model, "input": text[:MOST_CHARS]}
        try:
            reply = await self._client.post(
                self._address, json=body, headers=self._headers, timeout=self._seconds
            )
        except (httpx2.HTTPError, BodyTooLarge) as error:
            raise ModelUnreachable(f"{self.name} did not answer ({type(error).__name__}).") from None
        if reply.status_code != 200:
            raise ModelUnreachable(f"{self.name} answered {reply.status_code}.")
        try:
            (found,) = reply.json()["results"]
            flagged, categories = found["flagged"], found.get("categories") or {}
            named = tuple(sorted(str(name) for name, yes in categories.items() if yes is True))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ModelGarbled(f"{self.name} gave something else than a moderation.") from None
        if not isinstance(flagged, bool):
            raise ModelGarbled(f"{self.name} did not say whether the text is flagged.")
        return (named or ("flagged",)) if flagged else ()

    async def close(self) -> None:
        await self._client.aclose()
