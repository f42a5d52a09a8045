"""Whether a model can be asked: its server answers, takes the key and knows the name. Costs no tokens."""

from __future__ import annotations

import httpx2

from answerable.models.choose import KINDS, Choice
from answerable.models.wire import BodyTooLarge, open_client

OWN = {"anthropic": "https://api.anthropic.com", "openai": "https://api.openai.com/v1"}
# A server of one's own answers within milliseconds, a vendor's within a second; chosen, not measured.
SECONDS = 5.0
# Names told where the one wanted is not among them.
SHOWN = 5


async def wrong_with(choice: Choice, api_key: str | None) -> str:
    """What is wrong with a model and what to do, or "". A server that does not list its models may still be right."""
    kind, address = KINDS[choice.kind], choice.address or OWN[choice.kind]
    headers = {"authorization": f"Bearer {api_key or 'none'}"}
    if choice.kind == "anthropic":
        headers |= {"x-api-key": api_key or "none", "anthropic-version": "2023-06-01"}
    url = f"{address}/v1/models" if choice.kind == "anthropic" else f"{address}/models"
    try:
        async with open_client() as client:
            reply = await client.get(url, headers=headers, timeout=SECONDS)
        listed = reply.json() if reply.status_code == 200 else {}
        names = [str(one["id"]) for one in listed.get("data") or ()]
    except httpx2.ConnectError:
        return f"nothing answers at {address}: start the server, or write its address behind an @"
    except httpx2.TimeoutException:
        return f"{address} did not answer within {SECONDS:g} s: look whether the server is well"
    except (httpx2.HTTPError, BodyTooLarge, ValueError, KeyError, TypeError, AttributeError):
        return ""  # it accepts, and lists nothing that can be read
    if reply.status_code in (401, 403):
        return f"{address} refuses the key: put a valid one into {kind.key_variable}"
    known = {name for one in names for name in (one, one.removesuffix(":latest"))}
    if not names or choice.name in known or choice.kind == "llamacpp":  # that serves one model by any name
        return ""
    return f"{address} does not know {choice.name!r}; it has {', '.join(names[:SHOWN])}"
