"""Calls that refer to each other become one query; who may ask it does not depend on how it was written."""

from __future__ import annotations

from typing import Any

import pytest

from answerable.errors import ToolRefused
from answerable.sources.apps.graph import compiled
from answerable.sources.apps.ruling import understand
from tests.sources.apps.company import NOW, Office

TEAM = ("team", "hris.employees", {"reports_to_me": True})
# how a planner narrows people down -> the same as a condition
GROUPS = {
    ("reports_to_me", True): "e.reports_to_me",
    ("below_me", True): "e.below_me",
    ("city", "Bangalore"): "lower(e.city) = 'bangalore'",
    ("team", "Platform"): "lower(e.team) = 'platform'",
    ("manager_id", "$me"): "e.manager_id in (select id from employees where is_me)",
}
PRIVATE = {"pay": "annual_pay", "time_off": "days", "time_off_balances": "hours"}


def test_results_are_put_in_flat() -> None:
    looks, whole = compiled(
        [TEAM, ("off", "hris.time_off", {"employee_id": "$team.id", "status": "requested"})],
        "SELECT off.employee AS who, off.days FROM off ORDER BY off.days",
        NOW,
    )
    assert whole == (
        "SELECT time_off.employee AS who, time_off.days AS days FROM time_off AS time_off WHERE time_off.employee_id "
        "IN (SELECT employees.id AS id FROM employees AS employees WHERE employees.reports_to_me = TRUE) AND "
        "LOWER(time_off.status) = LOWER('requested') ORDER BY time_off.days"
    )
    assert set(looks) == {"team", "off"}
    assert "time_off.reason" in looks["off"]  # a look shows what the asker may see of it


@pytest.mark.parametrize("title", ["Platform Manager", "Software Engineer"])
async def test_a_plan_opens_nothing_more(office: Office, title: str) -> None:
    handle = await office.apps.handle(office.by_title(title), NOW)
    opened = 0
    for (name, value), condition in GROUPS.items():
        for table, column in PRIVATE.items():
            people, rows = (
                ("people", "hris.employees", {name: value}),
                ("rows", f"hris.{table}", {"employee_id": "$people.id"}),
            )
            _, planned = compiled([people, rows], f'SELECT COUNT({column}) AS n FROM "rows"', NOW)
            tied = f"{table} x JOIN employees e ON e.id = x.employee_id"
            direct = f"SELECT COUNT(x.{column}) FROM {tied} WHERE {condition}"
            allowed = (await handle.ruling(direct)).allowed
            assert (await handle.ruling(planned)).allowed == allowed, planned
            if allowed:
                told = [(await handle.query(understand(sql))).rows for sql in (planned, direct)]
                assert told[0] == told[1]
                opened += 1
    handle.close()
    assert 0 < opened < len(GROUPS) * len(PRIVATE)


def test_a_result_used_often_stays_short() -> None:
    calls: list[tuple[str, str, dict[str, Any]]] = [("t0", "hris.employees", {})]
    calls += [(f"t{n}", "hris.employees", {"manager_id": f"$t{n - 1}.id"}) for n in range(1, 6)]
    tables = ", ".join(f"t5 AS a{n}" for n in range(24))
    with pytest.raises(ToolRefused, match="too long"):
        compiled(calls, f"SELECT a0.name FROM {tables}", NOW)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM team UNION SELECT 'Bill' AS name FROM team",
        "SELECT (SELECT 7) AS n FROM team",
        "SELECT name, 1000000 AS pay FROM team",
    ],
)
def test_only_records_may_be_shown(sql: str) -> None:
    with pytest.raises(ToolRefused, match="no column of any result"):
        compiled([TEAM], sql, NOW)


def test_a_test_for_being_there_shows_nothing() -> None:
    whole = (
        "SELECT COUNT(*) AS n FROM team WHERE EXISTS (SELECT 1 FROM team AS t WHERE t.manager_id = team.id)"
    )
    assert "EXISTS" in compiled([TEAM], whole, NOW)[1]


def test_now_is_when_it_was_asked() -> None:
    sql = "SELECT name FROM team WHERE start_date < today() - INTERVAL 90 DAY AND start_date < now()"
    whole = compiled([TEAM], sql, NOW)[1]
    assert "CAST('2026-11-15' AS DATE)" in whole
    assert "CAST('2026-11-15 10:00:00' AS TIMESTAMP)" in whole
    assert "CURRENT" not in whole


def test_a_result_is_not_made_anew() -> None:
    calls = [("tickets", "ticketing.tickets", {"priority": "URGENT"})]
    with pytest.raises(ToolRefused, match="call it otherwise"):
        compiled(calls, "WITH tickets AS (SELECT id FROM tickets) SELECT COUNT(*) AS n FROM tickets", NOW)
