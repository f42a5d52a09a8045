"""From a reading and its result to an answer: sentences whose numbers stand in the result, tables and charts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from answerable.domain.evidence import Cell, Table
from answerable.tables.echo import echo
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


def say(reading: Reading, table: Table, asked: str = "") -> Worded:
    """Word the result of a reading's query, one value in the words it was `asked` for where they can be turned."""
    worded = _worded(reading, table, asked)
    return _redrawn(reading, table, worded) if reading.shown else worded


def _redrawn(reading: Reading, table: Table, worded: Worded) -> Worded:
    """The same result in the form that was asked for, or the word that it has none."""
    chart = _chart(reading, table) if table.rows else None
    if reading.shown == "table":
        return replace(worded, elements=(_table(table),))
    if chart is None:
        return replace(worded, sentences=(*worded.sentences, _told(reading, "no_chart")))
    other = (_told(reading, "other_chart"),) if reading.shown == "other" else ()
    return Worded((*worded.sentences, *other), (chart,))


def _worded(reading: Reading, table: Table, asked: str) -> Worded:
    cut = (_told(reading, "cut"),) if table.cut else ()
    shape = reading.form.shape
    if shape == "yesno":
        count = table.rows[0][0] if table.rows else 0
        return Worded((_told(reading, "yes" if count else "no", count=spoken(count, reading.language)),))
    if not table.rows:
        return Worded((_told(reading, "none_listed" if shape == "list" else "none_found"),))
    if len(table.rows) == len(table.rows[0]) == 1 and not isinstance(cell := table.rows[0][0], bool | None):
        unit = reading.units[0].replace(PLAIN, "") if reading.units else ""
        if own := echo(asked, reading, _with_unit(reading, 0, cell).removesuffix(unit).strip(), unit):
            return Worded((own,))
    if shape == "number" and len(table.rows) == 1:
        return _number(reading, table)
    if shape in ("series", "comparison") and len(table.rows) > 1:
        chart = _chart(reading, table)
        return Worded((_lead(reading, table), *cut), (_table(table), *([chart] if chart else [])))
    if len(table.rows) == 1 and len(table.columns) <= 3:
        return Worded((_told(reading, "number", value=_record(reading, table.rows[0])),))
    if len(table.rows) <= MOST_NAMED and len(table.columns) <= 2 and not table.cut:
        named = "; ".join(_record(reading, row) for row in table.rows)
        return Worded((_told(reading, "number", value=named),), (_table(table),))
    told = _told(reading, "many" if table.cut else "found", count=spoken(len(table.rows), reading.language))
    return Worded((told, *cut), (_table(table),))


def asked_form(question: str) -> str:
    """The form in which a question wants to see the last result, where it asks nothing else: "as a chart"."""
    said = re.sub(r"[\s.,!?]+", " ", question).strip()
    patterns = (templates(language)["redraw"]["asks"] for language in ("en", "de"))
    found = next(filter(None, (re.fullmatch(one, said, re.IGNORECASE) for one in patterns)), None)
    return str(found.lastgroup) if found else ""


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
    words = templates(reading.language)
    # "Yes" and "no" say that it is a question whether there is any.
    says = reading.says.removeprefix(str(words["exists"]).format(of=""))
    said = str(words[template]).format(says=says, **values)
    return said[:1].upper() + said[1:]


def _number(reading: Reading, table: Table) -> Worded:
    row = table.rows[0]
    if all(cell is None for cell in row):
        return Worded((_told(reading, "no_number"),))
    texts = [_with_unit(reading, place, cell) for place, cell in enumerate(row)]
    value = ", ".join(f"{label} {text}" for label, text in zip(table.columns, texts, strict=True))
    if len(row) == 1 or (reading.form.mean and row[0] == row[1]):
        value = texts[0]
    elif reading.form.mean:
        value = str(templates(reading.language)["mean_both"]).format(some=texts[0], all=texts[1])
    return Worded((_told(reading, "number", value=value),))


def _with_unit(reading: Reading, place: int, value: Cell) -> str:
    unit = reading.units[place] if place < len(reading.units) else ""
    said = str(value) if unit == PLAIN and isinstance(value, int) else spoken(value, reading.language)
    if not unit or unit == PLAIN or value is None:
        return said
    if isinstance(value, float):  # money has two decimals, what is weighed or lasts as many as it needs
        money = len(unit) == 3 and unit.isupper()
        whole = f"{value:,.2f}" if money else f"{value:,.2f}".rstrip("0").rstrip(".")
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
    """The sentence above a table of groups: who is highest (or lowest, if that was asked), where it says something."""
    figures = [(row[-1], row) for row in table.rows if isinstance(row[-1], int | float)]
    if reading.form.shape != "comparison" or not figures:
        return _told(reading, "many")
    low = reading.form.rank is not None and not reading.form.rank.high
    top = (min if low else max)(figures, key=lambda pair: pair[0])
    if sum(value == top[0] for value, _ in figures) > 1:
        return _told(reading, "many")
    width = len(top[1]) - len(reading.form.measures)
    name = " ".join(spoken(cell, reading.language) for cell in top[1][:width])
    value = _with_unit(reading, len(top[1]) - 1, top[0])
    return _told(reading, "lead_low" if low else "lead", name=name, value=value)


def _table(table: Table) -> dict[str, Any]:
    return {"type": "table", "columns": list(table.columns), "rows": [list(row) for row in table.rows]}


def _chart(reading: Reading, table: Table) -> dict[str, Any] | None:
    """A line for a series, bars for a comparison; nothing where there is little or too much to see."""
    series, measured = reading.form.shape == "series", len(reading.form.measures) == 1
    drawable = len(reading.form.groups) == 1 if series else len(table.rows) <= MOST_BARS
    if not measured or not drawable or len(table.rows) < 2 or not isinstance(table.rows[0][-1], int | float):
        return None
    unit = reading.units[-1].replace(PLAIN, "") if reading.units else ""
    title = f"{table.columns[-1]} ({unit})" if unit else table.columns[-1]
    drawn = [
        {"group": " ".join(spoken(cell, reading.language) for cell in row[:-1]), "value": row[-1]}
        for row in table.rows
        if None not in row[:-1]  # what has no name is told by the table
    ]
    over: dict[str, Any] = {"field": "group", "type": "nominal", "title": table.columns[0], "sort": "-x"}
    over |= {"type": "ordinal", "sort": None} if series else {}
    measure = {"field": "value", "type": "quantitative", "title": title}
    return {
        "type": "chart",
        "spec": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "description": reading.says,
            "data": {"values": drawn},
            "mark": {"type": "line", "point": True} if series else {"type": "bar"},
            "encoding": {"x": over, "y": measure} if series else {"y": over, "x": measure},
        },
    }
