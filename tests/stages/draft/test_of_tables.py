"""Results become sentences and tables; what failed is named; what a model asked for stands under its purpose."""

from __future__ import annotations

from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Cell, Evidence, Findings, Gap, Ledger, Locator, Table
from answerable.domain.outcome import Draft, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.draft.of_tables import TableDrafter
from answerable.testing.house import NOON


def task(number: int, **arguments: Any) -> Task:
    sql = f"SELECT {number}"
    given = {"name": f"query_{number}", "sql": sql, "says": "Open orders", "part": number, **arguments}
    return Task(f"query_{number}", "database", "query", f"part {number}", arguments=given)


def result(number: int, columns: tuple[str, ...], *rows: tuple[Cell, ...]) -> Evidence:
    where, table = Locator("database"), Table(columns, rows)
    return Evidence(f"q{number}", "text", "Open orders", where, NOON, table=table, query=f"SELECT {number}")


async def draft(
    tasks: list[Task], found: list[Evidence], *, missing: tuple[str, ...] = (), gap: str = ""
) -> Draft:
    ledger = Ledger()
    ledger.plans.append(Plan(Decision.ACT, tuple(tasks)))
    ledger.add(Findings(tuple(found), gaps=(Gap("query_2", gap),) if gap else ()))
    weighing = Weighing(confidence=0.9, enough=True, missing=missing)
    seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
    return await TableDrafter()(Question("How many?", "talk", "run", NOON), ledger, weighing, seat)


async def test_one_cell_becomes_a_sentence() -> None:
    written = await draft([task(1)], [result(1, ("n",), (7,))])
    assert [claim.text for claim in written.claims] == ["Open orders: 7."]
    assert written.claims[0].evidence == ("q1",)
    assert written.elements == ()


async def test_several_rows_become_a_table_of_numbers() -> None:
    written = await draft([task(1)], [result(1, ("city", "n"), ("Bern", 7), ("Basel", None))])
    assert written.elements == (
        {"type": "table", "columns": ["city", "n"], "rows": [["Bern", 7], ["Basel", None]]},
    )


async def test_rivals_with_one_result_are_said_once() -> None:
    written = await draft(
        [task(1, part=0), task(2, part=0)], [result(1, ("n",), (7,)), result(2, ("n",), (7,))]
    )
    assert len(written.claims) == 1


async def test_what_failed_is_named_with_its_cause() -> None:
    written = await draft(
        [task(1), task(2)], [result(1, ("n",), (7,))], missing=("part 2", "the rest"), gap="it was stopped"
    )
    assert [(gap.asked, gap.why) for gap in written.gaps] == [
        ("part 2", "it was stopped"),
        ("the rest", "this part was not understood"),
    ]


async def test_nothing_at_all_has_its_reason() -> None:
    assert (await draft([task(1)], [])).reason == "not_found"
    assert (await draft([task(1), task(2)], [], gap="it was stopped")).reason == "source_down"
    assert (await draft([task(1), task(2)], [], gap="not_permitted")).reason == "not_permitted"


async def test_one_row_is_said_and_long_numbers_cut() -> None:
    written = await draft([task(1, says="The best?")], [result(1, ("city", "share"), ("Bern", 0.333333333))])
    assert [claim.text for claim in written.claims] == ["The best: Bern, 0.3333."]
    assert written.elements[0]["rows"] == [["Bern", 0.333333333]]


async def test_a_later_plan_of_a_part_is_told() -> None:
    ledger = Ledger()
    ledger.plans += [Plan(Decision.ACT, (task(1),)), Plan(Decision.ACT, (task(2, part=1),))]
    ledger.add(Findings((result(1, ("n",)), result(2, ("n",), (7,)))))
    seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
    weighing = Weighing(confidence=0.9, enough=True)
    written = await TableDrafter()(Question("How many?", "talk", "run", NOON), ledger, weighing, seat)
    assert [claim.text for claim in written.claims] == ["Open orders: 7."]
