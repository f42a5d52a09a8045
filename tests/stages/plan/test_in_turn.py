"""Who is asked what, and in which order."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Gap, Ledger, Locator, Table
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question, Turn
from answerable.domain.share import LEFT, SHARES, Share
from answerable.stages.base import Seat
from answerable.stages.plan.in_turn import InTurnPlanner, Taker

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)
SUPPLIER = "the supplier of article 12"


class Records:
    """A planner that knows some texts, each with its queries; a question of several parts is taken part by part."""

    def __init__(self, source: str, knows: dict[str, list[str]], refuses: str = "not_found") -> None:
        self.source, self.knows, self.refuses = source, knows, refuses
        self.after = Plan(Decision.ENOUGH, why="known")
        self.asked: list[str] = []

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        self.asked.append(question.text)
        if ledger.plans:
            return self.after
        parts = [part.strip() for part in question.text.replace(" and ", "?").split("?") if part.strip()]
        known = [part for part in parts if part in self.knows]
        if not known:
            return Plan(Decision.REFUSE, reason=self.refuses, says=f"{self.source} does not know.")
        tasks = [self._task(n, sql, part) for n, part in enumerate(known) for sql in self.knows[part]]
        named = [replace(task, id=f"query_{n}") for n, task in enumerate(tasks, 1)]
        missing = [part for part in parts if part not in known]
        return Plan(Decision.ACT, tuple(named), why=f"{known}", waits={"missing": missing})

    def _task(self, part: int, sql: str, text: str) -> Task:
        form = {"where": ["x"] if "article 12" in text else [], "rank": None, "shape": "record"}
        arguments = {"name": f"query_{part}", "sql": sql, "part": part, "reading": {"form": form}}
        return Task("", self.source, "query", text, arguments=arguments)


class Web:
    """A planner of facts that searches once and then has enough."""

    def __init__(self, source: str = "search", decides: Plan | None = None) -> None:
        self.source, self.decides = source, decides
        self.asked: list[str] = []

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        self.asked.append(question.text)
        if ledger.plans:
            return Plan(Decision.ENOUGH)
        if self.decides and not question.goes_on:
            return self.decides
        task = Task(f"{self.source}-0", self.source, "search", question.text, (f"“{question.text}”",))
        return Plan(Decision.ACT, (task,), why="still open")


def taker(name: str, planner: Any, reads: str = "records", rounds: int = 99) -> Taker:
    share = Share(name, frozenset({planner.source}), replies=reads == "facts")
    return Taker(share, planner, reads, rounds)


STOCK = Records("database", {"How many lamps are there": ["L"], SUPPLIER: ["S"]})
DEALS = Records("apps", {"how many leads do we have": ["D"], "What is paid": ["P"]})


def house(*more: Taker, web: Web | None = None) -> tuple[InTurnPlanner, Web]:
    STOCK.asked, DEALS.asked = [], []
    STOCK.after = DEALS.after = Plan(Decision.ENOUGH, why="known")
    found = web or Web()
    records = (taker("stock", STOCK), taker("deals", DEALS))
    return InTurnPlanner([*records, taker("web", found, "facts"), *more]), found


def ask(text: str, turns: tuple[Turn, ...] = ()) -> Question:
    return Question(text, "c", "r", NOW, turns=turns)


async def plan(planner: InTurnPlanner, question: Question, ledger: Ledger | None = None) -> Plan:
    known = Ledger() if ledger is None else ledger
    made = await planner(question, known, known_weighing, SEAT)
    known.plans.append(made)
    return made


known_weighing = Weighing(0.0, enough=False)


def parts(made: Plan) -> dict[str, str]:
    return {name: str(entry["asked"]) for name, entry in made.waits[SHARES].items()}


def row(sql: str, *cells: str, source: str = "database") -> Findings:
    table = Table(("name",), tuple((cell,) for cell in cells))
    return Findings((Evidence(f"e-{sql}", "", "", Locator(source), NOW, table=table, query=sql),))


async def test_each_gets_what_the_one_before_left_open() -> None:
    planner, _ = house()
    made = await plan(
        planner,
        ask("How many lamps are there and how many leads do we have and who founded Pilgrim Solar GmbH?"),
    )
    assert parts(made) == {
        "stock": "How many lamps are there?",
        "deals": "how many leads do we have?",
        "web": "who founded Pilgrim Solar GmbH?",
    }
    assert [task.id for task in made.tasks] == ["query_1", "deals_query_1", "search-0"]  # in one wave
    assert made.tasks[1].arguments["name"] == "deals_query_1"


async def test_a_plain_question_goes_to_the_web_as_it_is() -> None:
    planner, web = house()
    made = await plan(planner, ask("Who founded Pilgrim Solar GmbH?"))
    assert parts(made) == {"web": "Who founded Pilgrim Solar GmbH?"}
    assert web.asked == ["Who founded Pilgrim Solar GmbH?"]


async def test_a_name_is_looked_up_before_the_web_is_asked() -> None:
    planner, web = house()
    ledger = Ledger()
    question = ask(f"Who runs {SUPPLIER}?")
    first = await plan(planner, question, ledger)
    assert [(task.source, task.arguments["sql"]) for task in first.tasks] == [("database", "S")]
    assert web.asked == []
    ledger.add(row("S", "Acme AG"))
    second = await plan(planner, question, ledger)
    assert parts(second)["web"] == "Who runs Acme AG?"
    assert [task.source for task in second.tasks] == ["search"]


async def test_a_pronoun_takes_the_name_of_a_row() -> None:
    planner, _ = house()
    ledger = Ledger()
    question = ask(f"Who is {SUPPLIER} and who founded it?")
    await plan(planner, question, ledger)
    ledger.add(row("S", "Acme AG"))
    assert parts(await plan(planner, question, ledger))["web"] == "who founded Acme AG?"


async def test_a_name_nobody_has_is_a_gap() -> None:
    planner, web = house()
    ledger = Ledger()
    question = ask(f"Who runs {SUPPLIER}?")
    await plan(planner, question, ledger)
    ledger.add(row("S"))
    made = await plan(planner, question, ledger)
    assert made.decision is Decision.ENOUGH
    assert made.waits[LEFT][0][0] == f"Who runs {SUPPLIER}?"
    assert web.asked == []


async def test_a_colleagues_name_is_not_searched_for() -> None:
    planner, web = house()
    ledger = Ledger()
    question = ask(f"Who runs {SUPPLIER}?")
    await plan(planner, question, ledger)
    ledger.add(row("S", "Holly Tate", source="hris"))
    made = await plan(planner, question, ledger)
    assert "not given to search engines" in made.waits[LEFT][0][1]
    assert web.asked == []


async def test_what_names_no_fact_is_asked_of_the_site() -> None:
    site = Web("website")
    planner, web = house(taker("site", site, "pages"))
    made = await plan(planner, ask("How long do I have to return it and who founded Pilgrim Solar GmbH?"))
    assert parts(made) == {
        "web": "who founded Pilgrim Solar GmbH?",
        "site": "How long do I have to return it?",
    }
    assert web.asked == ["who founded Pilgrim Solar GmbH?"]


async def test_the_site_is_asked_what_the_web_leaves_open() -> None:
    site = Web("website")
    planner, _ = house(taker("site", site, "pages"))
    ledger, question = Ledger(), ask("Who founded Pilgrim Solar GmbH?")
    await plan(planner, question, ledger)
    unsure = Weighing(0.0, enough=False, shares={"web": Weighing(0.0, enough=False, missing=("founder",))})
    made = await planner(question, ledger, unsure, SEAT)
    assert parts(made)["site"] == "Who founded Pilgrim Solar GmbH?"
    assert [task.source for task in made.tasks] == ["website"]


async def test_a_site_is_explored_so_often_and_no_more() -> None:
    site = Web("website")
    planner, _ = house(taker("site", site, "pages", rounds=1))
    ledger, question = Ledger(), ask("How long do I have to return it?")
    await plan(planner, question, ledger)
    assert (await plan(planner, question, ledger)).decision is Decision.ENOUGH
    assert len(site.asked) == 1


async def test_a_part_that_is_refused_leaves_the_others() -> None:
    planner, _ = house()
    ledger, question = Ledger(), ask("What is paid and how many leads do we have?")
    made = await plan(planner, question, ledger)
    assert [task.arguments["sql"] for task in made.tasks] == ["P", "D"]
    ledger.add(Findings(gaps=(Gap("query_0", "not_permitted"),)))

    async def refusing(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        closed = any(task.arguments["sql"] == "P" for plan in ledger.plans for task in plan.tasks)
        return Plan(Decision.REFUSE, reason="not_permitted", says="No.") if closed else Plan(Decision.ENOUGH)

    planner = InTurnPlanner([Taker(Share("deals", frozenset({"apps"})), refusing, "records")])
    again = await plan(planner, question, ledger)
    assert again.decision is Decision.ENOUGH
    assert again.waits[LEFT] == [("What is paid", "No.")]
    assert again.waits[SHARES]["deals"]["without"] == ["query_1"]


async def test_a_refusal_of_everything_is_the_refusal() -> None:
    planner, web = house()
    ledger, question = Ledger(), ask("What is paid?")
    await plan(planner, question, ledger)
    DEALS.after = Plan(Decision.REFUSE, reason="not_permitted", says="No.")
    made = await plan(planner, question, ledger)
    assert (made.decision, made.reason, made.says) == (Decision.REFUSE, "not_permitted", "No.")
    assert web.asked == []


async def test_a_refusal_about_a_stranger_does_not_count() -> None:
    private = Records("hr", {"Holly Tate": ["H"]}, refuses="not_permitted")
    web = Web()
    planner = InTurnPlanner([taker("hr", private), taker("web", web, "facts")])
    made = await plan(planner, ask("What is the favourite dish of Carl Furrer?"))
    assert parts(made) == {"web": "What is the favourite dish of Carl Furrer?"}
    made = await plan(planner, ask("What is the favourite dish of Holly Tate?"))
    assert (made.decision, made.reason) == (Decision.REFUSE, "not_permitted")


async def test_records_that_are_down_are_a_gap() -> None:
    down = Records("database", {}, refuses="source_down")
    web = Web()
    planner, ledger = InTurnPlanner([taker("stock", down), taker("web", web, "facts")]), Ledger()
    made = await plan(planner, ask("Who knows the age of the universe?"), ledger)
    assert made.decision is Decision.ACT
    assert [gap.asked for gap in ledger.gaps] == ["stock"]


async def test_without_a_web_the_rest_is_named() -> None:
    STOCK.asked = []
    planner = InTurnPlanner([taker("stock", STOCK)])
    made = await plan(planner, ask("How many lamps are there and who founded Pilgrim Solar GmbH?"))
    assert made.decision is Decision.ACT
    assert made.waits[LEFT][0][0] == "who founded Pilgrim Solar GmbH?"
    alone = await plan(planner, ask("Who founded Pilgrim Solar GmbH?"))
    assert (alone.decision, alone.says) == (Decision.REFUSE, "database does not know.")


async def test_a_question_back_waits_for_the_whole() -> None:
    planner, web = house()
    ledger = Ledger()
    question = ask(f"Who runs {SUPPLIER} and how many leads do we have?")
    await plan(planner, question, ledger)
    STOCK.after = Plan(
        Decision.ASK, reason="ambiguous", says="Which?", choices=(("the old one", "the old one"),)
    )
    asked = await plan(planner, question, ledger)
    assert (asked.decision, asked.tasks) == (Decision.ASK, ())
    turn = Turn(question.text, "Which?", "clarification", choices=asked.choices, waits=asked.waits)
    STOCK.knows["the old one"] = ["OLD"]
    later, reply = Ledger(), ask("the old one", (turn,))
    again = await plan(planner, reply, later)
    del STOCK.knows["the old one"]
    assert [task.arguments["sql"] for task in again.tasks] == ["OLD", "D"]
    STOCK.after = Plan(Decision.ENOUGH)
    later.add(row("OLD", "Acme AG"))
    assert parts(await plan(planner, reply, later))["web"] == "Who runs Acme AG?"
    assert web.asked == ["Who runs Acme AG?"]


async def test_a_plan_to_approve_stops_everybody() -> None:
    shown = Plan(
        Decision.ASK, reason="approval", says="Shall I?", choices=(("Yes", "Yes"),), waits={"goes_on": "x"}
    )
    planner, web = house(web=Web(decides=shown))
    text = "how many leads do we have and who founded Pilgrim Solar GmbH?"
    made = await plan(planner, ask(text))
    assert (made.decision, made.tasks, made.waits["goes_on"]) == (Decision.ASK, (), text)
    turn = Turn(text, "Shall I?", "clarification", choices=made.choices, waits=made.waits)
    again = await plan(planner, ask("Yes", (turn,)))
    assert [task.source for task in again.tasks] == ["apps", "search"]
    assert web.asked[-1] == "Yes"
