"""The warehouse with the web beside it: rows and pages in one answer, and what happens when either fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.events import Event, PlanMade
from answerable.domain.outcome import Answer, Outcome, Refusal
from answerable.language.embed import shared_vectors
from answerable.sandbox.demo import stocked
from answerable.settings import read_settings
from answerable.store import Store
from answerable.testing.scripted_model import ScriptedModel


@pytest.fixture
def house() -> Iterator[House]:
    house = House.open(stocked(read_settings(), "warehouse"))
    yield house
    house.store.close()


async def ask(house: House, text: str, conversation: str = "") -> Outcome:
    return await answer(house, text, assistant="warehouse", conversation=conversation)


async def test_what_no_table_holds_comes_from_the_data_sheet(house: House) -> None:
    outcome = await ask(house, "What temperature range does article 1001 have?")
    assert isinstance(outcome, Answer)
    assert "operating temperature: -25 °C to +55 °C" in outcome.text
    assert {citation.evidence.locator.source for citation in outcome.citations} == {"database", "search"}
    assert outcome.citations[-1].quote == "operating temperature | -25 °C to +55 °C"


async def test_rows_and_pages_answer_one_question(house: House) -> None:
    outcome = await ask(
        house, "Wie viel Bestand haben wir von Artikel 1001 und welche Garantie gibt der Hersteller?"
    )
    assert isinstance(outcome, Answer)
    assert "95" in outcome.text
    assert "Garantie: 24 Monate" in outcome.text
    assert not outcome.gaps


async def test_queries_and_the_search_start_together(house: House) -> None:
    heard: list[Event] = []
    await answer(
        house,
        "How much stock of article 1001 do we have and what warranty does the maker give?",
        assistant="warehouse",
        tell=heard.append,
    )
    first = next(event for event in heard if isinstance(event, PlanMade))
    assert {"query_1", "named_1", "web_1"} <= set(first.tasks)


@pytest.mark.parametrize(
    "question", ["What is the weight of article 4711?", "How many employees do we have?"]
)
async def test_what_nobody_says_is_declined(house: House, question: str) -> None:
    outcome = await ask(house, question)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"


async def test_a_plain_question_asks_no_engine(house: House) -> None:
    heard: list[Event] = []
    await answer(house, "How many articles are there?", assistant="warehouse", tell=heard.append)
    plans = [event for event in heard if isinstance(event, PlanMade)]
    assert not [task for plan in plans for task in plan.tasks if task.startswith("web")]


async def test_another_makers_sheet_is_never_quoted(house: House) -> None:
    outcome = await ask(house, "Which protection class does article 4711 have?")  # its maker names none
    assert isinstance(outcome, Refusal)


async def test_a_broken_web_leaves_the_rows(house: House) -> None:
    await ask(house, "How many articles are there?")  # opens the index
    home: Path = house.settings.home
    await house.close()
    (home / "suppliers.db").unlink()
    (home / "suppliers.db").write_bytes(b"")
    without = House.open(house.settings)
    outcome = await ask(
        without, "How much stock of article 1001 do we have and what warranty does the maker give?"
    )
    await without.close()
    assert isinstance(outcome, Answer)
    assert "95" in outcome.text
    assert [gap.asked for gap in outcome.gaps] == ["what warranty does the maker give?"]


async def test_a_model_may_send_a_question_to_the_web() -> None:
    analysis = {
        "needsDatabaseQuery": True,
        "needsWebResearch": True,
        "sqlQueries": [{"query": "SELECT COUNT(*) AS n FROM Artikel", "purpose": "Number of articles"}],
        "reasoning": "stock is in the tables, terms are not",
    }
    settings = stocked(read_settings(), "warehouse")
    house = House(settings, Store.open(settings.home), shared_vectors(), ScriptedModel([analysis]))
    outcome = await ask(house, "Briefly assess Alpina Elektrotechnik AG: delivery time?")
    await house.close()
    assert isinstance(outcome, Answer)
    assert "2 working days" in outcome.text


async def test_a_follow_up_leans_on_the_thing_named_before(house: House) -> None:
    await ask(house, "How many articles does Voltara make?", "talk")
    outcome = await ask(house, "and what is their warranty?", "talk")
    assert isinstance(outcome, Answer)
    assert "warranty: 24 months" in outcome.text


async def test_a_search_that_names_nothing_may_find_nothing(house: House) -> None:
    outcome = await ask(house, "Search the web for cats")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "not_found"
