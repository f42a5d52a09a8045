"""From tokens to items: every stretch of a question tied to what it may mean, the cheapest cut of the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

from answerable.tables.lexicon import Adjective, fold, small_words
from answerable.tables.moments import Moments, Span
from answerable.tables.names import CONCEPT, ROLE, split
from answerable.tables.phrases import MONEY, PIECES, SOLD_BY, UNITS, Phrases
from answerable.tables.terms import tears
from answerable.tables.things import Thing, Things, as_thing
from answerable.tables.tokens import Token, is_verbal
from answerable.tables.vocabulary import Vocabulary

# What a name costs that is written as in the catalog.
EXACT = {"entity": 0.0, "field": 0.0, "value": 0.0, "term": 0.0, "role": ROLE}
MOST_CUTS = 3  # ways to cut a question into items that are followed up
_LONGEST = 6
UNKNOWN = 5.0
ECHO = 0.4  # a word that only repeats part of a name some other word stands for; chosen by hand
TOTALS = 0.1  # what "total" costs as a name where it may say that what follows is summed; chosen by hand


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
    until: str = ""  # the day after today, where the item says what goes on
    verbal: bool = False  # a verb or participle: says how things are tied, seldom what is asked for
    loose: str = ""  # idle words of the question (or itself, taken as idle) that would restrict what is named


class Linker:
    """Ties the words of questions to one catalog."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.known = Things(vocabulary)
        self.values, self.terms, self.things = self.known.values, self.known.terms, self.known.find
        self._phrases = frozenset(
            tuple(fold(word) for word in phrase) for phrase in vocabulary.lexicon.phrases
        )
        names = [name for named in vocabulary.named for name in named.names if len(name.units) == 1]
        self._written = {
            fold(word)
            for name in names
            for word in (name.units[0].word, name.units[0].word.removesuffix("s"))
        }

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
        if echoed := self.known.echoed(token):
            yield ECHO, Item("echo", "", token.text, place, things=echoed), place + 1
        yield from self._asides(tokens, place)
        yield from self._rates(tokens, place, phrases)
        idle = phrases.filler(tokens, place)
        if idle > 1 and any(self._is_value(one) for one in tokens[place : place + idle]):
            idle = phrases.filler(tokens[: place + 1], place)  # "the shop team", where a team is called Shop
        pieces = token.low in PIECES and bool(self.things([token]))  # of what, is still to be told
        led = not place or place == len(tokens) - 1 or tokens[place - 1].low in ("and", "und")
        asks = led and any(phrase.kind == "ask" for phrase in phrases.at(tokens, place))
        if idle > 0 and not pieces and not asks:
            # "who is off": a small word that the catalog gives a meaning is rather meant, and so is a very name.
            named = token.low not in phrases.closed and any(not one.cost for one in self.things([token]))
            means = 0.2 if idle == 1 and (named or self.terms.mean([token])) else 0.0
            yield means + (0.2 if token.low in phrases.closed or token.mark else 0.35), None, place + idle
        yield from self._times(tokens, place, phrases, moments)
        yield from self._operators(tokens, place, phrases)
        yield from self._numbers(tokens, place)
        yield from self._adjectives(tokens, place)
        for length in range(1, min(_LONGEST, len(tokens) - place) + 1):
            stretch, last = tokens[place : place + length], tokens[place + length - 1]
            if any(one.mark for one in stretch):
                continue
            things = self._stretched(stretch, place, phrases)
            small = phrases.language == "de" and length == 1 and not token.capital
            if small and any(one.kind == "rank" for one in phrases.at(stretch, 0)):
                things = []  # "die meisten" are no masters
            phrase = tuple(one.low for one in stretch)
            named = (
                length > 1 and phrase in self._phrases and not any(phrases.filler([o], 0) for o in stretch)
            )
            if not things and named and not self._are_apart(stretch, phrases):
                # "blood type" is one thing; where the tables do not hold it, "blood" and "type" are no answer.
                text = " ".join(one.text for one in stretch)
                yield 0.05, Item("unknown", "", text, place, length=length), place + length
            if length > 1 and _is_verbal(last, phrases.language):
                things = self._told(things, phrases.language)
            if things:
                cost = 0.1 + things[0].cost + TOTALS * self._aggregates(tokens, place, length, phrases)
                if idle and length == 1 and things[0].cost > 0:
                    # A verb that may be idle ties nothing by itself as surely as a noun does, but that it means a day.
                    day = moments.said and things[0].cost <= CONCEPT
                    hard = [one for one in things if one.kind != "role" and not (day and self._is_day(one))]
                    dearer = (replace(one, cost=one.cost + 0.15 * (one in hard)) for one in things)
                    things = [*dearer, Thing("none", cost=0.1)]
                text = " ".join(one.text for one in stretch)
                done = length == 1 or (length == 2 and last.low == "by")  # "referred by"
                verbal = done and _is_verbal(stretch[0], phrases.language)
                lead = tokens[place - 1].low if place else ""
                item = Item(
                    "thing", "", text, place, stretch[0].number,
                    things=tuple(things), length=length, verbal=verbal, lead=lead,
                )  # fmt: skip
                yield cost, item, place + length

    def _told(self, things: list[Thing], language: str) -> list[Thing]:
        """ "the lecturers left", "Filme dauern" are sentences, and no names of a day or a length."""
        hardly = {one for one in things if (one.kind == "field" if language == "de" else self._is_day(one))}
        return [replace(one, cost=one.cost + 0.15 * (one in hardly)) for one in things]

    def _rates(
        self, tokens: Sequence[Token], place: int, phrases: Phrases
    ) -> Iterator[tuple[float, Item | None, int]]:
        """ "What does a suite cost per night", "how long in days": says nothing but that a price or time is meant."""
        at = place + 1 + (tokens[place].low == "for")
        lead, unit = tokens[place].low, tokens[at].low if at < len(tokens) else ""
        if unit not in phrases.units.keys() | SOLD_BY.keys() | MONEY or lead not in small_words("rated") | {
            "in"
        }:
            return
        unit = phrases.units.get(unit, unit)
        told = self.known.prices if lead in small_words("rated") else self.known.measured_in(unit)
        named = (split(one.field) for one in told)
        own = (
            any(self._is_same_unit(unit, phrases.units.get(w.lower(), w.lower())) for w in words)
            for words in named
        )
        told = tuple(one for one, fits in zip(told, own, strict=True) if fits) or told
        if told:
            text = " ".join(token.text for token in tokens[place : at + 1])
            yield 0.05, Item("echo", "rate", text, place, things=told, length=at + 1 - place), at + 1
            if lead == "in" and len(told) == 1:  # "the harvest in kg": the unit says which number
                yield 0.3, Item("thing", "", text, place, things=told, length=at + 1 - place), at + 1

    def _is_same_unit(self, one: str, other: str) -> bool:
        lexicon = self.vocabulary.lexicon
        return one == other or (lexicon.size(one) == lexicon.size(other) != ("", 1.0))

    def _asides(self, tokens: Sequence[Token], place: int) -> Iterator[tuple[float, Item | None, int]]:
        """ "storniert (cancelled)": what stands in brackets says again what was said, or what a word is that says
        nothing here."""
        starts = next((n for n in range(place, len(tokens)) if tokens[n].aside), len(tokens))
        inside = list(takewhile(lambda token: token.aside, tokens[starts:]))
        stretches = (inside, *([token] for token in inside)) if inside else ()
        things = tuple(one for stretch in stretches for one in self.things(stretch))
        # "coffee machines (Kaffeevollautomat)"
        kind = starts == place + 2 and any(one.kind == "entity" for one in self.things([tokens[place + 1]]))
        if not things or starts > place + 1 + kind or (starts == place and place and tokens[place - 1].aside):
            return
        if starts == place:
            text, after = " ".join(token.text for token in inside), place + len(inside)
            yield 0.05, Item("echo", "", text, place, things=things, length=len(inside)), after
        elif not self.things([tokens[place]]):
            yield 0.1, Item("echo", "", tokens[place].text, place, things=things), place + 1

    def _are_apart(self, stretch: Sequence[Token], phrases: Phrases) -> bool:
        """Whether words say something each: "not passed", or "official language" where a table has both columns."""
        if any(one.kind == "not" for one in phrases.at(stretch[:1], 0)):
            return True
        owners = [{one.entity for one in self.things([token]) if one.cost < CONCEPT} for token in stretch]
        return bool(set.intersection(*owners))

    def _is_day(self, thing: Thing) -> bool:
        return thing.kind == "field" and self.vocabulary.traits[thing.entity, thing.field].timed

    def _is_value(self, token: Token) -> bool:
        return any(not hit.partial and hit.cost <= EXACT["value"] for hit in self.values.find(token.text))

    def _stretched(self, stretch: Sequence[Token], place: int, phrases: Phrases) -> list[Thing]:
        """What a stretch of words may stand for, small words only where the catalog writes them."""
        first, last, length = stretch[0], stretch[-1], len(stretch)
        closed = first.low in phrases.closed and not (first.text.isupper() and len(first.text) > 1 and place)
        if not closed and (last.low not in phrases.closed or last.text.isupper()):
            # An idle word inside a name belongs to it only where the lexicon or the schema says so.
            idle_within = length > 1 and any(phrases.filler([one], 0) for one in stretch)
            return self.things(stretch, whole=idle_within)
        # "my team", "report to": small words belong to a name only where the catalog writes it so.
        # "no shows" are what the column calls a no show; "on call" is a phrase of the lexicon.
        phrase = tuple(one.low for one in stretch) in self._phrases
        dear = 0.15 if length > 1 else 0.0
        found = [
            thing
            for thing in self.things(stretch, whole=True)
            if thing.cost <= EXACT[thing.kind] + dear * (phrase or thing.kind == "value")
            and not thing.partial
        ]
        if length > 1:
            return found
        # "who is off": the catalog gives a small word a meaning, and no offer is called so.
        kinds = ["term"]
        if fold(first.low) in self._written:
            kinds += ["entity"] if first.low in small_words("between") else ["field", "entity"]
        return [thing for thing in found if thing.kind in kinds]

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
            # A bare year after "more than" or "article" is a number; of long ago it is none at all.
            counted = (
                bool(place) and not span.explicit and tokens[place - 1].low in small_words("number_leads")
            )
            bare = counted and not any(map(_is_year, tokens[:place]))
            dear = 0.0 if span.explicit else (0.3 if bare else 0.06)
            dear += UNKNOWN * (counted and not _is_year(tokens[place]))
            named = " ".join(token.text for token in tokens[max(place, after - 2) : after])
            called = after > place + 1 and any(not hit.partial for hit in self.values.find(named))
            dear += 0.5 * called  # a term may be called "Fall 2024"
            both = tokens[after - 1 : after + 1]  # "Jan Uhl" is nobody's January
            dear += 0.5 * (len(both) == 2 and all(t.capital and self._is_value(t) for t in both))
            item = Item(
                "time", "span", span.text, place, span=span, things=self.known.dates, length=after - place
            )
            yield dear, item, after
        token = tokens[place]
        led = (
            place == 0
            or tokens[place - 1].low in small_words("unit_leads")
            or token.low.endswith(("ly", "lich", "weise"))
        )
        if led and (unit := phrases.units.get(token.low)):
            yield 0.05, Item("time", unit, token.text, place, things=self.known.dates), place + 1

    def _operators(
        self, tokens: Sequence[Token], place: int, phrases: Phrases
    ) -> Iterator[tuple[float, Item | None, int]]:
        for phrase in phrases.at(tokens, place):
            text = " ".join(token.text for token in tokens[place : place + phrase.length])
            if phrase.what == "change" and any(
                token.low not in small_words("polite") for token in tokens[:place]
            ):
                continue  # "without e-mail" orders nobody to send one
            if phrase.what == "change" and place + 1 < len(tokens) and tokens[place + 1].low in ("of", "von"):
                continue  # "email of Heike" is a thing of hers
            if phrase.kind == "decline" and any(one.cost == 0.0 for one in self.things([tokens[place]])):
                continue  # the tables hold what it asks for: "why", where there is a reason
            if phrase.what == "verb" and place and tokens[place].capital and phrases.language == "de":
                continue  # "Ware" is no "wäre"
            if phrase.what == "made" and self.vocabulary.with_concept(("material",)):
                continue  # "made of" asks for a material, and is not just "made"
            if phrase.what == "count" and place and self._names_number(tokens, place):
                continue  # "mobile number of Heike"
            listing = phrase.kind == "ask" and phrase.what == "list" and place > 2 and phrase.length == 1
            if listing and not text.lower().startswith(("welch", "which", "whose")):
                continue
            if phrase.what == "what" and place and tokens[place - 1].low in small_words("denied"):
                continue  # "did not show up" shows nothing
            if phrase.kind == "state" and self.terms.mean(tokens[place : place + phrase.length]):
                continue  # the catalog says what it means here
            # A status or column of that name comes first.
            dear = {"overdue": 0.12, "active": 0.3}.get(phrase.what, 0.05)
            made = Item(phrase.kind, phrase.what, text, place, length=phrase.length)
            yield dear, made, place + phrase.length

    def _names_number(self, tokens: Sequence[Token], place: int) -> bool:
        """Whether a word that may count belongs to a name with the one before it."""
        return any(thing.cost == 0.0 for thing in self.things(tokens[place - 1 : place + 1], whole=True))

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
        if _is_year(tokens[at]) and place and tokens[place - 1].low in ("in", "im"):
            return  # "enrolments in 2021" are of that year, and not number 2021
        text = " ".join(one.text for one in tokens[place : at + 1])
        values = tuple(as_thing(found) for found in self.values.find(tokens[at].text) if not found.partial)
        unit = token.low if at > place else ""  # "$ 80,000"
        yield 0.08, Item("number", unit, text, place, number, money=money, things=values), at + 1

    def _adjectives(self, tokens: Sequence[Token], place: int) -> Iterator[tuple[float, Item | None, int]]:
        adjectives = self.vocabulary.lexicon.adjectives
        for length in (3, 2, 1):
            stretch = tokens[place : place + length]
            low = " ".join(token.low for token in stretch).replace("-", " ")
            word, degree = low, ""
            for lead, form in _LEADS.items():
                if low.startswith(lead) and len(stretch) > 1:
                    word, degree = low.removeprefix(lead), form
            if (adjective := adjectives.get(word)) is None or len(stretch) != length:
                continue
            if stretch[-1].text.lower() == "alter":  # a noun; "älter" is written otherwise
                continue
            degree = degree or _degree(word)
            valued = length == 1 and any(
                not hit.partial and hit.cost == 0.0 for hit in self.values.find(stretch[0].text)
            )
            concepts = (*adjective.of, *adjective.opposite)
            things = tuple(
                # The oldest is found by the day of birth; of the same age there are many.
                Thing("field", entity, name, cost=0.04 * order + 0.1 * (order >= len(adjective.of))
                      + 0.1 * self.known.qualified(entity, name, concepts)
                      # What a column says comes before what two of them give.
                      + 0.1 * ("duration" in concepts and self.vocabulary.is_made(entity, name)))
                for entity, name, order in self.vocabulary.with_concept(concepts, numeric=True)
                # None is first by birth, and days cost nothing.
                if ("birth_date" in concepts or (entity, name) not in self.known.hardly)
                and (concepts[0] != "price" or self.vocabulary.traits[entity, name].money)
            )  # fmt: skip
            if "date" in adjective.of:  # the first, the latest: by whatever says when
                told = {(thing.entity, thing.field) for thing in things} | self.known.hardly
                others = (one for one in self.known.dates if (one.entity, one.field) not in told)
                things += tuple(replace(one, cost=0.3 + one.cost) for one in others)
            text = " ".join(token.text for token in stretch)
            made = Item("adjective", degree, text, place, things=things, adjective=adjective, length=length)
            yield 0.2 if valued else 0.06, made, place + length


def _is_year(token: Token) -> bool:
    return token.number is not None and len(token.low) == 4 and token.low.startswith(("19", "20"))


def _is_verbal(token: Token, language: str) -> bool:
    """German writes nouns with a capital."""
    if not token.text.isalpha():
        return False
    return not token.capital if language == "de" else is_verbal(token.low)


def _degree(word: str) -> str:
    """Superlatives end in -est or -ste(n); comparatives in -er."""
    last = word.rsplit(maxsplit=1)[-1]
    if (
        last.endswith(("est", "ste", "sten", "ster", "stes"))
        or last in small_words("superlatives")
        or len(word.split()) > 1
    ):
        return "most"
    return "more" if last.endswith("er") and last not in ("teuer", "schwer") else ""


_LEADS = {"most ": "most", "least ": "least", "am ": "most", "more ": "more", "less ": "less"}
