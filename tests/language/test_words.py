"""Words, stems and which language they are."""

from __future__ import annotations

import pytest

from answerable.language.words import content_words, detect_language, stem, stems, words


def test_words_are_lower_case_with_umlauts() -> None:
    assert words("Die Größe: 38 Liter, Café_Crème!") == ["die", "größe", "38", "liter", "café", "crème"]


def test_an_apostrophe_holds_a_word_together() -> None:
    assert words("the customer’s order isn't") == ["the", "customer's", "order", "isn't"]


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("return", "returns", "en"),
        ("shipping", "shipped", "en"),
        ("customer's", "customers", "en"),
        ("rückgabe", "rückgaben", "de"),
        ("größe", "grösse", "de"),
        ("größe", "grosse", "de"),
        ("öffnungszeiten", "offnungszeiten", "de"),
        ("café", "cafe", "en"),
        ("gebühr", "gebuhren", "de"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str, language: str) -> None:
    assert stem(one, language) == stem(other, language)


def test_different_words_keep_different_stems() -> None:
    assert len({stem(word) for word in ("return", "refund", "delivery", "warranty")}) == 4


def test_stems_keep_every_word_of_a_text() -> None:
    assert len(stems("Where do I send it back to?")) == 7


def test_content_words_drop_how_it_is_asked() -> None:
    assert content_words("Can you tell me how long the delivery to Norway takes?") == [
        "long", "delivery", "norway", "takes",
    ]  # fmt: skip
    assert content_words("Was kostet der Versand nach Norwegen?", "de") == ["kostet", "versand", "norwegen"]


def test_content_words_come_once_in_order() -> None:
    assert content_words("delivery price, price of delivery") == ["delivery", "price"]


def test_a_possessive_counts_as_its_owner() -> None:
    assert content_words("What's the tent's weight?") == ["tent", "weight"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How long do I have to return something?", "en"),
        ("Where is my order?", "en"),
        ("Wie lange dauert der Versand?", "de"),
        ("Was ist Debian?", "de"),
        ("Rückgabe", "de"),
        ("Gibt es einen Laden in Bern?", "de"),
        ("Wo ist die App?", "de"),
    ],
)
def test_the_language_is_told_by_small_words(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_a_text_without_a_hint_takes_the_default() -> None:
    assert detect_language("Larchwick Gannet 38") == "en"
    assert detect_language("Larchwick Gannet 38", default="de") == "de"


def test_an_unknown_language_is_read_as_english() -> None:
    assert stem("returns", "fr") == stem("returns", "en")
    assert content_words("the returns", "fr") == ["returns"]


def test_a_name_with_an_umlaut_is_no_language() -> None:
    assert detect_language("email of Heike Voß") == "en"
    assert detect_language("Offene Anträge meiner Leute in Bangalore") == "de"
