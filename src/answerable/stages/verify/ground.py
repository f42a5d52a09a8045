"""A piece of evidence read for checking: its sentences, their stems and their values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import groupby, pairwise

from answerable.domain.evidence import Evidence
from answerable.language.rows import all_told
from answerable.language.sentences import split_sentences, units
from answerable.language.values import Forms, Value, find_addresses, find_values
from answerable.language.words import content_words, detect_language, stem, words
from answerable.stages.verify.opposites import DENIALS, negation

_DASHES = str.maketrans("–—−’‘“”„\u00a0\u202f", '---\'\'"""  ')
_EDGE = "\"'.,;:!?()[]«»…|*•`"
_CLAUSE = re.compile(
    r"[;,:()]\s+|\s[–—-]\s|\s(?:and|but|whereas|or|und|aber|oder|sondern|jedoch|however|unless|except)\s",
    re.I,
)
# Fewer words are no clause of their own. At 2 one more of 115 paraphrases was stopped; 3 to 5 made no
# difference.
_CLAUSE_WORDS = 3
# A number with decimals that ends a sentence, unless it is the section number the sentence begins with.
_DECIMAL_END = re.compile(r"[^\d\s.] ?\d+[.,]\d{1,3}\.(\s+)(?=[A-ZÄÖÜ])")
# Stems are compared by their first letters: "delivery" and "delivered" have stems of different length. 5,
# 6 and 7 scored alike.
ROOT = 6
_ORDINAL_END = re.compile(r"(?:^|\s)(?:\d{1,2}|Mio|Mrd|Tsd|Ziff|Dres|Nrn|Std)\.$")


def sentences_of(text: str) -> list[str]:
    """Sentences for checking: "am 13. Juli" is not the end of one, "costs CHF 6.90. Express …" is."""
    return _tidied(split_sentences(text))


def _tidied(pieces: Iterable[str]) -> list[str]:
    found: list[str] = []
    for piece in pieces:
        if found and _ORDINAL_END.search(found[-1]):
            piece = f"{found.pop()} {piece}"
        start = 0
        for cut in _DECIMAL_END.finditer(piece):
            found.append(piece[start : cut.start(1)])
            start = cut.end(1)
        found.append(piece[start:])
    return found


def tokens(text: str) -> list[str]:
    """The words of a text as they stand, without the punctuation around them; case kept."""
    found = (piece.strip(_EDGE) for piece in text.translate(_DASHES).split())
    return [piece for piece in found if piece and piece != "-"]


def flat(text: str) -> str:
    """A text with nothing but its words in lower case, one space apart, for verbatim comparison."""
    return " " + " ".join(tokens(text)).casefold() + " "


def checked(value: Value) -> bool:
    """Whether a value belongs to a subject that can be told apart: names and quotes are checked as words."""
    return not value.weak and value.kind not in ("quote", "name")


class Sentence:
    """One unit of a passage (or of a claim) with what it says; each part is read when first needed."""

    def __init__(
        self, text: str, language: str, *, row: bool = False, within: tuple[Sentence, int] | None = None
    ) -> None:
        self.text, self.language, self.row = text, language, row
        self._within = within  # the sentence a clause was cut from, and where it began

    @cached_property
    def tokens(self) -> list[str]:
        return tokens(self.text)

    @cached_property
    def words(self) -> list[str]:
        return words(self.text)

    @cached_property
    def forms(self) -> Forms:
        return Forms(self.values)

    @cached_property
    def denies(self) -> bool:
        """Whether it says no: by a negation or by a word that denies, not by both."""
        return any(map(negation, self.words)) != any(word in DENIALS for word in self.words)

    @cached_property
    def content(self) -> tuple[str, ...]:
        """Stems of the words that say what it is about."""
        return tuple(
            dict.fromkeys(stem(word, self.language) for word in content_words(self.text, self.language))
        )

    @cached_property
    def roots(self) -> frozenset[str]:
        """What it is about: the beginnings of its stems, and its values whatever their writing."""
        values = [value for value in self.values if checked(value)]
        inside = {stem(word, self.language) for value in values for word in words(value.text)}
        about = {root[:ROOT] for root in self.content if root not in inside}
        return frozenset(about | {value.canonical for value in values})

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stem(word, self.language) for word in self.words)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        if self._within is None:
            return find_values(self.text, self.language)
        whole, start = self._within
        mine = (v for v in whole.values if start <= v.start < start + len(self.text))
        return tuple(replace(value, start=value.start - start) for value in mine)

    @cached_property
    def clauses(self) -> tuple[Sentence, ...]:
        """Its parts between commas and conjunctions; a table row is one part."""
        if self.row:
            return (self,)
        cuts = [0]
        for cut in _CLAUSE.finditer(self.text):
            # A piece of one or two words ("audio books and …") is a part of the next clause, not one of its
            # own.
            if len(self.text[cuts[-1] : cut.start()].split()) >= _CLAUSE_WORDS:
                cuts.append(cut.end())
        if len(cuts) > 1 and len(self.text[cuts[-1] :].split()) < 2:
            cuts.pop()
        if len(cuts) == 1:
            return (self,)
        spans = pairwise((*cuts, len(self.text)))
        return tuple(Sentence(self.text[a:b], self.language, within=(self, a)) for a, b in spans)


class Ground:
    """What a claim stands on: a piece of evidence as the verifier reads it."""

    def __init__(self, evidence: Evidence, language: str) -> None:
        self.language = detect_language(evidence.text, language)
        self.heading = " . ".join((evidence.title, *evidence.locator.path))
        self.url = evidence.locator.address
        self.text = evidence.text
        self.flat = flat(evidence.text)
        self.folded = f"{evidence.text} \n {self.heading} \n {evidence.locator.address}".casefold()

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        found: list[Sentence] = []
        for kind, group in groupby(units(self.text), key=lambda unit: unit.kind):
            texts = [unit.text for unit in group]
            whole = _tidied(texts) if kind == "sentence" else texts
            found.extend(Sentence(text, self.language, row=kind == "row") for text in whole)
        return tuple(found)

    @cached_property
    def told(self) -> frozenset[str]:
        """Its rows as they are told, each value with the name of its column."""
        return frozenset(map(flat, all_told(self.text)))

    @cached_property
    def head(self) -> Sentence:
        return Sentence(self.heading, self.language)

    @cached_property
    def stems(self) -> frozenset[str]:
        known = set(self.head.stems)
        return frozenset(known.union(*(sentence.stems for sentence in self.sentences)))

    @cached_property
    def addresses(self) -> Forms:
        """URLs and e-mail addresses of the whole passage, its own URL included."""
        return Forms(find_addresses(f"{self.text} \n {self.url} "))


# A repair verifies the same passages again and follow-ups cite them; 512 bounds what is kept.
@lru_cache(maxsize=512)
def read_evidence(evidence: Evidence, language: str) -> Ground:
    """A piece of evidence, read once."""
    return Ground(evidence, language)
