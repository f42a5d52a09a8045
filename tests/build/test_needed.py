"""An override is needed until the house says the same by itself."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import take
from answerable.build import House
from answerable.build.needed import check_need, tried_with
from answerable.domain.question import Question, User
from answerable.store.overrides import StoredOverride
from tests.build.shops import shop_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = shop_house(tmp_path)
    yield opened
    opened.store.close()


async def state(house: House, stage: str, pattern: str, asked: str = "", **more: Any) -> str:
    result = more.pop("result")
    wanted = StoredOverride(stage=stage, pattern=pattern, result=result, author="o", **more)
    kept = house.store.overrides("local").put(wanted)

    def taken(text: str) -> Question:
        return take(house, asked or text, assistant="warehouse", user=User())

    return (await check_need(house, kept, taken)).state


COUNT = "how many articles are there"


async def test_an_answer_the_source_carries_is_spare(house: House, tmp_path: Path) -> None:
    assert await state(house, "draft", COUNT, result={"text": "There are 5 articles."}) == "needed"
    with closing(sqlite3.connect(tmp_path / "shop.db")) as connection, connection:
        connection.execute("INSERT INTO articles VALUES (5, 'Bulb', 1, 'Bern', '2026-05-01')")
    assert await state(house, "draft", COUNT, result={"text": "There are 5 articles."}) == "not needed"


async def test_other_stages_are_compared_by_outcome(house: House) -> None:
    assert await state(house, "guard", COUNT, result={"allowed": True}) == "not needed"
    assert await state(house, "guard", COUNT, result={"allowed": False, "reason": "off_topic"}) == "needed"


async def test_what_cannot_be_told_is_said(house: House) -> None:
    past = time.time() - 1
    assert await state(house, "draft", COUNT, result={"text": "x"}, expires_at=past) == "expired"
    assert await state(house, "draft", COUNT, "Who pours tea?", result={"text": "x"}) == "unknown"


def test_a_pattern_without_open_places_tests_itself() -> None:
    given = {"stage": "draft", "result": {"text": "x"}, "author": "o"}
    assert tried_with(StoredOverride(pattern="who", **given)) == "who"  # type: ignore[arg-type]  # by name
    assert tried_with(StoredOverride(pattern="who *", **given)) == ""  # type: ignore[arg-type]  # by name
    test = StoredOverride(pattern="who *", test={"question": "Who is it?"}, **given)  # type: ignore[arg-type]  # by name
    assert tried_with(test) == "Who is it?"
