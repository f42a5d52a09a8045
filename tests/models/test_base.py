from __future__ import annotations

from answerable.errors import ModelGarbled
from answerable.models.base import ModelUsage, charge, charged


def test_usages_add_up() -> None:
    first = ModelUsage(calls=1, tokens_in=10, tokens_out=2, cached=8, cost_usd=0.5, seconds=1.0)
    second = ModelUsage(calls=2, tokens_in=1)
    total = first + second
    assert (total.calls, total.tokens_in, total.tokens_out, total.cached) == (3, 11, 2, 8)
    assert (total.cost_usd, total.seconds) == (0.5, 1.0)


def test_an_error_remembers_what_was_spent() -> None:
    assert charged(charge(ModelGarbled("no"), ModelUsage(calls=2))) == ModelUsage(calls=2)
    assert charged(ModelGarbled("no")) == ModelUsage()
