"""The ground that putting a form together stands on: what is left to use, and what ties it to the root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from answerable.domain.evidence import Cell
from answerable.tables.form import Column, Condition, Form, Group, Measure
from answerable.tables.names import Traits
from answerable.tables.notes import Left, Notes, Stuck
from answerable.tables.paths import many
from answerable.tables.things import Thing
from answerable.tables.vocabulary import Vocabulary

HELD = frozenset({"balance", "stock"})  # numbers that say how much there is of what their record is about


class Settling:
    """The notes of a question on their way to a form."""

    def __init__(self, notes: Notes, vocabulary: Vocabulary, records: Mapping[str, Cell]) -> None:
        self.notes = notes
        self.records = records
        self.vocabulary = vocabulary
        self.cost = 0.0
        self.left = list(notes.left)
        for one, two in reversed(list(pairwise(self.left))):  # "type, maker and model"
            fields = one.thing.kind == two.thing.kind == "field" and two.place - one.place <= 1 + two.joined
            one.joined = one.joined or (fields and two.joined and not one.verbal)
            # "with their owner's city"
            whose = one.joined and one.thing.kind in ("entity", "role") and two.place == one.place + 1
            two.joined = two.joined or (
                whose and (two.thing.kind, two.thing.entity) == ("field", one.thing.entity)
            )
        self._give_roles()
        self.where = [condition for condition, _ in notes.where]
        self._tie_role()
        self.people_asked = False  # records of people, not something of theirs

    def _give_roles(self) -> None:
        """ "home matches of Lugano": the role said apart belongs to the value's way."""
        for left in [left for left in self.left if left.thing.kind == "role"]:
            for place, (condition, at) in enumerate(self.notes.where):
                plain = condition.op in ("=", "in", "like") and not condition.column.role
                if plain and condition.column.entity == left.thing.entity and self._apart(left.thing):
                    column = replace(condition.column, role=left.thing.role)
                    self.notes.where[place] = (replace(condition, column=column), at)
                    self.left.remove(left)
                    break

    def _tie_role(self) -> None:
        """ "the e-mail of my manager": the record whose manager is asked about is mine, and not the e-mail."""
        place = self.notes.me_at + 1
        role = next((left for left in self.left if left.place == place and left.thing.kind == "role"), None)
        roles = sum(left.thing.kind == "role" for left in self.left)  # "who is my manager's manager"
        asked = len(self.left) > 1 and (self.notes.ask != "who" or roles > 1)
        asked = asked or self.notes.ask in ("where", "exists")
        if role is None or role.thing.entity not in self.records or not asked:
            return
        entity = role.thing.entity
        own = Column(entity, self.vocabulary.catalog.entity(entity).key[0])
        me = Condition("=", own, (self.records[entity],), term="me")
        self.cost -= 0.07 * (roles > 1)  # two roles in a row say whose is whose
        self.left.remove(role)
        self.where.append(Condition("is", Column(entity, role=role.thing.role), inner=(me,)))
        self.notes.me = ""

    def _sold(self, counted: str) -> Column | None:
        """ "How many laptops were sold", "who bought the most wines": the pieces that the lines of the sales say."""
        ties = {(r.table, r.to_table) for r in self.vocabulary.catalog.relations}
        pieces = self.vocabulary.lines
        for verb in [one for one in self.left if one.verbal and one.thing.kind == "entity"]:
            sale = verb.thing.entity
            lines = [line for line in pieces if line == sale or (line, sale) in ties]
            fits = len(lines) == 1 and (lines[0], counted) in ties and counted != sale
            if fits and not self.notes.distinct:
                self.left.remove(verb)
                return Column(lines[0], pieces[lines[0]])
        return None

    def _apart(self, thing: Thing) -> bool:
        """Whether a role is one of several between the same two entities, so that it tells them apart."""
        ours = [r for r in self.vocabulary.catalog.relations if r.to_table == thing.entity]
        mine = next(r for r in ours if r.columns[0] == thing.role)
        return sum(r.table == mine.table for r in ours) > 1

    def _traits(self, thing: Thing) -> Traits:
        return self.vocabulary.traits[thing.entity, thing.field]

    def _fields_left(self) -> list[Left]:
        return [left for left in self.left if left.thing.kind == "field"]

    def _first(self, *kinds: str) -> Left | None:
        found = [left for left in self.left if left.thing.kind in kinds]
        return next((left for left in found if not left.verbal), found[0] if found else None)

    def _amount(self, entity: str) -> str:
        """The one number that is meant by a sum or average of bare records: the fee's amount, the mark itself."""
        if set(self.notes.pending) == {"total"} and not self.vocabulary.lexicon.has_trait(
            "monetary", self.vocabulary.entity_concepts(entity)
        ):
            return ""
        # Only what is no sum may be any number: a mark, a reading.
        averaged, own = set(self.notes.pending) <= {"avg"}, self.vocabulary.fields_of(entity).items()
        numbers = [name for name, traits in own if traits.numeric and (averaged or traits.additive)]
        return self.vocabulary.amount_of(entity) or (numbers[0] if len(numbers) == 1 else "")

    def _groups(self) -> tuple[Group, ...]:
        return tuple(Group(column, unit) for column, unit, _ in self.notes.groups)

    def _shape(self, number: str = "number") -> str:
        groups = self.notes.groups
        if not groups:
            return number
        return "series" if any(unit and unit != "weekday" for _, unit, _ in groups) else "comparison"

    def _finish(self, form: Form, *, mode: str) -> Form:
        """Give a meaning to everything that is left, or be stuck."""
        mine = self._mine(form.root)
        shows, where = list(form.shows), [*self.where, *mine]
        own = {Column(form.root, name) for name in self.vocabulary.naming(form.root)}
        if (
            mine
            and (mine[0].column.entity, mine[0].column.role) == (form.root, "")
            and own >= set(shows) != set()
        ):
            self.cost += 0.3  # nobody asks for one's own name
        where = self._summed_up(form.root, self._lacking(form.root, where))
        used = used_entities(replace(form, where=tuple(where)))
        for left in self.left:
            thing = left.thing
            if thing.kind == "field" and mode == "list" and left.joined:
                shows.append(Column(thing.entity, thing.field, thing.role))
            elif thing.kind == "field":
                where += self._known(left, replace(form, where=tuple(where)))
            elif (
                thing.kind == "entity"
                and mode == "list"
                and left.joined
                and self._is_beside(form.root, thing)
            ):
                shows += self._naming(thing.entity)  # "visits with pet and owner"
            elif left.verbal and any(c.negated and c.op == "has" for c in where):
                self.cost += 0.1  # "who teach no instrument": the verb says how, and not that they do
            elif thing.entity not in used and thing.entity != form.root:
                more = self._presence(form.root, thing, used, verbal=left.verbal)
                # "the most bottles ordered" are rather those of the orders than those in stock
                self.cost += 0.15 * bool(left.verbal and more and form.rank is not None)
                where += more
            elif thing.kind == "entity" and left.verbal:
                self.cost += 0.1  # a verb that says nothing new may be meant otherwise
            elif thing.kind == "role" and thing.entity == form.root:
                if left.verbal and form.rank is not None:
                    raise Stuck("who did what to whom", thing.role)  # "who recruited the most people"
                where.append(Condition("has" if left.verbal else "is", Column(thing.entity, role=thing.role)))
        limit = self.notes.limit if form.rank is None else None
        if limit is not None and (form.measures or form.groups):
            raise Stuck("a number that measures nothing", str(limit))
        return replace(form, shows=tuple(dict.fromkeys(shows)), where=tuple(where), limit=limit)

    def _has_one(self, root: str, columns: Sequence[Column]) -> bool:
        """Whether a record leads to one of each column only."""
        ways = [self.vocabulary.paths.between(root, one.entity, one.role)[:1] for one in columns]
        return all(
            one.entity == root or (way and many(way[0]) is None)
            for one, way in zip(columns, ways, strict=True)
        )

    def _is_beside(self, root: str, thing: Thing) -> bool:
        return thing.entity != root and self._has_one(root, (Column(thing.entity),))

    def _known(self, left: Left, form: Form) -> list[Condition]:
        """What a column says that is neither shown nor measured: that there is such a day."""
        thing, traits = left.thing, self._traits(left.thing)
        plain = replace(form, shows=()) if self.notes.ask in ("", "list") else form
        if Column(thing.entity, thing.field) in columns_of(plain):
            return []  # but "which meters were removed" is not told by showing when
        if form.measures and thing.entity == form.root and traits.concepts & HELD:
            return []  # "how many hours are left": what is left is what is measured
        self.cost += 0.1
        if traits.money and left.verbal and (form.rank is not None or form.measures):
            return []  # "earned the most tips"
        # "In the city" says nothing of a record, and a column that is asked for must be shown.
        said = (left.joined or left.verbal) and left.place != self.notes.more_at + 1
        if self._names(thing) or (traits.numeric and not traits.timed) or not said:
            raise Stuck("a column that is not asked for", thing.field)
        return [Condition("known", Column(thing.entity, thing.field, thing.role))]

    def _mine(self, root: str) -> list[Condition]:
        """ "my tickets": tied to the record of whoever asks; "my team": whose superior that is."""
        if not self.notes.me and not self._is_own(root):
            return []
        far = [
            (distance, entity)
            for entity in self.records
            if (distance := self.vocabulary.paths.distance(root, entity)) is not None
        ]
        if not far:
            raise Stuck("who asks is not known", "my")
        entity = min(far)[1]
        role = ""
        # Nobody counts or lists oneself: "how many employees do I have" asks for those who report to me.
        if self.notes.me == "team" or (entity == root and self.people_asked):
            own = [r for r in self.vocabulary.catalog.relations if r.table == r.to_table == entity]
            if len(own) != 1:
                raise Stuck("who belongs to the team is not known", "team")
            role = own[0].columns[0]
        key = Column(entity, self.vocabulary.catalog.entity(entity).key[0], role)
        return [Condition("=", key, (self.records[entity],), term="me")]

    def _is_own(self, root: str) -> bool:
        """ "remaining vacation days": where nobody is named, whoever asks means their own."""
        named = {c.column.entity for c in self.where} | {left.thing.entity for left in self.notes.left}
        plain = not self.notes.everybody and not self.notes.groups and self.notes.rank is None
        counted = all(measure.what in ("sum", "value") for measure in self.notes.measures)
        alone = not named & self.records.keys() and bool(self.records)
        return self.vocabulary.catalog.entity(root).own and plain and counted and alone

    def _summed_up(self, root: str, where: list[Condition]) -> list[Condition]:
        """ "customers who bought more than 50 bottles": all together, where no single line was spoken of."""
        named = {left.thing.entity for left in self.notes.left if not left.verbal} | {root}

        for place, c in enumerate(where):
            plain = c.op in (">", ">=", "<", "<=") and c.measure is None and c.column.entity not in named
            if not plain or not self.vocabulary.traits[c.column.entity, c.column.field].additive:
                continue
            ways = self.vocabulary.paths.between(root, c.column.entity, c.column.role)
            if ways and many(ways[0]) is not None:
                total = Measure("sum", c.column)
                where[place] = replace(c, op="has", values=(c.op, *c.values), measure=total)
        return where

    def _lacking(self, root: str, where: list[Condition]) -> list[Condition]:
        """ "customers who did not pay" have no payment; "customers with invoices not paid" have such an invoice."""
        named = {left.thing.entity for left in self.notes.left if left.thing.kind == "entity"} | {root}
        # What was lent may come back in part: who has not returned films still has one of them.
        lent = self.vocabulary.with_concept(self.vocabulary.lexicon.trait("unreturned"))
        whole = named | {entity for entity, name, _ in lent if any(c.column.field == name for c in where)}
        return [
            replace(c, op="null") if c.op == "lacking" and c.column.entity not in whole else c for c in where
        ]

    def _presence(self, root: str, thing: Thing, used: set[str], *, verbal: bool) -> list[Condition]:
        """A thing that is named and nothing more: "customers with orders" must have one."""
        paths = self.vocabulary.paths.between(root, thing.entity, thing.role)
        if not paths:
            raise Stuck("two things that nothing ties together", root, thing.entity)
        for name in used:
            for way in self.vocabulary.paths.between(root, name):
                if any(step.target == thing.entity for step in way):
                    return []  # it only says which way the other condition is meant
        if many(paths[0]) is None and not (thing.role and verbal):  # "orders approved", by whomever
            return []
        return [Condition("has", Column(thing.entity, role=thing.role))]

    def _names(self, thing: Thing) -> bool:
        return thing.field in self.vocabulary.naming(thing.entity) or self._traits(thing).identifying

    def _timed(self, column: Column) -> bool:
        return bool(column.field) and self.vocabulary.traits[column.entity, column.field].timed

    def _is_state(self, column: Column) -> bool:
        one = self.vocabulary.catalog.entity(column.entity).field(column.field) if column.field else None
        return (
            one is not None
            and column.field not in self.vocabulary.naming(column.entity)
            and not (self.vocabulary.traits[column.entity, column.field].identifying)
        )

    def _naming(self, entity: str, role: str = "") -> tuple[Column, ...]:
        return tuple(Column(entity, name, role) for name in self.vocabulary.naming(entity))

    def _measuring(self, root: str, measures: tuple[Measure, ...]) -> Form:
        return Form(root, self._shape(), measures=measures, groups=self._groups())

    def _person_near(self, start: str) -> str:
        if not start:
            raise Stuck("who of whom")
        if self.vocabulary.is_person(start):
            return start
        far = [
            (distance, entity.name)
            for entity in self.vocabulary.catalog.entities
            if self.vocabulary.is_person(entity.name)
            and (distance := self.vocabulary.paths.distance(start, entity.name)) is not None
        ]
        # Two kinds of people tied to the same record ("contact", "assignee"): the question must say which, but that
        # customers stand before suppliers.
        tied = {r.to_table for r in self.vocabulary.paths.relations_of(start)}
        nearest = [name for _, name in far if name in tied]
        nearest = nearest or [name for distance, name in far if distance == min(far)[0]]
        anybody = self.vocabulary.lexicon.trait("anybody")
        ours = [name for name in nearest if self.vocabulary.entity_concepts(name) & anybody]
        nearest = ours if len(nearest) > 1 else nearest
        if len(nearest) != 1:
            raise Stuck("who of whom")
        self.cost += 0.15
        return nearest[0]


def over_many(vocabulary: Vocabulary, root: str, by: Measure, high: bool) -> Measure:
    """A field reached over many records is summed where that makes sense, else its extreme counts."""
    if by.what != "value" or by.column.entity == root:
        return by
    paths = vocabulary.paths.between(root, by.column.entity, by.column.role)
    if not paths:
        raise Stuck("two things that nothing ties together", root, by.column.entity)
    if many(paths[0]) is None:
        return by
    if vocabulary.traits[by.column.entity, by.column.field].additive:
        return replace(by, what="sum")
    return replace(by, what="max" if high else "min")


def columns_of(form: Form) -> set[Column]:
    """Every column a form names."""
    found = set(form.shows) | {group.column for group in form.groups} | {m.column for m in form.measures}
    if form.rank is not None:
        found.add(form.rank.by.column)
    pending = [*form.where, *form.having, *form.share, *form.difference]
    while pending:
        condition = pending.pop()
        found.add(condition.column)
        if condition.measure is not None:
            found.add(condition.measure.column)
        pending.extend(condition.inner)
    return found


def used_entities(form: Form) -> set[str]:
    """Every entity a form names besides its root."""
    return {column.entity for column in columns_of(form)} - {form.root}
