"""A page of the invented web, and small tools to write one as real sites do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from html import escape
from random import Random
from typing import Any

from answerable.lists import read_list

WORDS: Mapping[str, Sequence[str]] = {
    name: row.split() for name, row in read_list(__package__, "names.toml").items()
}
# Labels and values as sites lay them out: what stands before, a row, what stands after.
LAYOUTS: Mapping[str, tuple[str, str, str]] = {
    "box": ("<table class=infobox>", "<tr><th>{}</th><td>{}</td></tr>", "</table>"),
    "terms": ("<dl>", "<dt>{}</dt><dd>{}</dd>", "</dl>"),
    "bullets": ("<ul>", "<li><strong>{}:</strong> {}</li>", "</ul>"),
    "plain": ("<table>", "<tr><td>{}</td><td>{}</td></tr>", "</table>"),
}


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
    month, monat = WORDS["months"][value.month - 1], WORDS["monate"][value.month - 1]
    ways = (
        f"{value.day} {month} {value.year}",
        f"{month} {value.day}, {value.year}",
        value.isoformat(),
        f"{value.day}. {monat} {value.year}",
        f"{value:%d.%m.%Y}",
    )
    return ways[way % 5]


def laid_out(layout: str, rows: Sequence[tuple[str, str]]) -> str:
    """Labels and values in one of the layouts."""
    before, row, after = LAYOUTS[layout]
    return before + "".join(row.format(label, value) for label, value in rows) + after
