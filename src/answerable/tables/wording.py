"""What was understood, in the words of the question's language; and numbers as that language writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from answerable.domain.catalog import Term
from answerable.domain.evidence import Cell
from answerable.lists import read_list
from answerable.tables.form import OVERLAP, Column, Condition, Form, Measure, Rank, Reading
from answerable.tables.names import split
from answerable.tables.nouns import german, is_plural, plural, single
from answerable.tables.vocabulary import Vocabulary


@cache
def templates(language: str) -> dict[str, Any]:
    """The shipped wording of a language, read once."""
    both: dict[str, dict[str, Any]] = read_list(__package__, "says.toml")
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

    def __init__(
        self, vocabulary: Vocabulary, language: str, asked: Mapping[tuple[str, str], str] | None = None
    ) -> None:
        self._vocabulary = vocabulary
        self._asked = asked or {}  # what the asker called an entity or field that has no label
        self._words = templates(language)
        self._language = language
        self._root = ""  # of the form that is being said

    def worded(self, reading: Reading) -> Reading:
        """A reading in the words that it was asked in."""
        called = tuple((*of, text) for of, text in self._asked.items())
        says, basis = self.says(reading.form), self.basis(reading.form)
        return replace(reading, says=says, basis=basis, called=called)

    def says(self, form: Form) -> str:
        """The form as one phrase: "Bestand insgesamt je Lagerplatz für Artikelnummer 4711"."""
        self._root = form.root
        if form.shape == "number" and form.rank is not None and form.measures:
            text = self._together(form, self._measured(form.rank.by))
            return f"{text} ({self._all(form.where)})" if form.where else text
        counts = form.shape == "number" and form.having  # of so many groups that hold something
        groups = () if counts else form.groups
        parts = [self._subject(form), *(self._group(g.column, g.unit) for g in groups)]
        # "The next interview": of those from today on.
        first = form.rank.by.column if form.rank is not None and not form.rank.high else None
        soon = [c for c in form.where if c.op == "during" and c.column == first and c.values[1] is None]
        where = [c for c in (*form.where, *form.having) if not self._is_said(c) and c not in soon]
        said = [text for c in form.where if self._is_said(c) and (text := self.condition(c))]
        parts += [f"({'; '.join(said)})"] if said else []
        sole = [c for c in where if c.op == "=" and not c.negated]
        without = [c for c in where if c.op in ("null", "lacking") and not c.negated]
        rest = [c for c in where if c not in sole and c not in without]
        mine = [c for c in sole if c.term == "me"]
        parts += [str(self._words["my_team"]) for c in mine if c.column.role]
        if any(not c.column.role for c in mine):
            parts[0] = self._fill("me", of=self._inner(parts[0]))
        named = [c for c in sole if c.term != "me"]
        shared = [c for c in (*form.share, *form.difference) if c.op != "each"]
        for name, conditions in (("for", named), ("with", rest), ("where", shared)):
            if conditions:
                parts.append(self._fill(name, of=self._all(conditions)))
        parts.append(str(self._words["and"]).join(map(self._standing, without)))
        if form.rank is None:
            return " ".join(part for part in parts if part)
        if form.shows == (form.rank.by.column,) and not self._is_day(form.rank):
            parts[0] = ""  # what it is ordered by says it
        told = self._ranked(parts, form.rank, told=form.rank.by in form.measures)
        return self._fill("next", text=told, value=self._day(str(soon[0].values[0]))) if soon else told

    def basis(self, form: Form) -> tuple[str, ...]:
        """What one value stands on: what is measured or its definition, and each condition that is not the asker."""
        measures = form.measures or tuple(Measure("value", column) for column in form.shows)
        if form.difference or form.having or form.mean or len(measures) != 1:
            return ()
        if form.rank is not None and not form.measures:
            return (self._inner(self.says(form)),)
        held = (*form.where, *form.share, *measures[0].where)
        where = [c for c in held if c.term != "me" and c.op != "each"]
        of = self._together(form, "").strip() if form.rank is not None else ""
        what = self._definition(measures[0]) or self._inner(self.measure(measures[0]))
        return tuple(filter(None, (what, of, *map(self._standing, where))))

    def _standing(self, condition: Condition) -> str:
        """A condition as it stands alone."""
        if condition.op in ("null", "lacking") and not condition.negated:
            return self._fill("without", of=self._whose(condition.column))
        alone = condition.op not in ("has", "known", "open", "among")
        return self.condition(condition) if alone else self._fill("with", of=self.condition(condition))

    def _is_day(self, rank: Rank) -> bool:
        """Whether an order is by when something was."""
        column = rank.by.column
        traits = self._vocabulary.traits.get((column.entity, column.field))
        return traits is not None and traits.timed and not traits.numeric and rank.by.what != "count"

    def _is_said(self, condition: Condition) -> bool:
        """Whether a condition is a business word, which stands behind what it is said of."""
        return condition.op == "term" or (condition.op == "is" and bool(condition.inner))

    def _together(self, form: Form, measure: str) -> str:
        """ "Total revenue of the 10 highest customers"."""
        assert form.rank is not None  # the callers looked
        of = self._fields(form.groups[0].column if form.groups else Column(form.root))
        name = "together" if form.rank.high else "together_low"
        return self._fill(name, measure=measure, count=str(form.rank.count), of=of)

    def _means(self, condition: Condition) -> str:
        """A business word with its meaning where the catalog states one, else as it was said."""
        term = self._term(condition)
        return (self._stated(term.says) if term else "") or str(condition.values[0])

    def _stated(self, says: str) -> str:
        """A meaning such as "open = status other than closed"; a catalog may say it in German behind two bars."""
        english, _, other = says.partition("||")
        text = (other if self._language == "de" and other else english).strip()
        word, _, meaning = text.partition(" = ")
        return text if meaning and meaning != f"status {word}" else ""

    def _fill(self, template: str, **values: str) -> str:
        return str(self._words[template]).format(**values)

    def _subject(self, form: Form) -> str:
        if form.share:
            summed = form.measures[0].what == "sum"
            whole = self._field(form.measures[0].column) if summed else self.entity(form.root, many=True)
            return self._fill("share", of=whole)
        if form.shape == "number" and form.having:
            return self._fill("distinct", of=self._fields(form.groups[0].column))
        if form.mean:
            return self._fill("mean", of=self._measured(form.measures[0]))
        if form.difference:
            return self._fill("difference", of=self._field(form.measures[0].column))
        if form.shape == "yesno":
            return self._fill("exists", of=self.entity(form.root, many=True))
        if form.measures:
            return str(self._words["and"]).join(map(self._measured, form.measures))
        shown = [
            column
            for column in form.shows
            if column.role or column.entity != form.root or not self._names(column)
        ]
        many = form.shape == "list" and (form.rank is None or form.rank.count != 1)
        if shown and len(shown) < len(form.shows):
            names = dict.fromkeys(self._whose(column) for column in shown)
            return f"{self.entity(form.root, many=many)} ({', '.join(names)})"
        when = form.rank is not None and form.shows == (form.rank.by.column,) and self._is_day(form.rank)
        if not shown or when:
            return self.entity(form.root, many=many)
        return ", ".join(dict.fromkeys(self._field(column) for column in form.shows))

    def _names(self, column: Column) -> bool:
        return column.field in self._vocabulary.naming(column.entity)

    def entity(self, name: str, *, many: bool = False) -> str:
        """What an entity is called: as it was asked, by its label, or as the schema writes it."""
        one = self._vocabulary.catalog.entity(name)
        asked = self._asked.get((name, ""))
        if asked and self._language == "en":
            return (asked if german([asked]) else plural(single(asked))) if many else single(asked)
        if not one.label:
            plain = asked or " ".join(self._kept(name))
            return plural(single(plain)) if many and self._language == "en" and plain.islower() else plain
        if self._language == "de" and (names := german([one.label, *one.synonyms])):
            return next((s for s in names[1:] if many and is_plural(names[0], s)), names[0])
        # A German name keeps its form in an English sentence.
        return plural(one.label) if many and not german([one.label]) else one.label

    def _field(self, column: Column) -> str:
        if not column.field:
            return self.entity(column.entity)
        one = self._vocabulary.catalog.entity(column.entity).field(column.field)
        if column.role and self._names(column):
            return self._role(column)
        role = self._role(column) + " " if column.role else ""
        if self._language == "de" and not one.label and (names := german(one.synonyms)):
            return role + names[0]
        asked = self._asked.get((column.entity, column.field), "")
        own = one.label or " ".join(self._kept(column.field))
        if self._language != "en" or asked.lower() == own.lower():
            return role + (one.label or asked or own)
        return role + (asked or own)

    def _fields(self, column: Column) -> str:
        """Several of what a column holds, or of the records."""
        if not column.field:
            return self.entity(column.entity, many=True)
        one = self._field(column)
        return plural(single(one)) if self._language == "en" and not german([one]) else one

    def _whose(self, column: Column) -> str:
        """A column as a condition names it: another record's name is said by what the record is."""
        named = column.entity != self._root and not column.role and self._names(column)
        return self.entity(column.entity) if named else self._field(column)

    def _role(self, column: Column) -> str:
        """What the record pointed at is to the one that points: "manager"."""
        for relation in self._vocabulary.catalog.relations:
            if relation.to_table == column.entity and relation.columns[0] == column.role and relation.label:
                names = german(relation.synonyms) if self._language == "de" else []
                return names[0] if names else relation.label
        return " ".join(self._kept(column.role))

    def _kept(self, name: str) -> list[str]:
        generic = self._vocabulary.lexicon.generic
        parts = split(name)
        return [part for part in parts if part.lower() not in generic] or parts

    def _measured(self, measure: Measure) -> str:
        """A measure, and what it was taken to mean where the catalog says it."""
        stated = "; ".join(filter(None, (self._definition(measure), *map(self.condition, measure.where))))
        return f"{self.measure(measure)} ({stated})" if stated else self.measure(measure)

    def _definition(self, measure: Measure) -> str:
        """What the catalog says that a measure means."""
        column, term = measure.column, self._term(measure)
        note = self._vocabulary.catalog.entity(column.entity).field(column.field).note if column.field else ""
        return self._stated(term.says if term else note)

    def _term(self, of: Measure | Condition) -> Term | None:
        """The business word that is measured or must hold."""
        known = (term for term in self._vocabulary.catalog.terms if term.entity == of.column.entity)
        return next((term for term in known if of.term and term.sql == of.term), None)

    def measure(self, measure: Measure) -> str:
        """A measure as a noun: "Total amount"."""
        if term := self._term(measure):
            return self._stated(term.says).partition(" = ")[0] or term.words[0]
        many = measure.what in ("count", "distinct")
        of = self._fields(measure.column) if many else self._field(measure.column)
        if of.lower() == self._fill(measure.what, of="").strip().lower():  # the asker called it "total"
            of = f"{self.entity(measure.column.entity)} {' '.join(self._kept(measure.column.field))}"
        said = self._fill(measure.what, of="").strip()
        if of.lower().startswith(f"{said.lower()} "):  # "total charge" is total enough
            return of[:1].upper() + of[1:]
        return self._fill(measure.what, of=of)

    def _group(self, column: Column, unit: str) -> str:
        of = self._role(column) if column.role and not column.field else self._field(column)
        of = self._words["units"][unit] if unit else of
        return self._fill("per", of=of if self._language == "de" else single(of))

    def _ranked(self, parts: Sequence[str], rank: Rank, *, told: bool) -> str:
        """Which of the things that the parts name; by what, where that was not `told` already."""
        text, one = " ".join(part for part in parts if part), (rank.count, rank.place) == (1, 1)
        each = dict.fromkeys(
            self.entity(c.entity) if self._names(c) and not c.role else self._field(c) for c in rank.each
        )
        counted = [self._fill("each", of=name) for name in each]
        if one and parts[0] and not told:
            way = "top_one_of" if rank.high else "bottom_one_of"
            return " ".join((self._fill_rank(way, rank, text=text), *counted))
        said = " ".join((self._rank(rank, told=told), *counted))
        return f"{said} {text}".strip() if not parts[0] else f"{text}, {said}"

    def _rank(self, rank: Rank, *, told: bool) -> str:
        way, alone = "top" if rank.high else "bottom", "_alone" if told else ""
        if rank.count is None:
            return self._fill_rank("sorted", rank)
        if rank.count != 1:
            return self._fill_rank(way + alone, rank, count=str(rank.count))
        if rank.place > 1:
            return self._fill_rank(f"{way}_place", rank, place=str(rank.place))
        return self._fill_rank(f"{way}_one{alone}", rank)

    def _fill_rank(self, template: str, rank: Rank, **values: str) -> str:
        """Days are early or late, and neither high nor low."""
        words = self._words["by_day"] if self._is_day(rank) else {}
        return str(words.get(template, self._words[template])).format(of=self._by(rank), **values)

    def _by(self, rank: Rank) -> str:
        """What an order is by; the highest of a record's highest is its highest, of one of many it is told of which."""
        once, column = rank.by.what == ("max" if rank.high else "min"), rank.by.column
        said = self._inner(self.measure(replace(rank.by, what="value") if once else rank.by))
        adds = column.field and self._vocabulary.traits[column.entity, column.field].additive
        alone = once and adds and column.entity != self._root
        return self._fill("single", of=said, entity=self.entity(column.entity)) if alone else said

    def _inner(self, phrase: str) -> str:
        """A phrase as it stands inside another one."""
        opens = phrase.startswith(tuple(self._words["opens"]))
        return phrase[:1].lower() + phrase[1:] if opens else phrase

    def _all(self, conditions: Sequence[Condition]) -> str:
        return str(self._words["and"]).join(self.condition(c) for c in conditions)

    def condition(self, condition: Condition) -> str:
        """One condition in words."""
        op = condition.op
        person = op == "and" and all(self._names(inner.column) for inner in condition.inner)
        if person:  # a first and a last name are one
            whole, of = " ".join(str(inner.values[0]) for inner in condition.inner), condition.column
            field = self._role(of) if of.role else self.entity(of.entity)
            text = self._fill("=", field=field, value=self._quoted(whole))
        elif op in ("or", "and"):
            text = str(self._words[op]).join(self.condition(inner) for inner in condition.inner)
        elif op == "has":
            return self._presence(condition)
        elif op == "is":
            text = self._fill("is_mine" if condition.inner else "is", field=self._role(condition.column))
        elif op == "term":
            text = self._means(condition)
        elif op == "among":
            assert condition.among is not None  # what the operator means
            told = self.says(replace(condition.among, shows=()))
            text = self._fill("among", of=self._inner(told))
        elif op == "during":
            text = self._during(condition)
        elif op == "than":
            way = "than_above" if str(condition.values[0]).startswith(">") else "than_below"
            other = " ".join(self._quoted(value) for one in condition.inner for value in one.values)
            than = self._fill("than_other", of=other) if other else str(self._words["than_average"])
            text = self._fill("than", field=self._field(condition.column), way=str(self._words[way]), of=than)
        else:
            text = self._plain(condition)
        denied = "not_said" if op == "term" else "not"
        return self._fill(denied, of=text) if condition.negated else text

    def _plain(self, condition: Condition) -> str:
        values = [self._quoted(value) for value in condition.values] or [""]
        if condition.measure is not None:
            values = [self._field(condition.measure.column)]
        if condition.op == "in":
            values = [self._quoted(condition.term) if condition.term else values[0]]
        elif condition.op != "=":  # the unit a number was taken to be in
            unit = self._words["measured"].get(condition.term, condition.term)
            values[-1] = f"{values[-1]} {unit}".strip()
        return self._fill(
            condition.op, field=self._whose(condition.column), value=values[0], other=values[-1]
        )

    def _presence(self, condition: Condition) -> str:
        column = condition.column
        field = self._field(column) if column.field else self.entity(column.entity, many=True)
        field = self._role(column) if column.role and not column.field else field
        if condition.measure is None:
            return self._fill("has_not" if condition.negated else "has", field=field)
        op, value = condition.values
        field = self._inner(self.measure(condition.measure))
        return self._fill(str(op), field=field, value=spoken(value, self._language))

    def _during(self, condition: Condition) -> str:
        start, end = condition.values
        lasting = condition.term == OVERLAP
        field = self.entity(condition.column.entity) if lasting else self._field(condition.column)
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
