"""A plan of calls is held against the functions' signatures; what is wrong is said so that it can be mended."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from answerable.errors import ToolRefused
from answerable.stages.plan.call_graph import MOST, CallGraph, CallPlan
from tests.stages.plan.calls import call, plan

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEAM = call("team", "hris.employees", reports_to_me=True)
WORK = call("work", "ticketing.ticket_assignees", employee_id="$team.id")
HEADS = "SELECT COUNT(*) AS n FROM team"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (plan(call("team", "hris.secrets"), sql=HEADS), "There is no function 'hris.secrets'"),
        (plan(call("team", "hris.employees", salary=1), sql=HEADS), "it has name, team, city"),
        (plan(call("team", "hris.employees", below_me="yes"), sql=HEADS), "it must be true or false"),
        (plan(call("team", "hris.employees", city=["Pune"]), sql=HEADS), "it must be plain text"),
        (plan(call("team", "hris.time_off", start_date_after="soon"), sql=HEADS), "a day like 2026-05-31"),
        (plan(call("team", "hris.pay", employee_id="$boss.id"), sql=HEADS), "'boss'"),
        (plan(TEAM, call("x", "hris.pay", employee_id="$team.pay"), sql=HEADS), "team has no pay; it has id"),
        (plan(call("team", "hris.employees", ["team"]), sql=HEADS), "in a circle"),
        (plan(TEAM, TEAM, sql=HEADS), "names two tasks alike"),
        (plan(call("My Team", "hris.employees"), sql=HEADS), "short lower-case name"),
        (plan(*(call(f"t{n}", "crm.leads") for n in range(MOST + 1)), sql=HEADS), f"plan 1 to {MOST}"),
        (plan(TEAM, sql="SELECT * FROM team"), "name the columns it shows instead of *"),
        (plan(TEAM, sql="SELECT name FROM employees"), "the results are team"),
        (plan(TEAM, sql="SELECT shoe_size FROM team"), "shoe_size"),
        (plan(TEAM, sql="SELECT SUM(name) AS n FROM team"), "sum(VARCHAR)"),
        (plan(TEAM, sql="SELECT 42 AS n FROM team"), "'42 AS n', which is no column of any result"),
        (plan(TEAM, sql="DELETE FROM team"), "must be one SELECT"),
        (plan(TEAM, sql="SELECT name FROM read_csv('/etc/passwd')"), "the results are team"),
    ],
)
def test_a_wrong_plan_is_told_what_is(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolRefused, match=re.escape(words)):
        CallGraph.made(CallPlan.model_validate(wrong), "apps", NOW, "scripted")


def test_a_reference_is_waited_for() -> None:
    written = CallPlan.model_validate(plan(WORK, TEAM, sql="SELECT ticket_id FROM work"))
    graph = CallGraph.made(written, "apps", NOW, "scripted")
    assert graph.looks.needs == (("work", "team"),)
    assert [[task.id for task in wave] for wave in graph.looks.waves()] == [["team"], ["work"]]
    assert graph.looks.tasks[0].targets == ("ticketing.ticket_assignees",)
    assert "FROM ticket_assignees" in graph.looks.tasks[0].arguments["sql"]
