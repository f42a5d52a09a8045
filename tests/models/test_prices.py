from __future__ import annotations

import pytest
from pydantic_ai.usage import RequestUsage

from answerable.models.remote import cost_usd


@pytest.mark.parametrize(("vendor", "model"), [("anthropic", "claude-haiku-4-5"), ("openai", "gpt-4o-mini")])
def test_a_known_model_has_a_price(vendor: str, model: str) -> None:
    full = cost_usd(RequestUsage(input_tokens=10_000, output_tokens=100), vendor=vendor, model=model)
    cached = cost_usd(
        RequestUsage(input_tokens=10_000, output_tokens=100, cache_read_tokens=9_000),
        vendor=vendor,
        model=model,
    )
    assert 0 < cached < full < 0.1


@pytest.mark.parametrize(
    ("vendor", "model"),
    [("openai", "my-local-llama"), ("ollama", "llama3:8b"), ("nobody", "claude-haiku-4-5")],
)
def test_an_unknown_model_costs_nothing(vendor: str, model: str) -> None:
    assert cost_usd(RequestUsage(input_tokens=10), vendor=vendor, model=model) == 0.0


def test_counts_that_contradict_each_other_do_not_raise() -> None:
    usage = RequestUsage(input_tokens=5, cache_read_tokens=500, output_tokens=-3)
    assert cost_usd(usage, vendor="anthropic", model="claude-haiku-4-5") >= 0
