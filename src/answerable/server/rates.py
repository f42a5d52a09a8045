"""How often one key may come: a bucket of tokens per key and purpose, filled evenly over a minute."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

MINUTE = 60.0


@dataclass
class _Bucket:
    tokens: float
    filled_at: float


class Rates:
    """Counts in this process only: a limit against floods, not a quota that is billed."""

    def __init__(self, per_minute: Mapping[str, int], clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: dict[tuple[str, str], _Bucket] = {}

    def take(self, key: str, purpose: str) -> int:
        """Take one token; 0 when there was one, otherwise in how many seconds there will be."""
        most, now = float(self._per_minute[purpose]), self._clock()
        if not most:
            return 0  # the operator lifted this limit
        bucket = self._buckets.setdefault((key, purpose), _Bucket(most, now))
        bucket.tokens = min(most, bucket.tokens + (now - bucket.filled_at) * most / MINUTE)
        bucket.filled_at = now
        if bucket.tokens < 1:
            return math.ceil((1 - bucket.tokens) * MINUTE / most)
        bucket.tokens -= 1
        return 0
