from __future__ import annotations

from datetime import date

import pytest

from answerable.errors import ToolRefused
from answerable.sources.apps.functions import CARDS, listing, without


def test_every_function_says_what_it_gives() -> None:
    assert {name.partition(".")[0] for name in CARDS} == {
        "hris",
        "ats",
        "crm",
        "ticketing",
        "accounting",
        "mktg",
    }
    assert all(card.says.endswith(".") for card in CARDS.values())
    assert set(CARDS["hris.time_off"].parameters) == {
        "employee_id",
        "status",
        "start_date_after",
        "start_date_before",
    }
    # A filter is over a column of its table, or a bound of a date of it.
    for card in CARDS.values():
        bounds = {name: name.rpartition("_")[0] for name, kind in card.parameters.items() if kind is date}
        assert {bounds.get(name, name) for name in card.parameters} <= set(card.columns), card.name


def test_a_function_that_is_none_is_refused() -> None:
    for name, arguments in (("crm.secrets", {}), ("crm.leads", {"password": 1}), ("call", {})):
        with pytest.raises(ToolRefused, match="no_such_"):
            listing(name, arguments)


def test_what_is_called_with_narrows_the_list() -> None:
    given = {"status": "CLOSED", "due_date_before": "2026-06-01", "account_id": "$me"}
    said = listing("ticketing.tickets", given).sql(dialect="duckdb")
    assert "LOWER(status) = LOWER('CLOSED')" in said
    assert "CAST(due_date AS DATE) <= CAST('2026-06-01' AS DATE)" in said
    assert "account_id IN (SELECT id FROM employees WHERE is_me)" in said
    assert "due_date" not in without(listing("ticketing.tickets", {}), frozenset({"due_date"})).named_selects
