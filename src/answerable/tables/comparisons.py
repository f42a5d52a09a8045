"""Comparisons in a question: "over 100 CHF", "at least three orders", "between 10 and 20", "in 2024"."""

from __future__ import annotations

from dataclasses import replace

from answerable.domain.catalog import Kind
from answerable.domain.evidence import Cell
from answerable.lists import listed
from answerable.tables.form import OVERLAP, Column, Condition, Measure
from answerable.tables.lexicon import fold
from answerable.tables.link import Item
from answerable.tables.names import split
from answerable.tables.notes import NOT_COUNTED, UNDATED, Cursor, Left, Stuck, Taken, during, idle, summed
from answerable.tables.paths import many
from answerable.tables.things import Thing
from answerable.tables.values import held
from answerable.tables.vocabulary import PROMISED

_PREPOSITIONS = listed("from ab bis von over über unter under up to above beyond just")
# More values than this that hold a word are looked for by the word itself. Chosen, not measured.
_MOST_VALUES = 40
_OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}


class Comparisons(Cursor):
    """Reads what is compared with what."""

    def _compare(self, part: Taken) -> None:
        op, following = part.item.what, self._next(skip=("verb", "than"))
        before = self.parts[self._at - 1] if self._at else None
        measured = self._compared(before)
        if op == "between":
            self._between(measured)
            return
        if measured is None and following is not None and (said := self._numbered(following)):
            measured, following = said, self._next(skip=("verb", "than"))  # "a higher price than"
        preposition = part.item.text.lower() in _PREPOSITIONS
        if following is None or (
            preposition and following.kind not in ("number", "thing", "time", "aggregate")
        ):
            if preposition:
                return
            raise Stuck("comparison with nothing", part.item.text)
        if self._negated:
            op, self._negated = _OPPOSITE[op], ""
        if following.kind == "aggregate" and following.item.what == "avg" and measured is not None:
            self._take()
            self._keep(Condition("than", measured.column, (op,)))
        elif following.kind == "number":
            self._take()
            if after := self._number_tail():
                op = after
            self._bound(op, following, measured)
        elif following.kind == "thing" and following.thing is not None:
            self._compare_with_thing(op, following.thing, measured, part)
        else:
            raise Stuck("comparison with nothing", part.item.text)

    def _numbered(self, following: Taken) -> Measure | None:
        """The number that is compared with what follows "than"; nothing is taken where that does not follow."""
        thing, place = following.thing, self.parts.index(following)
        than = self.parts[place + 1] if place + 1 < len(self.parts) else None
        if thing is None or thing.kind != "field" or than is None or than.item.what != "than":
            return None
        if not self._traits(thing).numeric:
            return None
        self._take()
        return Measure("value", Column(thing.entity, thing.field))

    def _compare_with_thing(self, op: str, thing: Thing, measured: Measure | None, part: Taken) -> None:
        if op == "!=" and thing.kind == "value":
            self._negated = "not"
        elif thing.kind == "value" and measured is not None and measured.what == "value":
            self._compare_records(op, measured.column, thing)
        elif thing.kind == "field" and measured is not None and self._traits(thing).numeric:
            self._take()
            other = Measure("value", Column(thing.entity, thing.field))
            self._keep(Condition(op, measured.column, measure=other))
        elif thing.kind == "field" and (implied := self._implied(thing)) is not None:
            self._take()
            self._keep(Condition(op, implied, measure=Measure("value", Column(thing.entity, thing.field))))
        elif thing.kind == "field" and self._traits(thing).timed and op in (">", "<"):
            self._take()
            self._compare_days(op, Column(thing.entity, thing.field), measured.column if measured else None)
        elif part.item.text.lower() in _PREPOSITIONS:
            self.notes.cost += 0.25  # "from Bern" compares nothing
        else:
            raise Stuck("comparison with nothing", part.item.text)

    def _equal(self, thing: Thing) -> Condition:
        column = Column(thing.entity, thing.field, thing.role)
        if thing.partial:
            text = self.parts[self._at].item.text
            values = tuple(value for _, value in thing.values)
            few = 1 < len(values) <= _MOST_VALUES
            if few:
                return Condition("in", column, values, term=text)
            made = tuple(Condition("like", column, (part,)) for part in held(text, values))
            return made[0] if len(made) == 1 else Condition("and", column, inner=made)
        made = tuple(Condition("=", replace(column, field=name), (value,)) for name, value in thing.values)
        return made[0] if len(made) == 1 else Condition("and", made[0].column, inner=made)

    def _compare_records(self, op: str, column: Column, other: Thing) -> None:
        """ "larger than the Elbe Trader": than the number of the one record of that name."""
        entity = self.vocabulary.catalog.entity(other.entity)
        alone = other.field in self.vocabulary.naming(entity.name) or self._traits(other).identifying
        once = all(entity.field(name).distinct == entity.rows for name, _ in other.values[:1])
        if other.entity != column.entity or not alone or not (once or len(other.values) > 1) or other.partial:
            raise Stuck("a comparison with something else", other.field)
        self._take()
        self._keep(Condition("than", column, (op,), inner=(self._equal(other),)))

    def _compare_days(self, op: str, day: Column, happened: Column | None = None) -> None:
        """ "returned after the due date", "später als zugesagt geliefert": two days of one record."""
        following = self._next(skip=("verb", "than"))
        then = following.thing if following is not None and following.kind == "thing" else None
        last = self.notes.left[-1].thing if self.notes.left else None
        if happened is None and last is not None and self._is_day(last, day):
            self.notes.left.pop()
            happened = Column(last.entity, last.field)
        elif happened is None and then is not None and self._is_day(then, day):
            self._take()
            happened = Column(then.entity, then.field)
        kept = {
            name: self._kept_by(name, day.entity)
            for of, name in self.vocabulary.promised()
            if of == day.entity
        }
        done = kept.get(day.field) or [
            one for one in self.vocabulary.done_fields(day.entity) if one != day.field
        ]
        if happened is None and len(done) == 1:
            happened = Column(day.entity, done[0])
        own = [name for name, days in kept.items() if happened is not None and happened.field in days]
        if happened is None or not self._is_day(Thing("field", happened.entity, happened.field), day):
            raise Stuck("two days that cannot be compared", day.field)
        if (own and day.field not in own) or (kept.get(day.field) and not own):
            raise Stuck("a day that another one was promised for", day.field)
        self._keep(Condition(op, happened, measure=Measure("value", day)))

    def _kept_by(self, promised: str, entity: str) -> list[str]:
        """The day that a promised one was to be: the `check_out` of a `planned_check_out`."""
        units = self.vocabulary.name(promised).units
        named = [unit for unit in units if not unit.concepts & (PROMISED | {"date"})]
        return [
            name
            for name in self.vocabulary.fields_of(entity)
            if named
            and len(others := self.vocabulary.name(name).units) <= len(units)
            and all(any(unit.same(other) for other in others) for unit in named)
            and self._is_day(Thing("field", entity, name), Column(entity, promised))
        ]

    def _is_day(self, thing: Thing, other: Column) -> bool:
        """Whether a thing is another day of the same record."""
        if thing.kind != "field" or thing.entity != other.entity or thing.field == other.field:
            return False
        traits, beside = self._traits(thing), self.vocabulary.traits[other.entity, other.field]
        return traits.timed and traits.numeric == beside.numeric and not traits.flag

    def _implied(self, limit: Thing) -> Column | None:
        """ "below the minimum stock" is said of the stock beside it."""
        wanted = {self.vocabulary.lexicon.implied.get(c) for c in self._traits(limit).concepts} - {None}
        own = self.vocabulary.fields_of(limit.entity).items()
        found = (name for name, traits in own if name != limit.field and traits.concepts & wanted)
        return next((Column(limit.entity, name) for name in found), None)

    def _compared(self, before: Taken | None) -> Measure | None:
        """What a comparison looks back at: the field just before it, with its aggregate."""
        step = 2
        while before is not None and idle(before, ("verb", "with")):
            before = self.parts[self._at - step] if self._at >= step else None
            step += 1
        if before is None or before.thing is None or before.kind not in ("thing", "adjective"):
            return None
        thing = before.thing
        if thing.kind != "field" or not (self._traits(thing).numeric or self._traits(thing).timed):
            return None
        last = self.notes.left[-1] if self.notes.left else None
        if last is not None and last.thing.kind == "field" and last.place == self._at - step + 1:
            self.notes.left.pop()
        what = summed(self.notes.pending.pop()) if self.notes.pending else "value"
        return Measure(what, Column(thing.entity, thing.field, thing.role))

    def _number_tail(self) -> str:
        following = self._peek()
        if following is not None and following.kind == "after_number":
            self._at += 1
            return following.item.what
        return ""

    def _bound(self, op: str, number: Taken, measured: Measure | None) -> None:
        """ "over 100": of the field before, of what follows, or of whatever has this unit."""
        if measured is not None and self.vocabulary.catalog.entity(measured.column.entity).field(
            measured.column.field
        ).kind in (Kind.DATE, Kind.MOMENT):
            raise Stuck("a date compared with a number", number.item.text)
        following = self._counted() if measured is None else self._next(skip=())
        thing = following.thing if following is not None and measured is None else None
        if following is not None and following.kind == "thing" and thing is not None:
            if thing.kind == "entity":
                self._take()
                measured = self._how_many(thing.entity, following.item.verbal)
                measured = replace(measured, what="sum") if measured.what == "value" else measured
            elif thing.kind == "field" and self._traits(thing).numeric:
                if self._traits(thing).concepts & NOT_COUNTED:  # "more than eight marks" counts the marks
                    raise Stuck("a count of something that is not counted", thing.field)
                self._take()
                text = fold(following.item.text)
                unit = text if self.vocabulary.lexicon.measures(text) else number.item.what
                number = replace(number, item=replace(number.item, what=unit))
                measured = Measure("value", Column(thing.entity, thing.field, thing.role))
        if following is not None and following.kind == "state" and thing is not None:
            self._take()
            measured = Measure("value", Column(thing.entity, thing.field))
        if measured is None and self.notes.left and self.notes.left[-1].thing.kind == "entity":
            measured = self._own_number(self.notes.left[-1], number.item)
        if measured is None:
            raise Stuck("a number that measures nothing", number.item.text)
        if measured.what == "value":
            self._keep(self._against(op, measured.column, number))
        else:
            value = self._in_unit(number, measured.column)
            self._keep(Condition("has", measured.column, (op, value), measure=measured))

    def _how_many(self, entity: str, verbal: bool) -> Measure:
        """ "most orders" counts the records, "sold the most" the pieces they say, "paid the most" the amounts."""
        paid = not self.vocabulary.entity_concepts(entity).isdisjoint({"payment", "donation"})
        pieces = self.vocabulary.lines.get(entity, "") or (self.vocabulary.amount_of(entity) if paid else "")
        pieces = pieces if verbal else ""
        return Measure("value" if pieces else "count", Column(entity, pieces))

    def _counted(self) -> Taken | None:
        """What a number counts, after the words that say which of them: "at least five open tickets"."""
        start = self._at
        while (part := self._peek()) is not None and self._says_which(part) and self._touches(1):
            self._at += 1
        said, of = self.parts[start + 1 : self._at + 1], part.thing if part and self._touches(1) else None
        between, named = self.vocabulary.paths.between, of is not None and of.kind == "entity"
        ways = [between(of.entity, one.thing.entity) for one in said if of is not None and one.thing]
        self._at = start
        for one in said if named and all(way and many(way[0]) is None for way in ways) else ():
            self._at += 1
            self._readers[one.kind](one)
        return self._next(skip=())

    def _against(self, op: str, column: Column, number: Taken) -> Condition:
        """A column compared with a number; with the unit it is taken to be in, where its name does not say one."""
        unit = self._stored(column) if number.item.what else ""
        told = unit.lower() in column.field.lower() or self.vocabulary.lexicon.measures(unit) == "money"
        return Condition(op, column, (self._in_unit(number, column),), term="" if told else unit)

    def _stored(self, column: Column) -> str:
        """The unit of a column's numbers: as the catalog, its name or its comment says, else the one that is usual."""
        words, lexicon = self.vocabulary, self.vocabulary.lexicon
        entity, name = column.entity, column.field
        said = (*split(name), *words.catalog.entity(entity).field(name).note.split())
        about = [c for part in words.name(name).units for c in part.concepts]
        about += words.entity_concepts(entity)
        usual = (lexicon.customary[concept] for concept in about if concept in lexicon.customary)
        found = (words.unit(entity, name), *(one for one in said if len(one) > 3 or one == name), *usual)
        return next((word for word in found if lexicon.measures(word)), "")

    def _in_unit(self, number: Taken, column: Column) -> Cell:
        """A number in the unit of the column: five minutes are 300 where seconds are stored."""
        lexicon, unit = self.vocabulary.lexicon, number.item.what
        stored = self._stored(column) if column.field else ""
        if column.field and lexicon.measures(unit) not in ("", "money", lexicon.measures(stored)):
            raise Stuck("a number in a unit that its column does not say", number.item.text)
        value = lexicon.converted(number.item.number or 0.0, unit, stored)
        return int(value) if value == int(value) else value

    def _own_number(self, left: Left, number: Item) -> Measure | None:
        """ "invoices over 1000", "marks below 4": the one amount a record has, or the number that it is; "ordered
        more than ten times": how many there are."""
        entity = left.thing.entity
        if left.verbal and number.what in ("times", "mal"):
            self.notes.left.remove(left)
            return Measure("count", Column(entity))
        own = self.vocabulary.fields_of(entity)
        is_it = self.vocabulary.entity_concepts(entity)
        found = [name for name, traits in own.items() if traits.numeric and traits.concepts & is_it]
        found = found or [name for name, traits in own.items() if traits.money]
        if len(found) > 1:  # of an invoice's amount, its balance and its tax, the amount
            units = {name: self.vocabulary.name(name).units for name in found}
            found = [
                name for name in found if all("amount" in one.concepts or one.light for one in units[name])
            ]
        if len(found) != 1:
            return None
        self.notes.cost += 0.2
        return Measure("value", Column(entity, found[0]))

    def _between(self, measured: Measure | None) -> None:
        one = self._next()
        if one is None or one.kind != "number":
            raise Stuck("between what", self.parts[self._at].item.text)
        self._take()
        joint = self._next()
        if joint is None or joint.kind not in ("join", "compare"):
            raise Stuck("between what", self.parts[self._at].item.text)
        self._at += 1
        two = self._next(skip=())
        if two is None or two.kind != "number":
            raise Stuck("between what", self.parts[self._at].item.text)
        self._take()
        start = self._at
        self._bound(">=", replace(two, item=replace(two.item, number=one.item.number)), measured)
        condition, place = self.notes.where.pop()
        low, high = condition.values[-1], self._in_unit(two, condition.column)
        if condition.op == "has":
            self.notes.where += [(condition, place), (replace(condition, values=("<=", high)), place)]
        else:
            self.notes.where.append((replace(condition, op="between", values=(low, high)), max(start, place)))

    def _time(self, part: Taken) -> None:
        thing = part.thing
        if thing is None:
            raise Stuck(UNDATED, part.item.text)
        column = Column(thing.entity, thing.field)
        if part.item.span is None:
            self.notes.groups.append((column, part.item.what, self._at))
            return
        lasting = self.vocabulary.catalog.entity(thing.entity).spans[:1] == (thing.field,)
        self._keep(replace(during(part, column), term=OVERLAP if lasting else ""))

    def _bind_time(self, column: Column) -> bool:
        """ "hired in 2020", "2020 eingestellt": the time belongs to the field beside it."""
        following = self._next()
        if following is not None and following.kind == "time" and following.item.span is not None:
            self._take()
            self._keep(during(following, column))
            self.notes.cost -= 0.05
            return True
        if self.notes.where:
            last, place = self.notes.where[-1]
            if last.op == "during" and place >= self._at - 2 and place >= 0:
                self.notes.where[-1] = (replace(last, column=column), place)
                return True
        return False
