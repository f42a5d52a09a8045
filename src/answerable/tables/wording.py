"""What was understood, in the words of the question's language; and numbers as that language writes them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from answerable.domain.evidence import Cell
from answerable.tables.form import Column, Condition, Form, Measure, Rank
from answerable.tables.vocabulary import Vocabulary, split


@cache
def templates(language: str) -> dict[str, Any]:
    """The shipped wording of a language, read once."""
    text = Path(__file__).with_name("says.toml").read_text(encoding="utf-8")
    both: dict[str, dict[str, Any]] = tomllib.loads(text)
    return both.get(language, both["en"])


def spoken(value: Cell, language: str) -> str:
    """A value as a sentence says it: numbers in the language's own way, at most two decimals."""
    if value is None:
        return str(templates(language)["empty"])
    if isinstance(value, bool):
        return str(templates(language)["yes_word" if value else "no_word"])
    if isinstance(value, str):
        return value
    whole = float(value) == int(value)
    text = f"{int(value):,}" if whole else f"{value:,.2f}"
    return text.translate(str.maketrans(",.", ".,")) if language == "de" else text


class FormWording:
    """Words a form over one catalog."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        self._vocabulary = vocabulary
        self._words = templates(language)
        self._language = language

    def says(self, form: Form) -> str:
        """The form as one phrase: "Summe Bestand je Lagerplatz für Artikelnummer 4711"."""
        parts = [self._subject(form), *(self._group(g.column, g.unit) for g in form.groups)]
        where = [*form.where, *form.having]
        sole = [c for c in where if c.op == "=" and not c.negated]
        rest = [c for c in where if c not in sole]
        parts += [str(self._words["me"]) for c in sole if c.term == "me"]
        named = [c for c in sole if c.term != "me"]
        parts += [
            self._fill("for", field=self._field(c.column), value=self._quoted(c.values[0])) for c in named
        ]
        for name, conditions in (("with", rest), ("where", form.share)):
            if conditions:
                parts.append(self._fill(name, of=self._all(conditions)))
        if form.difference:
            parts.append(self._fill("where", of=self._all(form.difference)))
        text = " ".join(part for part in parts if part)
        return text if form.rank is None else f"{text}, {self._rank(form.rank)}"

    def _fill(self, template: str, **values: str) -> str:
        return str(self._words[template]).format(**values)

    def _subject(self, form: Form) -> str:
        if form.share:
            return self._fill("share", of=self.entity(form.root))
        if form.difference:
            return self._fill("difference", of=self._field(form.measures[0].column))
        if form.shape == "yesno":
            return self._fill("exists", of=self.entity(form.root))
        if form.measures:
            return str(self._words["and"]).join(self.measure(measure) for measure in form.measures)
        shown = [column for column in form.shows if column.entity != form.root or not self._names(column)]
        if shown and len(shown) < len(form.shows):
            return f"{self.entity(form.root)} ({', '.join(self._field(column) for column in shown)})"
        return ", ".join(self._field(column) for column in form.shows) if shown else self.entity(form.root)

    def _names(self, column: Column) -> bool:
        return column.field in self._vocabulary.naming(column.entity)

    def entity(self, name: str) -> str:
        """What an entity is called."""
        one = self._vocabulary.catalog.entity(name)
        return one.label or " ".join(self._kept(name))

    def _field(self, column: Column) -> str:
        if not column.field:
            return self.entity(column.entity)
        one = self._vocabulary.catalog.entity(column.entity).field(column.field)
        role = " ".join(self._kept(column.role)) + " " if column.role else ""
        return role + (one.label or " ".join(self._kept(column.field)))

    def _kept(self, name: str) -> list[str]:
        generic = self._vocabulary.lexicon.generic
        parts = split(name)
        return [part for part in parts if part.lower() not in generic] or parts

    def measure(self, measure: Measure) -> str:
        """A measure as a noun: "Total amount"."""
        return self._fill(measure.what, of=self._field(measure.column))

    def _group(self, column: Column, unit: str) -> str:
        return self._fill("per", of=self._words["units"][unit] if unit else self._field(column))

    def _rank(self, rank: Rank) -> str:
        of = self.measure(rank.by)
        if rank.count is None:
            return self._fill("sorted", of=of)
        way = "top" if rank.high else "bottom"
        return (
            self._fill(f"{way}_one", of=of)
            if rank.count == 1
            else self._fill(way, of=of, count=str(rank.count))
        )

    def _all(self, conditions: Sequence[Condition]) -> str:
        return str(self._words["and"]).join(self.condition(c) for c in conditions)

    def condition(self, condition: Condition) -> str:
        """One condition in words."""
        op = condition.op
        if op in ("or", "and"):
            text = str(self._words[op]).join(self.condition(inner) for inner in condition.inner)
        elif op == "has":
            return self._presence(condition)
        elif op == "term":
            text = str(condition.values[0])
        elif op == "during":
            text = self._during(condition)
        elif op == "average":
            way = "average_above" if str(condition.values[0]).startswith(">") else "average_below"
            text = self._fill("average", field=self._field(condition.column), value=str(self._words[way]))
        else:
            text = self._plain(condition)
        return self._fill("not", of=text) if condition.negated else text

    def _plain(self, condition: Condition) -> str:
        values = [self._quoted(value) for value in condition.values] or [""]
        if condition.measure is not None:
            values = [self._field(condition.measure.column)]
        if condition.op == "in":
            values = [condition.term or values[0]]
        return self._fill(
            condition.op, field=self._field(condition.column), value=values[0], other=values[-1]
        )

    def _presence(self, condition: Condition) -> str:
        field = self._field(condition.column)
        if condition.measure is None:
            return self._fill("has_not" if condition.negated else "has", field=field)
        op, value = condition.values
        return self._fill(str(op), field=self.measure(condition.measure), value=spoken(value, self._language))

    def _during(self, condition: Condition) -> str:
        start, end = condition.values
        field = self._field(condition.column)
        if end is None:
            return self._fill("since", field=field, value=self._day(str(start)))
        if start is None:
            return self._fill("before", field=field, value=self._day(str(end)))
        last = (date.fromisoformat(str(end)) - timedelta(1)).isoformat()
        return self._fill("during", field=field, value=self._day(str(start)), other=self._day(last))

    def _day(self, iso: str) -> str:
        day = date.fromisoformat(iso)
        return f"{day.day}.{day.month}.{day.year}" if self._language == "de" else iso

    def _quoted(self, value: Cell) -> str:
        if isinstance(value, str) and not value.isdigit():
            return self._fill("quote", of=value)
        return str(value) if isinstance(value, str) else spoken(value, self._language)
