from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.domain.budget import Budget, Limits
from answerable.errors import BudgetSpent


class Clock:
    """Stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def purse(**limits: float | None) -> Budget:
    return Budget(Limits(**limits), Clock())  # type: ignore[arg-type]  # names and kinds vary by test


def test_every_limit_is_finite_by_default() -> None:
    limits = Limits()
    assert all(getattr(limits, limit.name) is not None for limit in fields(limits))


def test_spending_takes_from_the_purse() -> None:
    budget = purse(pages=3)
    budget.spend("pages", 2)
    assert (budget.spent("pages"), budget.left("pages")) == (2, 1)


def test_spending_more_than_is_left_raises() -> None:
    budget = purse(pages=3)
    budget.spend("pages", 2)
    with pytest.raises(BudgetSpent, match="The budget of 3 pages is spent"):
        budget.spend("pages", 2)
    assert budget.spent("pages") == 2  # what was refused was not taken


def test_a_limit_of_zero_allows_nothing() -> None:
    with pytest.raises(BudgetSpent):
        purse(model_calls=0).spend("model_calls")


def test_none_lifts_a_limit() -> None:
    budget = purse(pages=None)
    budget.spend("pages", 1_000_000)
    assert budget.left("pages") == float("inf")


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="budget of pages is -1; it must be 0 or more"):
        Limits(pages=-1)


def test_time_is_spent_by_the_clock() -> None:
    clock = Clock()
    budget = Budget(Limits(seconds=10), clock)
    clock.now += 4
    assert (budget.spent("seconds"), budget.left("seconds")) == (4, 6)
    clock.now += 40
    assert budget.left("seconds") == 0


def test_noting_never_raises() -> None:
    budget = purse(tokens_in=10)
    budget.note("tokens_in", 25)
    assert budget.left("tokens_in") == 0
    assert budget.spent("tokens_in") == 25


def test_the_first_empty_kind_is_named() -> None:
    budget = purse(pages=1, queries=0)
    assert budget.exhausted("pages", "queries") == "queries"
    budget.spend("pages")
    assert budget.exhausted("pages", "queries") == "pages"
    assert budget.exhausted("rounds") is None


@given(st.lists(st.integers(min_value=0, max_value=50)))
def test_no_order_of_spending_passes_the_limit(amounts: list[int]) -> None:
    budget = purse(pages=100)
    for amount in amounts:
        try:
            budget.spend("pages", amount)
        except BudgetSpent:
            assert budget.spent("pages") + amount > 100
    assert budget.spent("pages") <= 100
