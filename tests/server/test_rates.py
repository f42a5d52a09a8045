"""A key that comes too often is told when to come back."""

from __future__ import annotations

from answerable.server.access import Rates


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_full_bucket_empties_and_refills() -> None:
    clock = Clock()
    rates = Rates({"questions": 6}, clock)
    assert [rates.take("a", "questions") for _ in range(7)] == [0] * 6 + [10]
    clock.now = 9.9
    assert rates.take("a", "questions") == 1
    clock.now = 10.1
    assert [rates.take("a", "questions") for _ in range(2)] == [0, 10]


def test_keys_and_purposes_do_not_share() -> None:
    rates = Rates({"questions": 1, "requests": 1}, Clock())
    assert (rates.take("a", "questions"), rates.take("b", "questions"), rates.take("a", "requests")) == (
        0,
        0,
        0,
    )
    assert rates.take("a", "questions") == 60


def test_waiting_never_overfills_the_bucket() -> None:
    clock = Clock()
    rates = Rates({"questions": 2}, clock)
    rates.take("a", "questions")
    clock.now = 10_000.0
    assert [rates.take("a", "questions") for _ in range(3)] == [0, 0, 30]


def test_a_limit_of_nothing_is_lifted() -> None:
    rates = Rates({"questions": 0}, Clock())
    assert not any(rates.take("a", "questions") for _ in range(1000))
