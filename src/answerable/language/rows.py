"""Rows of a table as a person would say them: each value with the name of its column, only the rows asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from answerable.language.asked import Asked
from answerable.language.ranking import stems_of
from answerable.language.sentences import Unit, units

_CELLS = " | "
_NUMBER, _WORD = re.compile(r"\d"), re.compile(r"[^\W\d_]{2}")
# A longer cell is a text of its own: with names of columns in between nobody could read it. Chosen, not measured.
_LONG_CELL = 80


def header_of(table: Sequence[Unit], place: int) -> tuple[str, ...]:
    """The names of the columns above a row; none where the table's first row is a row like the others."""
    first, *rows = (one for one in table if one.block == table[place].block)
    names = tuple(first.text.split(_CELLS))
    columns = zip(*(row.text.split(_CELLS) for row in rows), strict=False)
    valued = any(
        _NUMBER.search(name) and not _over_values(name, column)
        for name, column in zip(names, columns, strict=False)
    )
    headed = first is not table[place] and len(set(names)) == len(names) and not valued
    if len(names) == 2:  # "Breed | Collie", "Born | May 2021": values of many kinds are of many things
        headed &= len({bool(_NUMBER.search(row.text.partition(_CELLS)[2])) for row in rows}) == 1
    return names if headed and len(names) == len(table[place].text.split(_CELLS)) else ()


def _over_values(name: str, column: Sequence[str]) -> bool:
    """Whether a cell with a number names the column below it, as "1 day" stands over bare figures."""
    return bool(_WORD.search(name)) and not any(map(_WORD.search, column))


def is_header(table: Sequence[Unit], place: int) -> bool:
    """Whether a row only names the columns of the rows below it."""
    below = table[place + 1 : place + 2]
    row = bool(below) and below[0].kind == "row" and below[0].block == table[place].block
    return row and header_of(table, place + 1) == tuple(table[place].text.split(_CELLS))


def told(row: str, header: Sequence[str]) -> str:
    """A row as an item of a list: "- Norway: Working days 6-8, Price €16.50"; without a header as it stands."""
    cells = row.split(_CELLS)
    if not header or any(len(cell) > _LONG_CELL for cell in cells):
        return row
    pairs = [f"{name} {cell}".strip() for name, cell in zip(header[1:], cells[1:], strict=True) if cell]
    return f"- {cells[0]}: {', '.join(pairs)}"


def as_told(within: Sequence[Unit]) -> list[str]:
    """The units of a section as an answer tells them: rows in words, the others as they stand."""
    return [
        told(unit.text, header_of(within, place)) if unit.kind == "row" else unit.text
        for place, unit in enumerate(within)
    ]


def all_told(passage: str) -> list[str]:
    """Every row of a passage's tables in words."""
    found = units(passage)
    return [text for text, unit in zip(as_told(found), found, strict=True) if unit.kind == "row"]


def asked_for(within: Sequence[Unit], places: Collection[int], asked: Asked) -> set[int]:
    """Which of the chosen places stay: a chosen row that lacks what another of its table is asked for by goes.

    "What does delivery to Norway cost?" is answered by one row, however well the others fit the rest of its words. Of
    "And to Sweden?" after it the new word decides.
    """
    kept = set(places)
    for block in {within[place].block for place in places if within[place].kind == "row"}:
        rows = [place for place, unit in enumerate(within) if unit.block == block]
        if is_header(within, rows[0]):
            kept.discard(rows.pop(0))  # its names stand in every row that is told
        elif not _NUMBER.search(within[rows[0]].text):
            rows.pop(0)  # it may name the columns as well, and decides nothing
        held = {place: stems_of(within[place].text, asked.language) for place in rows}
        for stems in (asked.stems[: asked.own], asked.stems):
            telling = {
                stem
                for stem in stems
                if 0 < sum(stem in held[place] for place in rows) <= max(1, len(rows) // 3)
            }
            most = max((len(held[place] & telling) for place in rows if place in kept), default=0)
            kept -= {place for place in rows if len(held[place] & telling) < most}
    return kept
