"""Chance that falls the same way on every machine and every Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TypeVar

Thing = TypeVar("Thing")
TODAY = date(2026, 1, 15)  # the day on which the demo databases stand still


class Dice:
    """Rolls decided by a seed."""

    def __init__(self, seed: int) -> None:
        # Only `random()` is promised to give the same numbers in every version; everything here is made of it.
        self._random = random.Random(seed)

    def roll(self) -> float:
        return self._random.random()

    def below(self, end: int) -> int:
        return int(self.roll() * end)

    def ago(self, days: int) -> str:
        """A day less than so many days before today."""
        return (TODAY - timedelta(days=self.below(days))).isoformat()

    def chance(self, share: float) -> bool:
        return self.roll() < share

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]
