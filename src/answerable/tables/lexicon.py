"""The business lexicon: which words mean the same, across English, German and the short forms of schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from rapidfuzz.distance import DamerauLevenshtein

from answerable.language.words import stem
from answerable.lists import listed, read_list

_FOLD = str.maketrans(
    {"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "è": "e", "ê": "e", "à": "a", "ç": "c", "ô": "o"}
    | {"á": "a", "í": "i", "ó": "o", "ú": "u", "ñ": "n", "å": "a", "ø": "o", "ë": "e", "î": "i", "â": "a"}
)
_DIGRAPH = re.compile(r"(?<=[a-z])?(ae|oe|ue)")
# What German puts between the parts of a compound.
_GLUE = ("", "s", "n", "en", "es", "e", "er", "-")
_SHORTEST_PART = 3
# Letters of the longest word that is taken apart; the longest in German laws has 79. 4,000 of one letter took 12 s.
LONGEST_COMPOUND = 80
DERIVED = 0.3  # what a word costs that only comes of the same root; chosen by hand
_SHORTEST_ROOT = 5
_DERIVING = listed(
    """s e n en ern es t te et ed d ing ung ungen ion ions ation iert ierte ierten ieren ierung ierungen ien ium um
    al ial ment y ies"""
) | {""}
_DOERS = listed("er ers erin erinnen or ors oren orin orinnen ist isten eur eure")
SLIP = 0.4  # what a slip of the pen costs; chosen by hand
_SHORTEST_STEM = 4
# How long a cut-down word of a schema is ("mitgl", "masch"); below four letters too many words begin alike.
_CUT_DOWN = range(4, 11)
_SQUEEZED = re.compile(r"[a-z][bcdfghjklmnpqrstvwxyz]{2,4}")
_MOST_BEGUN = 4  # meanings a cut-down word may have; chosen, not measured
_INFLECTED = ("", "s", "es", "n", "en", "e", "er", "em")
_PLURALS = ("", "s", "es", "n", "en", "e")


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """Lower case without umlauts and accents; "ae" is the same as "ä"."""
    return _DIGRAPH.sub(lambda pair: pair[1][0], text.lower().translate(_FOLD))


@lru_cache(maxsize=100_000)
def keys(word: str) -> frozenset[str]:
    """The forms under which a word is looked up: itself and its stems, folded."""
    low = word.lower()
    found = {fold(low), fold(stem(low, "en")), fold(stem(low, "de"))}
    if low.endswith("innen") and len(low) > 8:  # Patientinnen are patients
        found |= {fold(low.removesuffix("innen")), fold(stem(low.removesuffix("innen"), "de"))}
    if low.endswith("s") and len(low) > 3 and low[-2] not in "sui":  # DVDs, which no stemmer touches
        found.add(fold(low[:-1]))
    return frozenset(found)


@lru_cache(maxsize=100_000)
def kin(one: str, other: str) -> bool:
    """Whether two words are forms of one; a short stem that is neither of them ("offen", "offer") says nothing."""
    shared, (short, long) = keys(one) & keys(other), sorted((fold(one), fold(other)), key=len)
    if len(short) > _SHORTEST_ROOT:  # "Mikrochip" and "microchip", "Projekt" and "project"
        short, long = short.replace("k", "c"), long.replace("k", "c")
    if len(short) >= _SHORTEST_STEM and long.removeprefix(short) in _INFLECTED:
        return True
    return any(len(key) >= _SHORTEST_STEM or key in (fold(one), fold(other)) for key in shared)


@dataclass(frozen=True)
class WordUnit:
    """One meaningful part of a name or a phrase: "order" and "date" in `order_date`."""

    word: str
    keys: frozenset[str]
    concepts: frozenset[str]
    broad: frozenset[str] = frozenset()  # broader concepts a schema's name also answers to
    light: bool = False  # taken for granted in a name
    states: frozenset[str] = frozenset()  # what it says of a record: "kaputt" is "defekt"

    def same(self, other: WordUnit) -> bool:
        """One word, by its stem; "play" and "player" are two where the lexicon says so."""
        apart = self.concepts and other.concepts and self.concepts.isdisjoint(other.concepts)
        related = (
            kin(self.word, other.word) if "_" not in self.word + other.word else bool(self.keys & other.keys)
        )
        return related and not apart

    def distance(self, other: WordUnit) -> float | None:
        """From a question's word to a schema's: 0 for the same word, more for the same or a broader meaning,
        most for a slip of the pen, None where they are unlike."""
        if self.same(other):
            return 0.0
        if self.concepts & other.concepts or self.states & other.states:
            return 0.15
        if self.concepts & other.broad:
            return 0.25
        if derived(self.word, other.word):
            return DERIVED
        return SLIP if slip(self.word, other.word) else None


@lru_cache(maxsize=100_000)
def derived(one: str, other: str) -> bool:
    """Whether a question's word comes of a schema's: "kuratiert" of kurator, "entstanden" of entst; nobody is what
    they do, so "Verkäufer" does not come of Verkauf."""
    one, other = fold(one), fold(other)
    same = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    tails = one[same:], other[same:]
    if same < _SHORTEST_ROOT or (tails[0] in _DOERS and tails[1] not in _DOERS):
        return False
    cut_down = not tails[1] and other[-1] not in "aeiou" and len(tails[0]) <= _SHORTEST_ROOT
    return (tails[0] in _DERIVING or cut_down) and (tails[1] in _DERIVING or tails[1] in _DOERS)


@lru_cache(maxsize=100_000)
def slip(one: str, other: str) -> bool:
    """Whether two words differ by a typing error only; short words must be typed right."""
    one, other = fold(one), fold(other)
    longest = max(len(one), len(other))
    if min(len(one), len(other)) < 5 or one[0] != other[0]:
        return False
    allowed = 1 if longest < 9 else 2
    if DamerauLevenshtein.distance(one, other, score_cutoff=allowed) <= allowed:
        return True
    single = (
        one.removesuffix("s"),
        other.removesuffix("s"),
    )  # "vehiles": of many, a letter left out; patents are no parents
    return len(single[0]) != len(single[1]) and DamerauLevenshtein.distance(*single, score_cutoff=1) <= 1


@dataclass(frozen=True)
class Adjective:
    """A word that compares: which concepts it measures and which way "more" of it points."""

    high: bool
    of: tuple[str, ...]
    opposite: frozenset[str]  # concepts it measures the other way round: "older" is a higher age


class Lexicon:
    """The lexicon file, ready to be asked."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self._written = _index(plain["concepts"], stems=False)
        self._concepts = _index(plain["concepts"])
        self._written_values = _index(plain["values"], stems=False)
        self._values = _index(plain["values"])
        self.phrases = frozenset(
            tuple(word.split("_"))
            for section in ("concepts", "values")
            for line in plain[section].values()
            for word in line.split()
            if "_" in word
        )
        self._short = _index(plain["short"], stems=False)
        self._words = {concept: line.split() for concept, line in plain["concepts"].items()}
        self._broader = {name: frozenset(line.split()) for name, line in plain["broader"].items()}
        self.prefixes = tuple(plain["opposites"]["prefixes"].split())
        self.light = frozenset(key for word in plain["generic"]["light"].split() for key in keys(word))
        self.suffixes = frozenset(plain["generic"]["suffixes"].split())
        self._sizes = {
            word: (kind, float(size))
            for kind, sizes in plain["sizes"].items()
            for size, words in sizes.items()
            for word in words.split()
        }
        self.below = frozenset(plain["generic"]["below"].split())
        self.customary: dict[str, str] = plain["customary"]
        self.prepositions = frozenset(plain["generic"]["prepositions"].split())
        self.echoes = _index(plain["echoes"], stems=False)
        self.implied: dict[str, str] = plain["implied"]
        self.days = {float(cost): frozenset(line.split()) for cost, line in plain["days"].items()}
        self._traits = {name: frozenset(line.split()) for name, line in plain["traits"].items()}
        self.generic = frozenset(fold(word) for word in plain["generic"]["words"].split())
        self.adjectives: dict[str, Adjective] = {}
        for entry in plain["adjectives"].values():
            opposite = frozenset(entry.get("opposite", "").split())
            adjective = Adjective(entry["way"] == "high", tuple(entry["of"].split()), opposite)
            for word in entry["words"].split():
                self.adjectives.setdefault(fold(word.replace("_", " ")), adjective)
        self._singles = frozenset(key for key in self._concepts if len(key) >= _SHORTEST_PART)

    def concepts(self, word: str) -> frozenset[str]:
        """What a word (or a phrase joined by underscores) may mean; as it is written before its stems."""
        found = _written(word, self._written)
        if found or _written(word, self._written_values):
            return found
        return frozenset().union(*(self._concepts.get(key, ()) for key in keys(word)))

    def value_concepts(self, word: str) -> frozenset[str]:
        """Which values a word may stand for: "offene" for open, "Swiss" for Switzerland, "games" for Spiel."""
        if exact := _written(word, self._written_values):
            return exact
        nouns = _written(word, self._written)
        stemmed = (
            frozenset() if nouns else frozenset().union(*(self._values.get(key, ()) for key in keys(word)))
        )
        return stemmed or frozenset(f"={concept}" for concept in nouns or self.concepts(word))

    def trait(self, name: str) -> frozenset[str]:
        """The concepts that have a trait."""
        return self._traits[name]

    def has_trait(self, trait: str, concepts: Iterable[str]) -> bool:
        """Whether one of these concepts is money, additive, a person, a place …"""
        return not self._traits[trait].isdisjoint(concepts)

    def unit(self, word: str, *, broad: bool = False) -> WordUnit:
        """A word as a unit of meaning; `broad` for names, which also answer to broader words."""
        short = self._short.get(fold(word)) or self._short.get(fold(word).removesuffix("s"), frozenset())
        concepts = self.concepts(word) | (short if broad else frozenset())
        begun, sure = self._begun(fold(word)) if broad and not concepts else (frozenset[str](), False)
        if sure:
            concepts = begun
        wider = (
            begun.union(*(self._broader.get(concept, ()) for concept in concepts)) if broad else frozenset()
        )
        states = _written(word, self._written_values)
        return WordUnit(word.lower(), keys(word), concepts, wider, bool(keys(word) & self.light), states)

    def _begun(self, short: str) -> tuple[frozenset[str], bool]:
        """What a cut-down word of a schema may stand for, where few words begin so (`mitgl` is a Mitglied), and whether
        it stands for one word or meaning."""
        if short in self._written_values:
            return frozenset(), False
        likes = [f"{short}[a-z]*"] if len(short) in _CUT_DOWN else []
        if _SQUEEZED.fullmatch(short):  # `scrn`: a screen without its vowels
            likes = ["[aeiou]*".join(short) + "[aeiou]?"]
        if len(short) > _SHORTEST_ROOT and short.endswith("g"):  # `rechng`, `bewertg`
            likes.append(short[:-1].removesuffix("n") + "ung")
        found = (sorted(filter(re.compile(like).fullmatch, self._written)) for like in likes)
        longer = next((words for words in found if words), [])
        # "Mitgliedsnummer" begins with "Mitglied", which is what was cut down.
        roots = [word for n, word in enumerate(longer) if not any(map(word.startswith, longer[:n]))]
        means = frozenset().union(*(self._written[word] for word in roots))
        few = means if len(means) <= _MOST_BEGUN else frozenset()
        return few, len(few) == 1 or (len(roots) == 1 and bool(few))

    def is_unit(self, word: str) -> bool:
        """Whether the last word of a name says what its numbers are in: `weight_tons`, and a short one that is no word,
        as in `capacity_teu`."""
        if fold(word) in self.suffixes or self.measures(word):
            return True
        known = self.unit(word, broad=True)
        return len(word) == 3 and word.isalpha() and not (known.concepts or known.broad or known.states)

    def size(self, unit: str) -> tuple[str, float]:
        """What a unit measures and how much of it one is; empty where it is none."""
        return self._sizes.get(fold(unit), ("", 1.0))

    def measures(self, unit: str) -> str:
        """What a unit measures: time, length, mass, money; empty where it is none."""
        return self.size(unit)[0]

    def converted(self, value: float, unit: str, into: str) -> float:
        """A number of one unit in another: as it is where either is not known or they measure different things."""
        (kind, size), (other, step) = self.size(unit), self.size(into)
        return round(value * size / step, 6) if kind and kind == other else value

    def long(self, word: str) -> str:
        """What a short form of a name stands for, where it stands for one thing: `nm` is name."""
        found = self._short.get(fold(word), frozenset())
        return next(iter(found)) if len(found) == 1 and not self.concepts(word) else word

    def compound(self, short: str, rest: str) -> frozenset[str]:
        """What a compound means whose beginning is cut down: `std_lohn` is a Stundenlohn."""
        words = (word for concept in self._short.get(fold(short), ()) for word in self._words[concept])
        return frozenset().union(*(self._written.get(fold(word + rest), ()) for word in words))

    def units(
        self, word: str, known: frozenset[str] = frozenset(), *, broad: bool = False
    ) -> tuple[WordUnit, ...]:
        """The parts of a word: itself where it is known, else the parts of the compound, else itself."""
        whole = self.unit(word, broad=broad)
        if whole.concepts or keys(word) & known or len(word) > LONGEST_COMPOUND:
            return (whole,)
        parts = (
            split_compound(word.lower(), _both(self._singles, known), known) or self._headed(word) or (word,)
        )
        return tuple(self.unit(part, broad=broad) for part in parts)

    def parts(self, word: str) -> tuple[WordUnit, ...]:
        """The parts of a compound, though it has a meaning of its own: a Vereinsmitglied is a Mitglied."""
        found = split_compound(word.lower(), self._singles) if len(word) <= LONGEST_COMPOUND else ()
        return tuple(self.unit(part, broad=True) for part in found)

    def _headed(self, word: str) -> tuple[str, ...]:
        """ "Zuzugsdatum" is a date, whatever a Zuzug is."""
        low = word.lower()
        for cut in range(_SHORTEST_STEM, len(low) - _SHORTEST_PART):
            if self.has_trait("heads", _written(low[cut:], self._written)):
                return (low[:cut].removesuffix("s"), low[cut:])
        return ()


def _written(word: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """What a word means as it is written, or as a plural: "books" are books, though "booked" has the same stem."""
    low = fold(word)
    forms = (low[: len(low) - len(ending)] for ending in _PLURALS if low.endswith(ending))
    # "=spend" stands for itself alone: "Spenden" are donations.
    return frozenset().union(*(known.get(form, ()) for form in (f"={low}", *forms)))


def _index(section: dict[str, str], *, stems: bool = True) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for concept, line in section.items():
        for word in line.split():
            for key in keys(word) if stems and word[0] != "=" else (fold(word),):
                found.setdefault(key, set()).add(concept)
    return {key: frozenset(concepts) for key, concepts in found.items()}


@lru_cache(maxsize=64)
def _both(words: frozenset[str], known: frozenset[str]) -> frozenset[str]:
    """Joined once: done for every word of a question it took a millisecond each."""
    return words | known


@lru_cache(maxsize=50_000)
def split_compound(word: str, known: frozenset[str], first: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The parts of a German compound, all of them known, those of `first` before others; empty if none."""
    cuts: list[tuple[tuple[bool, bool, bool, int], tuple[str, ...]]] = []
    for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        head, tail = word[:cut], word[cut:]
        if not keys(tail) & known:
            continue
        for glue in _GLUE:
            root = head.removesuffix(glue) if glue else head
            if (glue and root == head) or len(root) < _SHORTEST_PART:
                continue
            if fold(root) in known:
                worth = (
                    bool(keys(tail) & first),
                    fold(root) in first,
                    glue == "s",
                    min(len(root), len(tail)),
                )
                cuts.append((worth, (root, tail)))
            elif len(root) >= 2 * _SHORTEST_PART and (parts := split_compound(root, known, first)):
                cuts.append(((bool(keys(tail) & first), False, False, 0), (*parts, tail)))
    return max(cuts)[1] if cuts else ()


@cache
def small_words(name: str) -> frozenset[str]:
    """One of the shipped lists of small words; an underscore joins those of a phrase."""
    return frozenset(
        fold(word.replace("_", " ")) for word in read_list(__package__, "words.toml")[name].split()
    )


@cache
def shared_lexicon() -> Lexicon:
    """The shipped lexicon, read once."""
    plain, nouns = read_list(__package__, "lexicon.toml"), read_list(__package__, "nouns.toml")
    for trait, lines in nouns.items():
        for line in lines.split(";"):
            name = line.split()[0]
            plain["concepts"][name] = f"{plain['concepts'].get(name, '')} {line}"
            if trait in plain["traits"]:
                plain["traits"][trait] += f" {name}"
    return Lexicon(plain)
