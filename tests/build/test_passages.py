"""An assistant over passages answers from every source it names, and says which one it could not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import Answer, Refusal
from answerable.sandbox.shop_site import ShopSite

QUESTION = "How long do I have to return something?"


def assistant(home: Path, name: str, sources: str) -> None:
    folder = home / "assistants" / name
    folder.mkdir(parents=True)
    text = f'walks = "passages"\nsources = {sources}\n[en]\ntitle = "Desk"\nabout = "our papers"\n'
    (folder / "assistant.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def home(empty_home: Path) -> Path:
    assistant(empty_home, "both", '["website", "attic"]')
    assistant(empty_home, "attic", '["attic"]')
    return empty_home


async def test_a_missing_source_is_a_gap_beside_others(home: Path, shop: ShopSite) -> None:
    house = House.open()
    outcome = await answer(house, QUESTION, starts=(shop.url,), assistant="both")
    assert isinstance(outcome, Answer)
    assert "30 days" in outcome.text
    assert "its plug-in cannot be loaded" in [gap.why for gap in outcome.gaps]
    await house.close()


async def test_a_source_missing_alone_is_down(home: Path) -> None:
    house = House.open()
    outcome = await answer(house, QUESTION, assistant="attic")
    assert isinstance(outcome, Refusal)
    assert (outcome.reason, "our papers" in outcome.text) == ("source_down", True)
    await house.close()
