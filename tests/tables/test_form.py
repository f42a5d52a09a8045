"""Forms are plain values: they can be kept with a turn and read back."""

from __future__ import annotations

import json

import pytest

from answerable.tables import Reading
from tests.tables.world import read


@pytest.mark.parametrize(
    "question",
    [
        "How many orders per month in 2025?",
        "Which customers have more than 1 order?",
        "What share of orders is open?",
        "The two most expensive articles of Bosch AG",
    ],
)
def test_a_reading_survives_as_plain_json(question: str) -> None:
    reading = read(question)
    assert Reading.from_plain(json.loads(json.dumps(reading.plain()))) == reading
