"""Tokens: words, numbers and quoted texts."""

from __future__ import annotations

from answerable.tables.lexicon import shared_lexicon
from answerable.tables.tokens import cut, rejoined, unglued


def test_numbers_are_read_in_the_question_language() -> None:
    assert [token.number for token in cut("1,500.50", "en")] == [1500.5]
    assert [token.number for token in cut("1.500,50", "de")] == [1500.5]
    assert [token.number for token in cut("five", "en")] == [5]
    assert [token.number for token in cut("2 million", "en")] == [2_000_000]


def test_identifiers_and_addresses_stay_whole() -> None:
    assert [token.text for token in cut("Z1-01-01 INV-10005 anna@example.org", "en")] == [
        "Z1-01-01",
        "INV-10005",
        "anna@example.org",
    ]
    assert cut("INV-10005", "en")[0].coded


def test_quoted_texts_are_one_token() -> None:
    [token] = cut("„Das stille Tal“", "de")
    assert (token.text, token.quoted) == ("Das stille Tal", True)


def test_one_is_a_number_where_something_is_counted() -> None:
    assert [token.number for token in cut("mehr als einen Schaden", "de")][2] == 1
    assert [token.number for token in cut("einen Schaden", "de")] == [None, None]


def test_verbs_torn_apart_are_rejoined() -> None:
    tokens = rejoined(cut("Welche Verträge laufen 2026 ab", "de"), shared_lexicon().concepts)
    assert [token.text for token in tokens] == ["Welche", "Verträge", "ablaufen", "2026"]


def test_places_and_sums_are_cut_off() -> None:
    def parts(word: str, held: bool = False) -> list[str]:
        means = shared_lexicon().concepts
        return [t.low for t in unglued(cut(word, "de"), frozenset(), means, lambda _: held)]

    assert parts("zweithöchste") == ["zweit", "hochste"]
    assert parts("Notendurchschnitt") == ["durchschnitt", "note"]
    assert len(parts("Einwohnerzahl")) == 1
    assert parts("Mindestbestand") == ["niedrigste", "bestand"]
    assert parts("Mindestbestand", held=True) == ["mindestbestand"]


def test_large_ordinals_and_thousands_are_numbers() -> None:
    assert [token.number for token in cut("after the 80th minute", "en")][2] == 80
    assert [token.number for token in cut("under 300k", "en")][1] == 300_000
    assert cut("the 2nd order", "en")[1].number is None
