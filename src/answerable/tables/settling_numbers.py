"""Questions for one number: how many, how much, which share, which difference, whether at all."""

from __future__ import annotations

from dataclasses import replace

from answerable.tables.earning import BESIDE
from answerable.tables.form import Column, Condition, Form, Group, Measure
from answerable.tables.notes import NOT_COUNTED, Left, Stuck, summed
from answerable.tables.paths import KIND
from answerable.tables.settling import HELD, Settling
from answerable.tables.things import Thing


class NumberSettling(Settling):
    """Settles what is counted and measured."""

    def _counts_entities(self) -> bool:
        """ "total number of orders", "orders in total": the sum of records is their count."""
        first = self._first("entity", "field", "role")
        if first is None or not set(self.notes.pending) <= {"total", "sum"} or self.notes.adjective:
            return False  # "how long in total" is no count
        if first.thing.kind == "entity" and self.notes.ask != "count" and self._amount(first.thing.entity):
            return False
        if "sum" in self.notes.pending and self.notes.ask != "count" and first.thing.kind == "entity":
            return False
        if first.thing.kind == "field":
            return self.notes.ask == "count"
        if self.notes.ask not in ("count", "much"):
            self.notes.ask = "count"
            self.cost += 0.15
        return True

    def _measure_unnamed(self, *whats: str) -> None:
        """The aggregate was said before or after its field with other words between."""
        first = next((left for left in self._fields_left() if self._traits(left.thing).numeric), None)
        if first is None and self.notes.adjective is not None:  # "how long on average"
            asked = self.notes.adjective
            first, self.notes.adjective = Left(Thing("field", asked.entity, asked.field), 0), None
        elif first is None:
            entity = self._first("entity")
            owner = entity.thing.entity if entity else next((c.column.entity for c in self.where), "")
            amount = self._amount(owner) if owner else ""
            if not amount:
                raise Stuck("an aggregate of nothing", *self.notes.pending)
            self.cost += 0.1
            first = Left(Thing("field", owner, amount), 0)
        else:
            self.left.remove(first)
        column = Column(first.thing.entity, first.thing.field)
        self.notes.measures += [Measure(summed(what), column) for what in whats or self.notes.pending]

    def _mean(self) -> Form | None:
        """ "the average number of songs per playlist": what there is of each, on average."""
        named = [left for left in self.left if left.thing.kind == "entity"]
        counted = self.notes.ask == "count" and not self.notes.groups and not self.notes.measures
        if counted and len(named) == (1 if self._leads_value() else 2):
            self.left.remove(named[-1])  # "how many songs does a playlist have on average"
            self.notes.groups.append((Column(named[-1].thing.entity), "", named[-1].place))
        if self.notes.ask != "count" or len(self.notes.groups) != 1:
            return None
        self.notes.pending = []
        form = self._counted()
        return replace(form, shape="number", mean=True) if form.measures[0].what == "count" else None

    def _counted(self) -> Form:
        first = self._first("entity", "field", "role")
        if first is None and self.notes.me == "team" and self.records:  # "how many people are in my team"
            first = Left(Thing("entity", next(iter(self.records))), 0)
            self.left.append(first)
        if first is None and (held := self._holding()):
            return self._finish(self._measuring(held.entity, (Measure("sum", held),)), mode="count")
        hours = first is not None and first.thing.kind == "field" and self._adds_up(first)
        lines = first is not None and first.verbal and first.thing.entity in self.vocabulary.lines
        self.notes.pieces = self.notes.pieces or lines  # "how many were sold"
        if first is None or (self._leads_value() and not hours):  # "billable hours" are hours
            return self._finish(self._number_of(self._counted_by_value(first)), mode="count")
        thing = first.thing
        self.left.remove(first)
        if thing.kind == "field" and self._traits(thing).timed and not self._traits(thing).numeric:
            return self._happenings(Column(thing.entity, thing.field))
        if thing.kind == "field" and (having := self._having(thing)) is not None:
            return replace(having, shape="number")
        if thing.kind == "field":
            measure = self._counted_field(thing)
            return self._finish(self._measuring(thing.entity, (measure,)), mode="count")
        if thing.kind == "role":
            self.where.append(Condition("is", Column(thing.entity, role=thing.role)))
        return self._finish(self._number_of(thing.entity), mode="count")

    def _happenings(self, column: Column) -> Form:
        """ "How many arrivals last month", where a column says when somebody arrived: the records that have one."""
        when = [n for n, condition in enumerate(self.where) if condition.op == "during"]
        for place in when:
            self.where[place] = replace(self.where[place], column=column)
        self.notes.groups = [
            (column, unit, at) if unit else (of, unit, at) for of, unit, at in self.notes.groups
        ]
        if not when:
            self.where.append(Condition("known", column))
        self.cost += 0.1
        return self._finish(
            self._measuring(column.entity, (Measure("count", Column(column.entity)),)), mode="count"
        )

    def _leads_value(self) -> bool:
        """Whether a value follows "how many" at once: "how many hammers", "how many open orders"."""
        if not self.notes.where:
            return False
        condition, place = self.notes.where[0]
        return place == self.notes.asked_at + 1 and condition.op in ("=", "in", "like", "true")

    def _counted_by_value(self, first: Left | None) -> str:
        valued = self.notes.where[0] if self.notes.where else None
        if valued is None or valued[1] > self.notes.asked_at + 2:
            named = self._first("named")
            if named is None:
                raise Stuck("count of nothing")
            return named.thing.entity
        beside = first is not None and first.thing.kind == "entity" and first.place == valued[1] + 1
        if first is not None and beside and not first.verbal:
            return first.thing.entity  # "how many open orders"
        return self._kind_of(valued[0].column, counted=True)

    def _kind_of(self, column: Column, *, counted: bool = False) -> str:
        """The records a value is counted by; where a small table only names kinds, or a name is one record's and it
        is `counted`, those that are of the kind."""
        entity = self.vocabulary.catalog.entity(column.entity)
        pointing = {r.table for r in self.vocabulary.catalog.relations if r.to_table == entity.name}
        pointing -= {entity.name}
        named = column.field in self.vocabulary.naming(entity.name)
        alone = counted and named and entity.field(column.field).distinct == entity.rows
        if len(entity.fields) > (2 * KIND if alone else KIND) or not named or not pointing:
            return entity.name
        if len(pointing) > 1:
            raise Stuck("a kind of what", column.field)
        self.cost += 0.1
        return pointing.pop()

    def _counted_field(self, thing: Thing) -> Measure:
        traits, column = self._traits(thing), Column(thing.entity, thing.field)
        people = traits.numeric and self.vocabulary.lexicon.has_trait("person", traits.concepts)
        if people and not (self.where or self.left or self.notes.me):  # the employees of each account
            raise Stuck("a count that belongs to something else", thing.field)
        counted = traits.additive or not traits.concepts & NOT_COUNTED
        if traits.numeric and not self.notes.distinct and counted:
            return Measure("sum", column)
        # "How many returns" are records, not different days.
        if self.notes.pieces or ((traits.numeric or traits.timed) and not self.notes.distinct):
            raise Stuck("a count of something that is not counted", thing.field)
        # Records of their own are rather counted than what a column calls them. Chosen by hand, beyond AS_LIKELY.
        self.cost += 0.1 * (not self.notes.distinct)
        return Measure("distinct", column)

    def _having(self, thing: Thing) -> Form | None:
        """ "cities with more than ten customers", where the city is only a column of the customers."""
        bounds = tuple(
            c
            for c in self.where
            if c.op == "has" and c.measure is not None and not c.negated
            and c.measure.column.entity == thing.entity
        )  # fmt: skip
        if not bounds or bounds[0].measure is None:
            return None
        self.where = [c for c in self.where if c not in bounds]
        column = Column(thing.entity, thing.field)
        form = Form(
            thing.entity, "list", measures=(bounds[0].measure,), groups=(Group(column),), having=bounds
        )
        return self._finish(form, mode="count")

    def _number_of(self, root: str) -> Form:
        if (held := self._sold(root) or self._held_of(root)) is not None:
            return self._measuring(held.entity, (Measure("sum", held),))
        if self.notes.pieces and root in self.vocabulary.lines:
            return self._measuring(root, (Measure("sum", Column(root, self.vocabulary.lines[root])),))
        if self.notes.pieces:
            raise Stuck("pieces of what", root)
        self.people_asked = True
        return self._measuring(root, (Measure("count", Column(root)),))

    def _held_of(self, root: str) -> Column | None:
        """ "How many of article 4711": nobody counts the one record that is named, but what there is of it."""
        entity = self.vocabulary.catalog.entity(root)
        equal = [
            c.column.field for c in self.where if c.op == "=" and not c.negated and c.column.entity == root
        ]
        numbered = any(
            entity.key == (name,) or self.vocabulary.traits[root, name].identifying for name in equal
        )
        alone = entity.rows > 1 and any(
            entity.key == (name,) or (name and entity.field(name).distinct == entity.rows) for name in equal
        )
        if not alone or self.notes.groups or not (numbered or set(equal) & set(self.vocabulary.naming(root))):
            return None
        tied = {r.table for r in self.vocabulary.catalog.relations if r.to_table == root} - {root}
        # "How many were taken in 2025" are not those in stock.
        spoken = {c.column.entity for c in self.where} & tied
        held = (("stock", spoken), ("quantity", spoken)) if spoken else ()
        for what, owners in held or (("stock", {root}), ("stock", tied), ("quantity", {root})):
            found = [Column(owner, name) for owner, name, _ in self.vocabulary.with_concept((what,), numeric=True)
                     if owner in owners]  # fmt: skip
            if len(found) == 1 and not any(left.thing.kind != "named" for left in self.left):
                return found[0]
        if not numbered and not spoken:
            return None
        raise Stuck("a count of one record", root)

    def _measured(self) -> Form:
        measures = tuple(self.notes.measures)
        counted = [m.column.entity for m in measures]
        if len(set(counted)) > 1:
            raise Stuck("measures of different things", *counted)
        if (mean := self._order_value(measures)) is not None:
            return mean
        target = self._first("entity", "field")
        if target is not None and self.notes.ask == "list" and not self.notes.groups:
            # "Which suppliers and their number of articles": one line for each
            self.left.remove(target)
            self.notes.groups.append((Column(target.thing.entity, target.thing.field), "", target.place))
        return self._finish(self._measuring(counted[0], measures), mode="count")

    def _order_value(self, measures: tuple[Measure, ...]) -> Form | None:
        """ "the average order value", where only lines say what they come to: what each order comes to, on average."""
        column = measures[0].column
        made = self.vocabulary.is_made(column.entity, column.field) and column.entity in self.vocabulary.lines
        if not made or [one.what for one in measures] != ["avg"]:
            return None
        has, of = self.vocabulary.lexicon.has_trait, self.vocabulary.paths.relations_of(column.entity)
        sales = [r.to_table for r in of if has("selling", self.vocabulary.entity_concepts(r.to_table))]
        self.notes.groups = self.notes.groups or [(Column(sales[0]), "", 0)] * (len(sales) == 1)
        if len(self.notes.groups) != 1 or self.notes.groups[0][1] or self.notes.groups[0][0].field:
            raise Stuck("an average of what lines come to", column.field)
        self.left = [one for one in self.left if one.thing.entity != self.notes.groups[0][0].entity]
        form = self._measuring(column.entity, (Measure("sum", column),))
        return replace(self._finish(form, mode="count"), shape="number", mean=True)

    def _how_much(self) -> Form | None:
        """A sum; None where the amount of something is to be looked up."""
        if self.notes.adjective is not None:
            return None
        first = next((left for left in self._fields_left() if self._traits(left.thing).numeric), None)
        if first is None and (held := self._holding()):
            return self._finish(self._measuring(held.entity, (Measure("sum", held),)), mode="count")
        verb = self._first("entity")
        sold = verb is not None and verb.verbal and verb.thing.entity in self.vocabulary.lines
        if first is None and sold and self._leads_value():  # "how much popcorn did we sell"
            return self._counted()
        if first is None and self.notes.pieces and (named := self._first("named")) is not None:
            return self._finish(self._number_of(named.thing.entity), mode="count")
        owed = next((c.column.entity for c in self.where if c.op in ("lacking", "false")), "")
        if first is None and (amount := self.vocabulary.amount_of(owed)):  # "how much do customers owe us"
            return self._finish(self._measuring(owed, (Measure("sum", Column(owed, amount)),)), mode="count")
        if first is None:
            first = Left(self._money_of(self._first("named", "entity")), len(self.left))
            self.left.append(first)
        if self._traits(first.thing).additive:
            self.left.remove(first)
            column = Column(first.thing.entity, first.thing.field)
            return self._finish(self._measuring(column.entity, (Measure("sum", column),)), mode="count")
        return None

    def _holding(self) -> Column | None:
        """ "How much vacation": where a business word alone is asked for, what its records hold is meant, such as a
        balance that is part of their name."""
        entity = next((c.column.entity for c in self.where if c.op == "term"), "")
        for name in self.vocabulary.catalog.entity(entity).names if entity else ():
            traits = self.vocabulary.traits[entity, name]
            if traits.additive and traits.concepts & HELD:
                return Column(entity, name)
        return None

    def _money_of(self, left: Left | None) -> Thing:
        groups = [column.entity for column, unit, _ in self.notes.groups if not unit]
        others = (*groups, *(c.column.entity for c in self.where), "")
        start = left.thing.entity if left is not None else others[0]
        far = [
            (distance, Thing("field", entity, name))
            for (entity, name), traits in self.vocabulary.traits.items()
            if traits.money
            and "salary" not in traits.concepts
            and not self.vocabulary.is_aimed(name)
            # "how much did each customer spend" is a sum, and not of the freight
            and (not groups or (traits.additive and not traits.concepts & BESIDE))
            and start
            and (distance := self.vocabulary.paths.distance(start, entity)) is not None
        ]
        nearest = [thing for distance, thing in far if distance == min(pair[0] for pair in far)]
        if len(nearest) != 1:
            raise Stuck("how much of what")
        self.cost += 0.2
        return nearest[0]

    def _share(self) -> Form:
        first = next((left for left in self.left if left.thing.kind == "entity" or self._adds_up(left)), None)
        if first is not None:
            self.left.remove(first)
        elif self.where and self.where[0].op == "term":  # "share of P0 bugs": the word says what they are
            first = Left(Thing("entity", self.where[0].column.entity), 0)
        elif self.where and self._leads_value():  # "the share of terraced houses", where those are a kind
            first = Left(Thing("entity", self._kind_of(self.where[0].column)), 0)
        else:
            raise Stuck("a share of nothing")
        split = self.notes.verb_at
        before = [condition for condition, place in self.notes.where if place < split]
        after = [condition for condition, place in self.notes.where if place > split]
        late = [left for left in self.left if left.place > split]
        if split < 0 and len(self.notes.where) > 1:
            # "of the P0 bugs fixed within SLA": what stands before the noun says of what it is a share.
            head = first.place or self.notes.where[-1][1] - 1
            before = [condition for condition, place in self.notes.where if place <= head]
            after = [condition for condition, place in self.notes.where if place > head]
        if not before or not (after or late):
            dated = [c for c in self.where if self.notes.groups and c.op in ("during", "or")]
            before, after = dated, [c for c in self.where if c not in dated]
        self.where = []
        column = Column(first.thing.entity, first.thing.field)
        measure = Measure("sum" if column.field else "count", column)
        form = self._finish(self._measuring(column.entity, (measure,)), mode="count")
        parts = (*after, *form.where)
        if not parts and not form.groups:
            raise Stuck("a share of everything")
        return replace(form, where=tuple(before), share=parts or (Condition("each", column),))

    def _adds_up(self, left: Left) -> bool:
        return left.thing.kind == "field" and self._traits(left.thing).additive

    def _difference(self) -> Form:
        equal = [c for c in self.where if c.op in ("=", "in") and not c.negated]
        times = [c for c in self.where if c.op == "or" and all(one.op == "during" for one in c.inner)]
        if len(times) == 1 and not equal:
            equal, self.where = list(times[0].inner), [c for c in self.where if c not in times]
        field = next((left for left in self.left if left.thing.kind == "field"), None)
        column = self.notes.adjective or (Column(field.thing.entity, field.thing.field) if field else None)
        counted = self._first("entity")
        if column is None and times and counted is not None:
            column = Column(counted.thing.entity)
        if column is None:
            money = self._money_of(self._first("named", "entity"))
            column = Column(money.entity, money.field)
        if len(equal) != 2 or equal[0].column != equal[1].column:
            raise Stuck("a difference of what")
        additive = bool(column.field) and self.vocabulary.traits[column.entity, column.field].additive
        what = "sum" if additive else ("max" if column.field else "count")
        rest = tuple(c for c in self.where if c not in equal)
        return Form(
            column.entity, "number", measures=(Measure(what, column),), where=rest, difference=tuple(equal)
        )

    def _exists(self) -> Form:
        first = self._first("entity", "named", "role")
        fields = [left for left in self.left if left.thing.kind == "field"]
        if first is None and (held := self._holding()):  # "have I any vacation left": how much
            return self._finish(self._measuring(held.entity, (Measure("sum", held),)), mode="count")
        if first is not None:
            self.left.remove(first)
            root = first.thing.entity
        elif self.where:
            root = self._kind_of(self.where[0].column)
        elif fields:
            root = fields[0].thing.entity
        else:
            raise Stuck("whether there is what")
        form = Form(root, "yesno", measures=(Measure("count", Column(root)),))
        return self._finish(form, mode="count")
