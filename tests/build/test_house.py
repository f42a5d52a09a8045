from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from answerable.build import House
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import BadQuestion, SettingsError, StoreError
from answerable.settings import BudgetSettings, Settings, WebsiteSettings, read_settings


@pytest.fixture
def house() -> Iterator[House]:
    opened = House.open()
    yield opened
    opened.store.close()


def question(*starts: str) -> Question:
    return Question("How long?", "talk", "run", datetime(2026, 6, 1, tzinfo=UTC), starts=starts)


def test_a_house_opens_on_the_environment(house: House) -> None:
    assert house.settings == read_settings()
    assert (house.settings.home / "answerable.db").is_file()


def test_a_home_that_cannot_be_written_is_explained(house: House) -> None:
    file = house.settings.home / "answerable.db"
    with pytest.raises(StoreError, match="Set ANSWERABLE_HOME to a folder you may write to"):
        House.open(replace(house.settings, home=file))


def test_the_purse_is_what_the_operator_set(house: House) -> None:
    settings = Settings(
        home=house.settings.home,
        website=WebsiteSettings(max_iterations=2, max_pages=7),
        budget=BudgetSettings(seconds=3, model_calls=1),
    )
    limits = House.open(settings).budget().limits
    assert (limits.rounds, limits.pages, limits.seconds, limits.model_calls) == (3, 7, 3, 1)


async def test_an_engine_has_every_stage(house: House) -> None:
    async with house.engine(question("https://shop.example")) as engine:
        assert isinstance(engine, Engine)


async def test_a_wrong_start_is_named_before_anything_opens(house: House) -> None:
    with pytest.raises(SettingsError, match=r"'ftp://shop\.example' is not a web address"):
        async with house.engine(question("ftp://shop.example")):
            pass


def test_an_unknown_assistant_is_told_the_known(house: House) -> None:
    with pytest.raises(BadQuestion, match=r"There is no assistant 'oracle'\. There are: website"):
        house.assistant("oracle")


def test_an_assistant_may_have_its_own_purse(house: House) -> None:
    folder = house.settings.home / "assistants" / "hasty"
    folder.mkdir(parents=True)
    (folder / "assistant.toml").write_text('walks = "website"\n[budget]\nseconds = 2\n[en]\ntitle = "Hasty"')
    assert House.open(house.settings).budget("hasty").limits.seconds == 2
