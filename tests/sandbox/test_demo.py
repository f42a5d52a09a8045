"""The demo opens every world, leaves alone what the operator has set, and can be opened again."""

from __future__ import annotations

from dataclasses import replace

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer
from answerable.sandbox.demo import demo_world, stocked
from answerable.settings import DatabaseSettings, read_settings


async def test_every_assistant_answers_in_the_demo() -> None:
    async with demo_world(read_settings()) as world:
        house = House.open(world.settings)
        asked = {
            "website": "How long do I have to return something?",
            "workplace": "How many leads do we have?",
            "bookstore": "How long do I have to return a book?",
            "warehouse": "How many articles do we have?",
            "research": house.assistant("research").says("en").starters[1],
        }
        for assistant, question in asked.items():
            starts = (world.shop,) if assistant == "website" else ()
            outcome = await answer(house, question, assistant=assistant, starts=starts)
            assert isinstance(outcome, Answer), (assistant, outcome.text)
        assert set(asked) == set(house.assistants)
        await house.close()


async def test_what_the_operator_set_stays() -> None:
    own = replace(read_settings(), database=DatabaseSettings(url="sqlite:///own.db"))
    async with demo_world(own) as world, demo_world(own) as second:
        assert world.settings.database.url == "sqlite:///own.db"
        assert second.shop != world.shop  # the usual ports are taken


def test_an_assistant_without_records_gets_demo_ones() -> None:
    settings = read_settings()
    assert stocked(settings, "warehouse").database.url.endswith("demo/warehouse.db")
    assert stocked(settings, "bookstore") == settings
    assert (settings.home / "bookstore.db").is_file()
    own = replace(settings, database=DatabaseSettings(url="sqlite:///own.db"))
    assert stocked(own, "warehouse") == own
