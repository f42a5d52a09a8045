"""Who may come in: whoever sits at this machine without a key, everybody else with one, and how often."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from answerable.domain.question import Tenant
from answerable.server.problems import Refused
from answerable.store.keys import PREFIX, SCOPES, Keys, StoredKey

# The operator at this machine: may do everything, in the tenant whose named sites may be private.
LOCAL = StoredKey(id="", tenant=Tenant().id, user="", name="this machine", scopes=SCOPES, created_at=0.0)
# Browsers cannot send an Authorization header with a socket, so a key may come as its subprotocol.
SUBPROTOCOL = "bearer."
_REALM = {"WWW-Authenticate": 'Bearer realm="answerable"'}
MINUTE = 60.0


class Rates:
    """How often one key may come: a bucket of tokens for each purpose, filled evenly over a minute.

    Counts in this process only: a limit against floods, not a quota that is billed.
    """

    def __init__(self, per_minute: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}  # tokens left, and when

    def take(self, key: str, purpose: str) -> int:
        """Take one token; 0 when there was one, otherwise in how many seconds there will be."""
        most, now = float(self._per_minute[purpose]), self._clock()
        if not most:
            return 0  # the operator lifted this limit
        left, then = self._buckets.get((key, purpose), (most, now))
        left = min(most, left + (now - then) * most / MINUTE)
        self._buckets[key, purpose] = (left - 1 if left >= 1 else left, now)
        return 0 if left >= 1 else math.ceil((1 - left) * MINUTE / most)


@dataclass(frozen=True)
class Access:
    """Turns what a request shows into the key it holds."""

    keys: Keys
    rates: Rates
    keyless: bool  # only ever on loopback, under loopback's own names

    def admit(self, connection: HTTPConnection, scope: str) -> StoredKey:
        """The key a request holds, if that may do this; a problem document otherwise."""
        key = self._holder(connection)
        if scope not in key.scopes:
            raise Refused(403, f"This key may {', '.join(key.scopes)}; this needs a key that may {scope}.")
        self.spend(key, "requests")
        return key

    def spend(self, key: StoredKey, purpose: str) -> None:
        """Count one use of a key; 429 when it comes too often."""
        if not key.id:
            return
        if wait := self.rates.take(key.id, purpose):
            detail = f"This key makes too many {purpose}. Come back in {wait} seconds."
            raise Refused(429, detail, headers={"Retry-After": str(wait)})

    def stays(self, key: StoredKey) -> bool:
        """Whether a key that was let in is still good."""
        return not key.id or self.keys.valid(key.id)

    def _holder(self, connection: HTTPConnection) -> StoredKey:
        shown = shown_key(connection)
        # Clients of /v1 must send some key; on this machine only one that could be ours is looked at.
        if self.keyless and not shown.startswith(PREFIX):
            return LOCAL
        if not shown:
            detail = "This needs an API key. Send it as Authorization: Bearer ak_…."
            raise Refused(401, detail, headers=_REALM)
        found = self.keys.find(shown)
        if found is None:
            raise Refused(401, "This API key is unknown or revoked.", headers=_REALM)
        return found


def shown_key(connection: HTTPConnection) -> str:
    """What a request offers as its key, or nothing."""
    kind, _, words = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return words.strip()
    if connection.scope["type"] == "websocket":
        offered: list[str] = connection.scope.get("subprotocols") or []
        return next((o.removeprefix(SUBPROTOCOL) for o in offered if o.startswith(SUBPROTOCOL)), "")
    return ""
