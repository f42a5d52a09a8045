"""What words may stand for in a catalog: tables, columns, roles, values and business words, cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from rapidfuzz.distance import DamerauLevenshtein

from answerable.domain.catalog import Entity, Kind, Relation, Term
from answerable.tables.lexicon import SLIP, fold, small_words
from answerable.tables.names import BROADER, CONCEPT, DATES, ROLE, Called, Traits, name_cost, split
from answerable.tables.paths import KIND
from answerable.tables.terms import Terms
from answerable.tables.tokens import Token
from answerable.tables.values import LOOSE, PARTLY, ValueIndex, ValueMatch
from answerable.tables.vocabulary import PROMISED, Vocabulary

# Candidates dearer than the best by more than this are not considered.
WORTH = 0.3
SAME_NAME = 0.08
ASSUMED = 0.25
SHORT = 3  # letters of a table's name that only begins a word; chosen, not measured
MANY = 5  # names that hold a word, from where on it is what they name and no chance; chosen by hand
MOST_THINGS = 16  # tables with a status each; a question says of which
REMEMBERED = 4_096  # stretches of words already looked up
# Slips of the pen in a word that is asked back about. Of 181 questions over 38 schemas that cannot be answered for one
# word, one was offered something while values counted too ("Undine" for "engine"); near by vectors was worse.
SLIPS, MOST_NEAR = 2, 3
HARDLY = 0.35  # the cost of a date that is about something else than what happened, as the lexicon says it
# Of two days as likely, a table tells first what happened first: a rental is of the day it was picked up.
LATER = 0.1
# The date that is the event itself: a payment's date of payment.
_OWN_DATES = {"payment": "payment_date", "return": "return"}


@dataclass(frozen=True)
class Thing:
    """What a stretch of words may stand for."""

    kind: str  # entity · field · value · term · role · none
    entity: str = ""
    field: str = ""
    role: str = ""
    values: tuple[tuple[str, str], ...] = ()  # (field, value); two for a person's first and last name
    partial: bool = False
    term: Term | None = None
    cost: float = 0.0
    negated: bool = False  # "unpaid", "inactive"


class Things:
    """Everything a catalog holds, to be found by the words of a question."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.values = ValueIndex(vocabulary)
        self.terms = Terms(vocabulary.catalog.terms)
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._look_up)
        self._entities = {named.entity: named for named in vocabulary.named if named.kind == "entity"}
        self._kinds = {entity.name for entity in vocabulary.catalog.entities if len(entity.fields) <= KIND}
        self.dates = tuple(self._dated())
        paid = (key for key, traits in vocabulary.traits.items() if traits.money and not traits.additive
                and not traits.concepts & {"purchase_price", "salary"})  # fmt: skip
        self.prices = tuple(Thing("field", *key) for key in paid)
        self.hardly = {(one.entity, one.field) for one in self.dates if one.cost >= HARDLY}

    def find(self, stretch: Sequence[Token], *, whole: bool = False) -> list[Thing]:
        """Everything in the catalog these words may stand for, cheapest first."""
        return list(self._remembered(tuple(stretch), whole))

    def echoed(self, token: Token) -> tuple[Thing, ...]:
        """The columns and roles whose name holds a word that names none of them alone: "cost to rent", "Team"."""
        if token.low in self.vocabulary.lexicon.suffixes:  # "the price per kWh"
            keys = self.vocabulary.traits.keys()
            return tuple(Thing("field", *key) for key in keys if split(key[1])[-1].lower() == token.low)
        for store in small_words("stores"):  # "in the Gerätetabelle": where the records of a thing stand
            if token.low.endswith(store) and len(token.low) > len(store) + 2:
                head = token.text[: -len(store)]
                return tuple(one for one in self.find([Token(head, fold(head))]) if one.kind != "value")
        if len(token.low) < 4 or token.number is not None or token.quoted or self.find([token]):
            return ()
        asked = self.vocabulary.phrase([token.text]).whole
        echoes = frozenset(self.vocabulary.lexicon.echoes.get(token.low, ()))
        told = [Thing("field", entity, name) for entity, name, _ in self.vocabulary.with_concept(echoes)]
        told += [
            Thing("entity", one) for one in self._entities if self.vocabulary.entity_concepts(one) & echoes
        ]
        if told:
            return tuple(told)
        return tuple(
            Thing(named.kind, named.entity, named.field, role)
            for named in self.vocabulary.named
            # Where only one way leads there, it need not be named.
            for role in ((named.relation.columns[0], "") if named.relation and self._sole(named.relation) else
                         (named.relation.columns[0] if named.relation else "",))
            if named.kind != "entity"
            and any((unit.distance(asked) or 0.0) < SLIP for name in named.names for unit in name.units
                    if len(name.units) > 1 and unit.distance(asked) is not None)
        )  # fmt: skip

    def measured_in(self, unit: str) -> tuple[Thing, ...]:
        """The columns whose numbers may be in a unit: amounts of money, what lasts, or those that say so."""
        words, kind = self.vocabulary, self.vocabulary.lexicon.measures(unit)
        if kind == "time":
            return tuple(
                Thing("field", *key[:2]) for key in words.with_concept(("duration", "days", "hours"))
            )
        numbers = ((key, traits) for key, traits in words.traits.items() if traits.numeric)
        said = words.lexicon.measures
        return tuple(
            Thing("field", *key)
            for key, traits in numbers
            if (traits.money if kind == "money" else kind and kind == said(words.unit(*key)))
        )

    def _sole(self, relation: Relation) -> bool:
        tied = [(r.table, r.to_table) for r in self.vocabulary.catalog.relations]
        return tied.count((relation.table, relation.to_table)) == 1

    def qualified(self, entity: str, name: str, concepts: Iterable[str]) -> bool:
        """Whether a field is a concept of something else than its record: the `rental_duration` of a film."""
        own, means = self.vocabulary.name(entity).units, {*concepts, *DATES}
        units = (
            self.vocabulary.name(name).units if not means & self.vocabulary.name(name).whole.concepts else ()
        )
        return not all(u.light or u.concepts & means or any(u.same(other) for other in own) for u in units)

    def nearest(self, word: str) -> list[str]:
        """Tables and columns whose names are written much like a word that names nothing."""
        entities = self.vocabulary.catalog.entities
        named = [one.name for one in entities] + [field.name for one in entities for field in one.fields]
        names = dict.fromkeys(" ".join(split(name)) for name in named)
        allowed = min(len(word) // 3, SLIPS)
        far = {name: DamerauLevenshtein.distance(fold(word), fold(name)) for name in names}
        return sorted((name for name in names if far[name] <= allowed), key=far.__getitem__)[:MOST_NEAR]

    def _look_up(self, stretch: tuple[Token, ...], whole: bool) -> tuple[Thing, ...]:
        words = [token.text for token in stretch]
        asked = self.vocabulary.phrase(words)
        named, valued = list(self._named(words, asked, whole)), list(self._valued(stretch))
        parts = self.vocabulary.lexicon.parts(words[0]) if len(words) == 1 and not named else ()
        if len(parts) > 1:  # a "Zählernummer" has a meaning of its own, which here a meter's number has
            named = list(self._named(words, Called(parts, asked.whole), whole))
        if any(thing.cost <= LOOSE for thing in named):
            valued = [thing for thing in valued if thing.cost != LOOSE]
        exact = any(one.kind == "entity" and not one.cost for one in named)
        named = [one for one in named if not (exact and one.kind == "entity" and one.cost)]
        # What a table is called is no broader word for a column of another one.
        tables = {one.entity for one in named if one.kind == "entity" and one.cost <= CONCEPT}
        far = [one for one in named if one.field and one.cost >= BROADER and tables - {one.entity}]
        named = [one for one in named if one not in far]
        # "severe" is what the column says, not the column "severity".
        said = {(one.entity, one.field) for one in valued if not one.partial and not one.cost}
        named = [one for one in named if (one.entity, one.field) not in said]
        last = stretch[-1]
        noun = last.capital or not last.low.endswith(("ed", "t"))
        near = 0.15 if noun else 0.0
        sure = {thing.entity for thing in named if thing.kind == "entity" and thing.cost <= near}
        # "donations" are the records; the day they were donated is not called so.
        named = [thing for thing in named if not (thing.entity in sure and self._is_date(thing))]
        told = {
            one.entity
            for one in named
            if one.kind == "field" and one.cost == 0.0 and self._traits(one).additive
        }
        # "hours" are what the column says, not the records of times that have it.
        named = [one for one in named if not (one.kind == "entity" and one.cost > 0 and one.entity in told)]
        if len(words) > 1:  # "open jobs": a word that means something of its own is not swallowed
            means = any(self.terms.find([word]) for word in words)
            named = [replace(one, cost=one.cost + 0.3 * (means and one.cost > 0)) for one in named]
        named, valued = self._titled(named, valued)
        paid = {one.entity for one in named if one.kind == "field" and self._traits(one).money}
        if "amount" in self.vocabulary.lexicon.concepts(words[-1]):  # rather of money than of pieces
            named = [
                one for one in named if one.entity not in paid or not one.field or self._traits(one).money
            ]
        terms = self.terms.find(words)
        if any(thing.kind == "role" and thing.cost == ROLE for thing in named):
            # An "approver" is somebody, and not what was approved.
            terms = [one for one in terms if fold(" ".join(words)) in map(fold, one.words)]
        found = [*named, *valued, *(Thing("term", term.entity, term=term) for term in terms)]
        if len(stretch) == 1 and all(one.cost > 0 for one in named):  # a discount is not what is not counted
            found += self._opposite(stretch[0])
        if len(stretch) == 1 and self.vocabulary.lexicon.unit(words[0]).concepts & {"promised_date"}:
            days = {(one.entity, one.field) for one in found}
            found += [
                Thing("field", *key, cost=CONCEPT) for key in self.vocabulary.promised() if key not in days
            ]
        if len(stretch) == 1 and not any(one.cost < ASSUMED for one in found):
            found += self._assumed(stretch[0])
        found.sort(key=lambda thing: thing.cost)
        # A business word may mean something of many entities; the question says of which.
        few = [thing for thing in found if thing.kind != "term"][:MOST_THINGS]
        return tuple(
            one for one in found if one.cost <= found[0].cost + WORTH and (one.kind == "term" or one in few)
        )

    def _titled(self, named: list[Thing], valued: list[Thing]) -> tuple[list[Thing], list[Thing]]:
        """Names and titles of people weighed against each other."""
        played = {one.entity for one in named if one.kind == "role" and one.cost == ROLE}
        # The owner of a house is who owns it, not whoever is listed as an owner.
        # Lecturers are whom the table lists, though some have that very title; professors are those with theirs.
        played |= {one.entity for one in named if one.kind == "entity" and one.cost == 0.0}
        titled = {one.entity for one in valued if not one.partial and one.cost <= CONCEPT}
        titled = set(filter(self.vocabulary.is_person, titled))
        valued = [replace(one, cost=one.cost + 0.15 * (one.entity in played)) for one in valued]
        named = [
            replace(
                one, cost=one.cost + 0.1 * (one.kind == "entity" and one.cost > 0 and one.entity in titled)
            )
            for one in named
        ]
        return named, valued

    def _named(self, words: list[str], asked: Called, whole: bool) -> Iterator[Thing]:
        if len(words) > 4:
            return
        for named in self.vocabulary.named:
            cost = name_cost(asked, named, whole=whole)
            if cost is None or cost > (0.6 if named.kind == "entity" else 0.45):
                continue
            if named.kind == "entity" and (only := self.vocabulary.only_field(named.entity)):
                yield Thing("field", named.entity, only, cost=cost)
            elif named.kind == "role" and named.relation is not None:
                yield Thing("role", named.entity, role=named.relation.columns[0], cost=cost)
            else:
                # A table's naming column often has the table's name; then the record itself is meant.
                same = named.kind == "field" and named.field in self.vocabulary.naming(named.entity)
                cost += SAME_NAME if same and name_cost(asked, self._entities[named.entity]) == cost else 0.0
                yield Thing(named.kind, named.entity, named.field, cost=cost)

    def _assumed(self, token: Token) -> list[Thing]:
        """The one table that a word nothing is called by must mean: customers are the people who are no staff, and
        `ZI` holds rooms where the question says "Zimmer"."""
        means = self.vocabulary.lexicon.concepts(token.text)
        if self.vocabulary.lexicon.has_trait("anybody", means):
            tables, paying = self.vocabulary.patrons, self.vocabulary.paying
            tables = [one for one in tables if one in paying] if len(tables) > 1 else tables
        else:
            short = {one: fold(one) for one in self._entities if len(one) <= SHORT}
            tables = [one for one, low in short.items() if means and token.low.startswith(low)]
            tables = [one for one in tables if not self.vocabulary.entity_concepts(one)]
        return [Thing("entity", tables[0], cost=ASSUMED)] if len(tables) == 1 else []

    def _traits(self, thing: Thing) -> Traits:
        return self.vocabulary.traits[thing.entity, thing.field]

    def _is_date(self, thing: Thing) -> bool:
        return thing.kind == "field" and self._traits(thing).timed

    def _opposite(self, token: Token) -> Iterator[Thing]:
        """ "inactive" where there is a column "active", "unpaid" where there is a date of payment."""
        for prefix in self.vocabulary.lexicon.prefixes:
            if token.low.startswith(prefix) and len(token.low) > len(prefix) + 3:
                rest = [token.text[len(prefix) :]]
                for thing in self._named(rest, self.vocabulary.phrase(rest), whole=False):
                    traits = self.vocabulary.traits.get((thing.entity, thing.field))
                    names = thing.field in self.vocabulary.naming(thing.entity)
                    if traits is not None and not traits.additive and not names:
                        yield replace(thing, negated=True, cost=thing.cost + 0.05)

    def _valued(self, stretch: Sequence[Token]) -> Iterator[Thing]:
        text = " ".join(token.text for token in stretch)
        if len(stretch) == 2:
            for first, last in self.values.people(stretch[0].text, stretch[1].text):
                pair = ((first.field, first.value), (last.field, last.value))
                yield Thing("value", first.entity, first.field, values=pair, cost=0.02)
        sure = stretch[0].capital or stretch[0].quoted or stretch[0].coded
        # "invoice" asks for invoices, not for whatever holds the word in its title.
        noun = len(stretch) == 1 and bool(self.vocabulary.lexicon.concepts(text)) and not stretch[0].quoted
        for found in self.values.find(text):
            # A nurse is any kind of nurse, a motor any of many things called so.
            kind = found.entity in self._kinds or self._is_post(found) or len(found.all) >= MANY
            if found.cost >= PARTLY and ((noun and not kind) or len(text) < 3):
                continue
            dear = 0.0 if sure or found.cost <= LOOSE else 0.15
            yield replace(as_thing(found), cost=found.cost + dear)
        if len(stretch) <= 3 and len(text) >= 5 and sure:
            yield from (as_thing(found) for found in self.values.slipped(text))

    def _is_post(self, found: ValueMatch) -> bool:
        """Whether a value says what people do: a "Rental Agent" is an agent."""
        post = self.vocabulary.traits[found.entity, found.field].concepts & {"position", "title"}
        return bool(post) and self.vocabulary.is_person(found.entity)

    def _dated(self) -> Iterator[Thing]:
        least: dict[str, float] = {}
        for one in self._days():
            before = least.get(one.entity, inf)
            least[one.entity] = min(before, one.cost)
            later = before <= one.cost < HARDLY - LATER
            yield replace(one, cost=one.cost + LATER * later)

    def _days(self) -> Iterator[Thing]:
        for (entity, name), traits in self.vocabulary.traits.items():
            owner = self.vocabulary.catalog.entity(entity)
            if not traits.timed or name in owner.spans[1:] or not owner.field(name).bare:
                continue
            # A date that is several things at once ("paid_on" is a payment's and a day) is the dearest of them.
            about = traits.concepts - {"checkout"} if self._departs(owner, name) else traits.concepts
            prices = [price for price, concepts in self.vocabulary.lexicon.days.items() if about & concepts]
            cost = max(prices, default=0.15)
            own = {_OWN_DATES.get(concept) for concept in self.vocabulary.entity_concepts(entity)}
            told = self.vocabulary.name(name)
            calendar = entity in self.vocabulary.calendars
            if calendar or traits.concepts & own or self._tells_itself(entity, told):
                cost = 0.0
            if any(unit.concepts & PROMISED for unit in told.units) and not self._tells_itself(entity, told):
                cost = max(cost, HARDLY)
            if self.vocabulary.catalog.entity(entity).field(name).kind is Kind.NUMBER:
                cost += 0.05
            yield Thing("field", entity, name, cost=cost)

    def _departs(self, entity: Entity, name: str) -> bool:
        """Whether a day of departure begins what a record tells, because the arrival stands behind it."""
        days = [one.name for one in entity.fields if self.vocabulary.traits[entity.name, one.name].timed]
        after = (self.vocabulary.traits[entity.name, one] for one in days[days.index(name) + 1 :])
        return any("checkin" in one.concepts for one in after)

    def _tells_itself(self, entity: str, name: Called) -> bool:
        """Whether a date is called after its table: when a visit was, of visits the `visit_at`."""
        own = self.vocabulary.name(entity).units
        idle = [unit for unit in name.units if not any(unit.same(other) for other in own)]
        return len(idle) < len(name.units) and all(unit.concepts & {"date", "time"} for unit in idle)


def as_thing(found: ValueMatch) -> Thing:
    values = tuple((found.field, value) for value in found.all or (found.value,))
    return Thing("value", found.entity, found.field, values=values, partial=found.partial, cost=found.cost)
