"""A question cut into items."""

from __future__ import annotations

import time

import pytest

from answerable.tables.cutting import Cutter
from tests.tables.world import NOW, VOCABULARY

CUTTER = Cutter(VOCABULARY)


def texts(question: str, language: str) -> list[str]:
    return [item.text for item in CUTTER.cuts(question, language, NOW.date())[0][1]]


def test_compounds_are_taken_apart_where_both_are_known() -> None:
    assert texts("Anzahl Kundenbestellungen", "de") == ["Anzahl", "Kunden", "Bestellungen"]


def test_an_average_may_end_a_compound() -> None:
    assert texts("Gehaltsdurchschnitt", "de") == ["durchschnitt", "Gehalt"]


@pytest.mark.parametrize("word", ["a" * 4_000, "ab-" * 1_300, "Kundenbestellungen" * 200])
def test_an_endless_word_is_left_whole(word: str) -> None:
    began = time.process_time()
    CUTTER.cuts(f"How many {word}?", "en", NOW.date())
    assert time.process_time() - began < 1
