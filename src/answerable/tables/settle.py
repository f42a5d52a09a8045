"""From notes to a form: what the question is about, what it shows, counts, measures, and what must hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from answerable.domain.evidence import Cell
from answerable.tables.form import Column, Form, Group, Measure, Rank
from answerable.tables.notes import Left, Notes, Ranked, Stuck
from answerable.tables.paths import many
from answerable.tables.settling import over_many
from answerable.tables.settling_lists import ListSettling
from answerable.tables.things import Thing
from answerable.tables.vocabulary import Vocabulary


def settle(
    notes: Notes, vocabulary: Vocabulary, records: Mapping[str, Cell] | None = None
) -> tuple[Form, float]:
    """The form of the notes and what it cost; raises Stuck where they make no question.

    `records` are the asking person's own records by entity: the key of each.
    """
    settler = _Settler(notes, vocabulary, records or {})
    form = settler.told_besides()
    return form, notes.cost + settler.cost


class _Settler(ListSettling):
    """Settles which come first, and which way a question is settled at all."""

    def form(self) -> Form:
        notes = self.notes
        for place, c in enumerate(self.where):  # "who bought more than five items"
            counted = c.op == "has" and c.measure is not None and c.measure.what == "count"
            if counted and (pieces := self._sold(c.column.entity)) is not None:
                self.where[place] = replace(c, column=pieces, measure=Measure("sum", pieces))
        means = {m.column.entity for m in notes.measures if m.what == "avg"}
        # "Pages per print job on average" is one number, where a job has its pages.
        kept = [g for g in notes.groups if g[0].field or g[1] or g[0].entity not in means]
        self.cost += 0.15 * (len(kept) < len(notes.groups))
        notes.groups = kept
        if (led := self._along_role()) is not None:
            return led
        if notes.ask == "share":
            return self._share()
        if notes.ask == "difference":
            return self._difference()
        if notes.rank is not None:
            return self._ranked(notes.rank)
        if notes.pending == ["avg"] and (mean := self._mean()) is not None:
            return mean
        if notes.measures:
            return self._measured()
        if notes.pending and not self._counts_entities():
            self._measure_unnamed()
            return self._measured()
        if notes.ask == "count":
            return self._counted()
        if notes.ask == "much" and (made := self._how_much()) is not None:
            return made
        if notes.ask == "exists":
            return self._exists()
        return self._listed()

    def _along_role(self) -> Form | None:
        """ "heads with more than three lecturers", "who has the most people reporting to them": counted by a role."""
        rank = self.notes.rank if self.notes.ask in ("", "what", "list", "who") else None
        for left in [one for one in self.left if one.thing.kind == "role"]:
            whose, relation = left.thing, self._relation(left.thing)
            by = Measure("count", Column(relation.table))
            bounds = tuple(c for c in self.where if c.op == "has" and c.measure == by and not c.negated)
            first = rank is not None and rank.by == by
            if not (bounds or first):
                continue
            if self.notes.ask == "count":  # "how many customers have more than two tickets"
                self.left[self.left.index(left)] = replace(left, thing=Thing("entity", whose.entity))
                return None
            beside = [o for o in self.left if (o.thing.kind, o.thing.entity) == ("entity", whose.entity)]
            twice = [o for o in self.left if (o.thing.kind, o.thing.role) == ("role", whose.role)]
            self.left = [o for o in self.left if o not in twice and o not in beside]
            self.cost += 0.1 * any(o.thing.kind == "role" for o in self.left)  # rather the same one twice
            self.where = [c for c in self.where if c not in bounds]
            ranked = Rank(by, rank.high, rank.count or 1, rank.nth) if rank is not None and first else None
            group = Group(Column(whose.entity, role=whose.role))
            form = Form(relation.table, "list", measures=(by,), groups=(group,), having=bounds, rank=ranked)
            return self._finish(form, mode="count")
        return None

    def _ranked(self, rank: Ranked) -> Form:
        by = self._rank_by(rank)
        if self.notes.measures and by.column != self.notes.measures[0].column:
            self.cost += 0.3  # a number was asked for that this order does not use
        fields = [left for left in self.left if left.thing.kind in ("field", "role")]
        entity = self._first("entity")
        told = rank.told and self.notes.ask in ("", "what") and (rank.count or 1) == 1 and by.what == "value"
        of = entity.thing.entity if entity is not None else ""
        own = told and not self.notes.groups and of == by.column.entity
        self.left = [left for left in self.left if left is not entity or not own]
        doing = entity is not None and entity.verbal and self.notes.ask == "who"
        if own or (doing and not self.vocabulary.is_person(of)):
            entity = None  # "who bought the most bottles"
        beside = [left for left in fields if rank.often and left.place == rank.place + 1]
        over = by.what == "avg" and entity is not None and entity.place > rank.place
        # "which supplier has the dearest articles on average": an average of each, not of an article
        beside += [left for left in fields if over and left.place < rank.place and not left.verbal]
        if entity is not None and beside and beside[0].thing.entity == entity.thing.entity:
            # "the most common problem of repairs"
            twice = [one for one in self.left if one.thing.field == beside[0].thing.field and one.verbal]
            self.left = [one for one in self.left if one is not entity and one not in twice]
            return self._ranked_groups(rank, by, beside[0])
        if entity is not None:
            if (total := self._total_of_first(rank, by, entity)) is not None:
                return total
            return self._ranked_records(rank, by, entity, fields)
        if fields and fields[0].thing.kind == "field":
            return self._ranked_groups(rank, by, fields[0])
        if self.notes.groups and self._shape() in ("series", "comparison") and by.what != "value":
            ranked = Rank(by, rank.high, rank.count or 1, rank.nth)
            return self._finish(
                Form(by.column.entity, "comparison", measures=(by,), groups=self._groups(), rank=ranked),
                mode="count",
            )
        if self.notes.ask == "who":
            return self._ranked_people(rank, by)
        root = self._of_whom(by) if self.notes.ask == "list" else ""
        if not root and (by.what != "value" or (rank.count or 1) > 1):
            raise Stuck("an order of nothing")
        if self.notes.ask == "list":  # "which club opened last"
            target = Left(Thing("entity", root or by.column.entity), rank.place)
            self.left.append(target)
            return self._ranked_records(rank, by, target, fields)
        if rank.nth > 1:
            ranked = Rank(by, rank.high, 1, rank.nth)
            return self._finish(Form(by.column.entity, "record", (by.column,), rank=ranked), mode="list")
        measure = Measure("max" if rank.high else "min", by.column)
        return self._finish(self._measuring(by.column.entity, (measure,)), mode="count")

    def _of_whom(self, by: Measure) -> str:
        """ "which of my team has the most open tickets", "which agent": a business word or a value says of whom."""
        told = (c.column for c in self.where if c.op in ("term", "=", "in", "like"))
        of = (c.entity if not c.field else self._kind_of(c) for c in told if c.entity != by.column.entity)
        return next(of, "") if by.what == "count" else ""

    def _rank_by(self, rank: Ranked) -> Measure:
        """What the order is by: as it was said, or the only thing it can be."""
        by = rank.by
        # "revenue of the ten best customers"
        told = bool(self.notes.measures) or any(map(self._adds_up, self.left))
        target = self._first("entity")
        rated = rank.said or rank.often or (by is not None and by.what != "count")  # "the best rating"
        judged = rank.judged and not rated and not ((rank.count or 1) > 1 and told)
        if judged and (target is None or not self._is_earning(target.thing.entity)):
            raise Stuck("an opinion")
        rank.count = rank.count or self.notes.limit
        if by is None and self.notes.measures:
            by = self.notes.measures[0]
        if by is None and (rank.count or 1) > 1:
            by = self._before(rank)
        if by is None and rank.often:
            by = self._happened() or self._repeated(rank)
        if by is None and (rank.sized or rank.top or judged) and target is not None:
            root = target.thing.entity
            by = self._brought(target, rank) if self._is_earning(root) and not rank.sized else None
            amount = self.vocabulary.amount_of(root)
            if by is None and not judged:
                by = Measure("value", Column(root, amount)) if amount else self._brought(target, rank)
            self.cost += 0.15
        first = (rank.fore or rank.sized or rank.top) and by is not None
        if first and set(self.notes.pending) <= {"total", "sum"}:
            rank.fore, self.notes.pending = rank.fore or bool(self.notes.pending), []
        of = self.vocabulary.traits.get((by.column.entity, by.column.field)) if by is not None else None
        if by is not None and of is not None and rank.sized and of.timed and not of.numeric:
            raise Stuck("a date has no size", by.column.field)
        if by is None or (self.notes.ask == "when" and not self._timed(by.column)):
            raise Stuck("an order by nothing")
        if self.notes.pending == ["avg"] and by.what == "value":  # "the dearest articles on average"
            by = replace(by, what="avg")
        pieces = self._sold(by.column.entity) if by.what == "count" and not rank.often else None
        return Measure("value", pieces) if pieces is not None else by

    def _is_earning(self, entity: str) -> bool:
        """Whether records are good or bad by what they bring in: customers, products, shops."""
        named = self.vocabulary.lexicon.has_trait("earning", self.vocabulary.entity_concepts(entity))
        return named or entity in self.vocabulary.patrons

    def _brought(self, target: Left, rank: Ranked) -> Measure | None:
        """ "the biggest donors", "the top five customers": by what they bring in, else by the one amount of what is
        recorded of people."""
        root, has = target.thing.entity, self.vocabulary.lexicon.has_trait
        ours = {r.table for r in self.vocabulary.catalog.relations if r.to_table == root} - {root}
        earning = {entity for entity, name in self.vocabulary.traits if name == "revenue"}
        lines = sorted(ours & self.vocabulary.lines.keys() & earning)
        if len(lines) == 1 and has("selling", self.vocabulary.entity_concepts(root)):  # "the largest order"
            return Measure("value", Column(lines[0], "revenue"))
        people = self.vocabulary.is_person(root) and target.place > rank.place
        if self._is_earning(root) and (people or not rank.sized) and (earned := self._revenue(root)):
            return Measure("value", earned)
        paid = [one for one in ours if has("monetary", self.vocabulary.entity_concepts(one))]
        amount = self.vocabulary.amount_of(paid[0]) if len(paid) == 1 and people else ""
        return Measure("value", Column(paid[0], amount)) if amount else None

    def _revenue(self, root: str) -> Column | None:
        """The one column that says what the nearest records of something bring in."""
        far: dict[float, list[Column]] = {}
        for (entity, name), traits in self.vocabulary.traits.items():
            ways = self.vocabulary.paths.between(root, entity)
            if "revenue" in traits.concepts and traits.additive and ways and many(ways[0]) is not None:
                far.setdefault(self.vocabulary.paths.weight(ways[0]), []).append(Column(entity, name))
        near = far[min(far)] if far else []
        return near[0] if len(near) == 1 else None

    def _total_of_first(self, rank: Ranked, by: Measure, entity: Left) -> Form | None:
        """ "How much revenue do the top ten customers bring in": what the first have together. None where they are
        to be listed."""
        root = entity.thing.entity
        if by.column.entity == root:
            return None
        by = over_many(self.vocabulary, root, by, rank.high)
        if not self._together(rank, by) or self.notes.groups or rank.nth > 1:
            return None
        self.left.remove(entity)
        ranked = Rank(by, rank.high, rank.count)
        form = Form(root, "number", self._naming(root), measures=(Measure("sum", by.column),), rank=ranked)
        return self._finish(form, mode="count")

    def _together(self, rank: Ranked, by: Measure) -> bool:
        """Whether a sum is asked for, and not the records it is largest for: "the revenue of the top ten"."""
        asked = bool(self.notes.measures) or rank.fore
        return asked and not rank.said and (rank.count or 1) > 1 and by.what == "sum"

    def _before(self, rank: Ranked) -> Measure | None:
        """ "the revenue of the five largest customers": the number that was asked for is what makes them large."""
        # "… bring in in revenue": said behind it, it is the same.
        for left in sorted(self.left, key=lambda one: one.place > rank.place):
            if left.thing.kind == "field" and self._traits(left.thing).additive:
                self.left.remove(left)
                rank.fore = True
                return Measure("value", Column(left.thing.entity, left.thing.field))
        return None

    def _happened(self) -> Measure | None:
        """What "most often" counts: the only kind of record that belongs to what is asked for."""
        entity = self._first("entity")
        if entity is None:
            return None
        ours = {r.table for r in self.vocabulary.catalog.relations if r.to_table == entity.thing.entity}
        sold = {one for one in ours if self.vocabulary.lexicon.has_trait(
            "selling", self.vocabulary.entity_concepts(one))}  # fmt: skip
        ours = sold if len(sold) == 1 else ours
        return Measure("count", Column(ours.pop())) if len(ours) == 1 else None

    def _repeated(self, rank: Ranked) -> Measure | None:
        """ "the most common reason", "the most frequent diagnoses": what stands most often in a column."""
        after = [left for left in self.left if left.place == rank.place + 1]
        first = after[0] if after else self._first("entity", "field")
        if first is None or rank.judged or self.vocabulary.is_person(first.thing.entity):
            return None
        entity = first.thing.entity
        name = first.thing.field or self.vocabulary.naming(entity, alone=False)[0]
        held = self.vocabulary.catalog.entity(entity)
        rows, distinct = held.rows, held.field(name).distinct
        if not distinct or distinct >= rows:
            return None
        self.left[self.left.index(first)] = Left(Thing("field", entity, name), first.place)
        return Measure("count", Column(entity))

    def _ranked_records(self, rank: Ranked, by: Measure, entity: Left, fields: Sequence[Left]) -> Form:
        root = entity.thing.entity
        self.left.remove(entity)
        shown = [left for left in fields if left.place < entity.place or left.joined]
        shows = tuple(Column(left.thing.entity, left.thing.field, left.thing.role) for left in shown)
        for left in shown:
            self.left.remove(left)
        if self.notes.adjective is not None:  # "how old is the youngest"
            shows = (self.notes.adjective, *shows)
        if self.notes.ask == "when" and not shows:
            shows = (by.column,) if self._timed(by.column) else shows
        if by.what == "count" and by.column.entity == root:
            raise Stuck("an order by its own count")
        far = by.column.entity != root and self._timed(by.column)
        by = over_many(self.vocabulary, root, by, rank.high)
        self.cost += 0.5 * (far and by.what != "value")  # nobody's age is the date of an order
        naming = () if shows and not (shown and shown[0].joined) else self._naming(root)
        count = rank.count or (None if rank.place < 0 else 1)
        if self.notes.order and rank.count is None:
            count = None
        high = rank.high if "ascending" not in self.notes.order else False
        high = high or "descending" in self.notes.order
        each = self._each(root)
        ranked = Rank(by, high, count, rank.nth, each)
        form = Form(root, "list" if count != 1 or each else "record", (*each, *naming, *shows), rank=ranked)
        return self._finish(form, mode="list")

    def _each(self, root: str) -> tuple[Column, ...]:
        """ "the most expensive article of each supplier": what the first is told for, one of which a record has."""
        found: list[Column] = []
        for column, unit, _ in self.notes.groups:
            ways = self.vocabulary.paths.between(root, column.entity, column.role)
            if unit or (column.entity == root and not column.field) or not ways or many(ways[0]) is not None:
                raise Stuck("the first of each group", column.entity)
            found += [column] if column.field else self._naming(column.entity, column.role)
        return tuple(found)

    def _ranked_groups(self, rank: Ranked, by: Measure, field: Left) -> Form:
        thing = field.thing
        if self._traits(thing).numeric != self._traits(thing).timed:
            raise Stuck("an order of numbers or days", thing.field)
        if by.what == "count" and by.column.entity == thing.entity and self._names(thing) and not rank.often:
            raise Stuck("an order by its own count", thing.field)
        self.left.remove(field)
        # A name that only stands for a record of its own ("customer" beside the customer's key): rather the records.
        ties = self.vocabulary.paths.relations_of(thing.entity)
        self.cost += 0.25 * any(tie.label.lower() == thing.field.lower() for tie in ties)
        column = Column(thing.entity, thing.field)
        ranked = Rank(by, rank.high, rank.count or 1, rank.nth)
        traits = self.vocabulary.traits.get((by.column.entity, by.column.field))
        summed = by.what == "value" and traits is not None and traits.additive and not self._names(thing)
        if by.what != "value" or summed:
            by = replace(by, what="sum") if summed else by
            form = Form(
                by.column.entity,
                "number" if self._together(rank, by) else "comparison",
                measures=(by,),
                groups=(Group(column),),
                rank=replace(ranked, by=by),
            )
            return self._finish(form, mode="count")
        by = over_many(self.vocabulary, thing.entity, by, rank.high)
        return self._finish(Form(thing.entity, "record", (column,), rank=replace(ranked, by=by)), mode="list")

    def _doing(self, by: Measure) -> str:
        """ "who completed the most courses": whoever the records point at that tell what was done with them."""
        done = {c.column.entity for c in self.where if c.op == "known"} - {by.column.entity}
        tied = {r.to_table for one in done for r in self.vocabulary.paths.relations_of(one)}
        people = [one for one in tied if self.vocabulary.is_person(one)]
        return people[0] if len(people) == 1 else ""

    def _ranked_people(self, rank: Ranked, by: Measure) -> Form:
        person = self._person_near(self._doing(by) or by.column.entity)
        by = over_many(self.vocabulary, person, by, rank.high)
        form = Form(
            person, "record", self._naming(person), rank=Rank(by, rank.high, rank.count or 1, rank.nth)
        )
        return self._finish(form, mode="list")
