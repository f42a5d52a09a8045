"""From items to notes: questions, things, negations and small words, in the order they are said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.domain.evidence import Cell
from answerable.tables.denials import Denials
from answerable.tables.form import Column, Condition, Measure
from answerable.tables.lexicon import fold, small_words
from answerable.tables.link import Item
from answerable.tables.notes import LEANS, Left, Notes, Stuck, Taken, figure, like_year, summed
from answerable.tables.phrases import PIECES
from answerable.tables.things import Thing
from answerable.tables.vocabulary import Vocabulary

_FROM, _TO = (
    frozenset({"origin", "start", "departure"}),
    frozenset({"destination", "end", "arrival", "arrived"}),
)
_WAYS = dict.fromkeys(("from", "von", "ab", "aus"), _FROM) | {"to": _TO, "nach": _TO}


class Reader(Denials):
    """Reads one cut of a question, item by item."""

    def __init__(self, parts: Sequence[Taken], vocabulary: Vocabulary, *, leaning: bool = False) -> None:
        super().__init__(parts, vocabulary, leaning=leaning)
        self._readers = {
            "ask": self._ask, "aggregate": self._aggregate, "decline": self._decline,
            "thing": self._thing, "compare": self._compare, "number": self._number, "time": self._time,
            "rank": self._rank, "place": self._place, "adjective": self._adjective, "per": self._per, "not": self._not,
            "state": self._state, "join": self._join, "follow": self._follow, "after_number": self._or_later,
            "versus": self._versus,
        }  # fmt: skip

    def read(self) -> Notes:
        """All the notes, or Stuck."""
        while self._at < len(self.parts):
            part = self.parts[self._at]
            self._readers[part.kind](part)
            self._at += 1
        if self._negated:
            self._unused()
        if self._counting:  # "members who never took a trip – how many?"
            self.notes.ask = "count"
        self._join_alternatives()
        self._join_times()
        if self.notes.versus:
            self._set_beside()
        self._tell_then()
        return self.notes

    def _ask(self, part: Taken) -> None:
        what, notes = part.item.what, self.notes
        if not notes.ask or (
            notes.ask in ("what", "list", "exists")
            and what in ("count", "share", "much", "difference", "when", "where", "who")
            and not notes.left
        ):
            notes.ask, notes.asked_at = what, self._at
        elif what == "count":
            self._counting = True
        elif notes.ask in ("exists", "count") and what in ("list", "who") and part is self.parts[-1]:
            notes.ask = "list"  # "are there any? which?"
        elif what == "much" and notes.rank is not None and part is self.parts[-1]:
            pass  # "who gave the most, and how much": what it is by is shown
        elif what in ("who", "when", "where") and not (what == "who" and self._is_of_people()):
            if notes.also:
                raise Stuck("three questions in one", part.item.text)
            notes.also, notes.also_at = what, self._at
        elif what not in ("what", "list", "who", "exists"):
            raise Stuck("two questions in one", part.item.text)
        elif (before := self._peek(-1)) is not None and before.item.what == "and":
            notes.more_at = self._at

    def _is_of_people(self) -> bool:
        """ "customers from Bern and who ordered": the question is for people already."""
        named = (left.thing for left in self.notes.left if left.thing.kind == "entity")
        return self.notes.ask == "who" or any(self.vocabulary.is_person(one.entity) for one in named)

    def _aggregate(self, part: Taken) -> None:
        if part.item.what == "distinct":
            self.notes.distinct = True
        else:
            self.notes.pending.append(part.item.what)

    def _decline(self, part: Taken) -> None:
        raise Stuck(f"declined: {part.item.what}", part.item.text)

    def _thing(self, part: Taken) -> None:
        thing = part.thing
        if thing is None or thing.kind == "none":
            self.notes.pieces = self.notes.pieces or fold(part.item.text) in PIECES
            return
        if thing.kind == "value":
            self._add_value(thing)
            if thing.partial and not self._is_named(thing):
                self._add_entity(Thing("entity", thing.entity))  # "the cheapest motor" is one of the articles
        elif thing.kind == "term":
            self._add_term(thing)
        elif thing.negated:
            self._negated = "" if self._negated else "not"
            if self._negated:
                self._negate(thing)
            else:
                self._add_field(thing, part)
        elif self._negated:
            self._negate(thing)
        elif thing.kind == "field":
            self._add_field(thing, part)
        else:
            self._add_entity(thing)

    def _is_named(self, thing: Thing) -> bool:
        """Whether the question says what has this text: "articles with motor", or it is no name."""
        kinds = [part.thing.entity for part in self.parts if part.thing and part.thing.kind == "entity"]
        return thing.entity in kinds or thing.field not in self.vocabulary.naming(thing.entity)

    def _directed(self, thing: Thing) -> Thing:
        """ "from Zurich to Oslo": of two ways to the same table, the one the small word names."""
        way = _WAYS.get(self.parts[self._at].item.lead, frozenset())
        for named in self.vocabulary.named if way and not thing.role else ():
            units = [unit for name in named.names for unit in (*name.units, name.whole)]
            fits = (
                named.kind == "role"
                and named.relation is not None
                and named.entity == thing.entity != named.relation.table
                and any(p.thing is not None and p.thing.entity == named.relation.table for p in self.parts)
                and any(way & u.concepts for u in units)
            )
            if fits and named.relation is not None:
                return replace(thing, role=named.relation.columns[0])
        return thing

    def _add_value(self, thing: Thing) -> None:
        thing = self._directed(thing)
        ends = self._traits(thing).concepts & {"origin", "destination"}
        spot = self._traits(thing).concepts & self.vocabulary.lexicon.trait("place")
        if way := _WAYS.get(self.parts[self._at].item.lead):  # "from Zurich" is not where it goes
            self.notes.cost += 0.3 * (bool(ends) and way.isdisjoint(ends))
            own = any(left.thing.entity == thing.entity for left in self.notes.left)
            if way is _TO and own and spot and not ends and len(self.vocabulary.name(thing.field).units) == 1:
                raise Stuck("where one is is not where one sends to", thing.field)
        last = self.notes.left[-1] if self.notes.left else None
        beside = last is not None and last.thing.kind == "role" and last.place == self._at - 1
        # "Who supervises Rosa" asks for her superior, "who reports to Rosa" for those she is the superior of.
        below = last is not None and self.parts[last.place].item.text.lower().split()[0]
        tells = self._touches() and (self.notes.ask != "who" or below in self.vocabulary.lexicon.below)
        by = self._peek(-1)
        done = last is not None and last.verbal and last.thing.kind == "role" and last.place == self._at - 2
        done = done and by is not None and by.kind == "per"  # "referred by Ann"
        if (
            last and (done or (beside and tells)) and last.thing.entity == thing.entity
        ):  # "destination Madrid"
            thing = replace(thing, role=last.thing.role)
            self.notes.left.pop()
        made = self._equal(thing)
        before, place = self.notes.where[-1] if self.notes.where else (None, -9)
        joint = self._peek(-1)
        listed = joint is not None and joint.kind == "join" and joint.item.what in ("and", "or")
        if before is not None and before.negated and listed and place == self._at - 2:
            # "not in Bern or Zurich" denies both.
            self._negated = "not" if before.column == made.column else self._negated
        self._keep(made)
        named = self.notes.left[-1] if self.notes.left else None
        # "supplier Bosch", "city Bern": the word before says what the value is.
        if named is not None and named.place == self._at - 1 and named.thing.entity == thing.entity:
            if named.thing.kind == "field" and named.thing.field == thing.field:
                self.notes.left.pop()
            elif named.thing.kind == "field":
                self.notes.cost += 0.1
            elif named.thing.kind == "role" and self.notes.ask == "who":
                return  # whose supervisor it is
            elif named.thing.kind in ("entity", "role") and self._touches():
                self.notes.left.pop()
                self.notes.left.append(Left(replace(named.thing, kind="named"), named.place))

    def _add_term(self, thing: Thing) -> None:
        term = thing.term
        if term is None:
            return
        if term.measure:
            what = summed(self.notes.pending.pop()) if self.notes.pending else "sum"
            self.notes.measures.append(Measure(what, Column(term.entity), term=term.sql))
        else:
            said = self.parts[self._at].item.text
            self._keep(Condition("term", Column(term.entity), term=term.sql, values=(said,)))

    def _add_field(self, thing: Thing, part: Taken) -> None:
        traits, column = self._traits(thing), Column(thing.entity, thing.field, thing.role)
        following = self._next()
        if following is not None and following.kind == "compare" and (traits.numeric or traits.timed):
            if part.item.length > 1:  # "products cost": both are said
                self.notes.left.append(Left(Thing("entity", thing.entity), self._at))
            return  # the comparison looks back at this field
        if following is not None and following.kind == "number" and self._counts_first():
            following = None  # "revenue of the ten biggest customers"
        if following is not None and traits.numeric and self._is_known(following):
            following = None  # "stock 4711" is that of an article, not so many pieces
        if following is not None and following.kind == "number":
            self._refuse_price(part, following)
        if following is not None and following.kind == "number" and (traits.numeric or traits.identifying):
            self._take()
            self.notes.cost += like_year(following.item)
            self._keep(Condition("=", column, (_plain(following.item, identifying=traits.identifying),)))
            return
        if traits.flag:
            self._keep(Condition("true", column))
            return
        if (said := self.notes.where[-1:]) and said[0][0].column == column and said[0][1] == self._at - 1:
            return  # "left-footed", "the Laser class"
        if traits.timed and self._bind_time(column):
            return
        if self.notes.pending and traits.numeric:
            self.notes.measures += [Measure(summed(what), column) for what in self.notes.pending]
            self.notes.pending.clear()
            return
        self.notes.left.append(Left(thing, self._at, self._is_joined(), self.parts[self._at].item.verbal))

    def _counts_first(self) -> bool:
        """Whether the number that follows says how many come first."""
        here = next(n for n in range(self._at + 1, len(self.parts)) if self.parts[n].kind == "number")
        after = self.parts[here + 1] if here + 1 < len(self.parts) else None
        return after is not None and (
            after.kind == "rank" or (after.kind == "adjective" and after.item.what == "most")
        )

    def _add_entity(self, thing: Thing) -> None:
        following = self._next()
        if self._counting:
            self._counting = False
            self.notes.measures.append(Measure("count", Column(thing.entity)))
            return
        if following is not None and following.kind == "number" and not following.item.what:
            number = following.item
            identifier = self._identifier(thing.entity, number)
            if identifier is not None and following is self._peek():
                self._take()
                self._keep(identifier)
                self.notes.left.append(Left(replace(thing, kind="named"), self._at))
                return
        named = Left(thing, self._at, self._is_joined(), self.parts[self._at].item.verbal)
        last = self.notes.left[-1] if self.notes.left else None
        said = self.parts[self._at - 1].item.text
        heads = last and last.thing.kind == "entity" and last.place == self._at - 1 and self._touches()
        # "customer bookings" are bookings: in English what stands before, as one of its kind, says of whom.
        heads = (
            heads and said.islower() and not said.endswith(("s", *small_words("mass"))) and not named.verbal
        )
        heads = heads and thing.kind == "entity"
        self.notes.left.insert(len(self.notes.left) - bool(heads), named)

    def _identifier(self, entity: str, number: Item) -> Condition | None:
        """The record of this number: by a value that is known, else by the column that identifies."""
        for thing in number.things:
            if thing.entity == entity:
                return Condition("=", Column(entity, thing.field), (thing.values[0][1],))
        fields = [name for name, one in self.vocabulary.fields_of(entity).items() if one.identifying]
        key = self.vocabulary.catalog.entity(entity).key
        # A number of its own ("article number") is what people say; the key is what is left.
        fields.sort(key=lambda name: (name in key, name))
        if not fields:
            return None
        self.notes.cost += like_year(number)
        column = Column(entity, fields[0])
        one = self.vocabulary.catalog.entity(entity).field(fields[0])
        # Where records have plain numbers, a number that none has is nobody's: it is not the key behind them.
        if one.complete and one.values and not all(value.isdigit() for value in one.values):
            fields = [name for name in key if name != fields[0]] or fields
            column = Column(entity, fields[0])
        return Condition("=", column, (_plain(number, identifying=True),))

    def _number(self, part: Taken) -> None:
        following = self._next(skip=())
        after = self._number_tail()
        if after:
            self._bound(after, part, self._compared(self._peek(-2)))
            return
        if following is not None and following.kind == "rank":
            self._take()
            self._rank(self.parts[self._at], count=int(part.item.number or 0))
        elif following is not None and following.kind == "adjective" and following.item.what == "most":
            self._take()
            self._adjective(self.parts[self._at], count=int(part.item.number or 0))
        elif part.item.things and part.thing is not None and part.thing.kind == "value":
            self._add_value(part.thing)
        else:
            self._loose_number(part, following)

    def _loose_number(self, part: Taken, following: Taken | None) -> None:
        before = self._peek(-1)
        if before is not None and before.item.what == "than":
            raise Stuck("comparison with nothing", part.item.text)
        thing = following.thing if following is not None else None
        kind = thing.kind if thing is not None else ""
        if following is not None:
            self._refuse_price(following, part)
        if thing is not None and kind == "field" and self._traits(thing).numeric and not self._is_known(part):
            self._take()
            self._keep(Condition("=", Column(thing.entity, thing.field), (figure(part.item),)))
        elif kind == "entity" and before is not None and before.kind in ("join", "verb"):
            self._bound("=", part, None)
        elif kind in ("entity", "field") and not self.notes.left and self.notes.ask in ("list", "what"):
            self.notes.limit = int(part.item.number or 0)
        else:
            raise Stuck("a number that measures nothing", part.item.text)

    def _or_later(self, part: Taken) -> None:
        """ "2015 or later": the time just said has no end, or no beginning."""
        said, place = self.notes.where[-1] if self.notes.where else (None, -1)
        if said is None or said.op != "during" or place != self._at - 1:
            raise Stuck("unknown word", part.item.text)
        start, end = said.values
        values = (start, None) if part.item.what == ">=" else (None, end)
        self.notes.where[-1] = (replace(said, values=values), place)

    def _state(self, part: Taken) -> None:
        thing, what = part.thing, part.item.what
        if what == "team":
            self.notes.me = "team"
            return
        if thing is None and fold(part.item.text) in small_words("lately"):
            return  # nothing here ever ends
        if thing is None:
            raise Stuck("unknown word", part.item.text)
        column = Column(thing.entity, thing.field)
        if thing.kind == "value":
            self._add_value(thing)
        elif what in ("current", "former", "active", "expired"):
            self._ending(part, column)
        elif what in ("unsettled", "unreturned", "free"):
            op = "false" if self._traits(thing).flag else "lacking"
            self._keep(Condition("none" if what == "free" else op, column))
        elif what in ("in_stock", "out_of_stock"):
            self._stocked(thing, lacking=(what == "out_of_stock") != bool(self._negated))
        elif what == "scarce" and (held := self._implied(thing)) is not None:
            self._keep(Condition("<", held, measure=Measure("value", column)))
        elif what in ("overdue", "punctual"):
            self._overdue(part, column)
        else:
            raise Stuck("unknown word", part.item.text)

    def _stocked(self, thing: Thing, *, lacking: bool) -> None:
        self._negated, column = "", Column(thing.entity, thing.field)
        if self.notes.where and self.notes.where[-1][0].column == column:
            return  # "less than 100 in stock"
        # "How many bottles are in stock" are not those of an order.
        of = [one.thing for one in self.notes.left]
        sold = len(of) < 2 and all(
            one.kind == "field" and one.entity != thing.entity and self._traits(one).numeric for one in of
        )
        if self.notes.ask in ("count", "much") and sold and not self.notes.measures:
            self.notes.left[:] = [Left(thing, self._at)]
        else:
            self._keep(Condition("none" if lacking else "some", column))

    def _join(self, part: Taken) -> None:
        what = part.item.what
        if what == "or":
            self._or.append(self._at)
        elif what == "verb" and self.notes.verb_at < 0 and (self.notes.left or self.notes.where):
            self.notes.verb_at = self._at
        elif what == "me":
            self.notes.me, self.notes.me_at = self.notes.me or "me", self._at
        elif what == "they" and not (part.item.text.lower() in ("they", "sie") and self.notes.left):
            self._follow(part)

    def _follow(self, part: Taken) -> None:
        if not self.leaning:
            raise Stuck(LEANS, part.item.text)
        self.notes.leans = True


def _plain(item: Item, *, identifying: bool) -> Cell:
    """A number as it identifies a record: as it was written."""
    return item.text if identifying else figure(item)
