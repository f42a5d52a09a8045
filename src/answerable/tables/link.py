"""From tokens to items: every stretch of a question tied to what it may mean, the cheapest cut of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from answerable.domain.catalog import Kind, Term
from answerable.language.listed import listed
from answerable.tables.lexicon import Adjective, fold
from answerable.tables.moments import Moments, Span
from answerable.tables.phrases import MONEY, UNITS, Phrases
from answerable.tables.terms import Terms, tears
from answerable.tables.tokens import Token
from answerable.tables.values import LOOSE, PARTLY, ValueIndex, ValueMatch
from answerable.tables.vocabulary import ROLE, Vocabulary, name_cost

# Candidates dearer than the best by more than this are not considered.
WORTH = 0.3
SAME_NAME = 0.08
MOST_THINGS = 16  # tables with a status each; a question says of which
# What a name costs that is written as in the catalog.
EXACT = {"entity": 0.0, "field": 0.0, "value": 0.0, "term": 0.0, "role": ROLE}
REMEMBERED = 4_096  # stretches of words already looked up
MOST_CUTS = 3  # ways to cut a question into items that are followed up
_LONGEST = 6
UNKNOWN = 5.0
TOTALS = 0.1  # what "total" costs as a name where it may say that what follows is summed; chosen by hand
# What a span of time most likely refers to, cheapest first; anything not named costs the last.
_DATES: tuple[tuple[float, frozenset[str]], ...] = (
    (
        0.0,
        listed("""date time order_date loan_date visit_date invoice_date sale published founded year"""),
    ),
    (0.05, frozenset(["start", "checkin", "hire_date", "created"])),
    (0.2, frozenset(["payment_date", "delivery_date", "shipment", "payment", "return"])),
    (
        0.35,
        listed("""due_date end checkout expiry birth_date updated closed_date death_date leave_date"""),
    ),
)
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


@dataclass(frozen=True)
class Item:
    """A stretch of a question and what it may be."""

    kind: (
        str  # ask aggregate rank compare after_number per not join state number time thing adjective unknown
    )
    what: str
    text: str
    start: int
    number: float | None = None
    span: Span | None = None
    things: tuple[Thing, ...] = ()
    adjective: Adjective | None = None
    money: bool = False
    length: int = 1
    lead: str = ""  # the token before: "from" and "to" tell two ways apart
    verbal: bool = False  # a verb or participle: says how things are tied, seldom what is asked for


class Linker:
    """Ties the words of questions to one catalog."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.values = ValueIndex(vocabulary)
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._look_up)
        self.terms = Terms(vocabulary.catalog.terms)
        self.entities = {named.entity: named for named in vocabulary.named if named.kind == "entity"}
        self._phrases = frozenset(
            tuple(fold(word) for word in phrase) for phrase in vocabulary.lexicon.phrases
        )
        self._dates = tuple(self._dated())
        self._money = tuple(
            Thing("field", entity, name, cost=0.05)
            for (entity, name), traits in vocabulary.traits.items()
            if traits.money
        )

    def cuts(
        self, tokens: Sequence[Token], language: str, phrases: Phrases, today: date
    ) -> list[tuple[float, list[Item]]]:
        """The cheapest ways to cut the tokens into items, with what the cut itself costs; idle words left out."""
        moments, glued = Moments(tokens, today, language), self.terms.glued(tokens)
        best: list[list[tuple[float, float, tuple[Item, ...]]]] = [[] for _ in tokens] + [[(0.0, 0.0, ())]]
        for place in range(len(tokens) - 1, -1, -1):
            ends: dict[tuple[Item, ...], tuple[float, float, tuple[Item, ...]]] = {}
            for cost, item, after in self._options(tokens, place, phrases, moments):
                if any(tears(place, after, span) for span in glued):
                    continue
                own = cost - (item.things[0].cost if item is not None and item.kind == "thing" else 0.0)
                for price, plain, rest in best[after]:
                    made = (item, *rest) if item is not None else rest
                    if made not in ends or cost + price < ends[made][0]:
                        ends[made] = (cost + price, own + plain, made)
            best[place] = sorted(ends.values(), key=lambda end: end[0])[:MOST_CUTS]
        return [(plain, list(items)) for _, plain, items in best[0]]

    def _options(
        self, tokens: Sequence[Token], place: int, phrases: Phrases, moments: Moments
    ) -> Iterator[tuple[float, Item | None, int]]:
        token = tokens[place]
        yield UNKNOWN, Item("unknown", "", token.text, place), place + 1
        idle = phrases.filler(tokens, place)
        if idle > 0 and (place or not any(phrase.kind == "ask" for phrase in phrases.at(tokens, place))):
            yield (0.2 if token.low in phrases.closed or token.mark else 0.35), None, place + idle
        yield from self._times(tokens, place, phrases, moments)
        yield from self._operators(tokens, place, phrases)
        yield from self._numbers(tokens, place)
        yield from self._adjectives(tokens, place)
        closed = token.low in phrases.closed and not (token.text.isupper() and len(token.text) > 1 and place)
        for length in range(1, min(_LONGEST, len(tokens) - place) + 1):
            stretch = tokens[place : place + length]
            if any(one.mark for one in stretch) or (closed and length == 1):
                continue
            if closed or (stretch[-1].low in phrases.closed and not stretch[-1].text.isupper()):
                # "my team", "report to": small words belong to a name only where the catalog writes it so.
                exact = self.things(stretch, whole=True)
                things = [thing for thing in exact if thing.cost == EXACT[thing.kind] and not thing.partial]
            else:
                # An idle word inside a name belongs to it only where the lexicon or the schema says so.
                idle_within = length > 1 and any(phrases.filler([one], 0) for one in stretch)
                things = self.things(stretch, whole=idle_within)
            phrase = tuple(one.low for one in stretch)
            if (
                not things
                and length > 1
                and phrase in self._phrases
                and not any(phrases.filler([o], 0) for o in stretch)
            ):
                # "blood type" is one thing; where the tables do not hold it, "blood" and "type" are no answer.
                text = " ".join(one.text for one in stretch)
                yield 0.05, Item("unknown", "", text, place, length=length), place + length
            if things:
                cost = 0.1 + things[0].cost + TOTALS * self._aggregates(tokens, place, length, phrases)
                if idle and length == 1 and things[0].cost > 0:
                    # A verb that may be idle ties nothing by itself as surely as a noun does.
                    dearer = (replace(one, cost=one.cost + 0.15 * (one.kind != "role")) for one in things)
                    things = [*dearer, Thing("none", cost=0.1)]
                text = " ".join(one.text for one in stretch)
                verbal = length == 1 and _is_verbal(stretch[0], phrases.language)
                lead = tokens[place - 1].low if place else ""
                item = Item(
                    "thing", "", text, place, stretch[0].number,
                    things=tuple(things), length=length, verbal=verbal, lead=lead,
                )  # fmt: skip
                yield cost, item, place + length

    def _aggregates(self, tokens: Sequence[Token], place: int, length: int, phrases: Phrases) -> bool:
        """Whether a word is rather an aggregate of what follows at once: "total revenue"."""
        after = place + length
        said = length == 1 and any(one.kind == "aggregate" for one in phrases.at(tokens, place))
        return said and after < len(tokens) and bool(self.things([tokens[after]]))

    def _times(
        self, tokens: Sequence[Token], place: int, phrases: Phrases, moments: Moments
    ) -> Iterator[tuple[float, Item | None, int]]:
        if (found := moments.at(place)) is not None:
            after, span = found
            # A bare year after "more than" or "article" is a number.
            bare = place and tokens[place - 1].low in _NUMBER_LEADS
            dear = 0.0 if span.explicit else (0.3 if bare else 0.06)
            item = Item("time", "span", span.text, place, span=span, things=self._dates, length=after - place)
            yield dear, item, after
        token = tokens[place]
        led = (
            place == 0 or tokens[place - 1].low in _UNIT_LEADS or token.low.endswith(("ly", "lich", "weise"))
        )
        if led and (unit := phrases.units.get(token.low)):
            yield 0.05, Item("time", unit, token.text, place, things=self._dates), place + 1

    def _operators(
        self, tokens: Sequence[Token], place: int, phrases: Phrases
    ) -> Iterator[tuple[float, Item | None, int]]:
        for phrase in phrases.at(tokens, place):
            text = " ".join(token.text for token in tokens[place : place + phrase.length])
            if phrase.what == "change" and any(token.low not in _POLITE for token in tokens[:place]):
                continue  # "without e-mail" orders nobody to send one
            listing = phrase.kind == "ask" and phrase.what == "list" and place > 2 and phrase.length == 1
            if listing and not text.lower().startswith(("welch", "which", "whose")):
                continue
            if phrase.kind == "state" and self.terms.mean(tokens[place : place + phrase.length]):
                continue  # the catalog says what it means here
            dear = 0.12 if phrase.what == "overdue" else 0.05  # a status of that name comes first
            yield (
                dear,
                Item(phrase.kind, phrase.what, text, place, length=phrase.length),
                place + phrase.length,
            )

    def _numbers(self, tokens: Sequence[Token], place: int) -> Iterator[tuple[float, Item | None, int]]:
        token = tokens[place]
        money = token.low in MONEY and place + 1 < len(tokens) and tokens[place + 1].number is not None
        at = place + 1 if money else place
        number = tokens[at].number
        if number is None:
            return
        after = at + 1
        while (
            after < len(tokens)
            and (tokens[after].low in MONEY or tokens[after].low in UNITS)
            and after < at + 3
        ):
            money = money or tokens[after].low in MONEY
            text = " ".join(one.text for one in tokens[place : after + 1])
            yield 0.02, Item("number", tokens[after].low, text, place, number, money=money), after + 1
            after += 1
        text = " ".join(one.text for one in tokens[place : at + 1])
        values = tuple(_value(found) for found in self.values.find(tokens[at].text) if not found.partial)
        yield 0.08, Item("number", "", text, place, number, money=money, things=values), at + 1

    def _adjectives(self, tokens: Sequence[Token], place: int) -> Iterator[tuple[float, Item | None, int]]:
        adjectives = self.vocabulary.lexicon.adjectives
        for length in (3, 2, 1):
            stretch = tokens[place : place + length]
            low = " ".join(token.low for token in stretch).replace("-", " ")
            word, degree = low, ""
            for lead, form in (
                ("most ", "most"),
                ("least ", "least"),
                ("am ", "most"),
                ("more ", "more"),
                ("less ", "less"),
            ):
                if low.startswith(lead) and len(stretch) > 1:
                    word, degree = low.removeprefix(lead), form
            if (adjective := adjectives.get(word)) is None or len(stretch) != length:
                continue
            degree = degree or _degree(word)
            valued = length == 1 and any(
                not hit.partial and hit.cost == 0.0 for hit in self.values.find(stretch[0].text)
            )
            things = tuple(
                Thing("field", entity, name, cost=0.04 * order)
                for entity, name, order in self.vocabulary.with_concept(
                    (*adjective.of, *adjective.opposite), numeric=True
                )
            )
            text = " ".join(token.text for token in stretch)
            yield (
                (0.2 if valued else 0.06),
                Item("adjective", degree, text, place, things=things, adjective=adjective, length=length),
                place + length,
            )

    def things(self, stretch: Sequence[Token], *, whole: bool = False) -> list[Thing]:
        """Everything in the catalog these words may stand for, cheapest first."""
        return list(self._remembered(tuple(stretch), whole))

    def _look_up(self, stretch: tuple[Token, ...], whole: bool) -> tuple[Thing, ...]:
        words = [token.text for token in stretch]
        named, valued = list(self._named(words, whole)), list(self._valued(stretch))
        if any(thing.cost <= LOOSE for thing in named):
            valued = [thing for thing in valued if thing.cost != LOOSE]
        sure = {thing.entity for thing in named if thing.kind == "entity" and thing.cost == 0.0}
        # "donations" are the records; the day they were donated is not called so.
        named = [thing for thing in named if not (thing.entity in sure and self._is_date(thing))]
        if len(words) > 1:  # "open jobs": a word that means something of its own is not swallowed
            means = any(self.terms.find([word]) for word in words)
            named = [replace(one, cost=one.cost + 0.3 * (means and one.cost > 0)) for one in named]
        found = [*named, *valued, *(Thing("term", term.entity, term=term) for term in self.terms.find(words))]
        if len(stretch) == 1:
            found += self._opposite(stretch[0])
        found.sort(key=lambda thing: thing.cost)
        # A business word may mean something of many entities; the question says of which.
        few = [thing for thing in found if thing.kind != "term"][:MOST_THINGS]
        return tuple(
            one for one in found if one.cost <= found[0].cost + WORTH and (one.kind == "term" or one in few)
        )

    def _named(self, words: list[str], whole: bool) -> Iterator[Thing]:
        if len(words) > 4:
            return
        asked = self.vocabulary.phrase(words)
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
                cost += SAME_NAME if same and name_cost(asked, self.entities[named.entity]) == cost else 0.0
                yield Thing(named.kind, named.entity, named.field, cost=cost)

    def _is_date(self, thing: Thing) -> bool:
        return thing.kind == "field" and self.vocabulary.traits[thing.entity, thing.field].timed

    def _opposite(self, token: Token) -> Iterator[Thing]:
        """ "inactive" where there is a column "active", "unpaid" where there is a date of payment."""
        for prefix in self.vocabulary.lexicon.prefixes:
            if token.low.startswith(prefix) and len(token.low) > len(prefix) + 3:
                for thing in self._named([token.text[len(prefix) :]], whole=False):
                    traits = self.vocabulary.traits.get((thing.entity, thing.field))
                    if traits is not None and (traits.flag or traits.timed):
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
            if found.cost >= PARTLY and (noun or len(text) < 3):
                continue
            yield replace(_value(found), cost=found.cost + (0.0 if sure or found.cost <= LOOSE else 0.15))
        if len(stretch) <= 3 and len(text) >= 5 and sure:
            yield from (_value(found) for found in self.values.slipped(text))

    def _dated(self) -> Iterator[Thing]:
        for (entity, name), traits in self.vocabulary.traits.items():
            if not traits.timed:
                continue
            # A date that is several things at once ("paid_on" is a payment's and a day) is the dearest of them.
            prices = [price for price, concepts in _DATES if traits.concepts & concepts]
            cost = max(prices, default=0.15)
            own = {_OWN_DATES.get(concept) for concept in self.vocabulary.entity_concepts(entity)}
            if traits.concepts & own:
                cost = 0.0
            if self.vocabulary.catalog.entity(entity).field(name).kind is Kind.NUMBER:
                cost += 0.05
            yield Thing("field", entity, name, cost=cost)


def _value(found: ValueMatch) -> Thing:
    values = tuple((found.field, value) for value in found.all or (found.value,))
    return Thing("value", found.entity, found.field, values=values, partial=found.partial, cost=found.cost)


def _is_verbal(token: Token, language: str) -> bool:
    """German writes nouns with a capital; English participles end in -ed or are listed."""
    if not token.text.isalpha():
        return False
    return not token.capital if language == "de" else token.low.endswith("ed") or token.low in _PARTICIPLES


def _degree(word: str) -> str:
    """Superlatives end in -est or -ste(n); comparatives in -er."""
    last = word.rsplit(maxsplit=1)[-1]
    if last.endswith(("est", "ste", "sten", "ster", "stes")) or last in _ALWAYS or len(word.split()) > 1:
        return "most"
    return "more" if last.endswith("er") and last not in ("teuer", "schwer") else ""


_NUMBER_LEADS = listed(
    """than als over uber under unter least most mindestens hochstens above below exactly genau up zu
    maximal artikel article number nummer nr no order bestellung invoice rechnung product produkt room
    zimmer and und"""
)
_POLITE = listed("please can could would you bitte kannst konnen konntest du sie now jetzt and und then dann")
_UNIT_LEADS = listed(
    """per by each every which what je pro nach jeder jeden jedes welchem welcher welchen and und"""
)
_PARTICIPLES = listed(
    """bought sold written wrote paid sent born taught lent made built spent won lost left write writes teach
    teaches borrow borrows deliver delivers earn earns drove drives"""
)
_ALWAYS = listed(
    """last first latest letzte letzten letzter letztes zuletzt erste ersten erster erstes recent eldest"""
)
