"""Several numbers of each member of a group: one table, one task for each number, gaps where there is nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from answerable.domain.events import PlanMade
from answerable.domain.outcome import Answer
from tests.stages.plan.firm import Firm, opened

SEED = (
    "For my team in Pune, tell me the count of tickets assigned to each of them, "
    "and how many rounds of interview they each had."
)


@pytest.fixture
async def firm(tmp_path: Path) -> AsyncIterator[Firm]:
    async with opened(tmp_path) as one:
        yield one


async def test_two_apps_stand_in_one_table(firm: Firm) -> None:
    assert await firm.table("mira", SEED) == [["Anil Das", 3, 1], ["Lena Öst", 0, 2]]


async def test_each_number_is_a_task_that_is_joined(firm: Firm) -> None:
    await firm.ask("mira", SEED)
    plan = next(event for event in firm.heard if isinstance(event, PlanMade))
    assert plan.tasks == ("query_1", "query_2", "joined")
    assert plan.needs == (("joined", "query_1"), ("joined", "query_2"))


@pytest.mark.parametrize(
    "asked",
    [
        "How many open tickets and vacation days left does each of my people have?",
        "For each of my team members: open tickets, vacation days left",
        "Für jeden in meinem Team: wie viele offene Tickets und wie viele Urlaubstage übrig?",
    ],
)
async def test_the_group_may_stand_anywhere(firm: Firm, asked: str) -> None:
    rows = [["Anil Das", 2, 13], ["Lena Öst", 0, 14], ["Tom Moe", 1, 15]]
    assert await firm.table("mira", asked) == rows


async def test_who_has_some_is_told_which(firm: Firm) -> None:
    rows = await firm.table(
        "mira", "For my team in Pune: how many interviews do they have and who has tickets?"
    )
    assert [row[:3] for row in rows] == [["Anil Das", 1, 3], ["Lena Öst", 2, 0]]
    assert rows[0][3].count("Ticket ") == 3
    assert rows[1][3] is None


async def test_key_words_are_enough(firm: Firm) -> None:
    rows = await firm.table("mira", "tickets and interviews per person, my team, Pune")
    assert rows == [["Anil Das", 3, 1], ["Lena Öst", 0, 2]]


async def test_nobody_is_left_out_of_one_count(firm: Firm) -> None:
    rows = await firm.table("mira", "How many tickets does each of my people have?")
    assert rows == [["Anil Das", 3], ["Lena Öst", 0], ["Tom Moe", 1]]


async def test_records_called_by_numbers_are_told(firm: Firm) -> None:
    rows = await firm.table(
        "mira", "For my team in Pune, how many tickets does each have, and their time off?"
    )
    assert rows[0][:2] == ["Anil Das", 3]
    assert "2026-06-04 2026-06-09" in rows[0][2]


async def test_what_is_not_understood_is_named(firm: Firm) -> None:
    said = await firm.text(
        "mira", "For my team in Pune, how many tickets and how many parking lots does each have?"
    )
    assert "parking lots" in said


async def test_one_forbidden_number_refuses_all(firm: Firm) -> None:
    assert (
        await firm.refuses("mira", "How many tickets and what salary does each of my people have?")
        == "not_permitted"
    )


async def test_half_a_page_is_named_beside_the_rest(firm: Firm) -> None:
    firm.apps.faults["ats/interviews"] = "half"
    outcome = await firm.ask("mira", SEED)
    assert isinstance(outcome, Answer), outcome
    (table,) = [element for element in outcome.elements if element["type"] == "table"]
    assert table["rows"] == [["Anil Das", 3], ["Lena Öst", 0]]
    assert "how many rounds of interview" in outcome.text


async def test_an_amount_is_told_not_its_record(firm: Firm) -> None:
    rows = await firm.table(
        "mira", "List the members of my team with their open tickets and remaining vacation"
    )
    assert all(isinstance(row[2], int | float) for row in rows)


@pytest.mark.parametrize(
    ("who", "asked"),
    [
        ("tom", "What does Mira Sen take home after zorbing?"),
        ("mira", "payroll of my people zorb by zorb"),
        ("mira", "Welche Krankheit hat Anil Das?"),
        ("tom", "How many tickets do I have and what zorbed bonus did Mira Sen get?"),
    ],
)
async def test_unknown_words_do_not_hide_what_is_private(firm: Firm, who: str, asked: str) -> None:
    assert await firm.refuses(who, asked) == "not_permitted"


async def test_a_skip_level_manager_is_found(firm: Firm) -> None:
    assert "Kurt Weiß" in await firm.text("tom", "Who is my skip-level manager?")


async def test_most_of_a_group_is_found(firm: Firm) -> None:
    assert "Anil Das" in await firm.text("mira", "Which of my team members has the most open tickets?")


@pytest.mark.parametrize(
    "asked", ["List my team with their open ticket counts", "Zeig mein Team mit ihren offenen Tickets"]
)
async def test_what_is_theirs_stands_beside_names(firm: Firm, asked: str) -> None:
    assert await firm.table("mira", asked) == [["Anil Das", 2], ["Lena Öst", 0], ["Tom Moe", 1]]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Who is in my team?", "And how many open tickets do they have?"),
        ("Wer ist in meinem Team?", "Und wie viele offene Tickets haben sie?"),
    ],
)
async def test_they_are_those_listed_before(firm: Firm, first: str, then: str) -> None:
    await firm.ask("mira", first, "team")
    assert await firm.table("mira", then, "team") == [["Anil Das", 2], ["Lena Öst", 0], ["Tom Moe", 1]]
