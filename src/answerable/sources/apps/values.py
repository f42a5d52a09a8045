"""Values as apps give them, made into what a table's column holds; what does not fit is None."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from answerable.domain.evidence import Cell
from answerable.lists import read_list

HOURS = 8.0  # of a working day
# code -> names, English first
COUNTRIES: Mapping[str, list[str]] = read_list(__package__, "countries.toml")


def text(value: Any) -> str | None:
    """Words; a list becomes its members with commas, a record its name."""
    if isinstance(value, dict):
        value = value.get("name") or value.get("id")
    if isinstance(value, list):
        value = ", ".join(word for one in value if (word := text(one)))
    return None if value is None or value == "" else str(value)


def number(value: Any) -> float | None:
    try:
        found = float(value) if not isinstance(value, bool) else None
    except (TypeError, ValueError):
        return None
    return found if found is not None and math.isfinite(found) else None


def days(hours: Any) -> float | None:
    """Hours as working days: balances are hours in Merge, people think in days."""
    amount = number(hours)
    return None if amount is None else amount / HOURS


def moment(value: Any) -> datetime | None:
    """A time in UTC, without saying so, as the tables hold it."""
    try:
        when = (
            value
            if isinstance(value, datetime)
            else datetime.fromisoformat(str(value).strip().replace("Z", "+00:00"))
        )
    except ValueError:
        return None
    return when.astimezone(UTC).replace(tzinfo=None) if when.tzinfo else when


def day(value: Any) -> date | None:
    when = moment(value)
    return when.date() if when else None


def country(value: Any) -> str | None:
    """A country by its English name; a code nobody listed stays as it is."""
    code = text(value)
    return COUNTRIES.get(code.upper(), [code])[0] if code else None


def cell(value: Any) -> Cell:
    """A value from a result as evidence keeps it: days and times as they are written."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        value = round(value, 9)  # sums of decimals in binary end in noise
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)
