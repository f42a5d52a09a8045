"""A page of the invented web, and small tools to write one as real sites do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from html import escape
from random import Random
from typing import Any

MONTHS, MONATE = (
    row.split()
    for row in (
        "January February March April May June July August September October November December",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    )
)


@dataclass(frozen=True)
class WebPage:
    """One page: whose it is, where it stands, and what it says."""

    host: str
    path: str
    title: str
    body: str
    language: str = "en"

    @property
    def address(self) -> str:
        return f"/{self.host}/{self.path}"

    def html(self) -> bytes:
        head = f'<meta charset="utf-8"><title>{escape(self.title)}</title>'
        inner = f"<head>{head}</head><body>{self.body}</body>"
        return f'<!doctype html><html lang="{self.language}">{inner}</html>'.encode()


@dataclass
class Telling:
    """What each host says: the truth, unless a lie was planted for it."""

    lies: dict[tuple[str, str, str], Any] = field(default_factory=dict)  # (host, subject, attribute) -> value

    def __call__(self, host: str, subject: str, attribute: str, truth: Any) -> Any:
        return self.lies.get((host, subject, attribute), truth)


def slug(name: str) -> str:
    """A name as part of an address."""
    plain = unicodedata.normalize("NFKD", name.replace("’", "")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def dice(*parts: str) -> Random:
    """Chance that is the same every time for the same page."""
    return Random("|".join(parts))


def number(value: int, way: int) -> str:
    """A number as sites write it."""
    grouped = f"{value:,}"
    return (grouped, grouped.replace(",", "’"), grouped.replace(",", " "), str(value))[way % 4]


def day(value: date, way: int) -> str:
    """A date as sites write it."""
    month = MONTHS[value.month - 1]
    return (
        f"{value.day} {month} {value.year}", f"{month} {value.day}, {value.year}", value.isoformat(),
        f"{value.day}. {MONATE[value.month - 1]} {value.year}", f"{value.day:02}.{value.month:02}.{value.year}",
    )[way % 5]  # fmt: skip


def infobox(rows: Sequence[tuple[str, str]]) -> str:
    """A table of labels and values."""
    return (
        "<table class=infobox>" + "".join(f"<tr><th>{a}</th><td>{b}</td></tr>" for a, b in rows) + "</table>"
    )


def terms(rows: Sequence[tuple[str, str]]) -> str:
    """A definition list."""
    return "<dl>" + "".join(f"<dt>{a}</dt><dd>{b}</dd>" for a, b in rows) + "</dl>"


def bullets(rows: Sequence[tuple[str, str]]) -> str:
    """A list of "label: value"."""
    return "<ul>" + "".join(f"<li><strong>{a}:</strong> {b}</li>" for a, b in rows) + "</ul>"


def plain_table(rows: Sequence[tuple[str, str]]) -> str:
    """A table that does not say which cells are labels."""
    return "<table>" + "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in rows) + "</table>"


LAYOUTS: Mapping[str, Callable[[Sequence[tuple[str, str]]], str]] = {
    "box": infobox,
    "terms": terms,
    "bullets": bullets,
    "plain": plain_table,
}
