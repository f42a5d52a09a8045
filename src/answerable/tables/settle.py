"""From notes to a form: what the question is about, what it shows, counts, measures, and what must hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from answerable.domain.evidence import Cell
from answerable.tables.form import Column, Form, Group, Measure, Rank
from answerable.tables.link import Thing
from answerable.tables.notes import Left, Notes, Ranked, Stuck
from answerable.tables.settling import over_many
from answerable.tables.settling_lists import ListSettling
from answerable.tables.vocabulary import Vocabulary


def settle(
    notes: Notes, vocabulary: Vocabulary, records: Mapping[str, Cell] | None = None
) -> tuple[Form, float]:
    """The form of the notes and what it cost; raises Stuck where they make no question.

    `records` are the asking person's own records by entity: the key of each.
    """
    settler = _Settler(notes, vocabulary, records or {})
    form = settler.form()
    return form, notes.cost + settler.cost


class _Settler(ListSettling):
    """Settles which come first, and which way a question is settled at all."""

    def form(self) -> Form:
        notes = self.notes
        if notes.ask == "share":
            return self._share()
        if notes.ask == "difference":
            return self._difference()
        if notes.rank is not None:
            return self._ranked(notes.rank)
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

    def _ranked(self, rank: Ranked) -> Form:
        by = self._rank_by(rank)
        if self.notes.measures and by.column != self.notes.measures[0].column:
            self.cost += 0.3  # a number was asked for that this order does not use
        fields = [left for left in self.left if left.thing.kind in ("field", "role")]
        entity = self._first("entity")
        if entity is not None:
            if self.notes.groups:
                raise Stuck("the first of each group")
            if (total := self._total_of_first(rank, by, entity)) is not None:
                return total
            return self._ranked_records(rank, by, entity, fields)
        if fields and fields[0].thing.kind == "field":
            return self._ranked_groups(rank, by, fields[0])
        if self.notes.groups and self._shape() in ("series", "comparison") and by.what != "value":
            ranked = Rank(by, rank.high, rank.count or 1)
            return self._finish(
                Form(by.column.entity, "comparison", measures=(by,), groups=self._groups(), rank=ranked),
                mode="count",
            )
        if self.notes.ask == "who":
            return self._ranked_people(rank, by)
        valued = next(
            (c for c, place in self.notes.where if place == rank.place + 1 and c.op in ("=", "in")), None
        )
        if valued is not None and by.what == "value":  # "the most expensive suite"
            target = Left(Thing("entity", valued.column.entity), rank.place + 1)
            self.left.append(target)
            return self._ranked_records(rank, by, target, fields)
        if by.what != "value" or (rank.count or 1) > 1:
            raise Stuck("an order of nothing")
        measure = Measure("max" if rank.high else "min", by.column)
        return self._finish(self._measuring(by.column.entity, (measure,)), mode="count")

    def _rank_by(self, rank: Ranked) -> Measure:
        """What the order is by: as it was said, or the only thing it can be."""
        by = rank.by
        if rank.judged and not rank.said:
            raise Stuck("an opinion")
        rank.count = rank.count or self.notes.limit
        if by is None and self.notes.measures:
            by = self.notes.measures[0]
        if by is None and (rank.count or 1) > 1:
            by = self._before(rank)
        if by is None and rank.often:
            by = self._happened()
        if by is None and rank.sized and (target := self._first("entity")) is not None:
            amount = self._money(target.thing.entity)
            by = Measure("value", Column(target.thing.entity, amount)) if amount else None
            self.cost += 0.15
        if by is not None and rank.sized and self._timed(by.column) and not self._numeric(by.column):
            raise Stuck("a date has no size", by.column.field)
        if by is None or (self.notes.ask == "when" and not self._timed(by.column)):
            raise Stuck("an order by nothing")
        return by

    def _total_of_first(self, rank: Ranked, by: Measure, entity: Left) -> Form | None:
        """ "How much revenue do the top ten customers bring in": what the first have together. None where they are
        to be listed."""
        root = entity.thing.entity
        if by.column.entity == root:
            return None
        by = over_many(self.vocabulary, root, by, rank.high)
        if not self._together(rank, by):
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
        for left in self.left:
            if left.thing.kind == "field" and left.place < rank.place and self._traits(left.thing).additive:
                self.left.remove(left)
                rank.fore = True
                return Measure("value", Column(left.thing.entity, left.thing.field))
        return None

    def _numeric(self, column: Column) -> bool:
        return self.vocabulary.traits[column.entity, column.field].numeric

    def _happened(self) -> Measure | None:
        """What "most often" counts: the only kind of record that belongs to what is asked for."""
        entity = self._first("entity")
        if entity is None:
            return None
        ours = {r.table for r in self.vocabulary.catalog.relations if r.to_table == entity.thing.entity}
        return Measure("count", Column(ours.pop())) if len(ours) == 1 else None

    def _ranked_records(self, rank: Ranked, by: Measure, entity: Left, fields: Sequence[Left]) -> Form:
        root = entity.thing.entity
        self.left.remove(entity)
        shown = [left for left in fields if left.place < entity.place or left.joined]
        shows = tuple(Column(left.thing.entity, left.thing.field, left.thing.role) for left in shown)
        for left in shown:
            self.left.remove(left)
        if self.notes.ask == "when" and not shows:
            shows = (by.column,) if self._timed(by.column) else shows
        if by.what == "count" and by.column.entity == root:
            raise Stuck("an order by its own count")
        far = by.column.entity != root and self._timed(by.column)
        by = over_many(self.vocabulary, root, by, rank.high)
        self.cost += 0.5 * (far and by.what != "value")  # nobody's age is the date of an order
        naming = () if shows and not (shown and shown[0].joined) else self._naming(root)
        count = rank.count or (None if rank.place < 0 else 1)
        if self.notes.order or (rank.count is None and self._sorted_only()):
            count = None
        form = Form(
            root, "list" if count != 1 else "record", (*naming, *shows), rank=Rank(by, rank.high, count)
        )
        return self._finish(form, mode="list")

    def _sorted_only(self) -> bool:
        return "descending" in self.notes.order or "ascending" in self.notes.order

    def _ranked_groups(self, rank: Ranked, by: Measure, field: Left) -> Form:
        thing = field.thing
        if self._traits(thing).numeric and not self._traits(thing).timed:
            raise Stuck("an order of numbers", thing.field)
        self.left.remove(field)
        # A name that only stands for a record of its own ("customer" beside the customer's key): rather the records.
        ties = self.vocabulary.paths.relations_of(thing.entity)
        self.cost += 0.25 * any(tie.label.lower() == thing.field.lower() for tie in ties)
        column = Column(thing.entity, thing.field)
        ranked = Rank(by, rank.high, rank.count or 1)
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

    def _ranked_people(self, rank: Ranked, by: Measure) -> Form:
        person = self._person_near(by.column.entity)
        by = over_many(self.vocabulary, person, by, rank.high)
        form = Form(person, "record", self._naming(person), rank=Rank(by, rank.high, rank.count or 1))
        return self._finish(form, mode="list")
