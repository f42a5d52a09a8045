"""Patterns fit whole sentences, keep what their slots caught, and never take long."""

from __future__ import annotations

import time

import pytest

from answerable.language.pattern import Pattern, fill


@pytest.mark.parametrize(
    ("pattern", "text", "caught"),
    [
        ("How many tickets?", "how many  TICKETS", {}),
        ("How many tickets?", "how many open tickets?", None),
        ("* vacation * left", "How many vacation days do I have left?", {}),
        ("* vacation * left", "vacation left", {}),
        ("* vacation * left", "vacation", None),
        (
            "by {name} i mean {means}",
            "By Bill I mean Bill Turner at Acme.",
            {"name": "Bill", "means": "Bill Turner at Acme"},
        ),
        ("forget {name}", "forget", None),
        ("forget {name}", "Forget Bill O’Neil!", {"name": "Bill O’Neil"}),
        ("{a} and {b} and more", "x and y and z and more", {"a": "x", "b": "y and z"}),
        ("wie viele {was} gibt es", "Wie viele Öfen gibt es?", {"was": "Öfen"}),
        ("orders of {who}", "orders of ann@acme.example", {"who": "ann@acme.example"}),
    ],
)
def test_a_pattern_fits_the_whole_sentence(pattern: str, text: str, caught: dict[str, str] | None) -> None:
    assert Pattern(pattern).match(text) == caught


def test_what_says_more_ranks_higher() -> None:
    ranked = sorted(
        ["* left", "how many days left", "how many {what} left"], key=lambda one: Pattern(one).rank
    )
    assert ranked == ["* left", "how many {what} left", "how many days left"]


def test_filling_leaves_other_braces_alone() -> None:
    assert fill("{who} has {1} {other}", {"who": "Ann"}) == "Ann has {1} {other}"
    assert Pattern("{a} * {b}").slots == ("a", "b")


def test_a_nasty_pattern_takes_no_time() -> None:
    began = time.perf_counter()
    assert Pattern(" ".join(["* a"] * 40) + " b").match(" ".join(["a"] * 2_000)) is None
    # A thousand times what it takes here (2 ms), and far below the years a naive expression would need.
    assert time.perf_counter() - began < 2.0
