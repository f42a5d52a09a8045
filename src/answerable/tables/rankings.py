"""Ranks and groups in a question: "the five most expensive", "by revenue", "per month"."""

from __future__ import annotations

from answerable.lists import listed
from answerable.tables.comparisons import Comparisons
from answerable.tables.form import Column, Condition, Measure
from answerable.tables.lexicon import fold
from answerable.tables.notes import UNDATED, Ranked, Stuck, Taken, during, idle, summed
from answerable.tables.phrases import PIECES
from answerable.tables.things import Thing
from answerable.tables.tokens import is_verbal

_SIZED = tuple(listed("larg bigg great high low small gröss größ höch klein tief niedrig"))
MOST_FIRST = 1_000  # as many may be asked for as come first; more is a year. Chosen, not measured.
_MOST = ("most", "least", "fewest", "meist", "wenigst")
_BIG = ("larg", "bigg", "small", "gröss", "größ", "klein")
_FALLING = ("absteigend", "ranked", "measured", "gemessen", "in terms")


class Rankings(Comparisons):
    """Reads in which order and by which groups."""

    def _place(self, part: Taken) -> None:
        """ "the second highest", "zweitteuerste": the word after says of what."""
        following = self._peek()
        kind = following.kind if following is not None else ""
        if kind != "rank" and not (following and kind == "adjective" and following.item.what == "most"):
            raise Stuck("a place of no order", part.item.text)
        self._nth = int(part.item.what)

    def _rank(self, part: Taken, count: int | None = None) -> None:
        following = self._next(skip=())
        if count is None and following is not None and following.kind == "number" and not following.item.what:
            self._take()
            count = int(following.item.number or 0)
            following = self._next(skip=())
        rank = Ranked(
            part.item.what != "low", self._at, count, nth=self._nth, often=part.item.what == "often"
        )
        rank.sized, rank.top = part.item.text.lower().startswith(_SIZED), part.item.text.lower() == "top"
        if self.notes.rank is not None and self.notes.rank.by is not None:
            raise Stuck("two orders at once", part.item.text)
        if count is not None and count > MOST_FIRST:
            raise Stuck("a year is no number of records", part.item.text)
        if self.notes.rank is not None:
            rank.count = rank.count or self.notes.rank.count
        self.notes.rank = rank
        following = self._behind_words(following)
        beside = self._peek()
        if beside is not None and fold(beside.item.text) in PIECES and idle(beside, ()):
            raise Stuck("pieces of what", beside.item.text)
        if following is not None and following.kind == "thing" and following.thing is not None:
            # "the biggest customers" are not those with the most customers.
            size = part.item.length == 1 and part.item.text.lower().startswith((*_BIG, "best", "worst"))
            self._ranked_by(rank, following.thing, top=size or rank.top)
        rank.judged = part.item.text.lower().startswith(("best", "worst", "schlecht", "most pop", "beliebt"))
        if rank.by is None and self.notes.left and self.notes.left[-1].place >= rank.place - 2:
            self._ranked_by_last(rank)

    def _behind_words(self, following: Taken | None) -> Taken | None:
        """What an order is by, after "total", "number of" and "open", which say something of it."""
        if following is not None and following.kind == "aggregate":
            self.notes.pending.append(self._take().item.what)
            following = self._next(skip=())
        if following is not None and following.kind == "ask" and following.item.what == "count":
            self._take()
            following = self._next(skip=())
        while following is not None and self._says_which(following):
            self._readers[following.kind](self._take())  # "most open tickets", "by open deal amount"
            following = self._next(skip=())
        return following

    def _ranked_by_last(self, rank: Ranked) -> None:
        """ "who earns the most", "am meisten verdient": what is ranked by was said before."""
        thing = self.notes.left[-1].thing
        if thing.kind == "field" and self._traits(thing).numeric:
            rank.by = Measure("value", Column(thing.entity, thing.field))
            rank.fore = self.notes.ask in ("", "what", "much")
        elif thing.kind == "entity" and (len(self.notes.left) > 1 or self.notes.ask == "who"):
            rank.by = self._how_many(thing.entity, self.notes.left[-1].verbal)
        if rank.by is not None:
            self.notes.left.pop()

    def _ranked_by(self, rank: Ranked, thing: Thing, *, top: bool) -> None:
        """ "most orders", "highest price"; "top five customers" leaves open by what."""
        targeted = (
            any(left.thing.kind in ("entity", "field", "role") for left in self.notes.left)
            or self.notes.groups
            # "which of my team has the most tickets": a business word says of whom
            or any(
                c.op in ("term", "=", "in", "like") and c.column.entity != thing.entity
                for c, _ in self.notes.where
            )
        )
        following = self._next(skip=())
        verbal = following is not None and following.item.verbal  # "the most played songs"
        who, (amount, single) = self.notes.ask == "who", self._sized_by(rank, thing, top=top)
        happens = thing.kind == "field" and self._traits(thing).timed and not self._traits(thing).numeric
        most = rank.often or self.parts[rank.place].item.text.lower().removeprefix("am ").startswith(_MOST)
        if happens and most:
            self._take()  # "the most played songs": how often, not when last
            rank.by = Measure("count", Column(thing.entity))
            self._keep(Condition("known", Column(thing.entity, thing.field)))
        elif thing.kind == "field" and (self._traits(thing).numeric or happens):
            self._take()
            what = summed(self.notes.pending.pop()) if self.notes.pending else "value"
            rank.by = Measure(what, Column(thing.entity, thing.field, thing.role))
            of, here = self._peek(), self.parts[self._at].item
            rank.told = of is not None and of.item.start > here.start + here.length and not targeted
        elif thing.kind == "entity" and (single or (not top and (targeted or who or verbal))):
            self._take()
            rank.by = self._how_many(thing.entity, self.parts[self._at].item.verbal)
            if amount:  # "the highest sales" are no number
                rank.by = Measure(single or "value", Column(thing.entity, amount))
        elif thing.kind == "term" and thing.term is not None and thing.term.measure:
            self._take()
            rank.by = Measure("sum", Column(thing.entity), term=thing.term.sql)

    def _sized_by(self, rank: Ranked, thing: Thing, *, top: bool) -> tuple[str, str]:
        """The amount that makes records large; and "max" where that of one counts: "who has the largest invoice"."""
        own, said = self.vocabulary.fields_of(thing.entity), self.parts[rank.place].item
        amount = "revenue" if "revenue" in own else self.vocabulary.amount_of(thing.entity)
        if not amount or not rank.sized or said.length != 1:
            return "", ""
        of = [left.thing for left in self.notes.left if not left.verbal and left.place < rank.place]
        whose = self.notes.ask == "who" or any(
            a.entity != thing.entity if a.kind == "entity" else a.field and not top for a in of
        )
        here, after = self._peek(), self._peek(2)
        total = after is not None and after.kind == "aggregate"
        one = whose and not total and here is not None and _is_single(said.text, here.item.text)
        return amount, ("max" if rank.high else "min") if one and own[amount].additive else ""

    def _adjective(self, part: Taken, count: int | None = None) -> None:
        thing, adjective, degree = part.thing, part.item.adjective, part.item.what
        after, dated = self._peek(), adjective is not None and "date" in adjective.of
        most = thing is None and degree == "most" and not dated
        if most and after is not None and after.thing and self._touches(1):
            numeric = after.thing.kind == "field" and self._traits(after.thing).numeric
            thing = self._take().thing if numeric else None  # "the longest delivery time"
        if dated and degree == "most":
            thing = self._said_date(thing)
        if adjective is None or thing is None:
            raise Stuck(UNDATED if dated else "unknown word", part.item.text)
        traits = self._traits(thing)
        aged = bool(traits.concepts & {"birth_date", "age"})
        if adjective.opposite and self.vocabulary.is_person(thing.entity) and not aged:
            raise Stuck("an age nobody recorded", part.item.text)
        high = adjective.high != bool(traits.concepts & adjective.opposite)
        column = Column(thing.entity, thing.field)
        if part.item.span is not None:
            self._keep(during(part, column))
        if degree in ("most", "least"):
            following = self._next(skip=())
            if count is None and following is not None and following.kind == "number":
                count = int(self._take().item.number or 0) if not following.item.what else None
            if self.notes.rank is not None and self.notes.rank.by is None:
                count = count or self.notes.rank.count  # "top five most expensive"
            by = Measure("value", column)
            self.notes.rank = Ranked(high == (degree == "most"), self._at, count, by, nth=self._nth)
        elif degree in ("more", "less"):
            self._compared_adjective(part, column, high if degree == "more" else not high)
        elif self.notes.ask in ("what", "much", "") and self.notes.asked_at == self._at - 1:
            self.notes.adjective = column
            # "how old" is a number of years where there is one
            self.notes.cost += 0.3 * bool(adjective.opposite and not traits.concepts & adjective.opposite)
        else:
            raise Stuck("a vague word", part.item.text)

    def _said_date(self, thing: Thing | None) -> Thing | None:
        """ "founded first", "zuerst gegründet": the date that is said beside."""
        last, following = self.notes.left[-1:], self._next()
        then = following.thing if following is not None and following.item.verbal else None
        beside: list[Thing] = [left.thing for left in last] + ([then] if then is not None else [])
        for said in beside:
            if said.kind == "field" and self._traits(said).timed:
                self.notes.cost -= thing.cost if thing is not None else 0.0
                if said is then:
                    self._take()
                else:
                    self.notes.left.pop()
                return said
        return thing

    def _compared_adjective(self, part: Taken, column: Column, high: bool) -> None:
        following, op = self._next(skip=("verb", "than")), ">" if high else "<"
        if following is not None and (said := self._numbered(following)) is not None:
            column, following = said.column, self._next(skip=("verb", "than"))  # "a larger capacity"
        than = following.thing if following is not None and following.kind == "thing" else None
        numeric = self.vocabulary.traits[column.entity, column.field].numeric
        if following is not None and following.kind == "number" and numeric:
            while self._take() is not following:
                pass
            self._keep(self._against(op, column, following))
        elif following is not None and following.kind == "aggregate" and following.item.what == "avg":
            while self._take() is not following:
                pass
            self._keep(Condition("than", column, (op,)))
        elif than is not None and than.kind == "value":
            self._compare_records(op, column, than)
        else:
            raise Stuck("a comparison with something else", part.item.text)

    def _per(self, part: Taken) -> None:
        what, following = part.item.what, self._next(skip=())
        if what in ("descending", "ascending", "alphabetic"):
            self.notes.order.append(what)
            return
        before = self._peek(-1)
        doer = before.thing if before is not None and before.item.verbal else None
        by_whom = doer is not None and doer.kind == "role" and part.item.text.lower() in ("by", "von")
        # "Hours worked by volunteers" are theirs together, "worked by volunteer" are told for each.
        worked = (
            before is not None and is_verbal(before.item.text.split()[-1]) and part.item.text.lower() == "by"
        )
        whom = following.thing if following is not None and following.item.text.endswith("s") else None
        by_whom = by_whom or (worked and whom is not None and whom.kind == "entity")
        if self._negated or by_whom:
            return  # "not used by any customer", "referred by a friend"
        if following is None:
            if part.item.text.lower() in ("per", "by", "pro", "nach"):
                raise Stuck("groups of nothing", part.item.text)
            return
        by = self.notes.rank.by if self.notes.rank is not None else None
        thing = following.thing
        if by is not None and thing is not None and by.column == Column(thing.entity, thing.field):
            self._take()  # "the largest by area"
            return
        if what == "order" or (self.notes.rank is not None and by is None):
            self._ordered(part, following)
        elif following.kind == "time" and following.item.span is None and following.thing is not None:
            self._take()
            self.notes.groups.append(
                (Column(following.thing.entity, following.thing.field), following.item.what, self._at)
            )
        elif following.kind == "thing" and following.thing is not None:
            self._group(part, following.thing)

    def _group(self, part: Taken, thing: Thing) -> None:
        following = self._next(skip=())
        if following is not None and self._says_which(following, terms_only=True):
            self._readers[following.kind](self._take())  # "for each of my managers"
            self.notes.groups.append((Column(thing.entity), "", self._at))
            return
        if thing.kind not in ("entity", "field", "role"):
            return
        after, here = self._peek(2), self._peek()
        touches = here and after and after.item.start == here.item.start + here.item.length
        head = after.thing if touches and after else None
        plain = head is not None and head.kind == "field" and not self._traits(head).timed
        # "Each customer spent": what is asked for, and no group.
        plain = plain and not (head and self._traits(head).additive)
        if head is not None and (head.kind == "entity" or plain):
            self._take()  # "per rider plan": for each plan
            thing = head
            after = self._peek(2)
        if after is not None and after.kind == "number" and not after.item.what:
            return
        self._take()
        self.notes.groups.append((Column(thing.entity, thing.field, thing.role), "", self._at))
        if thing.kind == "field" and self._traits(thing).timed:
            self._bind_time(Column(thing.entity, thing.field))  # "per year built since 2020"
        following = self._peek()
        if following is not None and following.kind == "join" and following.item.what == "and":
            beside = self._peek(2)
            then = beside.thing if beside is not None and beside.kind == "thing" else None
            if then is not None and then.kind in ("entity", "field"):
                self._at += 1
                self._group(part, then)

    def _ordered(self, part: Taken, following: Taken) -> None:
        """ "by revenue", "sorted by price", "by number of orders"."""
        rank = self.notes.rank or Ranked(part.item.text.lower().startswith(_FALLING), self._at)
        if self.notes.rank is None:  # "deals sorted by value" are all of them
            self.notes.order.append("sorted")
        following = self._behind_words(following) or part
        thing = following.thing
        if thing is None or thing.kind not in ("entity", "field", "term"):
            raise Stuck("an order by nothing", part.item.text)
        self._take()
        if thing.kind == "field" and rank.sized and not self._traits(thing).numeric:
            raise Stuck("no size", thing.field)  # "the smallest by area" is not by the name of a region
        plain = "count" if thing.kind == "entity" else "value"
        what = summed(self.notes.pending.pop()) if self.notes.pending else plain
        term = thing.term.sql if thing.term is not None else ""
        amount = thing.field or (self.vocabulary.amount_of(thing.entity) if what in ("sum", "avg") else "")
        rank.by = Measure("sum" if term else what, Column(thing.entity, amount), term=term)
        rank.said = True
        self.notes.rank = rank


def _is_single(order: str, noun: str) -> bool:
    """Whether an order is said of one: "highest invoice", "höchste Rechnung", and not of "höchsten Rechnungen"."""
    if order.lower().endswith("st"):
        return not noun.endswith("s") or noun.endswith("ss")
    return order.endswith("e") or not noun.endswith(("e", "n", "s", "r"))
