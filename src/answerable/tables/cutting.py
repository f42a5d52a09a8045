"""A question cut into items: compounds taken apart, states and amounts given the fields they may be about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from answerable.domain.catalog import Kind
from answerable.tables.lexicon import LONGEST_COMPOUND, fold, small_words
from answerable.tables.link import Item, Linker
from answerable.tables.moments import Span
from answerable.tables.phrases import Phrases, shared_phrases
from answerable.tables.things import Thing, as_thing
from answerable.tables.tokens import Token, cut, rejoined, unglued
from answerable.tables.vocabulary import Vocabulary

# Parts of a compound must be this sure to stand on their own.
SURE = 0.12
_MARKED = {"current": frozenset(["active"]), "former": frozenset(["active"])}
_MARKED |= dict.fromkeys(("active", "unsettled", "unreturned"), frozenset())
_TOLD_BY = {"scarce": ("minimum_stock",), "free": ("price", "fee", "cost", "fare")}


class Cutter:
    """Cuts questions over one catalog."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.linker = Linker(vocabulary)

    def cuts(self, question: str, language: str, today: date) -> list[tuple[float, list[Item]]]:
        """The likeliest cuts, with what each costs."""
        phrases = shared_phrases(language)
        means = self.vocabulary.lexicon.concepts
        tokens = rejoined(
            cut(question, language), lambda word: means(word) or phrases.filler([Token(word, fold(word))], 0)
        )
        tokens = _doing(phrases.plainly(tokens))
        tokens = unglued(tokens, self.vocabulary.known, means, self._is_limit)
        tokens = [part for token in tokens for part in self._apart(token, phrases)]
        tokens = self.linker.terms.closed_up(tokens, self.linker.values)
        if not tokens:
            return []
        cuts = self.linker.cuts(tokens, language, phrases, today)
        unknown = {item.start for item in cuts[0][1] if item.kind == "unknown" and item.length == 1}
        spelled = [phrases.spelled(one) if n in unknown else one for n, one in enumerate(tokens)]
        if spelled != tokens:
            tokens = spelled
            cuts = self.linker.cuts(tokens, language, phrases, today)
        cuts = [(own, _loosened(_meant(items, tokens, phrases), tokens, phrases)) for own, items in cuts]
        return [(own, self._items(items, tokens, today)) for own, items in cuts]

    def _is_limit(self, word: str) -> bool:
        """Whether a column holds the limit a word names: "Mindestbestand"."""
        lexicon = self.vocabulary.lexicon
        return bool(self.vocabulary.with_concept(lexicon.concepts(word) & lexicon.implied.keys()))

    def _items(self, items: list[Item], tokens: Sequence[Token], today: date) -> list[Item]:
        items = [self._foretold(self._completed(item, today), items, today) for item in items]
        asked = any(item.kind == "ask" for item in items[:3])
        if items and items[0].kind == "join" and items[0].what == "verb" and not asked:
            items[0] = replace(items[0], kind="ask", what="exists")
        return self._guessed(items, tokens)

    def _foretold(self, item: Item, items: Sequence[Item], today: date) -> Item:
        """ "How many will there be in 2030": nobody knows, but when something ends or falls due."""
        begins = item.span.start if item.kind == "time" and item.span is not None else None
        will = any(one.what == "verb" and one.text.lower() in small_words("will") for one in items)
        if begins is None or begins.year <= today.year or not will:
            return item
        known = self.vocabulary.lexicon.trait("foreseen" if begins.year == today.year + 1 else "lasting")
        things = [
            one for one in item.things if self.vocabulary.traits[one.entity, one.field].concepts & known
        ]
        return replace(item, things=tuple(things)) if things else replace(item, kind="decline", what="future")

    def _apart(self, token: Token, phrases: Phrases) -> list[Token]:
        """ "Teilzeitmitarbeiter" says two things where neither table nor column is called so."""
        parts = [Token(part, fold(part)) for part in token.text.split("-") if part]
        hyphened = 1 < len(parts) < 8 and not token.quoted and not self.linker.things([token])
        if hyphened and all(self.linker.things([part]) for part in parts):  # "P0-Bugs"
            return parts
        plain = token.number is not None or token.quoted or token.coded
        plain = plain or not 8 <= len(token.low) <= LONGEST_COMPOUND
        if plain or phrases.filler([token], 0) or phrases.at([token], 0):
            return [token]
        if known := self.linker.things([token]):  # "Buslinien" are lines of the kind, not just lines
            return [token] if known[0].cost == 0.0 else self._valued_apart(token)
        units = self.vocabulary.phrase([token.text]).units
        parts = [Token(unit.word.capitalize(), fold(unit.word)) for unit in units]
        sure = (
            things and things[0].cost <= SURE + (things[0].kind == "role") * SURE  # "Heimspiele"
            for things in (self.linker.things([part]) for part in parts)
        )
        return parts if len(parts) > 1 and all(sure) else self._valued_apart(token)

    def _valued_apart(self, token: Token) -> list[Token]:
        """ "Goldkunden", "Nichtraucherzimmer": a value or a mark of one column and the records that have it."""
        for place in range(4, len(token.text) - 3):
            head, tail = token.text[:place], token.text[place:].capitalize()
            found = self.linker.things([Token(tail, fold(tail))])
            records = [thing for thing in found if thing.cost <= 0.3]  # "Mitglied" for Vereinsmitglied
            hits = [one.cost for one in self.linker.values.find(head)[:1]]
            hits += [one.cost for one in self.linker.things([Token(head, fold(head))]) if self._is_flag(one)]
            if hits and min(hits) <= SURE and any(thing.kind == "entity" for thing in records):
                return [Token(head, fold(head)), Token(tail, fold(tail))]
        return [token]

    def _is_flag(self, thing: Thing) -> bool:
        return thing.kind == "field" and self.vocabulary.traits[thing.entity, thing.field].flag

    def _completed(self, item: Item, today: date) -> Item:
        """Give states and amounts of money the fields they may be about."""
        if item.kind == "state" and item.what in ("in_stock", "out_of_stock"):
            found = self.vocabulary.with_concept(("stock", "quantity"), numeric=True)
            things = tuple(Thing("field", entity, name, cost=0.2 * place) for entity, name, place in found)
            return replace(item, things=things)
        if item.kind == "state" and item.what in _TOLD_BY:
            found = self.vocabulary.with_concept(_TOLD_BY[item.what], numeric=True)
            return replace(item, things=tuple(Thing("field", entity, name) for entity, name, _ in found))
        if item.kind == "state" and item.what in ("overdue", "punctual", "expired"):
            ended = [key[:2] for key in self.vocabulary.with_concept(("expiry",))]
            meant = ended if item.what == "expired" else self.vocabulary.promised()
            things = tuple(Thing("field", *key) for key in meant)
            return replace(item, things=things, span=Span(None, today))
        if item.kind == "state" and item.what in _MARKED:
            what = item.what if item.what.startswith("un") else "current"
            found = self.vocabulary.with_concept(self.vocabulary.lexicon.trait(what) | _MARKED[item.what])
            item = replace(item, until=(today + timedelta(1)).isoformat())
            item = replace(item, span=Span(None, today)) if item.what == "former" else item
            # A status of that name says more than a day that is missing: an invoice may be void.
            hits = self.linker.values.find(item.text) if item.what in ("unsettled", "active") else []
            said = {hit.entity: as_thing(hit) for hit in hits if not hit.partial}
            days = (Thing("field", entity, name) for entity, name, _ in found if self._tells(entity, name))
            things = (*(day for day in days if day.entity not in said), *said.values())
            return replace(item, things=tuple(replace(thing, cost=0.0) for thing in things))
        if item.kind == "adjective" and fold(item.text) in small_words(
            "next"
        ):  # what is past comes next no more
            return replace(item, span=Span(today, None))
        return item

    def _tells(self, entity: str, name: str) -> bool:
        """Whether a field tells that something is over: a day, or yes and no."""
        traits = self.vocabulary.traits[entity, name]
        return traits.flag or (traits.timed and (not traits.numeric or "death_date" in traits.concepts))

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


def _doing(tokens: list[Token]) -> list[Token]:
    """ "How much did Ann pay": what she paid, not her pay."""
    low = [token.low for token in tokens]
    if not {"did", "does"} & set(low) or {"we", "you"} & set(low):
        return tokens
    return [replace(token, text="paid", low="paid") if token.low == "pay" else token for token in tokens]


def _meant(items: list[Item], tokens: Sequence[Token], phrases: Phrases) -> list[Item]:
    """Without the idle words that mean something only of what is not spoken of: "so far", of conversations."""
    named = {thing.entity for item in items for thing in item.things if thing.kind == "entity"}
    return [
        item
        for item in items
        if not item.things
        or any(thing.kind != "term" or thing.entity in named for thing in item.things)
        or phrases.filler(tokens[: item.start + item.length], item.start) < item.length
    ]


def _loosened(items: list[Item], tokens: Sequence[Token], phrases: Phrases) -> list[Item]:
    """The items with the words that nothing stands for, where these would say which of the things are meant."""
    taken = {place for item in items for place in range(item.start, item.start + item.length)}
    loose = phrases.restricting(tokens, set(range(len(tokens))) - taken)
    for place, item in enumerate(items):
        idle = any(thing.kind == "none" for thing in item.things)
        said = phrases.restricting(tokens, [item.start]) if idle else loose
        items[place] = replace(item, loose=" ".join(tokens[one].text for one in said))
    return items
