"""Read a Retry-After header: seconds, or a date."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def seconds_to_wait(header: str, now: datetime | None = None) -> float | None:
    """How long the server asks to be left alone; None when it does not say so readably."""
    header = header.strip()
    if header.isascii() and header.isdigit():
        return float(header[:9])  # nine digits are thirty years; more would only be a large number to print
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())
