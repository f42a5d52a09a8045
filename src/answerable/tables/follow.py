"""A question that leans on an earlier one: "and in Zurich?", "only the open ones", "which of them …"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from answerable.lists import listed
from answerable.tables.alternatives import unit_of
from answerable.tables.form import Column, Condition, Form, Group, Measure, Rank
from answerable.tables.moments import THEN, UNITS, floor, moved
from answerable.tables.notes import Left, Notes, Stuck, summed
from answerable.tables.paths import many
from answerable.tables.settling import over_many
from answerable.tables.things import Thing
from answerable.tables.vocabulary import Vocabulary

SAME_AGAIN = "what holds is said again"
_SQL = listed("and or not is null in like case when then end false true between")


def follow(notes: Notes, earlier: Form, vocabulary: Vocabulary) -> tuple[Form, float]:
    """The earlier form with what is said now put in; raises Stuck where nothing fits."""
    if notes.limit is not None:
        raise Stuck("a number that measures nothing", str(notes.limit))
    if notes.ask in ("share", "difference"):
        raise Stuck("a share of what was told before")
    if notes.leans and (earlier.rank is not None or earlier.limit is not None or earlier.having):
        earlier = _picked(earlier, vocabulary)
    if notes.ask == "count" and not notes.measures:
        notes.pending = []  # "how many have they in total?"
    _check_times(notes, earlier)
    form = replace(earlier, where=_changed(earlier.where, [condition for condition, _ in notes.where]))
    if notes.adjective is not None:  # "how big are they?"
        notes.left.append(Left(Thing("field", notes.adjective.entity, notes.adjective.field), notes.asked_at))
    for left in notes.left:
        # What "they" cost is rather told by a column of theirs.
        notes.cost += 0.3 * (left.thing.kind == "field" and left.thing.entity != earlier.root)
        form = _asked(form, left, notes, vocabulary)
    if notes.measures or notes.pending:
        form = _measured(form, notes)
    if notes.groups:
        groups = tuple(Group(column, unit) for column, unit, _ in notes.groups)
        measures = form.measures or (Measure("count", Column(form.root)),)
        shape = "series" if any(group.unit for group in groups) else "comparison"
        form = replace(form, groups=groups, measures=measures, shows=(), rank=None, shape=shape)
    if notes.rank is not None:
        form = _ranked(form, notes, vocabulary)
    asks = notes.ask in ("list", "who", "what") and not notes.measures
    if notes.ask == "count" and not form.groups:
        counted = (Measure("count", Column(form.root)),)
        form = replace(form, shape="number", measures=counted, shows=(), rank=None)
    elif asks and notes.leans and form.measures == earlier.measures != () and not form.groups:
        form = replace(form, shape="list", measures=(), shows=_naming(form.root, vocabulary))
    told = {column.entity for column in (*form.shows, *(group.column for group in form.groups))}
    nobody = notes.ask == "who" and not any(map(vocabulary.is_person, told))
    if form == earlier or nobody:
        raise Stuck(SAME_AGAIN if notes.where and not nobody else "nothing new is asked")
    return form, notes.cost


def retold(question: str, language: str, earlier: Form) -> str:
    """ "and the quarter before?" with the days written out, told from the time that was spoken of."""
    spans = [c for c in earlier.where if c.op == "during" and None not in c.values]
    pattern = rf"\b({'|'.join(UNITS)}|one)\s+({'|'.join(THEN)})(?:\s+(?:that|those|this|it))?\b"
    found = re.search(pattern, question, re.IGNORECASE)
    if found is None or len(spans) != 1:
        return question
    unit = UNITS.get(found[1].lower()) or unit_of(spans[0])
    if not unit:
        return question
    begins = moved(floor(date.fromisoformat(str(spans[0].values[0])), unit), unit, THEN[found[2].lower()])
    last = moved(begins, unit, 1) - timedelta(1)
    words = ("von", "bis") if language == "de" else ("from", "to")
    return f"{question[: found.start()]}{words[0]} {begins} {words[1]} {last}{question[found.end() :]}"


def _check_times(notes: Notes, earlier: Form) -> None:
    for then in (one for one in earlier.where if one.op == "during"):
        for now in (one for one, _ in notes.where if one.op == "during" and one.column != then.column):
            notes.cost += 0.3 * (now.column.entity == then.column.entity)  # "and in May?": by the same date
            if now.values == then.values:
                raise Stuck(SAME_AGAIN)


def _picked(earlier: Form, vocabulary: Vocabulary) -> Form:
    """The records that an earlier form picked out by their order or number: "of them" are only those."""
    group = earlier.groups[0].column if earlier.groups else Column(earlier.root)
    own = vocabulary.catalog.entity(group.entity).key
    key = vocabulary.naming(group.entity) if earlier.groups else own
    by = group if group.field else Column(group.entity, next(iter(key), ""))
    if len(earlier.groups) > 1 or not (group.field or len(key) == 1):
        raise Stuck("which of them", group.entity)
    whole = earlier if earlier.groups else replace(earlier, shape="list", shows=(by,), measures=())
    among = Condition("among", by, among=whole)
    return Form(group.entity, "list", shows=_naming(group.entity, vocabulary), where=(among,))


def _changed(before: tuple[Condition, ...], now: list[Condition]) -> tuple[Condition, ...]:
    """New conditions take the place of old ones on the same column; others are added."""
    columns = {condition.column for condition in now}
    told = {word for condition in now for word in _told(condition)}
    kept = [
        condition
        for condition in before
        if condition.column not in columns
        or condition.op in ("has", "or")
        or (condition.op == "term" and told.isdisjoint(_told(condition)))
    ]
    return (*kept, *now)


def _told(condition: Condition) -> set[str]:
    """The columns a business word is told by: "urgent" and "open" are told by different ones."""
    bare = re.sub(r"'[^']*'", "", condition.term).lower()
    return set(re.findall(r"[a-z_]+(?!\w*\()", bare)) - _SQL


def _naming(entity: str, vocabulary: Vocabulary) -> tuple[Column, ...]:
    return tuple(Column(entity, name) for name in vocabulary.naming(entity))


def _asked(form: Form, left: Left, notes: Notes, vocabulary: Vocabulary) -> Form:
    thing = left.thing
    if thing.kind == "field":
        column = Column(thing.entity, thing.field, thing.role)
        traits = vocabulary.traits[thing.entity, thing.field]
        what = form.measures[0].what if form.measures else ""  # a maker has no sum, and no year has
        asked = [summed(one) for one in notes.pending if traits.numeric]  # "the open amount in total"
        if (what == "sum" and traits.additive) or (what in ("avg", "min", "max") and traits.numeric):
            asked = asked or [what]
        elif traits.additive and (what == "count" or thing.entity != form.root):
            asked = asked or ["sum"]  # "how many are overdue" and "what is their amount"
        if asked:
            notes.pending = []
            measures = tuple(Measure(one, column) for one in asked)
            form = form if form.groups else replace(form, shape="number", rank=None)
            return replace(form, root=thing.entity, measures=measures, shows=())
        shape = "list" if form.shape == "list" else "record"
        naming = _naming(thing.entity, vocabulary) if form.shape == "list" else ()
        key = vocabulary.catalog.entity(thing.entity).key
        # What has no name but its number need not be told: "what was booked? list the goods"
        told = {Column(one.thing.entity, one.thing.field, one.thing.role) for one in notes.left}
        before = (one for one in form.shows if one in told)
        shows = (*(one for one in naming if one.field not in key), *before, column)
        return replace(form, root=thing.entity, shape=shape, shows=shows, measures=(), groups=(), rank=None)
    if thing.kind == "entity" and thing.entity != form.root:
        if not vocabulary.paths.between(thing.entity, form.root):
            raise Stuck("two things that nothing ties together", thing.entity, form.root)
        counts = form.measures and form.measures[0].what == "count" and not notes.leans
        # "how many orders have they?"
        if counts or (notes.ask == "count" and left.place == notes.asked_at + 1):
            counted = (Measure("count", Column(thing.entity)),)
            return replace(form, root=thing.entity, shape="number", measures=counted, shows=(), rank=None)
        way = vocabulary.paths.between(form.root, thing.entity)
        asks = notes.ask in ("", "who", "list", "what") and notes.leans
        if asks and form.shows and way and many(way[0]) is None:  # "and who supplies them?"
            shows = (*_naming(form.root, vocabulary), *_naming(thing.entity, vocabulary))
            return replace(form, shape="list", shows=shows, measures=(), groups=(), rank=None)
        if notes.ask == "who" and notes.leans and vocabulary.is_person(thing.entity):  # "who works on them?"
            where = (*form.where, Condition("has", Column(form.root)))
            return Form(thing.entity, "list", _naming(thing.entity, vocabulary), where=where)
        return replace(form, where=(*form.where, Condition("has", Column(thing.entity))))
    return form


def _measured(form: Form, notes: Notes) -> Form:
    if notes.measures:
        root = notes.measures[0].column.entity
        return replace(form, root=root, shape="number", measures=tuple(notes.measures), shows=())
    old = form.measures[0] if form.measures else None
    if old is None or not old.column.field:
        raise Stuck("an aggregate of nothing", *notes.pending)
    return replace(form, measures=tuple(replace(old, what=summed(what)) for what in notes.pending))


def _ranked(form: Form, notes: Notes, vocabulary: Vocabulary) -> Form:
    rank = notes.rank
    before = form.rank
    # "and the top 5?", "and the second best?", "and the cheapest?"
    if rank is not None and before is not None and (rank.by is None or rank.by.column == before.by.column):
        shape = "list" if (rank.count or 1) > 1 and form.shape == "record" else form.shape
        count, place = rank.count or (1 if form.shape == "record" else before.count), rank.nth
        return replace(form, shape=shape, rank=replace(before, count=count, high=rank.high, place=place))
    if rank is None or rank.by is None:
        raise Stuck("an order by nothing")
    shows = form.shows or _naming(form.root, vocabulary)
    count = rank.count or 1
    ranked = Rank(over_many(vocabulary, form.root, rank.by, rank.high), rank.high, count)
    return replace(
        form, shape="record" if count == 1 else "list", shows=shows, measures=(), groups=(), rank=ranked
    )
