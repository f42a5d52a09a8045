from __future__ import annotations

from datetime import date

import pytest

from answerable.errors import FetchRefused, ToolRefused
from answerable.sources.apps.functions import CARDS, PUSHED
from answerable.sources.apps.shapes import SHAPES
from tests.sources.apps.company import NOW, Office


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
    assert all(SHAPES[table].place for table in PUSHED)
    # A filter is over a column of its table, or a bound of a date of it.
    for card in CARDS.values():
        bounds = {name: name.rpartition("_")[0] for name, kind in card.parameters.items() if kind is date}
        assert {bounds.get(name, name) for name in card.parameters} <= set(card.columns), card.name


async def test_filters_reach_the_app(office: Office) -> None:
    fresh = Office()
    given = {"status": "CLOSED", "priority": "URGENT", "due_date_before": date(2026, 6, 1)}
    result = await fresh.apps.functions("", NOW).call("ticketing.tickets", given)
    due = result.columns.index("due_date")
    assert result.rows
    assert all(row[due].date() <= date(2026, 6, 1) for row in result.rows)
    asked = next(filters for place, filters in fresh.shelf.asked if place == "ticketing/tickets")
    assert asked == {"status": "CLOSED", "priority": "URGENT", "due_before": date(2026, 6, 1)}


async def test_functions_keep_to_the_rules(office: Office) -> None:
    boss = office.by_title("Platform Manager")
    mine = office.truth.reports(boss)[0]["id"]
    functions_ = office.apps.functions(boss, NOW)
    assert "reason" not in (await functions_.call("hris.time_off", {"employee_id": mine})).columns
    assert (await functions_.call("hris.time_off_balances", {"employee_id": mine})).rows
    with pytest.raises(FetchRefused, match="not_permitted"):
        await functions_.call("hris.pay", {"employee_id": mine})
    with pytest.raises(FetchRefused, match="not_permitted"):
        await functions_.call("hris.time_off", {})


async def test_a_function_that_is_none_is_refused(office: Office) -> None:
    for name, arguments in (("crm.secrets", {}), ("crm.leads", {"password": 1}), ("call", {})):
        with pytest.raises(ToolRefused, match="no_such_"):
            await office.apps.functions("", NOW).call(name, arguments)
