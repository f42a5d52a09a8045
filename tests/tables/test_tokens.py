"""Tokens: words, numbers and quoted texts."""

from __future__ import annotations

from answerable.tables.tokens import cut


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
