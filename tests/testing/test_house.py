from __future__ import annotations

import pytest

from answerable.domain.events import silence
from answerable.domain.outcome import Answer, Refusal
from answerable.domain.plan import Task
from answerable.errors import SourceUnreachable
from answerable.testing.house import FakeHouse, FakeSource


async def test_a_fake_source_says_its_sentences() -> None:
    house, source = FakeHouse(), FakeSource("faq", "Thirty days.", "No fee.")
    found = await source.read(Task("t", "faq", "look", "?"), house.question("When?"), house.budget(), silence)
    assert [piece.text for piece in found.evidence] == ["Thirty days.", "No fee."]
    assert [task.id for task in source.asked] == ["t"]


async def test_a_fake_source_can_be_down() -> None:
    house, source = FakeHouse(), FakeSource("faq", down=True)
    with pytest.raises(SourceUnreachable, match="nobody answered"):
        await source.read(Task("t", "faq", "look", "?"), house.question("When?"), house.budget(), silence)


async def test_a_fake_house_answers_from_its_sources() -> None:
    outcome = await FakeHouse(FakeSource("faq", "Thirty days.")).ask("How long?")
    assert isinstance(outcome, Answer)
    assert [citation.evidence.locator.source for citation in outcome.citations] == ["faq"]


async def test_an_empty_house_refuses() -> None:
    assert isinstance(await FakeHouse().ask("How long?"), Refusal)
