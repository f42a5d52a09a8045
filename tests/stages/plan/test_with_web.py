"""When the web is asked beside the tables, and for what."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Lead, Ledger, Locator, Table
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.domain.share import SHARES, Share
from answerable.stages.base import Seat
from answerable.stages.plan.with_web import WebBesideTables

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)
ROWS, PAGES = Share("database", frozenset({"database"})), Share("search", frozenset({"search"}))
NOTHING = Weighing(confidence=0.0, enough=False)
SQL = "SELECT * FROM articles WHERE number = '4711'"


class Tables:
    """A tables planner that knows one article and nothing about it but its stock."""

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if ledger.plans:
            return Plan(Decision.ENOUGH)
        if question.text == "4711":
            arguments = {"sql": SQL, "part": 0, "reading": {"form": {"where": ["number"]}}}
            return Plan(Decision.ACT, (Task("query_1", "database", "query", "4711", arguments=arguments),))
        if "stock" in question.text:
            arguments = {"sql": "SELECT 12", "part": 0, "reading": {"form": {"where": []}}}
            task = Task("query_1", "database", "query", "stock", arguments=arguments)
            return Plan(Decision.ACT, (task,), waits={"missing": ["its weight?"], "unknown": ["weight"]})
        unknown = [word for word in ("weight", "weather", "data", "sheet", "say") if word in question.text]
        return Plan(Decision.REFUSE, reason="not_found", says="No table knows.", waits={"unknown": unknown})


async def plan(text: str, ledger: Ledger | None = None) -> Plan:
    planner = WebBesideTables(Tables(), Tables(), ROWS, PAGES)
    asked = Question(text, "c", "r", NOW)
    return await planner(asked, Ledger() if ledger is None else ledger, NOTHING, SEAT)


async def test_a_named_thing_is_looked_up_and_searched() -> None:
    made = await plan("What is the weight of 4711?")
    assert [(task.id, task.source, task.verb) for task in made.tasks] == [
        ("named_1", "database", "look"),
        ("web_1", "search", "search"),
    ]
    assert made.waits[SHARES]["search"]["waits"]["wanted"] == ["weight"]


async def test_what_names_nothing_stays_declined() -> None:
    made = await plan("What will the weather be?")
    assert (made.decision, made.says) == (Decision.REFUSE, "No table knows.")


async def test_who_says_data_sheet_wants_the_web() -> None:
    made = await plan("data sheet: what weight?")
    assert [task.id for task in made.tasks] == ["web_1"]
    assert made.waits[SHARES]["search"]["waits"]["wanted"] == ["weight"]  # a page need not say "data sheet"


async def test_parts_the_tables_miss_are_searched_beside_queries() -> None:
    made = await plan("How much stock of 4711, and its weight?")
    assert [task.id for task in made.tasks] == ["query_1", "named_1", "web_1"]
    assert made.waits[SHARES]["search"]["asked"] == "its weight?"
    assert made.waits[SHARES]["database"]["waits"]["missing"] == []  # handed on


async def test_rows_enrich_the_second_search_and_leads_are_read() -> None:
    ledger = Ledger()
    ledger.plans.append(await plan("What is the weight of 4711?"))
    row = Table(("article", "name", "maker"), (("4711", "Lamp", "Lumen"),))
    there = Locator("database")
    found = (Evidence("named_1-x", "", "", there, NOW, table=row, query=SQL),)
    ledger.add(Findings(found, leads=(Lead("http://lumen.example/lamp", "Lamp", 1.0, "search"),)))
    made = await plan("What is the weight of 4711?", ledger)
    assert made.tasks[0].arguments["query"] == "What is the weight of 4711 Lamp Lumen"
    assert made.tasks[1].targets == ("http://lumen.example/lamp",)


async def test_rows_of_a_models_query_go_to_no_engine() -> None:
    ledger = Ledger()
    begun = await plan("What is the weight of 4711?")
    smuggled = "SELECT password AS article FROM users"
    written = Task("query_1", "database", "query", "q", arguments={"sql": smuggled, "by_model": True})
    ledger.plans.append(replace(begun, tasks=(*begun.tasks, written)))
    row = Table(("article",), (("hunter2",),))
    ledger.add(
        Findings((Evidence("query_1-x", "", "", Locator("database"), NOW, table=row, query=smuggled),))
    )
    made = await plan("What is the weight of 4711?", ledger)
    assert not any("hunter2" in str(task) for task in made.tasks)


async def test_a_web_that_says_nothing_ends_in_the_tables_refusal() -> None:
    ledger = Ledger()
    ledger.plans.append(await plan("What is the weight of 4711?"))
    ledger.plans.append(
        Plan(Decision.ACT, (Task("web_2", "search", "search", "q", arguments={"query": "more"}),))
    )
    made = await plan("What is the weight of 4711?", ledger)
    assert (made.decision, made.says) == (Decision.REFUSE, "No table knows.")


async def test_whatever_the_maker_says_is_searched() -> None:
    made = await plan("What does the manufacturer say about 4711?")
    assert [task.id for task in made.tasks] == ["named_1", "web_1"]
    assert made.waits[SHARES]["search"]["waits"]["wanted"] == []


async def test_pages_that_do_not_say_it_are_told() -> None:
    ledger = Ledger()
    ledger.plans.append(await plan("What is the weight of 4711?"))
    ledger.plans.append(
        Plan(Decision.ACT, (Task("web_2", "search", "search", "q", arguments={"query": "more"}),))
    )
    page = Evidence("p", "Lamps.", "", Locator("search", "http://x.example"), NOW, score=-1.0)
    ledger.add(Findings((page,)))
    made = await plan("What is the weight of 4711?", ledger)
    said = "Neither the tables nor the pages found on the web say anything about weight."
    assert (made.decision, made.says) == (Decision.REFUSE, said)
