"""The values of text columns, found by what people write: exactly, by meaning, in part, or with a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from answerable.domain.catalog import Kind
from answerable.lists import listed
from answerable.tables.lexicon import fold, keys
from answerable.tables.vocabulary import Vocabulary

_APART = re.compile(r"[^\w]+|_")
_CODES = re.compile(r"(\w+) ?[=:] ?([^\W\d]{4,})")
# A column with more values than this holds names, not states; meaning is only looked for in the latter.
MOST_STATES = 80
# How alike a mistyped value must be (0 to 100): one slip in seven letters. Chosen by trying typos of the suites.
ALIKE = 84


# A value found only because it means the same as a noun ("games" for Spiel): last resort.
LOOSE = 0.25
PARTLY = 0.3
# Letters of either half of a compound: a shorter end ("site", "base") is mere chance. Chosen by hand.
SHORTEST_HEAD = 5
SHORTEST_PART = 3  # letters of a word without its ending; chosen by hand
# What a word may take on and stay the same word; an account is no accountant.
ENDINGS = listed("s es e n en r er ern em ns nen in innen se d ed ing ly") | {""}


@dataclass(frozen=True)
class ValueMatch:
    """A value of a field, and what it cost to find it."""

    entity: str
    field: str
    value: str
    cost: float
    partial: bool = False  # several values hold the words; `all` names them
    all: tuple[str, ...] = ()


def spread(text: str) -> str:
    """A text as folded words with single spaces."""
    return " ".join(_APART.sub(" ", fold(text)).split())


class ValueIndex:
    """Every value of a catalog, by its words."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._whole: dict[str, list[ValueMatch]] = {}
        self._stems: dict[str, list[ValueMatch]] = {}
        self._words: dict[str, list[ValueMatch]] = {}
        self._meant: dict[str, list[ValueMatch]] = {}
        for entity in vocabulary.catalog.entities:
            for one in entity.fields:
                if one.kind in (Kind.TEXT, Kind.OTHER, Kind.NUMBER):
                    for value in one.values:
                        self._add(entity.name, one.name, value, states=len(one.values) <= MOST_STATES)
                    for code, said in _CODES.findall(one.note):  # "P = private, G = business"
                        if code in one.values:
                            self._add(entity.name, one.name, code, states=False, said=said)
        self._choices = [text for text in self._whole if len(text) >= 5]

    def _add(self, entity: str, name: str, value: str, *, states: bool, said: str = "") -> None:
        text = spread(said or value)
        if not text:
            return
        self._whole.setdefault(text, []).append(ValueMatch(entity, name, value, 0.0))
        words = text.split()
        if len(words) == 1:
            for key in keys(said or value):
                self._stems.setdefault(key, []).append(ValueMatch(entity, name, value, 0.1))
        else:
            for key in {key for word in words for key in keys(word)}:
                self._words.setdefault(key, []).append(ValueMatch(entity, name, value, PARTLY, partial=True))
        if states:
            lexicon, traits = self._vocabulary.lexicon, self._vocabulary.traits[entity, name]
            if len(text) > 1 or traits.concepts & {"gender"}:
                about = self._vocabulary.concepts(
                    entity, self._vocabulary.catalog.entity(entity).field(name), broad=False
                )
                if name in self._vocabulary.naming(entity):  # a table that only lists kinds
                    about |= self._vocabulary.entity_concepts(entity)
                kind = lexicon.has_trait("kinds", about)
                for concept in lexicon.value_concepts("_".join(words)):
                    if concept.startswith("=") and not kind:
                        continue  # a status or a job title is not the thing it sounds like
                    cost = LOOSE if concept.startswith("=") else 0.15
                    self._meant.setdefault(concept, []).append(ValueMatch(entity, name, value, cost))

    def find(self, text: str) -> list[ValueMatch]:
        """The values that these words may stand for: as written, by stem or meaning, else in part."""
        asked = spread(text)
        if not asked:
            return []
        words = asked.split()
        found = list(self._whole.get(asked, ()))
        if len(words) == 1:
            near = (hit for key in keys(text) for hit in self._stems.get(key, ()))
            found += [hit for hit in near if _inflected(asked, spread(hit.value))]
        concepts = self._vocabulary.lexicon.value_concepts("_".join(words))
        found += [hit for concept in sorted(concepts) for hit in self._meant.get(concept, ())]
        return _unique(found) or ([] if asked.isdigit() else self._partly(words))

    def _partly(self, words: list[str]) -> list[ValueMatch]:
        """Values that hold all these words; one for each field, the value itself where only one does."""
        sets = [{(hit.entity, hit.field, hit.value) for hit in self._holding(word)} for word in words]
        shared = set.intersection(*sets) if sets else set()
        by_field: dict[tuple[str, str], list[str]] = {}
        for entity, name, value in sorted(shared):
            by_field.setdefault((entity, name), []).append(value)
        # "firmware engineers" is the whole of one title, though a longer one holds the words too.
        whole = {
            of: value
            for of, values in by_field.items()
            for value in values
            if all(map(_inflected, words, own := spread(value).split())) and len(own) == len(words)
        }
        return [ValueMatch(*of, value, 0.1) for of, value in whole.items()] or [
            ValueMatch(entity, name, values[0], PARTLY, partial=len(values) > 1, all=tuple(values))
            for (entity, name), values in by_field.items()
        ]

    def _holding(self, word: str) -> Iterator[ValueMatch]:
        """Values with this word in them; of fields where none has it, with a compound: a "Radkranz" is a "Kranz"."""
        asked = keys(word)
        found = [hit for key in asked for hit in self._words.get(key, ())]
        yield from found
        told = {(hit.entity, hit.field) for hit in found}
        heads = [key for key in asked if len(key) >= SHORTEST_HEAD]
        compounds = (hit for key in self._words if _is_compound(key, heads) for hit in self._words[key])
        yield from (hit for hit in compounds if (hit.entity, hit.field) not in told)

    def slipped(self, text: str) -> list[ValueMatch]:
        """The value that differs from these words by a slip of the pen, where exactly one does."""
        asked = spread(text)
        if len(asked) < 5:
            return []
        best = process.extract(asked, self._choices, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=3)
        near = [choice for choice, score, _ in best if choice[0] == asked[0] and score >= best[0][1] - 1]
        if len(near) != 1:
            return []
        return [ValueMatch(hit.entity, hit.field, hit.value, 0.45) for hit in self._whole[near[0]]]

    def people(self, first: str, last: str) -> Iterator[tuple[ValueMatch, ValueMatch]]:
        """First and last name of a person kept in two columns."""
        catalog, traits = self._vocabulary.catalog, self._vocabulary.traits
        for entity in catalog.entities:
            names = {c: f.name for f in entity.fields for c in traits[entity.name, f.name].concepts}
            if not {"first_name", "last_name"} <= set(names):
                continue
            firsts = [hit for hit in self._whole.get(spread(first), ()) if hit.field == names["first_name"]]
            lasts = [hit for hit in self._whole.get(spread(last), ()) if hit.field == names["last_name"]]
            pairs = [(a, b) for a in firsts for b in lasts if a.entity == b.entity == entity.name]
            yield from pairs[:1]


def held(text: str, values: Sequence[str]) -> list[str]:
    """The words of a text as far as all the values that hold them write them: "motors" as "motor"."""
    low = [value.casefold() for value in values]
    if all(text.casefold() in value for value in low):
        return [text]
    made = []
    for word in text.split():
        parts = (word[:end] for end in range(len(word), SHORTEST_PART - 1, -1))
        made.append(next((part for part in parts if all(part.casefold() in value for value in low)), word))
    return made


def _is_compound(word: str, heads: Sequence[str]) -> bool:
    return any(word.endswith(head) and len(word) - len(head) >= SHORTEST_HEAD for head in heads)


def _inflected(asked: str, value: str) -> bool:
    """Whether one is the other with an ending: "consultants" for Consultant, not for Consultation."""
    short, long = sorted((asked, value), key=len)
    return (long.startswith(short) and long[len(short) :] in ENDINGS) or (
        long.endswith("ies") and short.endswith("y") and long[:-3] == short[:-1]
    )


def _unique(found: list[ValueMatch]) -> list[ValueMatch]:
    """One value for each field, the surest."""
    seen: dict[tuple[str, str], ValueMatch] = {}
    for hit in found:
        seen.setdefault((hit.entity, hit.field), hit)
    return list(seen.values())
