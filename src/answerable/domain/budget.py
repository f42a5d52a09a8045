"""What one run may spend. Finite by default; lifting a limit must be written out as None."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

from answerable.errors import BudgetSpent


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The ceiling of every kind of spending."""

    rounds: int | None = 6  # one to read the start pages, five to explore (seed default)
    pages: int | None = 100
    seconds: float | None = 60.0
    model_calls: int | None = 12
    tokens_in: int | None = 60_000
    tokens_out: int | None = 8_000
    cost_usd: float | None = 0.50
    queries: int | None = 40

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            if value is not None and value < 0:
                raise ValueError(f"The budget of {limit.name} is {value}; it must be 0 or more.")


class Budget:
    """A run's purse: what may be spent and what has been. Enforced here, never in a prompt."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self._clock = clock
        self._began = clock()
        self._spent: dict[str, float] = {limit.name: 0 for limit in fields(limits)}

    def spent(self, kind: str) -> float:
        """How much of one kind is gone."""
        return self._clock() - self._began if kind == "seconds" else self._spent[kind]

    def left(self, kind: str) -> float:
        """How much of one kind is left; infinity where the operator lifted the limit."""
        limit: float | None = getattr(self.limits, kind)
        return float("inf") if limit is None else max(0.0, limit - self.spent(kind))

    def need(self, kind: str, amount: float = 1) -> None:
        """Raise unless so much is left."""
        if amount > self.left(kind):
            raise BudgetSpent(kind, float(getattr(self.limits, kind)))

    def spend(self, kind: str, amount: float = 1) -> None:
        """Take from the purse; raises when there is not enough, so the caller cannot go on unnoticed."""
        self.need(kind, amount)
        self._spent[kind] += amount

    def note(self, kind: str, amount: float) -> None:
        """Record what is already gone (a model's tokens); never raises, but may leave nothing over."""
        self._spent[kind] += amount

    def exhausted(self, *kinds: str) -> str | None:
        """The first of these kinds of which nothing is left, if any."""
        return next((kind for kind in kinds if self.left(kind) <= 0), None)
