"""Questions for records and their fields: lists, look-ups, who, when and where, and two of these at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.domain.catalog import Relation
from answerable.tables.form import Column, Form, Measure, Rank
from answerable.tables.notes import Left, Stuck
from answerable.tables.paths import many
from answerable.tables.settling import columns_of
from answerable.tables.settling_numbers import NumberSettling
from answerable.tables.things import Thing

# Records are shown with at most so many columns; more do not help a reader. Chosen, not measured.
_MOST_COLUMNS = 12
_SHOWN = 5  # of records that have no name of their own


class ListSettling(NumberSettling):
    """Settles what is shown."""

    def _listed(self) -> Form:
        ask = self.notes.ask
        if self.notes.adjective is not None:
            column = self.notes.adjective
            return self._finish(Form(column.entity, "record", (column,)), mode="count")
        if ask == "when":
            return self._asked_field(self._when())
        if ask == "where":
            return self._asked_field(self._where())
        if ask == "who":
            return self._who()
        costs = [one for one in self.left if one.verbal and one.thing.kind == "field" and ask == "what"]
        costs = [one for one in costs if self._traits(one.thing).numeric]  # "what does the basic plan cost"
        first = costs[0] if costs else self._first("entity", "field", "role")
        if (kind := self._asked_value(first)) is not None:
            first = kind
        if first is None:
            return self._record()
        if first.thing.kind == "entity" and self.notes.groups:
            self.cost += 0.2 * (ask in ("", "what"))  # rather a number of each than how many there are
            self.notes.ask = "count"
            return self._counted()
        if first.thing.kind == "entity":
            return self._entity_list(first)
        return self._asked_field(first)

    def _asked_value(self, first: Left | None) -> Left | None:
        """ "Which books …", where books are a kind of media: the value says what is asked for."""
        if not self.notes.where or self.notes.ask not in ("list", "what"):
            return None
        condition, place = self.notes.where[0]
        if place != self.notes.asked_at + 1 or condition.op != "=" or not self._is_state(condition.column):
            return None
        if first and (first.thing.entity, first.thing.kind) == (condition.column.entity, "entity"):
            return None
        between = {at for _, at in self.notes.where}  # "open urgent tickets" are tickets
        if first is not None and not first.verbal and between >= set(range(place, first.place)) != set():
            return None
        kind = Left(Thing("entity", self._kind_of(condition.column)), place)
        self.left.append(kind)
        return kind

    def _record(self) -> Form:
        """ "Show article 4711": everything about it."""
        named = self._first("named")
        if self.notes.groups and not named:
            if not self.where or self.where[0].op == "during" or not self._is_state(self.where[0].column):
                raise Stuck("groups of nothing")
            return self._finish(self._number_of(self._kind_of(self.where[0].column)), mode="count")
        root = named.thing.entity if named else (self._kind_of(self.where[0].column) if self.where else "")
        if not root and self.notes.me == "team" and self.records:
            return self._entity_list(Left(Thing("entity", next(iter(self.records))), 0))
        if not root:
            raise Stuck("nothing is asked about")
        if named is None and self._termed() and "cost" in self.vocabulary.entity_concepts(root):
            self._measure_unnamed("sum")  # "what do my people cost"
            return self._measured()
        if named is None and self._termed():
            return self._entity_list(Left(Thing("entity", root), 0))
        if named is None:
            self.cost += 0.2
        fields = [name for name, traits in self.vocabulary.fields_of(root).items() if not traits.link]
        shows = tuple(Column(root, name) for name in fields[:_MOST_COLUMNS])
        return self._finish(Form(root, "record", shows), mode="list")

    def _termed(self) -> bool:
        """Whether business words, and nothing that names one record, say which are asked for."""
        naming = [c for c in self.where if c.op in ("=", "and") and not self._is_state(c.column)]
        return not naming and any(c.op == "term" for c in self.where)

    def _entity_list(self, first: Left) -> Form:
        self.left = [left for left in self.left if left is not first]
        root = first.thing.entity
        self.people_asked = not self.where
        naming = self._naming(root)
        if {column.field for column in naming} <= set(self.vocabulary.catalog.entity(root).key):
            own = [name for name, traits in self.vocabulary.fields_of(root).items() if not traits.link]
            naming = tuple(dict.fromkeys((*naming, *(Column(root, name) for name in own[:_SHOWN]))))
        elif not self.vocabulary.catalog.entity(root).names:  # a ticket has a number besides what it is about
            numbers = [
                name
                for name, traits in self.vocabulary.fields_of(root).items()
                if self.vocabulary.lexicon.has_trait("identifying", traits.concepts - {"key"})
                and not traits.link
                and self._is_unique(Column(root, name), root)
            ]
            naming = tuple(dict.fromkeys((*naming, *(Column(root, name) for name in numbers[:1]))))
        if self.vocabulary.is_linking(root):
            ties = self.vocabulary.paths.relations_of(root)
            linked = (one for r in ties for one in self._naming(r.to_table, r.columns[0])[:1])
            naming = tuple(dict.fromkeys((*naming, *linked)))
        return self._finish(Form(root, "list", naming), mode="list")

    def _asked_field(self, first: Left) -> Form:
        thing = first.thing
        if first in self.left:
            self.left.remove(first)
        if thing.kind == "entity":
            return self._finish(Form(thing.entity, "list", self._naming(thing.entity)), mode="list")
        if first.verbal and self.notes.ask == "what" and thing.kind == "field" and self._traits(thing).timed:
            raise Stuck("what was done is no day", thing.field)
        shows = [self._shown(thing)]
        if thing.kind == "field" and self.notes.ask == "list" and not self._traits(thing).numeric:
            self.cost += 0.08  # records of that name are rather listed than what a column calls them
        for left in [left for left in self.left if left.thing.kind in ("field", "role")]:
            if left.joined or left.place == first.place + len(shows):
                shows.append(self._shown(left.thing))
                self.left.remove(left)
        flat = tuple(dict.fromkeys(column for columns in shows for column in columns))
        if thing.kind == "field" and (having := self._having(thing)):
            return having
        root = self._root_of(thing, flat)
        if self.notes.groups:
            return self._grouped_field(root, flat)
        if len(flat) == 1 and self._to_sum(thing, root):
            return self._finish(self._measuring(root, (Measure("sum", flat[0]),)), mode="count")
        keyed = [c.column.entity for c in self.where if c.op == "=" and not self._is_state(c.column)]
        ways = [way for entity in keyed for way in self.vocabulary.paths.between(entity, root)[:1]]
        if any(many(way) is not None for way in ways):
            self.cost += 0.15  # what a car costs is rather its own price than that of its damages
        looked = any(c.op == "=" and c.column.entity == root for c in self.where)
        return self._finish(Form(root, "record" if looked else "list", flat), mode="list")

    def _grouped_field(self, root: str, flat: tuple[Column, ...]) -> Form:
        """ "stock per location" sums; "price per article" lists."""
        traits = self.vocabulary.traits[flat[0].entity, flat[0].field]
        if all(self.vocabulary.traits[one.entity, one.field].additive for one in flat):
            return self._finish(
                self._measuring(root, tuple(Measure("sum", one) for one in flat)), mode="count"
            )
        timed = any(unit or self._timed(column) for column, unit, _ in self.notes.groups)
        if timed and traits.timed and not traits.numeric:
            return self._happenings(flat[0])
        alike = any(not self._is_unique(column, root) for column, _, _ in self.notes.groups)
        if timed or (alike and traits.numeric):
            raise Stuck("a number for each that is no sum", flat[0].field)
        shown = tuple(
            column
            for group, _, _ in self.notes.groups
            for column in ((group,) if group.field else self._naming(group.entity))
        )
        return self._finish(Form(root, "list", (*shown, *flat)), mode="list")

    def _is_unique(self, column: Column, root: str) -> bool:
        """Whether a group has one record at most."""
        entity = self.vocabulary.catalog.entity(column.entity)
        groups = entity.field(column.field).distinct if column.field else entity.rows
        return groups >= self.vocabulary.catalog.entity(root).rows

    def _shown(self, thing: Thing) -> tuple[Column, ...]:
        if thing.kind == "role":
            return self._naming(thing.entity, thing.role)
        return (Column(thing.entity, thing.field, thing.role),)

    def _root_of(self, thing: Thing, shows: tuple[Column, ...]) -> str:
        if thing.kind == "role":
            return self._relation(thing).table
        owners = dict.fromkeys(column.entity for column in shows)
        if len(owners) == 1:
            return thing.entity
        mentioned = [left.thing.entity for left in self.left if left.thing.kind in ("entity", "named")]

        def fanned(root: str) -> int:
            ways = [self.vocabulary.paths.between(root, owner) for owner in owners]
            return sum(10 if not way else (many(way[0]) is not None) for way in ways)

        best = min((*owners, *mentioned), key=fanned)
        if fanned(best) >= 10:
            raise Stuck("two things that nothing ties together", *owners)
        return best

    def _relation(self, role: Thing) -> Relation:
        """The relation that a role is the end of."""
        known = self.vocabulary.catalog.relations
        return next(r for r in known if r.to_table == role.entity and r.columns[0] == role.role)

    def _to_sum(self, thing: Thing, root: str) -> bool:
        """The stock of an article that lies in several places is their sum."""
        if thing.kind != "field" or not self._traits(thing).additive:
            return False
        keyed = (c.column for c in self.where if c.op in ("=", "and") and c.column.entity == root)
        return all(map(self._is_state, keyed))

    def _when(self) -> Left:
        timed = next((left for left in self._fields_left() if self._traits(left.thing).timed), None)
        if timed is not None:
            return timed
        first = self._first("entity", "named")
        entity = first.thing.entity if first else (self.where[0].column.entity if self.where else "")
        dates = [name for name, traits in self.vocabulary.fields_of(entity).items() if traits.timed]
        own = [name for name in dates if self.vocabulary.traits[entity, name].concepts <= {"date", "time"}]
        dates = own if len(own) == 1 else dates  # when a concert is, not when it was called off
        if len(dates) != 1:
            raise Stuck("when what happened")
        self.cost += 0.15
        return Left(Thing("field", entity, dates[0]), 0)

    def _where(self) -> Left:
        has = self.vocabulary.lexicon.has_trait
        for left in self.left:
            if left.thing.kind == "field" and has("place", self._traits(left.thing).concepts):
                return left
            if left.thing.kind == "entity" and has(
                "place", self.vocabulary.entity_concepts(left.thing.entity)
            ):
                return left
        first = self._first("named", "entity")
        entity = first.thing.entity if first else (self.where[0].column.entity if self.where else "")
        own = self.vocabulary.fields_of(entity).items()
        found = [name for name, traits in own if has("place", traits.concepts) and not traits.link]
        near = [r.to_table for r in self.vocabulary.paths.relations_of(entity)] if entity else []
        places = [name for name in near if has("place", self.vocabulary.entity_concepts(name))]
        if found:
            self.cost += 0.1 * min(len(found), 2)
            cities = [name for name in found if "city" in self.vocabulary.traits[entity, name].concepts]
            return Left(Thing("field", entity, (cities or found)[0]), 0)
        if len(places) == 1:
            return Left(Thing("entity", places[0]), 0)
        raise Stuck("where what is")

    def _who(self) -> Form:
        first = self._first("entity", "role", "field")
        if first is None and not self.where and self.notes.me == "team" and self.records:
            return self._record()
        if first is not None and first.thing.kind == "role":
            return self._asked_field(first)
        if first is not None and first.thing.kind == "field":
            concepts = self._traits(first.thing).concepts
            if self.vocabulary.lexicon.has_trait("person", concepts):
                return self._asked_field(first)
        named = (left for left in self.left if left.thing.kind == "entity")
        people = [left for left in named if self.vocabulary.is_person(left.thing.entity)]
        if people:
            return self._entity_list(people[0])
        start = (
            first.thing.entity if first is not None else (self.where[0].column.entity if self.where else "")
        )
        person = self._person_near(start)
        told = (c.column for c in self.where if c.op in ("=", "and") and not c.negated)
        naming = self.vocabulary.naming(person)
        if any((c.entity, c.role) == (person, "") and c.field in naming for c in told):
            raise Stuck("who is named already", person)
        return self._finish(Form(person, "list", self._naming(person)), mode="count")

    def form(self) -> Form:
        """What is asked first."""
        raise NotImplementedError

    def told_besides(self) -> Form:
        """The form, and "… and who gave it?", "… and when was it paid?" shown beside the record."""
        said = [left.thing for left in self.left if left.place > self.notes.also_at]
        self.left = [left for left in self.left if left.place < self.notes.also_at]
        form, second = self.form(), self.notes.more_at
        after = [left.thing for left in self.notes.left if left.place > second]
        told = any(Column(one.entity, one.field, one.role) in columns_of(form) for one in after)
        if second >= 0 and not told:
            raise Stuck("two questions in one")  # "… and how did they pay?"
        if not self.notes.also:
            return form
        one = form.measures[0] if len(form.measures) == 1 else None
        if one is not None and one.what in ("max", "min") and form.shape == "number":
            by = Rank(Measure("value", one.column), one.what == "max", 1)
            form = replace(form, shape="record", shows=(one.column,), measures=(), rank=by)
        more = self._besides(form.root, said)
        known = {form.root, *(column.entity for column in more)}
        strange = any(one.entity not in known for one in said) or not self._has_one(form.root, more)
        if form.measures or form.groups or not form.shows or strange:
            raise Stuck("two questions in one", self.notes.also)
        return replace(form, shows=tuple(dict.fromkeys((*form.shows, *more))))

    def _besides(self, root: str, said: Sequence[Thing]) -> Sequence[Column]:
        """What is asked besides: as its verb says, else the one there is."""
        if self.notes.also == "who":
            role = next(
                (one for one in said if one.kind == "role" and self._relation(one).table == root), None
            )
            return self._naming(role.entity, role.role) if role is not None else self._whose(root, said)
        self.left = [Left(one, 0) for one in (*said, Thing("entity", root))]
        found = (self._when() if self.notes.also == "when" else self._where()).thing
        return (Column(found.entity, found.field),) if found.field else self._naming(found.entity)

    def _whose(self, root: str, said: Sequence[Thing]) -> Sequence[Column]:
        """The one person a record leads to; of several the one named, or no staff where the verb says what it is."""
        held = [one.name for one in self.vocabulary.catalog.entities]
        near = [one for one in held if self._is_beside(root, Thing("entity", one))]
        people = [one for one in near if self.vocabulary.is_person(one)]
        done = any(one.entity == root for one in said)  # who ordered an order, who pays a bill
        named = [one for one in near if any((thing.kind, thing.entity) == ("entity", one) for thing in said)]
        patrons = [one for one in people if one in self.vocabulary.patrons] if done else []
        found = named or patrons or people
        if len(found) != 1:
            raise Stuck("who of whom", *found)
        return self._naming(found[0])
