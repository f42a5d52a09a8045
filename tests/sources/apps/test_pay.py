from __future__ import annotations

from datetime import date
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.sources.apps.client import Record
from answerable.sources.apps.pay import annual, costs, latest
from answerable.sources.apps.staff import Staff
from tests.sources.apps.company import paid, person

TODAY = date(2026, 11, 15)


@pytest.mark.parametrize(
    ("rate", "period", "yearly"),
    [(50, "HOUR", 104_000), (1000, "WEEK", 52_000), (2000, "EVERY_TWO_WEEKS", 52_000), (2500, "SEMIMONTHLY", 60_000),
     (5000, "MONTH", 60_000), ("60000.00", "YEAR", 60_000), (60_000, None, None), (None, "YEAR", None)],
)  # fmt: skip
def test_pay_is_told_by_the_year(rate: object, period: object, yearly: float | None) -> None:
    assert annual(paid("a", rate, period)) == yearly


def test_the_latest_employment_that_began_counts() -> None:
    had = [paid("a", 1, since="2020-01-01T00:00:00Z"), paid("a", 3, since="2027-01-01T00:00:00Z"),
           paid("a", 2, since="2025-01-01T00:00:00Z"), paid("b", 9, since="2027-01-01T00:00:00Z")]  # fmt: skip
    assert {who: one["pay_rate"] for who, one in latest(had, TODAY).items()} == {"a": 2, "b": 9}


def test_one_persons_pay_is_no_total() -> None:
    staff = Staff(
        [person("top", "T"), person("m", "M", "top"), person("x", "X", "m"), person("y", "Y", "top")]
    )
    shown = {c.manager: c.cost for c in costs(staff, [paid(k, 10) for k in "mxy"], TODAY, ["top", "m"], 2)}
    assert shown == {"m": None, "top": 30}


def test_a_total_does_not_tell_by_difference() -> None:
    # The only report of `top` leads two: their total less that of `m` would be the pay of `m`, so one stays back.
    staff = Staff([person("top", "T"), person("m", "M", "top"), person("x", "X", "m"), person("y", "Y", "m")])
    shown = {c.manager: c.cost for c in costs(staff, [paid(k, 10) for k in "mxy"], TODAY, ["top", "m"], 2)}
    assert shown == {"m": 20, "top": None}


def test_currencies_are_never_added_up() -> None:
    staff = Staff([person("top", "T"), *(person(k, k, "top") for k in "abcd")])
    pay = [paid("a", 1), paid("b", 2), paid("c", 4, currency="INR"), paid("d", 8, currency="INR")]
    assert {(c.currency, c.cost) for c in costs(staff, pay, TODAY, ["top"], 2)} == {("USD", 3), ("INR", 12)}


@given(st.lists(st.integers(0, 5), min_size=2, max_size=8))
def test_no_shown_totals_single_anybody_out(bosses: list[int]) -> None:
    """Whatever small integers the shown totals are multiplied with, nobody's pay alone is left over."""
    people: list[Record] = [person("0", "P0")]
    for n, boss in enumerate(bosses, 1):
        people.append(person(str(n), f"P{n}", str(min(boss, n - 1))))
    staff = Staff(people)
    managers = staff.managers()
    found = costs(staff, [paid(str(n), 2**n) for n in range(len(people))], TODAY, managers, 2)
    shown = [set(staff.below(one.manager)) for one in found if one.cost is not None]
    for group in (g for size in range(1, 4) for g in combinations(shown, size)):
        for signs in product((1, -1), repeat=len(group)):
            left = {
                who: sum(s for s, part in zip(signs, group, strict=True) if who in part)
                for who in staff.records
            }
            assert sum(1 for value in left.values() if value) != 1


def test_direct_reports_are_told_apart_only_where_the_rest_is_enough() -> None:
    staff = Staff([person("top", "Top"), *(person(n, n, "top") for n in "abc"), person("x", "X", "a")])
    paid_all = [paid(n, 10) for n in ("a", "b", "c", "x")]
    (top,) = costs(staff, paid_all, date(2026, 1, 1), ["top"], 2)
    assert (top.cost, top.direct) == (40, None)  # the difference would be what X earns
    (open_,) = costs(staff, paid_all, date(2026, 1, 1), ["top"], 1)
    assert open_.direct == 30
