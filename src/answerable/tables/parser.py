"""The parser: a question in, a reading out, or the honest word that there is none or more than one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice, pairwise, product
from math import prod

from answerable.domain.catalog import Catalog, Kind, Term
from answerable.domain.evidence import Cell
from answerable.tables.compose import composed
from answerable.tables.follow import follow
from answerable.tables.form import Form, Reading
from answerable.tables.lexicon import Lexicon, fold, kin, shared_lexicon
from answerable.tables.link import Item, Linker, Thing
from answerable.tables.moments import Span
from answerable.tables.notes import Stuck, Taken
from answerable.tables.phrases import Phrases, shared_phrases
from answerable.tables.reader import Reader
from answerable.tables.settle import settle
from answerable.tables.settling import used_entities
from answerable.tables.tokens import Token, cut, unglued
from answerable.tables.vocabulary import Vocabulary, split
from answerable.tables.wording import FormWording

UNKNOWN_WORDS = "unknown words"
# So many things a stretch of words may stand for are followed up. Chosen, not measured.
MOST_CHOICES = 8
# So many ways to take the words are tried, cheapest things first.
MOST_WAYS = 600
# Readings within this cost of the best are as likely. Chosen by hand; the suites hold with 0.03 to 0.1.
AS_LIKELY = 0.06
# Beyond this the words were stretched too far. Of some 480 right readings over eighteen schemas the dearest cost 0.85.
TOO_FAR = 0.9
TODAY = ("today", "now", "heute", "jetzt")
# Parts of a compound must be this sure to stand on their own.
SURE = 0.12


@dataclass(frozen=True)
class Asker:
    """Who "I" is: the key of the asking person's record, by entity."""

    records: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class Understood:
    """One reading, and it is the only likely one."""

    reading: Reading


@dataclass(frozen=True)
class Unclear:
    """Several readings are as likely; ask only if their results differ."""

    question: str
    choices: tuple[Reading, ...]


@dataclass(frozen=True)
class NotUnderstood:
    """No reading, and why."""

    why: str
    unknown_words: tuple[str, ...] = ()


Parsed = Understood | Unclear | NotUnderstood


class Parser:
    """Understands questions over one catalog."""

    def __init__(self, catalog: Catalog, lexicon: Lexicon | None = None) -> None:
        self.vocabulary = Vocabulary(catalog, lexicon or shared_lexicon())
        self.linker = Linker(self.vocabulary)

    def parse(
        self,
        question: str,
        language: str,
        now: datetime,
        *,
        asker: Asker | None = None,
        earlier: Reading | None = None,
    ) -> Parsed:
        """Understand a question as of a moment."""
        records = (asker or Asker()).records
        parsed = self._parse(question, language, now, records)
        if isinstance(parsed, NotUnderstood) and parsed.why == UNKNOWN_WORDS:
            # Short questions are easily taken for the other language.
            other = self._parse(question, "en" if language == "de" else "de", now, records)
            if not isinstance(other, NotUnderstood):
                return other
        if earlier is not None and (isinstance(parsed, NotUnderstood) or self._leads(question, language)):
            leaning = self._parse(question, language, now, records, earlier)
            return parsed if isinstance(leaning, NotUnderstood) else leaning
        return parsed

    def _leads(self, question: str, language: str) -> bool:
        """Whether a question begins like one that goes on from the last: "and in Zurich?"."""
        tokens = cut(question, language)
        begins = shared_phrases(language).at(tokens, 0) if tokens else []
        return any(
            p.kind == "follow" or (p.kind, p.what) in (("join", "and"), ("not", "only")) for p in begins
        )

    def _parse(
        self,
        question: str,
        language: str,
        now: datetime,
        records: Mapping[str, Cell],
        earlier: Reading | None = None,
    ) -> Parsed:
        ways: dict[Form, float] = {}
        failed: list[NotUnderstood] = []
        if orders(cut(question, language), language):
            return NotUnderstood("declined: change")
        cuts = self._cuts(question, language, now.date())
        for own, items in cuts:
            unknown = tuple(item.text for item in items if item.kind == "unknown")
            if unknown or not items:
                failed.append(NotUnderstood(UNKNOWN_WORDS if unknown else "nothing is asked about", unknown))
                break  # the next cuts are dearer still
            found, why = self._ways(items, records, earlier)
            failed.append(NotUnderstood(why.why, why.words))
            if why.why.startswith("declined"):
                break
            for cost, form in found:
                ways[form] = min(cost + own - cuts[0][0], ways.get(form, TOO_FAR))
        if not ways:
            return failed[0] if failed else NotUnderstood("nothing is asked about")
        ranked = sorted(((cost, form) for form, cost in ways.items()), key=lambda pair: pair[0])
        readings = list(islice(self._readings(ranked, language), 8))
        return self._chosen(readings, language) if readings else NotUnderstood("no query can answer it")

    def _cuts(self, question: str, language: str, today: date) -> list[tuple[float, list[Item]]]:
        phrases = shared_phrases(language)
        tokens = unglued(cut(question, language), self.vocabulary.known)
        tokens = [part for token in tokens for part in self._apart(token, phrases)]
        tokens = self.linker.terms.closed_up(tokens, self.linker.values)
        if not tokens:
            return []
        cuts = self.linker.cuts(tokens, language, phrases, today)
        return [(own, self._items(items, tokens, today)) for own, items in cuts]

    def _items(self, items: list[Item], tokens: Sequence[Token], today: date) -> list[Item]:
        items = [self._completed(item, today) for item in items]
        asked = any(item.kind == "ask" for item in items[:3])
        if items and items[0].kind == "join" and items[0].what == "verb" and not asked:
            items[0] = replace(items[0], kind="ask", what="exists")
        return self._guessed(items, tokens)

    def _apart(self, token: Token, phrases: Phrases) -> list[Token]:
        """ "Teilzeitmitarbeiter" says two things where neither table nor column is called so."""
        parts = [Token(part, fold(part)) for part in token.text.split("-") if part]
        hyphened = len(parts) > 1 and not token.quoted and not self.linker.things([token])
        if hyphened and all(self.linker.things([part]) for part in parts):  # "P0-Bugs"
            return parts
        plain = token.number is not None or token.quoted or token.coded or len(token.low) < 8
        if plain or phrases.filler([token], 0) or phrases.at([token], 0) or self.linker.things([token]):
            return [token]
        units = self.vocabulary.phrase([token.text]).units
        parts = [Token(unit.word.capitalize(), fold(unit.word)) for unit in units]
        sure = (
            things and things[0].cost <= SURE for things in (self.linker.things([part]) for part in parts)
        )
        return parts if len(parts) > 1 and all(sure) else self._valued_apart(token)

    def _valued_apart(self, token: Token) -> list[Token]:
        """ "Goldkunden": a value of one column and the records that have it."""
        for place in range(4, len(token.text) - 3):
            head, tail = token.text[:place], token.text[place:].capitalize()
            records = [thing for thing in self.linker.things([Token(tail, fold(tail))]) if thing.cost <= SURE]
            hits = self.linker.values.find(head)
            if hits and hits[0].cost <= SURE and any(thing.kind == "entity" for thing in records):
                return [Token(head, fold(head)), Token(tail, fold(tail))]
        return [token]

    def _completed(self, item: Item, today: date) -> Item:
        """Give states and amounts of money the fields they may be about."""
        if item.kind == "state" and item.what in ("in_stock", "out_of_stock"):
            found = self.vocabulary.with_concept(("stock", "quantity"), numeric=True)
            things = tuple(Thing("field", entity, name, cost=0.2 * place) for entity, name, place in found)
            return replace(item, things=things)
        if item.kind == "state" and item.what == "overdue":
            found = self.vocabulary.with_concept(("due_date",))
            things = tuple(Thing("field", entity, name) for entity, name, _ in found)
            return replace(item, things=things, span=Span(None, today))
        if item.kind == "number" and item.money and not item.things:
            money = tuple(
                Thing("field", entity, name)
                for (entity, name), traits in self.vocabulary.traits.items()
                if traits.money
            )
            return replace(item, things=money)
        return item

    def _guessed(self, items: list[Item], tokens: Sequence[Token]) -> list[Item]:
        """An unknown name right after its kind ("customer Huber") may be a value nobody indexed."""
        found: list[Item] = []
        for place, item in enumerate(items):
            before = items[place - 1] if place else None
            token = tokens[item.start]
            if item.kind == "unknown" and before is not None and before.things and before.kind in ("thing",):
                named = [thing for thing in before.things if thing.kind == "entity"]
                things = tuple(
                    self._open_value(thing.entity, token) for thing in named if self._is_open(thing.entity)
                )
                if things and (token.capital or token.quoted or token.coded):
                    item = replace(item, kind="thing", things=things)
            found.append(item)
        return found

    def _is_open(self, entity: str) -> bool:
        named = [
            self.vocabulary.catalog.entity(entity).field(name) for name in self.vocabulary.naming(entity)
        ]
        return all(one.kind is Kind.TEXT and not one.complete for one in named)

    def _open_value(self, entity: str, token: Token) -> Thing:
        name = self.vocabulary.naming(entity)[-1]
        return Thing("value", entity, name, values=((name, token.text),), partial=True, cost=0.5)

    # --- ways and readings ----------------------------------------------------------------------------------

    def _ways(
        self, items: list[Item], records: Mapping[str, Cell], earlier: Reading | None = None
    ) -> tuple[list[tuple[float, Form]], Stuck]:
        """Every form the items can take with its cost, cheapest first; and why not, where there is none."""
        about = {thing.entity for item in items if item.kind == "thing" for thing in item.things}
        if earlier is not None:
            about |= {earlier.form.root, *used_entities(earlier.form)}
        choices = [
            self._choices(item, about, _said(other for other in items if other is not item)) for item in items
        ]
        while prod(len(choice) for choice in choices) > MOST_WAYS:
            longest = max(choices, key=len)
            longest.pop()
        found: dict[Form, float] = {}
        stuck = (99.0, Stuck("nothing is asked about"))
        for chosen in product(*choices):
            parts = [Taken(item, thing) for item, thing in zip(items, chosen, strict=True)]
            price = sum(thing.cost for thing in chosen if thing is not None)
            try:
                notes = Reader(parts, self.vocabulary, leaning=earlier is not None).read()
                if earlier is not None:
                    form, cost = follow(notes, earlier.form, self.vocabulary)
                else:
                    form, cost = settle(notes, self.vocabulary, records)
            except Stuck as why:
                if price < stuck[0]:
                    stuck = (price, why)
                continue
            total = price + cost + self._stretch(form, parts)
            if total < found.get(form, TOO_FAR):
                found[form] = total
        return sorted(((cost, form) for form, cost in found.items()), key=lambda pair: pair[0]), stuck[1]

    def _choices(self, item: Item, about: set[str], said: set[str]) -> list[Thing | None]:
        things = list(item.things)
        if any(thing.kind == "term" and thing.entity in said for thing in things):
            # "open tickets": what the word means of tickets, not of other things.
            things = [thing for thing in things if thing.kind in ("term", "entity") and thing.entity in said]
        if item.kind in ("time", "adjective", "state", "number") and item.kind != "thing":
            near = [thing for thing in things if thing.entity in about] or [
                thing
                for thing in things
                if any((self.vocabulary.paths.distance(entity, thing.entity) or 9) <= 2 for entity in about)
            ]
            things = near or ([] if about else things)
            things = sorted(things, key=lambda thing: thing.cost)
            things = [*things[:6], *[thing for thing in things[6:] if thing.entity in said][:4]]
            if item.kind == "number":
                return [None, *things] if things else [None]
        # Of names that many tables have, those of what is named come first.
        plain = sorted(
            things, key=lambda thing: (thing.cost, thing.kind != "term" and thing.entity not in said)
        )
        return [*plain[:MOST_CHOICES]] if plain else [None]

    def _stretch(self, form: Form, parts: Sequence[Taken]) -> float:
        """How far the form reaches beyond what was named, and whether neighbours fit."""
        named = {
            part.thing.entity
            for part in parts
            if part.thing is not None and part.thing.kind in ("entity", "role")
        }
        cost = 0.0
        for entity in used_entities(form):
            far = self.vocabulary.paths.distance(form.root, entity) or 0.0
            # What nobody named should not lie far off.
            cost += 0.06 * far + (0.0 if entity in named else 0.08 + 0.1 * max(0.0, far - 1))
        if named and form.root not in named:
            cost += 0.08
        if form.rank is not None and form.rank.by.column.entity not in named:
            far = self.vocabulary.paths.distance(form.root, form.rank.by.column.entity) or 0.0
            cost += 0.3 * (far >= 2)  # a department's budget is not that of its people's projects
        dates = {c.column for c in form.where if c.op == "during"} | {g.column for g in form.groups if g.unit}
        cost += 0.2 * (len(dates) > 1)  # "per month in 2025" speaks of one date
        for one, two in pairwise(parts):
            cost += _misfit(one.thing, two.thing)
            for said, when in ((one, two), (two, one)):
                if said.thing is not None and said.thing.term is not None and when.kind == "time":
                    cost -= 0.4 * self._dates(said.thing.term, when.thing)
                    # What is told as of today tells nothing of next week.
                    cost += TOO_FAR * (
                        "today" in said.thing.term.says and when.item.text.lower() not in TODAY
                    )
        return cost

    def _dates(self, term: Term, thing: Thing | None) -> bool:
        """Whether a date tells when a business word came true: "closed last month" is the day it was closed."""
        if thing is None or thing.entity != term.entity:
            return False
        traits, said = self.vocabulary.traits[thing.entity, thing.field], split(thing.field)
        concepts = frozenset().union(*(self.vocabulary.lexicon.concepts(word) for word in term.words))
        dated = {one for one in traits.concepts if one not in ("date", "time")}
        return bool(concepts & dated) or any(kin(word, part) for word in term.words for part in said)

    def _readings(self, ways: list[tuple[float, Form]], language: str) -> Iterator[Reading]:
        wording = FormWording(self.vocabulary, language)
        for cost, form in ways:
            if cost > ways[0][0] + AS_LIKELY + 0.1:
                return
            try:
                made = composed(form, self.vocabulary)
            except Stuck:
                continue
            units = tuple(unit for _, unit in made.columns)
            dialect = self.vocabulary.catalog.dialect
            yield Reading(form, made.tree.sql(dialect=dialect), wording.says(form), language, cost, units)
            for start, end in made.forks:
                for number in range(1, len(self.vocabulary.paths.between(start, end))):
                    other = composed(form, self.vocabulary, [(start, end, number)])
                    says = wording.says(form)
                    yield Reading(form, other.tree.sql(dialect=dialect), says, language, cost, units)

    def _chosen(self, readings: list[Reading], language: str) -> Parsed:
        best = min(readings, key=lambda reading: reading.cost)
        near = sorted((r for r in readings if r.cost <= best.cost + AS_LIKELY), key=lambda r: r.cost)
        # What is called the same is no choice: the likelier stands for both, unless two ways of one form differ.
        called = {(r.says, r.form if r.form == best.form else None): r for r in reversed(near)}
        likely = {r.sql: r for r in near if r.form == best.form or r in called.values()}
        if len(likely) == 1:
            return Understood(best)
        question = "Was ist gemeint?" if language == "de" else "Which of these do you mean?"
        return Unclear(question, tuple(likely.values()))


def orders(tokens: Sequence[Token], language: str) -> bool:
    """Whether a sentence tells somebody to do something for the asker: "miete mir ein Auto"."""
    if len(tokens) < 3 or tokens[1].low not in ("mir", "uns", "me", "us"):
        return False
    return not any(phrase.kind == "ask" for phrase in shared_phrases(language).at(tokens, 0))


def _said(items: Iterable[Item]) -> set[str]:
    """The entities that items name for sure."""
    things = (thing for item in items if item.kind == "thing" for thing in item.things)
    return {thing.entity for thing in things if thing.kind == "entity" and thing.cost <= SURE}


def _misfit(one: Thing | None, two: Thing | None) -> float:
    """ "name of supplier" is the supplier's name; "supplier Bosch" is a supplier."""
    if one is None or two is None:
        return 0.0
    if one.kind == "field" and two.kind == "entity":
        return -0.05 if one.entity == two.entity else 0.1
    if one.kind == "entity" and two.kind == "value":
        return -0.05 if one.entity == two.entity else 0.1
    if one.kind == "field" and two.kind == "value":
        return -0.1 if (one.entity, one.field) == (two.entity, two.field) else 0.1
    if one.kind == "entity" and two.kind == "field":
        return -0.03 if one.entity == two.entity else 0.05
    return 0.0
