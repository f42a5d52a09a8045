"""Floors refuse a drop and let an improvement pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.evals.floors import misses, read_floors, way


def test_a_figure_below_its_floor_is_a_miss() -> None:
    assert misses("faq", {"overall": 0.5}, {"faq": {"overall": 0.6}}) == [
        "faq overall is 0.500, the floor is 0.600"
    ]


def test_a_figure_on_its_floor_passes() -> None:
    assert misses("faq", {"overall": 0.6}, {"faq": {"overall": 0.6}}) == []


def test_more_false_refusals_than_allowed_are_a_miss() -> None:
    assert misses("faq", {"false_refusals": 0.2}, {"faq": {"false_refusals": 0.1}})
    assert not misses("faq", {"false_refusals": 0.05}, {"faq": {"false_refusals": 0.1}})


def test_a_suite_without_floors_cannot_miss() -> None:
    assert misses("faq", {"overall": 0.0}, {}) == []


def test_the_committed_floors_can_be_read() -> None:
    floors = read_floors(Path("evals/floors.toml"))
    assert floors["website/debian-faq"]["overall"] > 0.5


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(0.9, 0.9, ""), (None, 0.1, "new"), (0.9, None, "gone"), (0.9, 0.8, "worse"), (0.8, 0.9, "better")],
)
def test_what_became_of_a_figure_is_said(before: float | None, after: float | None, said: str) -> None:
    assert way("overall", before, after) == said
