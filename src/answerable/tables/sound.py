"""Whether a form can be true of anything at all, and how sure one may be that it is what was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from answerable.tables.form import Column, Condition, Form
from answerable.tables.notes import Stuck, Taken
from answerable.tables.paths import many
from answerable.tables.vocabulary import Vocabulary

LIKE = 0.15  # the cost of a value by its meaning, of which another word would be written
_EMPTY = ("null", "lacking", "none")
_HELD = ("during", "known", "=", ">", ">=", "<", "<=", "between", "some")
_COMPARED = (">", ">=", "<", "<=", "between", "than")
# No sum of these says anything; what is taken off in francs is an amount.
_NEVER_SUMMED = frozenset({"discount", "share", "rating", "grade", "age", "temperature", "interest", "year"})


def check_sound(form: Form, parts: Sequence[Taken], vocabulary: Vocabulary) -> None:
    """ "unpaid bills of 2023", where the day of payment is the only day: no bill is unpaid and paid in 2023."""
    _check_meant(form, parts, vocabulary)
    said: dict[Column, list[Condition]] = {}
    for condition in form.where:
        if condition.column.field and not condition.negated and not condition.measure:
            said.setdefault(condition.column, []).append(condition)
    for column, conditions in said.items():
        empty = any(one.op in _EMPTY for one in conditions)
        if empty and any(one.op in _HELD for one in conditions):
            raise Stuck("conditions that nothing meets", column.field)
    for one in form.measures:
        column = one.column
        if one.what == "sum" and column.field and not vocabulary.unit(column.entity, column.field):
            traits = vocabulary.traits[column.entity, column.field]
            if traits.concepts & _NEVER_SUMMED and not traits.additive:
                raise Stuck("a sum of what does not add up", column.field)
    fixed = {c.column for c in form.where if c.op == "=" and not c.negated}
    if form.shows and fixed.issuperset(form.shows) and form.rank is None:
        raise Stuck("what was said is no answer", form.shows[0].field)
    own = [c.column.field for c in form.where if c.op == "=" and c.column.entity == form.root]
    held = vocabulary.catalog.entity(form.root)
    if form.share and any(one and held.field(one).distinct == held.rows > 1 for one in own):
        raise Stuck("a share of a single record", *own)
    told = form.where or form.rank or form.groups or form.measures or form.share or not form.shows
    if not told and all(vocabulary.traits[one.entity, one.field].numeric for one in form.shows):
        raise Stuck("a number of which of them", *(one.field for one in form.shows))


def is_bent(form: Form, vocabulary: Vocabulary) -> bool:
    """Whether a record that is named must have something besides: what "in the purchase" said was something else."""
    has = any(c.op == "has" and not c.negated and c.measure is None for c in form.where)
    naming = {Column(form.root, name) for name in vocabulary.naming(form.root)}
    named = any(c.op == "=" and not c.negated and c.column in naming for c in form.where)
    return has and named and form.shape == "record"


def _check_meant(form: Form, parts: Sequence[Taken], vocabulary: Vocabulary) -> None:
    """ "booked for transport" says nothing of the status of a project that nobody named: there a word must be written
    as the value is."""
    things = [part.thing for part in parts if part.thing is not None]
    named = {form.root, *(thing.entity for thing in things if thing.kind in ("entity", "role"))}
    for part in parts:
        one = part.thing
        if one is None or one.kind != "value" or one.partial or one.cost < LIKE or one.entity in named:
            continue
        if part.item.verbal or "status" in vocabulary.traits[one.entity, one.field].concepts:
            raise Stuck("a word that is only like a value", one.field)


def doubts(form: Form, parts: Sequence[Taken], vocabulary: Vocabulary) -> tuple[float, ...]:
    """What speaks against a reading besides how far its words were stretched: a time, a measure and a value of
    records that nobody named, an extreme of many, the weakest tie of a word to a column, and telling words left out."""
    things = [(part.kind, part.thing) for part in parts if part.thing is not None]
    # A business word names what it speaks of: who is off has time off.
    named = {thing.entity for _, thing in things if thing.kind in ("entity", "role", "term")}
    days = (one for one in vocabulary.calendars if vocabulary.paths.distance(form.root, one) == 1)
    named |= {form.root, *days}
    measured = [one.column for one in form.measures] + ([form.rank.by.column] if form.rank else [])
    conditions = list(_flat((*form.where, *form.share)))
    when = {c.column.entity for c in conditions if c.op == "during"}
    when |= {group.column.entity for group in form.groups if group.unit}
    # A goal falls in the year of its match; a review is not of the year its author signed up.
    vague = {thing.entity for kind, thing in things if kind == "time" and thing.cost > 0}
    own = {column.entity for column in measured}
    ours = {form.root, *own} & vocabulary.lines.keys()
    lines = (r for r in vocabulary.catalog.relations if r.table in ours)
    # What is sold is sold when its order is placed.
    off = when - named - own - {one.to_table for one in lines}
    compared = measured[-1:] if form.rank else []
    compared += [c.column for c in conditions if c.op in _COMPARED and not c.measure]
    valued = [c.column for c in conditions if c.op in ("=", "in", "like")]
    # "Renault Zoe": beside the value that names a record, another of it is nothing strange.
    told = {column.entity for column in valued if not _is_strange(form.root, column, vocabulary)}
    by = form.rank.by if form.rank else None
    # A table that holds one number belongs to its record: an article's price. What adds up was said to be of one.
    extreme = by is not None and by.what in ("max", "min") and not vocabulary.only_field(by.column.entity)
    extreme = extreme and by is not None and not vocabulary.traits[by.column.entity, by.column.field].additive
    idle = [part.thing is not None and part.thing.kind == "none" for part in parts]
    dropped = {word for part, none in zip(parts, idle, strict=True) for word in part.item.loose.split()
               if none or all(thing.kind != "none" for thing in part.item.things)}  # fmt: skip
    return (
        float(any(one in vague or vocabulary.is_person(one) for one in off)),
        float(extreme),
        float(any(c.entity not in named and _is_up(form.root, c, vocabulary) for c in compared)),
        float(any(c.entity not in named | told for c in valued)),
        max((thing.cost for _, thing in things if thing.kind == "field"), default=0.0),
        float(min(len(dropped), 2)),
    )


def _flat(conditions: Sequence[Condition]) -> Iterator[Condition]:
    for one in conditions:
        yield one
        yield from _flat(one.inner)


def _is_strange(root: str, column: Column, vocabulary: Vocabulary) -> bool:
    """Whether a value does not name its record and says nothing of where that is: people are in their office's city."""
    place = vocabulary.traits[column.entity, column.field].concepts & vocabulary.lexicon.trait("place")
    named = column.field in vocabulary.naming(column.entity)
    return not named and not (place and _is_up(root, column, vocabulary))


def _is_up(root: str, column: Column, vocabulary: Vocabulary) -> bool:
    """Whether a column belongs to the one record that a record points at: a fire engine's station."""
    ways = vocabulary.paths.between(root, column.entity, column.role)
    return bool(ways and ways[0]) and many(ways[0]) is None


# Fitted by logistic regression to 1,313 right and 210 wrong readings of 45 databases: the questions asked of each, and
# the same asked where a column or table they need was taken away, so that only something near it was left. Each
# database judged by the others, 61 of the 210 wrong readings and 10 of 1,023 right ones fall below one half; a bound on
# the cost alone that loses as many right ones catches 21. Since then a value beside one that names its record counts as
# nothing strange. The weight of words left out was fitted later, to 474 right and 185 wrong readings of 15 databases;
# there the other weights, fitted anew and judged by leaving each database out, told no better than these.
_BIAS, _COST, _WEIGHTS = 3.22, 3.91, (3.32, 2.40, 2.21, 1.89, 1.53, 0.31)
NO_DOUBTS = (0.0,) * len(_WEIGHTS)
SURE_ENOUGH = 0.5  # below, a reading is rather wrong than right
# Of 14 such readings in 47 databases, 11 of the 12 above were right and none of the two below.
WORTH_ASKING = 0.3  # below, it is not even offered


def trust(cost: float, signs: Sequence[float]) -> float:
    """How likely a reading is the one meant."""
    against = sum(weight * sign for weight, sign in zip(_WEIGHTS, signs, strict=True))
    return 1 / (1 + exp(_COST * cost + against - _BIAS))
