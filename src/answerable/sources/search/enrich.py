"""A search query with what the conversation already knows: article numbers, descriptions, suppliers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from answerable.domain.evidence import Table
from answerable.domain.question import Turn

# Columns whose cells tell an engine which thing is meant, by words in their names. English and German.
_TELLING: Mapping[str, tuple[str, ...]] = {
    "number": ("article", "artikel", "sku", "item", "part", "nummer", "number", "artnr", "ean", "gtin"),
    "description": ("description", "bezeichnung", "beschreibung", "name", "title", "titel", "designation"),
    "supplier": ("supplier", "lieferant", "vendor", "manufacturer", "hersteller", "maker", "brand", "marke"),
}
_ARTICLE = re.compile(
    r"(?<![\w.,-])(?=[A-Z0-9-]*\d)[A-Z0-9]{1,6}(?:[-/][A-Z0-9]{1,8})+(?![\w-])|(?<![\w.,'’])\d{4,8}(?![\w.,'’]|\s?(?:CHF|EUR|USD|€|\$|%))"
)
# More words than this make an engine find less. Chosen, not measured.
MOST_WORDS = 14


def enriched(query: str, tables: Iterable[Table] = (), turns: Sequence[Turn] = (), *, rows: int = 1) -> str:
    """The query with the number, description and supplier that the rows or the last turns give it."""
    known = query.casefold()
    parts = [query.strip(" ?!.")]
    for text in _told(tables, rows):
        if text.casefold() not in known:
            parts.append(text)
            known += " " + text.casefold()
    if len(parts) == 1 and not _ARTICLE.search(query):
        for turn in reversed(turns):
            if found := _ARTICLE.search(turn.question) or _ARTICLE.search(turn.text):
                parts.append(found.group())
                break
    return " ".join(" ".join(parts).split()[:MOST_WORDS])


def _told(tables: Iterable[Table], rows: int) -> Iterable[str]:
    for table in tables:
        for words in _TELLING.values():
            columns = [
                i for i, name in enumerate(table.columns) if any(word in name.lower() for word in words)
            ]
            for row in table.rows[:rows]:
                cell = next((row[i] for i in columns if row[i] not in (None, "")), None)
                if cell is not None and not isinstance(cell, bool):
                    yield " ".join(str(cell).split())
