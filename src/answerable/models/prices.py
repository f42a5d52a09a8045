"""What a call cost, from the price list that ships with pydantic-ai (`genai-prices`, dated by its version).

We keep no list of our own: that one follows tiers, cache discounts and price changes. A model it does not
know (most local ones) costs 0 and is marked as unpriced, so that nobody reads the 0 as "free".
"""

from __future__ import annotations

from genai_prices import calc_price
from pydantic_ai.usage import RequestUsage


def cost_usd(usage: RequestUsage, *, vendor: str, model: str) -> float | None:
    """The cost of one call, or None where no price is known."""
    try:
        price = calc_price(usage, model, provider_id=vendor)
    except (LookupError, ValueError, ArithmeticError):
        # ValueError and ArithmeticError: token counts come from the server and may contradict each other.
        return None
    return max(0.0, float(price.total_price))
