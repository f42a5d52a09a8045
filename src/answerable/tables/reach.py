"""How far a form reaches beyond what was named: what makes one reading dearer than another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from answerable.domain.catalog import Term
from answerable.tables.form import Column, Condition, Form
from answerable.tables.lexicon import kin, small_words
from answerable.tables.link import Item
from answerable.tables.names import split
from answerable.tables.notes import Stuck, Taken
from answerable.tables.paths import many
from answerable.tables.settling import columns_of, used_entities
from answerable.tables.things import HARDLY, Thing
from answerable.tables.vocabulary import Vocabulary

UNKNOWN_WORDS = "unknown words"


@dataclass(frozen=True)
class Reach:
    """Weighs the forms of one catalog."""

    vocabulary: Vocabulary
    dates: tuple[Thing, ...]  # every date a time may be about

    def cost(self, form: Form, parts: Sequence[Taken]) -> float:
        """How far the form reaches beyond what was named, and whether neighbours fit."""
        things = [part.thing for part in parts if part.thing is not None]
        days = self.vocabulary.calendars.keys()
        named = {thing.entity for thing in things if thing.kind in ("entity", "role")}
        cost, sure = 0.0, {thing.entity for thing in things if thing.kind == "entity"}
        told = {c for c in form.shows if c.role and c.field in self.vocabulary.naming(c.entity)}
        for entity in (
            used_entities(replace(form, shows=tuple(c for c in form.shows if c not in told))) - days
        ):
            far = min(self.vocabulary.paths.distance(one, entity) or 0.0 for one in {form.root, *sure})
            far = 1.0 if far > 2 and self._holds(form, entity) else far
            # What nobody named should not lie far off.
            cost += 0.06 * far + (0.0 if entity in named else 0.08 + 0.1 * max(0.0, far - 1))
            if entity not in named and far >= 2:  # no line is discontinued when one of its drivers is hired
                cost += 0.5 if any(_is_aside(c, entity) for c in form.where) else 0.15
        if named and form.root not in named:
            near = min(self.vocabulary.paths.distance(form.root, one) or 9.0 for one in named)
            cost += 0.08 + 0.3 * (near >= 2)
        if form.root not in named and form.measures:  # what a program costs is not what its machines do
            ways = (self.vocabulary.paths.between(form.root, c.column.entity) for c in form.where)
            cost += 0.3 * any(many(way[0]) is not None for way in ways if way)
        if form.rank is not None and form.rank.by.column.entity not in named:
            far = self.vocabulary.paths.distance(form.root, form.rank.by.column.entity) or 0.0
            # A department's budget is not that of its people's projects.
            cost += 0.3 * (far >= 2 and not self._adds_up(form.root, form.rank.by.column))
        timed = [c.column.entity for c in form.where if c.op == "during"]
        timed += [group.column.entity for group in form.groups if group.unit]
        if form.rank is not None:  # goals of a year are not of those hired then
            by = form.rank.by.column.entity
            dated = any(one.entity == by and one.cost < HARDLY for one in self.dates)
            ways = (self.vocabulary.paths.between(by, one) for one in timed if one not in named)
            far = form.rank.by.what == "count" and any(way and many(way[0]) is not None for way in ways)
            cost += 0.15 * (far or (dated and by != form.root and form.root in timed))
        verbs = (p.thing for p in parts if p.item.verbal and p.item.text.islower() and p.thing is not None)
        for thing in verbs:  # who smokes is not who was fined for "Smoking"
            noun = thing.kind == "value" and thing.values[0][1][:1].isupper()
            cost += 0.25 * (noun and thing.entity not in {form.root, *named})
        for one, two in pairwise(parts):
            # "Cars in 2025" are not those of that year's models; what was "borrowed in 2025" was lent then.
            fit = _misfit(one.thing, two.thing)
            cost += fit if two.kind != "time" or one.item.verbal else min(0.0, fit)
            for said, when in ((one, two), (two, one)):
                if said.thing is not None and said.thing.term is not None and when.kind == "time":
                    cost -= 0.4 * self._dates(said.thing.term, when.thing)
                    cost += self._outdated(said.thing.term, when)
        return cost

    def _adds_up(self, root: str, column: Column) -> bool:
        """Whether what lines come to is their order's, and what the pupils of a course pay and say is the course's."""
        told = self.vocabulary.traits.get((column.entity, column.field))
        rated = told is not None and told.concepts & {"revenue", "rating"}
        ways = self.vocabulary.paths.between(root, column.entity)[:1] if rated else ()
        down = any(not any(step.forward for step in way) for way in ways)
        return down or self.vocabulary.is_made(column.entity, column.field)

    def _holds(self, form: Form, entity: str) -> bool:
        """Whether a place lies in another and that in the next: a department's city, its country, its continent."""
        places = self.vocabulary.lexicon.trait("place")
        if not self.vocabulary.entity_concepts(entity) & places:
            return False
        ways = self.vocabulary.paths.between(form.root, entity)
        return bool(ways) and all(step.forward for step in ways[0])

    def _outdated(self, term: Term, when: Taken) -> bool:
        """Whether a word is told as of today, which tells nothing of next week, and the catalog says no more."""
        further = bool(term.then) and when.thing is not None and when.thing.entity == term.entity
        return "today" in term.says and when.item.text.lower() not in small_words("today") and not further

    def _dates(self, term: Term, thing: Thing | None) -> bool:
        """Whether a date tells when a business word came true: "closed last month" is the day it was closed."""
        if thing is None or thing.entity != term.entity:
            return False
        traits, said = self.vocabulary.traits[thing.entity, thing.field], split(thing.field)
        concepts = frozenset().union(*(self.vocabulary.lexicon.concepts(word) for word in term.words))
        dated = {one for one in traits.concepts if one not in ("date", "time")}
        return bool(concepts & dated) or any(kin(word, part) for word in term.words for part in said)


def check_echoes(items: Iterable[Item], form: Form) -> None:
    """A word that repeats part of a name says something only where that name is meant."""
    used, told = columns_of(form), columns_of(replace(form, shows=form.shows[:1]))
    meant = {(c.entity, c.field, "") for c in used} | {(c.entity, "", c.role) for c in used}
    meant |= {(entity, "", "") for entity in (form.root, *(c.entity for c in used))}
    for item in items:
        if item.kind == "echo" and not any((t.entity, t.field, t.role) in meant for t in item.things):
            raise Stuck(UNKNOWN_WORDS, item.text)
        if item.what == "rate" and not any(Column(t.entity, t.field) in told for t in item.things):
            raise Stuck(UNKNOWN_WORDS, item.text)  # a list that shows a price among others asks for none


def loose(parts: Sequence[Taken], form: Form, before: tuple[Condition, ...]) -> str:
    """A predicate that a form leaves out: "Which articles are in use?" does not ask for all of them."""
    named = [part for part in parts if part.thing is not None and part.thing.kind != "none"]
    measured = any(one.what != "count" or one.column.entity != form.root for one in form.measures)
    told = form.where != before or form.rank or form.groups or measured or form.share or form.having
    if told or len(named) != 1 or named[0].thing is None or named[0].thing.kind not in ("entity", "role"):
        return ""
    for part in parts:
        stands = part.thing is not None and part.thing.kind != "none"
        if part.item.loose and not (stands and any(thing.kind == "none" for thing in part.item.things)):
            return part.item.loose
        comes = (
            part is parts[-1] and part.item.what == "verb" and part.item.text.lower() in small_words("comes")
        )
        if comes or part.kind in ("compare", "adjective"):
            return part.item.text
    return ""


def shows_alike(one: Form, other: Form) -> bool:
    """Whether two forms tell of the same records, one of them with more columns."""
    shows = set(one.shows), set(other.shows)
    nested = shows[0] < shows[1] or shows[1] < shows[0]
    return nested and replace(one, shows=(), shape="") == replace(other, shows=(), shape="")


def _is_aside(condition: Condition, entity: str) -> bool:
    told = condition.op in ("during", "known", "null", "lacking", "open")
    return told and condition.column.entity == entity


def _misfit(one: Thing | None, two: Thing | None) -> float:
    """ "name of supplier" is the supplier's name; "supplier Bosch" is a supplier."""
    if one is None or two is None:
        return 0.0
    if one.kind == "field" and two.kind == "entity":
        return -0.05 if one.entity == two.entity else 0.1
    if one.kind == "entity" and two.kind == "value":
        return -0.05 if one.entity == two.entity else 0.1
    if one.kind == "value" and (one.entity, one.field, "field") == (two.entity, two.field, two.kind):
        return -0.1  # "the Laser class"
    if one.kind == "field" and two.kind == "value":
        return -0.1 if (one.entity, one.field) == (two.entity, two.field) else 0.1
    if one.kind == two.kind == "field":
        return 0.0 if one.entity == two.entity else 0.1  # "type, maker and model" are of one thing
    if one.kind == "entity" and two.kind == "field":
        return -0.03 if one.entity == two.entity else 0.05
    return 0.0
