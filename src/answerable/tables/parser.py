"""The parser: a question in, a reading out, or the honest word that there is none or more than one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice, product
from math import inf, prod

from answerable.domain.catalog import Catalog
from answerable.domain.evidence import Cell
from answerable.tables.compose import composed
from answerable.tables.cutting import SURE, Cutter
from answerable.tables.each import beside
from answerable.tables.follow import SAME_AGAIN, follow, retold
from answerable.tables.form import Form, Reading
from answerable.tables.lexicon import Lexicon, fold, shared_lexicon, small_words
from answerable.tables.link import Item
from answerable.tables.names import CONCEPT, split
from answerable.tables.notes import LEANS, Stuck, Taken
from answerable.tables.phrases import shared_phrases
from answerable.tables.reach import UNKNOWN_WORDS, Reach, check_echoes, loose, shows_alike
from answerable.tables.reader import Reader
from answerable.tables.settle import settle
from answerable.tables.settling import used_entities
from answerable.tables.sound import NO_DOUBTS, SURE_ENOUGH, WORTH_ASKING, check_sound, doubts, is_bent, trust
from answerable.tables.things import HARDLY, Thing
from answerable.tables.tokens import Token, cut
from answerable.tables.vocabulary import Vocabulary
from answerable.tables.wording import FormWording

# So many things a stretch of words may stand for are followed up. Chosen, not measured.
MOST_CHOICES = 8
# So many ways to take the words are tried, cheapest things first.
MOST_WAYS = 600
# Readings within this cost of the best are as likely. Chosen by hand; the suites hold with 0.03 to 0.1.
AS_LIKELY = 0.06
SENTENCE = re.compile(r"(?<=[?!])\s+(?=\w)|(?<=\w{3}\.)\s+(?=[A-ZÄÖÜ])")
CHANGE = "declined: change"  # told to do something, where tables are only read


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
    named: tuple[str, ...] = ()  # the words that do name something
    unsure: tuple[Reading, ...] = ()  # what may be meant, but too little speaks for it to be answered


Parsed = Understood | Unclear | NotUnderstood
Way = tuple[float, tuple[float, ...], Form]  # what it costs, what speaks against it, and what is asked


class Parser:
    """Understands questions over one catalog."""

    def __init__(self, catalog: Catalog, lexicon: Lexicon | None = None) -> None:
        self.vocabulary = Vocabulary(catalog, lexicon or shared_lexicon())
        self.cutter = Cutter(self.vocabulary)
        self.reach = Reach(self.vocabulary, self.cutter.linker.known.dates)

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
        if isinstance(parsed, NotUnderstood) and (told := self._told_after(question, language, now, records)):
            return told
        if isinstance(parsed, NotUnderstood) and parsed.why == UNKNOWN_WORDS:
            # Short questions are easily taken for the other language.
            other = self._parse(question, "en" if language == "de" else "de", now, records)
            if not isinstance(other, NotUnderstood):
                return other
        if earlier is None:
            return parsed
        if (then := retold(question, language, earlier.form)) != question:
            return self._parse(then, language, now, records, earlier)
        lost = parsed if isinstance(parsed, NotUnderstood) else None
        back = self._points_back(question, language) or (lost is not None and lost.why == LEANS)
        leads, alone = self._leads(question, language)
        if not back and not leads and (lost is None or alone):
            return parsed
        leaning = self._parse(question, language, now, records, earlier)
        if isinstance(leaning, NotUnderstood) and leaning.why == SAME_AGAIN:
            return Understood(earlier)  # "orders of 2025", and then "and last year?" in 2026
        lean = lost is None and (back or not alone)
        return leaning if lean or not isinstance(leaning, NotUnderstood) else parsed

    def _told_after(
        self, question: str, language: str, now: datetime, records: Mapping[str, Cell]
    ) -> Understood | None:
        """ "Which cars have a tow bar? The plates, please.": what is asked first, and what is to be told of it."""
        first, *rest = SENTENCE.split(question)
        found = self._parse(first, language, now, records) if rest else None
        for more in rest:
            if not isinstance(found, Understood):
                return None
            found = self._parse(more, language, now, records, found.reading)
        return found if isinstance(found, Understood) else None

    def near(self, question: str, language: str, now: datetime, word: str) -> tuple[Reading, ...]:
        """What a question would ask if the one word of it that names nothing were the nearest that does."""
        names = self.cutter.linker.known.nearest(word)
        asked = (self._parse(question.replace(word, name, 1), language, now, {}) for name in names)
        found = (one.reading for one in asked if isinstance(one, Understood))
        return tuple({reading.sql: reading for reading in found}.values())

    def beside(self, group: Reading, clauses: Sequence[Reading], today: date) -> Reading | None:
        """One table of what several readings ask of each record of a group; None where they do not fit together."""
        form = beside(group.form, [clause.form for clause in clauses], self.vocabulary)
        cost = max((group.cost, *(clause.cost for clause in clauses)))
        return next(self._readings([(cost, NO_DOUBTS, form)], group.language, today), None) if form else None

    def _leads(self, question: str, language: str) -> tuple[bool, bool]:
        """Whether a question begins like one that goes on from the last, as "and in Zurich?"; and whether it asks and
        names what it asks about, as "which leads have I not met yet?"."""
        tokens, things = cut(question, language), self.cutter.linker.things
        begins, then = (shared_phrases(language).at(tokens, n) if tokens[n:] else [] for n in (0, 1))
        leading = (("join", "and"), ("not", "only"))
        leads = any(p.kind == "follow" or (p.kind, p.what) in leading for p in begins)
        named = any(one.kind == "entity" and one.cost <= SURE for t in tokens for one in things([t]))
        return leads, named and any(p.kind == "ask" for p in (*begins, *then))

    def _points_back(self, question: str, language: str) -> bool:
        """Whether a question is about those spoken of before: "what is their average price", of nobody it names."""
        tokens, phrases, things = cut(question, language), shared_phrases(language), self.cutter.linker.things
        for place, token in enumerate(tokens):
            owned = token.low == "ihr" and tokens[place - 1].low == "ist"  # and not "habt ihr"
            if (
                owned
                or token.low in small_words("whose")
                or any((p.kind, p.what) == ("join", "they") for p in phrases.at(tokens, place))
            ):
                return not any(one.kind == "entity" for before in tokens[:place] for one in things([before]))
        return False

    def _parse(
        self,
        question: str,
        language: str,
        now: datetime,
        records: Mapping[str, Cell],
        earlier: Reading | None = None,
    ) -> Parsed:
        ways: dict[Form, tuple[float, tuple[float, ...]]] = {}
        failed: list[NotUnderstood] = []
        if orders(cut(question, language), language):
            return NotUnderstood(CHANGE)
        said = {token.low for token in cut(question, language)}
        everybody, whose = bool(said & small_words("everybody")), bool(said & small_words("whose"))
        cuts = self.cutter.cuts(question, language, now.date())
        for own, items in cuts:
            unknown = tuple(item.text for item in items if item.kind == "unknown")
            named = tuple(one.text for one in items if one.kind == "thing")
            if unknown and (items[0].kind, items[0].what) == ("decline", "change"):
                return NotUnderstood(CHANGE)
            if unknown or not items:
                why = Stuck(UNKNOWN_WORDS if unknown else "nothing is asked about", *unknown)
                failed.append(NotUnderstood(why.why, why.words, named))
                break  # the next cuts are dearer still
            found, why = self._ways(items, records, earlier, everybody=everybody, whose=whose)
            bare = {one.text: one.things for one in items if one.kind == "number" and not one.what}
            if any(
                bare.get(word) for word in why.words
            ):  # "4711 and 4712": the one that no record has is not known
                why = Stuck(why.why, *([text for text, known in bare.items() if not known] or why.words))
            failed.append(NotUnderstood(why.why, why.words, named))
            if why.why.startswith("declined"):
                break
            for cost, signs, form in found:
                dear = cost + own - cuts[0][0]
                if form not in ways or dear < ways[form][0]:
                    ways[form] = dear, signs
        if not ways:
            return failed[0] if failed else NotUnderstood("nothing is asked about")
        ranked = sorted(((*way, form) for form, way in ways.items()), key=lambda way: way[0])
        readings = list(islice(self._readings(ranked, language, now.date()), 8))
        if not readings:
            return NotUnderstood("no query can answer it")
        chosen = self._chosen(readings, language)
        if not isinstance(chosen, Understood):
            return chosen
        # Only now: two readings of one word are told apart by what the tables call them.
        before = earlier.called if earlier is not None and earlier.language == language else ()
        told = {(entity, name): text for entity, name, text in before}
        told |= _asked((item for _, items in reversed(cuts) for item in items), chosen.reading.form)
        return Understood(FormWording(self.vocabulary, language, told).worded(chosen.reading))

    # --- ways and readings ----------------------------------------------------------------------------------

    def _ways(
        self,
        items: list[Item],
        records: Mapping[str, Cell],
        earlier: Reading | None = None,
        *,
        everybody: bool = False,
        whose: bool = False,
    ) -> tuple[list[Way], Stuck]:
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
        found: dict[Form, Way] = {}
        most = inf
        stuck = (99.0, Stuck("nothing is asked about"))
        for chosen in product(*choices):
            both = zip(items, chosen, strict=True)
            parts = [Taken(item, thing) for item, thing in both if item.kind != "echo"]
            price = sum(thing.cost for thing in chosen if thing is not None)
            try:
                notes = Reader(parts, self.vocabulary, leaning=earlier is not None).read()
                notes.everybody = everybody
                if earlier is not None:
                    notes.leans = notes.leans or whose
                    form, cost = follow(notes, earlier.form, self.vocabulary)
                else:
                    form, cost = settle(notes, self.vocabulary, records)
                check_echoes(items, form)
                check_sound(form, parts, self.vocabulary)
            except Stuck as why:
                if price < stuck[0]:
                    stuck = (price, why)
                continue
            total = price + cost + self.reach.cost(form, parts)
            word = loose(parts, form, earlier.form.where if earlier is not None else ())
            if word or is_bent(form, self.vocabulary):
                # Nor is what is dearer still meant: "orders handled" are not pieces ordered.
                most, stuck = min(most, total), (-1.0, Stuck(UNKNOWN_WORDS, word))
            elif form not in found or total < found[form][0]:
                found[form] = (total, doubts(form, parts, self.vocabulary), form)
        kept = (way for way in found.values() if way[0] < most)
        return sorted(kept, key=lambda way: way[0]), stuck[1]

    def _choices(self, item: Item, about: set[str], said: set[str]) -> list[Thing | None]:
        things = [*item.things, *self._absent(item, said)] if item.kind != "echo" else []
        if any(thing.kind == "term" and thing.entity in said for thing in things):
            # "open tickets": what the word means of tickets, not of other things.
            things = [thing for thing in things if thing.kind in ("term", "entity") and thing.entity in said]
        if item.kind in ("time", "adjective", "state", "number") and item.kind != "thing":
            # A year something was founded in is hardly when it sold what it sold.
            far, own = self.vocabulary.paths.distance, [thing for thing in things if thing.entity in about]
            near = [thing for thing in own if item.kind != "time" or thing.cost < HARDLY]
            beside = [t for t in things if t in own or any((far(of, t.entity) or 9) <= 2 for of in about)]
            near = near or beside
            if item.what in ("current", "former"):  # only what is named is said to go on
                things = [thing for thing in things if thing.entity in said]
            else:
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

    def _absent(self, item: Item, said: set[str]) -> Iterator[Thing]:
        """ "employees in London", where only customers live there: whom a question names has a city of their own."""
        places, traits = self.vocabulary.lexicon.trait("place"), self.vocabulary.traits
        if any(one.entity in said for one in item.things) or item.lead in ("to", "nach"):
            return
        things = [t for t in item.things if t.kind == "value" and not t.partial and not t.values[1:]]
        for one, entity in product(things[:1], sorted(said)):
            kind = traits[one.entity, one.field].concepts & places
            for name, own in self.vocabulary.fields_of(entity).items():
                if own.concepts & kind and not own.link:
                    yield Thing("value", entity, name, values=((name, one.values[0][1]),), cost=one.cost)

    def _readings(self, ways: list[Way], language: str, today: date) -> Iterator[Reading]:
        wording = FormWording(self.vocabulary, language)
        for cost, signs, form in ways:
            if cost > ways[0][0] + AS_LIKELY + 0.1:
                return
            try:
                made = composed(form, self.vocabulary, today)
            except Stuck:
                continue
            units = tuple(unit for _, unit in made.columns)
            dialect = self.vocabulary.catalog.dialect
            told = (wording.says(form), language, cost, units, trust(cost, signs))
            yield Reading(form, made.tree.sql(dialect=dialect), *told, basis=wording.basis(form))
            for start, end in made.forks:
                for number, way in enumerate(self.vocabulary.paths.between(start, end)):
                    if not way:
                        continue  # a record itself is no way to another
                    other = composed(form, self.vocabulary, today, [(start, end, number)])
                    over = ", ".join(wording.entity(step.target) for step in way[:-1])
                    over = over or " ".join(split(way[-1].relation.columns[0])[:-1])
                    says = f"{told[0]} ({over})" if over else told[0]
                    yield Reading(form, other.tree.sql(dialect=dialect), says, *told[1:])

    def _chosen(self, readings: list[Reading], language: str) -> Parsed:
        best = min(readings, key=lambda reading: reading.cost)
        if best.trust < SURE_ENOUGH:
            offered = (r for r in readings if r.trust >= WORTH_ASKING and not r.form.limit)
            return NotUnderstood("no likely reading", unsure=tuple({r.says: r for r in offered}.values())[:3])
        near = [r for r in readings if r.cost <= best.cost + AS_LIKELY and r.trust >= SURE_ENOUGH]
        near.sort(key=lambda reading: reading.cost)
        # A word that the catalog gives a meaning is taken at its meaning, not at what its parts may mean.
        told = _told(best.form)
        near = [r for r in near if _told(r.form) >= told or r.cost == best.cost]
        # What is called the same is no choice: the likelier stands for both, unless two ways of one form differ.
        near = [r for r in near if r is best or not shows_alike(r.form, best.form)]
        called = {(r.says, r.form if r.form == best.form else None): r for r in reversed(near)}
        likely = {r.sql: r for r in near if r.form == best.form or r in called.values()}
        if len(likely) == 1:
            return Understood(best)
        twice = [r.says for r in likely.values()]
        for sql, r in [pair for pair in likely.items() if twice.count(pair[1].says) > 1]:
            over = ", ".join(sorted(used_entities(r.form)) or [r.form.root])
            likely[sql] = replace(r, says=f"{r.says} ({over})")
        question = "Was ist gemeint?" if language == "de" else "Which of these do you mean?"
        return Unclear(question, tuple(likely.values()))


def _told(form: Form) -> int:
    """How many business words a form says."""
    return sum(condition.op == "term" for condition in form.where)


def orders(tokens: Sequence[Token], language: str) -> bool:
    """Whether a sentence tells somebody to do something: "miete mir ein Auto", "order 10 pieces"."""
    if len(tokens) < 3:
        return False
    begins = shared_phrases(language).at(tokens, 0)
    if tokens[1].number is not None and tokens[1].text[0].isdigit():
        return tokens[0].low in ("order", "buy") or any(phrase.what == "change" for phrase in begins)
    return tokens[1].low in ("mir", "uns", "me", "us") and not any(p.kind == "ask" for p in begins)


def _said(items: Iterable[Item]) -> set[str]:
    """The entities that items name for sure."""
    things = ((thing, item) for item in items if item.kind == "thing" for thing in item.things)
    return {
        one.entity for one, of in things if one.kind == "entity" and (one.cost <= SURE or one is of.things[0])
    }


def _asked(items: Iterable[Item], form: Form) -> dict[tuple[str, str], str]:
    """What the asker called tables and columns, where it is as good a name as theirs: no unit, no "longer", and no
    "supply" for a supplier."""
    named = (item for item in items if item.kind == "thing" and not item.verbal)
    things = ((one, item.text) for item in named for one in item.things[:1])
    words, nouns = shared_lexicon(), {form.root, *(group.column.entity for group in form.groups)}
    nouns |= {form.rank.by.column.entity} if form.rank is not None else set()
    return {
        (one.entity, one.field): text
        for one, text in things
        if not words.measures(text)
        and not text.endswith("ing")
        and not text.startswith("in ")
        and fold(text) not in words.adjectives
        and not one.negated
        and (one.field or one.entity in nouns)
        and one.kind in ("entity", "field")
        and one.cost <= (0.3 if one.kind == "entity" else CONCEPT)
    }
