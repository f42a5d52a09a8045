"""How long a server asks to be left alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from answerable.net.retry_after import seconds_to_wait

NOW = datetime(2026, 11, 15, 9, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("0", 0.0),
        (" 120 ", 120.0),
        ("Sun, 15 Nov 2026 09:01:00 GMT", 60.0),
        ("Sun, 15 Nov 2026 08:00:00 GMT", 0.0),
        ("Sun, 15 Nov 2026 09:01:00", 60.0),
        ("9" * 400, 999_999_999.0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Sun, 99 Nov 2026 09:01:00 GMT", None),
    ],
)
def test_seconds_and_dates_are_understood(header: str, seconds: float | None) -> None:
    assert seconds_to_wait(header, NOW) == seconds
