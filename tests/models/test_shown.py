from __future__ import annotations

from datetime import UTC, datetime

import pytest

from answerable.domain.evidence import Evidence, Lead, Locator
from answerable.domain.question import Turn
from answerable.models.shown import (
    ShownLimits,
    cut,
    excerpt,
    shorten_url,
    show_links,
    show_passages,
    show_turns,
    tokens,
)

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def has(word: str, text: str) -> float:
    return text.count(word)


def piece(text: str, page: str = "a", title: str = "Page") -> Evidence:
    where = Locator("website", f"https://boats.example/{page}", path=("Prices", "Canoes"))
    return Evidence(f"{page}-{len(text)}", text, title, where, NOON)


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a" * 7, 2), ("a" * 8, 3), ("船" * 7, 6)])
def test_tokens_are_counted_rather_too_many(text: str, count: int) -> None:
    assert tokens(text) == count


def test_a_cut_text_shows_that_it_is_cut() -> None:
    assert cut("short", 10) == "short"
    assert cut("word " * 100, 4) == "word word word […]"
    assert cut("船" * 100, 2) == "船船 […]"


def test_a_short_address_is_shown_whole() -> None:
    assert shorten_url("https://boats.example/a", ShownLimits()) == "https://boats.example/a"


@pytest.mark.parametrize("length", [30, 31, 600, 5_000])
def test_a_long_address_keeps_both_ends(length: int) -> None:
    url = "https://boats.example/" + "x" * length + "/prices"
    limits = ShownLimits(links_max_chars=50, url_truncation_buffer=10)
    shown = shorten_url(url, limits)
    assert len(shown) == 43  # forty of the address, three dots
    assert shown.startswith("https://boats.exampl")
    assert "..." in shown
    assert shown.endswith("/prices")


@pytest.mark.parametrize(("most", "buffer"), [(0, 0), (5, 10), (3, 3), (1, 0)])
def test_tiny_limits_do_not_break_addresses(most: int, buffer: int) -> None:
    limits = ShownLimits(links_max_chars=most, url_truncation_buffer=buffer)
    assert "..." in shorten_url("https://boats.example/prices", limits)


def test_an_excerpt_grows_around_what_fits() -> None:
    text = "The lake is deep. " * 50 + "A canoe costs 18 euros. " + "Water is cold. " * 50
    shown = excerpt(text, 100, lambda part: has("canoe", part))
    assert "A canoe costs 18 euros." in shown
    assert shown.startswith("[…] ")
    assert shown.endswith("more characters]")
    assert len(shown) < 150


def test_a_short_text_is_no_excerpt() -> None:
    assert excerpt("A canoe.", 100, lambda _: 0.0) == "A canoe."


def test_a_text_without_breaks_is_cut() -> None:
    shown = excerpt("x" * 500, 100, lambda _: 0.0)
    assert shown == "x" * 100 + " [… cut: 400 more characters]"


def test_passages_are_numbered_and_labelled() -> None:
    shown = show_passages(
        [piece("One.", "a"), piece("Two.", "b")], each=100, limits=ShownLimits(), suits=lambda _: 0.0
    )
    assert [passage.quoted.labels["number"] for passage in shown] == ["1", "2"]
    assert shown[0].quoted.labels["heading"] == "Prices › Canoes"
    assert shown[1].piece.text == "Two."


def test_a_page_has_one_allowance_for_all_passages() -> None:
    limits = ShownLimits(content_max_chars=150)
    pieces = [piece("a" * 100), piece("b" * 101), piece("c" * 102), piece("d" * 10, "other")]
    shown = show_passages(pieces, each=100, limits=limits, suits=lambda _: 0.0)
    assert [len(passage.quoted.text.split(" [")[0]) for passage in shown] == [100, 50, 10]
    assert "cut: 51 more characters" in shown[1].quoted.text


def test_links_are_lines_with_numbers() -> None:
    leads = [Lead("https://boats.example/a", "Our\n prices ", 1.0, "website"), Lead("u", "", 0.5, "website")]
    assert show_links(leads, ShownLimits()) == [
        "1. Our prices (https://boats.example/a)",
        "2. without words (u)",
    ]


def test_only_the_last_turns_are_shown() -> None:
    turns = show_turns([Turn(f"Q{n}?", f"A{n}.", "answer") for n in range(9)])
    assert [turn.text for turn in turns] == [f"Question: Q{n}?\nAnswer: A{n}." for n in (6, 7, 8)]
