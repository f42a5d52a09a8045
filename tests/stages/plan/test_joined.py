"""Several plans as one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from answerable.domain.evidence import Ledger
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.domain.share import SHARES, TOLD
from answerable.stages.plan.bridge import StandIn
from answerable.stages.plan.joined import BRIDGES, RESUME, Made, joined, narrow, same

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ASKED = Question("How many, and who?", "c", "r", NOW)


def query(name: str, sql: str, text: str, *needs: str, **form: Any) -> Task:
    arguments = {
        "name": name,
        "sql": sql,
        "part": 0,
        "reading": {"form": {"rank": None, "shape": "record"} | form},
    }
    return Task(name, "database", "query", text, needs=needs, arguments=arguments)


ONE = Plan(Decision.ACT, (query("q", "A", "how many", where=["x"]),), why="one", waits={"reading": "r"})


def test_parts_of_one_share_are_one_plan() -> None:
    made = Made()
    made.add("shop", "how many", ONE)
    made.add("shop", "who", Plan(Decision.ACT, (query("w", "B", "who"),), why="two"))
    plan = joined(ASKED, Ledger(), made)
    assert [task.id for task in plan.tasks] == ["q", "w"]
    assert plan.waits[SHARES]["shop"]["asked"] == "how many who"
    assert plan.waits[TOLD]["shop"] == {"reading": "r"}


def test_tasks_of_one_name_are_kept_apart() -> None:
    made = Made()
    made.add("shop", "how many", ONE)
    needing = Plan(Decision.ACT, (query("q", "B", "who"), query("join", "C", "both", "q")))
    made.add("crm", "who", needing)
    plan = joined(ASKED, Ledger(), made)
    assert [(task.id, task.needs) for task in plan.tasks] == [("q", ()), ("crm_q", ()), ("join", ("crm_q",))]
    assert plan.tasks[1].arguments["name"] == "crm_q"


def test_a_question_back_goes_before_everything() -> None:
    made = Made()
    made.add("shop", "how many", ONE)
    made.add("crm", "who", Plan(Decision.ASK, reason="ambiguous", says="Which?", waits={"readings": []}))
    made.bridge(StandIn("it", "who runs {}?", listed=True), "shop", "who runs it?", ONE.tasks)
    plan = joined(ASKED, Ledger(), made)
    assert (plan.decision, plan.tasks, plan.says) == (Decision.ASK, (), "Which?")
    resume = plan.waits[RESUME]
    assert (resume["asker"], resume["parts"]) == ("crm", {"shop": "how many", "crm": "who"})
    assert resume[BRIDGES][0]["queries"] == ["A"]


def test_refusals_of_all_are_one_refusal() -> None:
    made = Made()
    no = Plan(Decision.REFUSE, reason="not_permitted", says="No.")
    made.add("crm", "who", no)
    assert joined(ASKED, Ledger(), made).says == "No."
    made.add("shop", "how many", Plan(Decision.ENOUGH))
    assert joined(ASKED, Ledger(), made).decision is Decision.ENOUGH


def test_what_leans_goes_with_what_it_leans_on() -> None:
    made = Made(facts=["who founded X?"])
    assert made.lengthen("who founded X?", "and where was she born?")
    assert not made.lengthen("how many?", "and where are they?")
    made.bridge(StandIn("the maker", "who runs {}?", listed=True), "shop", "who runs the maker?", ONE.tasks)
    assert made.lengthen("who runs the maker?", "how old is she?")
    assert made.bridges[0]["frame"] == "who runs {}? how old is she?"


def test_the_same_query_again_answers_nothing_new() -> None:
    made = Made()
    made.add("shop", "x", Plan(Decision.ACT, (*ONE.tasks, query("p", "A", "who runs it", where=["x"]))))
    share, tasks = made.telling("how many")
    assert (share, [task.id for task in tasks]) == ("shop", ["q"])
    assert not made.told_apart("shop", "who runs it?", tasks)
    assert [task.id for task in made.plans["shop"][1].tasks] == ["q"]


def test_narrow_readings_say_which_one() -> None:
    assert narrow(ONE.tasks)
    assert not narrow([query("q", "A", "all", where=[])])
    assert not narrow([query("q", "A", "count", where=["x"], shape="number")])
    assert same(ONE, ONE)
    assert not same(ONE, None)
