"""From a reading and its result to an answer: sentences whose numbers stand in the result, tables and charts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from answerable.domain.evidence import Cell, Table
from answerable.tables.form import Reading
from answerable.tables.vocabulary import PLAIN
from answerable.tables.wording import spoken, templates

# A sentence names at most so many records; more are a table. A chart with more bars than this is unreadable.
# Both chosen, not measured.
MOST_NAMED = 5
MOST_BARS = 40
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PERSON = re.compile(
    r"name|vor|nach|first|last|given|nm$", re.IGNORECASE
)  # columns of which two name a person


@dataclass(frozen=True)
class Worded:
    """An answer in plain values: sentences to claim, elements to show."""

    sentences: tuple[str, ...]
    elements: tuple[dict[str, Any], ...] = ()


def say(reading: Reading, table: Table) -> Worded:
    """Word the result of a reading's query."""
    cut = (_told(reading, "cut"),) if table.cut else ()
    shape = reading.form.shape
    if shape == "yesno":
        return _yes_or_no(reading, table)
    if not table.rows:
        return Worded((_told(reading, "none_found"),))
    if shape == "number" and len(table.rows) == 1:
        return _number(reading, table)
    if shape in ("series", "comparison") and len(table.rows) > 1:
        return Worded((_lead(reading, table), *cut), _elements(reading, table))
    if len(table.rows) == 1 and len(table.columns) <= 3:
        return Worded((_told(reading, "number", value=_record(reading, table.rows[0])),))
    if len(table.rows) <= MOST_NAMED and len(table.columns) <= 2 and not table.cut:
        named = "; ".join(_record(reading, row) for row in table.rows)
        return Worded((_told(reading, "number", value=named),), (_table(table),))
    told = _told(reading, "many" if table.cut else "found", count=spoken(len(table.rows), reading.language))
    return Worded((told, *cut), (_table(table),))


def say_rows(says: str, table: Table, language: str) -> Worded:
    """Word the result of a query that nobody read as a question, under the words given for it."""
    told, few = templates(language), len(table.rows) <= MOST_NAMED and not table.cut
    if not table.rows:
        return Worded((told["none_found"].format(says=says),))
    if few and (len(table.rows) == 1 or len(table.columns) <= 3):
        rows = (", ".join(_cell(cell, language) for cell in row if cell is not None) for row in table.rows)
        sentence = told["number"].format(says=says, value="; ".join(rows))
    else:
        found = told["many" if table.cut else "found"]
        sentence = found.format(says=says, count=spoken(len(table.rows), language))
    return Worded((sentence,), () if len(table.rows) == len(table.columns) == 1 else (_table(table),))


def _cell(cell: Cell, language: str) -> str:
    """Whether a number counts or names (a year, an order) is not known here, so its digits are not grouped."""
    if not isinstance(cell, int | float) or isinstance(cell, bool):
        return spoken(cell, language)
    return str(int(cell) if cell == int(cell) else round(cell, 4))


def _told(reading: Reading, template: str, **values: str) -> str:
    """A sentence about what was understood."""
    said = str(templates(reading.language)[template]).format(says=reading.says, **values)
    return said[:1].upper() + said[1:]


def _yes_or_no(reading: Reading, table: Table) -> Worded:
    count = table.rows[0][0] if table.rows else 0
    if not count:
        return Worded((_told(reading, "no"),))
    return Worded((_told(reading, "yes", count=spoken(count, reading.language)),))


def _number(reading: Reading, table: Table) -> Worded:
    row = table.rows[0]
    if all(cell is None for cell in row):
        return Worded((_told(reading, "no_number"),))
    if len(row) == 1 or (reading.form.mean and row[0] == row[1]):
        return Worded((_told(reading, "number", value=_with_unit(reading, 0, row[0])),))
    if reading.form.mean:
        some, every = (spoken(cell, reading.language) for cell in row)
        both = str(templates(reading.language)["mean_both"]).format(some=some, all=every)
        return Worded((_told(reading, "number", value=both),))
    named = ", ".join(
        f"{label} {_with_unit(reading, place, cell)}"
        for place, (label, cell) in enumerate(zip(table.columns, row, strict=True))
    )
    return Worded((_told(reading, "number", value=named),))


def _with_unit(reading: Reading, place: int, value: Cell) -> str:
    unit = reading.units[place] if place < len(reading.units) else ""
    said = str(value) if unit == PLAIN and isinstance(value, int) else spoken(value, reading.language)
    if not unit or unit == PLAIN or value is None:
        return said
    if len(unit) == 3 and unit.isupper() and isinstance(value, float):  # money has two decimals
        whole = f"{value:,.2f}"
        said = whole.translate(str.maketrans(",.", ".,")) if reading.language == "de" else whole
    return f"{said} {unit}"


def _record(reading: Reading, row: tuple[Cell, ...]) -> str:
    texts = [_with_unit(reading, place, cell) for place, cell in enumerate(row)]
    worded = [isinstance(cell, str) and not _DAY.match(cell) for cell in row]
    names = [text for text, name in zip(texts, worded, strict=True) if name]
    others = [text for text, name in zip(texts, worded, strict=True) if not name]
    person = [bool(_PERSON.search(column.field)) for column in reading.form.shows[:2]]
    named = " ".join(names) if len(names) == 2 and all(person) and len(person) == 2 else ", ".join(names)
    return ", ".join(part for part in (named, *others) if part)


def _lead(reading: Reading, table: Table) -> str:
    """The sentence above a table of groups: who is highest, where that says something."""
    figures = [(row[-1], row) for row in table.rows if isinstance(row[-1], int | float)]
    if reading.form.shape != "comparison" or not figures:
        return _told(reading, "many")
    top = max(figures, key=lambda pair: pair[0])
    if sum(value == top[0] for value, _ in figures) > 1:
        return _told(reading, "many")
    width = len(top[1]) - len(reading.form.measures)
    name = " ".join(spoken(cell, reading.language) for cell in top[1][:width])
    value = _with_unit(reading, len(top[1]) - 1, top[0])
    return _told(reading, "lead", name=name, value=value)


def _elements(reading: Reading, table: Table) -> tuple[dict[str, Any], ...]:
    chart = _chart(reading, table)
    return (_table(table), chart) if chart else (_table(table),)


def _table(table: Table) -> dict[str, Any]:
    return {"type": "table", "columns": list(table.columns), "rows": [list(row) for row in table.rows]}


def _chart(reading: Reading, table: Table) -> dict[str, Any] | None:
    """A line for a series, bars for a comparison; nothing where there is little or too much to see."""
    measured = len(reading.form.measures)
    if measured != 1 or not isinstance(table.rows[0][-1], int | float) or len(table.rows) < 2:
        return None
    series = reading.form.shape == "series"
    if not series and len(table.rows) > MOST_BARS:
        return None
    unit = reading.units[-1].replace(PLAIN, "") if reading.units else ""
    title = f"{table.columns[-1]} ({unit})" if unit else table.columns[-1]
    groups = len(reading.form.groups)
    drawn = [
        {"group": " ".join(spoken(cell, reading.language) for cell in row[:-1]), "value": row[-1]}
        for row in table.rows
        if None not in row[:-1]  # what has no name is told by the table
    ]
    over: dict[str, Any] = {"field": "group", "type": "nominal", "title": table.columns[0]}
    if series:
        over |= {"type": "ordinal", "sort": None}
    else:
        over["sort"] = "-x"
    measure = {"field": "value", "type": "quantitative", "title": title}
    axes = {"x": over, "y": measure} if series else {"y": over, "x": measure}
    if series and groups > 1:
        return None
    return {
        "type": "chart",
        "spec": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "description": reading.says,
            "data": {"values": drawn},
            "mark": {"type": "line", "point": True} if series else {"type": "bar"},
            "encoding": axes,
        },
    }
