from __future__ import annotations

import pytest

from answerable.language.values import Forms, find_values
from tests.language.values.reading_values import one


@pytest.mark.parametrize(
    ("claimed", "known", "carried"),
    [
        ("April 2026", "3 April 2026", True),
        ("3 April 2026", "April 2026", False),
        ("5", "5 kg", True),
        ("5 kg", "5 km", False),
        ("5 days", "5 working days", True),
        ("5 working days", "5 days", False),
        ("90 minutes", "1.5 hours", True),
        ("CHF 5", "EUR 5", False),
        ("4/3/26", "3 April 2026", True),
        ("4/3/26", "3/4/26", False),
        ("monthly", "per month", True),
        ("per year", "per month", False),
        ("Mon", "Monday", False),
    ],
)
def test_what_one_value_carries_of_another(claimed: str, known: str, carried: bool) -> None:
    values = find_values(f"it is {claimed} here")
    wanted = next((v for v in values if not v.weak), None)
    assert (wanted is not None and Forms(find_values(f"it is {known} here")).carry(wanted)) is carried


def test_a_date_is_put_together_from_its_parts() -> None:
    known = Forms(find_values("from 13 July until 2 August 2026"))
    assert known.carry(one("on 2026-07-13"))
    assert not known.carry(one("on 2026-07-14"))
