"""What the conversation already knows of a thing (its number, description, maker, supplier) helps to search for it,
and to tell the pages about it from those about its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from answerable.domain.evidence import Evidence, Table
from answerable.domain.question import Turn
from answerable.language.words import stems

# Columns whose cells tell an engine which thing is meant, by words in their names. English and German.
_TELLING: Mapping[str, tuple[str, ...]] = {
    "number": ("article", "artikel", "sku", "item", "part", "nummer", "number", "artnr", "ean", "gtin"),
    "description": ("description", "bezeichnung", "beschreibung", "name", "title", "titel", "designation"),
    "maker": ("manufacturer", "hersteller", "maker", "brand", "marke"),
    "supplier": ("supplier", "lieferant", "vendor"),
}
_ARTICLE = re.compile(
    r"(?<![\w.,-])(?=[A-Z0-9-]*\d)[A-Z0-9]{1,6}(?:[-/][A-Z0-9]{1,8})+(?![\w-])|(?<![\w.,'’])\d{4,8}(?![\w.,'’]|\s?(?:CHF|EUR|USD|€|\$|%))"
)
# More words than this make an engine find less. Chosen, not measured.
MOST_WORDS = 14
# A page says a cell from this share of its words on: "AG" is no supplier's name. Chosen, not measured.
SAID = 0.5


def enriched(query: str, tables: Iterable[Table] = (), turns: Sequence[Turn] = ()) -> str:
    """The query with the number, description and supplier that the rows or the last turns give it."""
    known = query.casefold()
    parts = [query.strip(" ?!.")]
    for text in told(tables):
        if text.casefold() not in known:
            parts.append(text)
            known += " " + text.casefold()
    if len(parts) == 1 and not _ARTICLE.search(query):
        for turn in reversed(turns):
            if found := _ARTICLE.search(turn.question) or _ARTICLE.search(turn.text):
                parts.append(found.group())
                break
    return " ".join(" ".join(parts).split()[:MOST_WORDS])


def told(tables: Iterable[Table]) -> Iterator[str]:
    """The cells that tell which thing is meant, the most telling first; of several rows only what all of them say."""
    for table in tables:
        for hints in _TELLING.values():
            columns = [
                i for i, name in enumerate(table.columns) if any(hint in name.lower() for hint in hints)
            ]
            said = [{row[i] for row in table.rows} for i in columns]
            cell = next((cells.pop() for cells in said if len(cells) == 1 and not cells & {None, ""}), None)
            if cell is not None and not isinstance(cell, bool):
                yield " ".join(str(cell).split())


def about(pieces: Iterable[Evidence], cells: Sequence[str]) -> list[Evidence]:
    """The pieces of pages about the thing these cells describe, the best page first: for each cell, of the pages that
    say it, those that say most of all the cells. A neighbour's data sheet names the same maker, but not the thing."""
    pages: dict[str, list[Evidence]] = {}
    for piece in pieces:
        pages.setdefault(piece.locator.url, []).append(piece)
    shares = {url: _shares(of_page, cells) for url, of_page in pages.items()}
    kept: set[str] = set()
    for place in range(len(cells)):
        saying = [url for url, share in shares.items() if share[place] >= SAID]
        most = max((sum(shares[url]) for url in saying), default=0.0)
        kept |= {url for url in saying if sum(shares[url]) == most}
    best = sorted(kept, key=lambda url: sum(shares[url]), reverse=True)
    return [piece for url in best for piece in pages[url]]


def _shares(pieces: Sequence[Evidence], cells: Sequence[str]) -> list[float]:
    """How much of each cell a page says."""
    text = " ".join(f"{piece.title} {' '.join(piece.locator.path)} {piece.text}" for piece in pieces)
    said, wanted = set(stems(text)), [stems(cell) for cell in cells]
    return [len(said.intersection(cell)) / len(cell) if cell else 0.0 for cell in wanted]
