from __future__ import annotations

import pytest

from answerable.stages.plan.spoken_of import spoken_of
from tests.tables.world import PARSER, read


@pytest.mark.parametrize(
    ("text", "language", "means"),
    [
        ("How much stock do we have of it?", "en", "How much stock do we have of article 4711?"),
        ("And what does it cost?", "en", "what does article 4711 cost?"),
        ("What is its price?", "en", "What is price of article 4711?"),
        ("Wie viel haben wir davon?", "de", "Wie viel haben wir von article 4711?"),
        ("Wie hoch ist dessen Preis?", "de", "Wie hoch ist Preis von article 4711?"),
    ],
)
def test_it_is_what_was_named_before(text: str, language: str, means: str) -> None:
    earlier = read("What does article 4711 cost?")
    said, unknown = spoken_of(text, language, earlier, PARSER)
    assert (said.replace("articles", "article"), unknown) == (means, "")


def test_without_a_question_before_nothing_changes() -> None:
    assert spoken_of("What does it cost?", "en", None, PARSER) == ("What does it cost?", "")


def test_words_that_point_at_nothing_stay() -> None:
    earlier = read("What does article 4711 cost?")
    assert spoken_of("How many orders are there?", "en", earlier, PARSER)[1] == ""


def test_a_word_that_could_mean_anything_is_named() -> None:
    earlier = read("How many orders were there in 2025?")
    assert spoken_of("What does it cost?", "en", earlier, PARSER) == ("What does it cost?", "it")


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Wie gross sind die?", "Wie gross sind diese?"),
        ("Wie viele Bestellungen haben die gemacht?", "Wie viele Bestellungen haben diese gemacht?"),
        ("Wie gross sind die Räume?", "Wie gross sind die Räume?"),
    ],
)
def test_an_article_without_its_noun_points_back(text: str, means: str) -> None:
    assert spoken_of(text, "de", read("How many orders were there in 2025?"), PARSER) == (means, "")
