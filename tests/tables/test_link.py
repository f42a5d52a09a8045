"""Tokens tied to what they may mean."""

from __future__ import annotations

from answerable.tables.link import Item, Linker
from answerable.tables.phrases import shared_phrases
from answerable.tables.tokens import cut
from tests.tables.world import NOW, VOCABULARY

LINKER = Linker(VOCABULARY)


def items(text: str, language: str = "en") -> list[Item]:
    return LINKER.cuts(cut(text, language), language, shared_phrases(language), NOW.date())[0][1]


def test_every_word_is_accounted_for() -> None:
    found = items("How many articles does Bosch AG supply?")
    assert [item.kind for item in found] == ["ask", "thing", "join", "thing", "thing"]
    assert items("How many zorbles do we have?")[1].kind == "unknown"


def test_a_word_may_stand_for_several_things() -> None:
    [thing] = [item for item in items("Bern") if item.kind == "thing"]
    assert {one.entity for one in thing.things} == {"suppliers", "customers"}


def test_a_known_phrase_is_not_taken_apart() -> None:
    assert items("What is the blood type?")[-1].kind == "unknown"


def test_adjectives_know_what_they_measure() -> None:
    [adjective] = [item for item in items("the most expensive article") if item.kind == "adjective"]
    assert adjective.what == "most"
    assert adjective.things[0].field in ("price", "total")


def test_an_opposite_is_read_from_its_prefix() -> None:
    [thing] = [item for item in items("inactive") if item.kind == "thing"]
    assert thing.things[0].negated
