from __future__ import annotations

import pytest

from tests.language.values.reading_values import one


@pytest.mark.parametrize(
    "text",
    [
        "on 3 April 2026",
        "on 2026-04-03",
        "on April 3rd, 2026",
        "on 3rd of April 2026",
        "am 03.04.2026",
        "am 3. April 2026",
    ],
)
def test_every_writing_of_a_date_is_one_date(text: str) -> None:
    assert one(text, "de" if text.startswith("am") else "en").canonical == "2026-04-03"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("9:30 pm", "21:30"),
        ("at 9 am", "09:00"),
        ("um 17 Uhr", "17:00"),
        ("14:05", "14:05"),
        ("at noon", "12:00"),
    ],
)
def test_times_are_read_on_one_clock(text: str, canonical: str) -> None:
    assert (one(text).kind, one(text).canonical) == ("time", canonical)
