"""A piece of evidence read for checking: its sentences, their stems and their values."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from answerable.domain.evidence import Evidence
from answerable.language.sentences import units
from answerable.language.values import Forms, Value, find_values
from answerable.language.words import content_words, detect_language, stem, words

_DASHES = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "\u00a0": " ", "\u202f": " "})
_EDGE = "\"'.,;:!?()[]«»…|*•`"
_CLAUSE = re.compile(
    r"[;,:()]\s+|\s[–—-]\s|\s(?:and|but|while|whereas|or|und|aber|oder|sondern|während|jedoch|however|unless|except)\s", re.I
)


def tokens(text: str) -> list[str]:
    """The words of a text as they stand, without the punctuation around them; case kept."""
    found = (token.strip(_EDGE) for token in text.translate(_DASHES).split())
    return [token for token in found if token and token != "-"]


def flat(text: str) -> str:
    """A text with nothing but its words in lower case, one space apart, for verbatim comparison."""
    return " " + " ".join(tokens(text)).casefold() + " "


class Sentence:
    """One unit of a passage (or of a claim) with what it says; each part is read when first needed."""

    def __init__(self, text: str, language: str, *, row: bool = False) -> None:
        self.text, self.language, self.row = text, language, row

    @cached_property
    def tokens(self) -> list[str]:
        return tokens(self.text)

    @cached_property
    def content(self) -> tuple[str, ...]:
        """Stems of the words that say what it is about."""
        return tuple(dict.fromkeys(stem(word, self.language) for word in content_words(self.text, self.language)))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stem(word, self.language) for word in words(self.text))

    @cached_property
    def values(self) -> tuple[Value, ...]:
        return find_values(self.text, self.language)

    @cached_property
    def clauses(self) -> tuple[Sentence, ...]:
        """Its parts between commas and conjunctions; a table row is one part."""
        if self.row:
            return (self,)
        pieces = [piece for piece in _CLAUSE.split(self.text) if piece and piece.strip()]
        return tuple(Sentence(piece, self.language) for piece in pieces) if len(pieces) > 1 else (self,)


class Passage:
    """Evidence as the verifier reads it."""

    def __init__(self, evidence: Evidence, language: str) -> None:
        self.language = detect_language(evidence.text, language)
        self.heading = " . ".join((evidence.title, *evidence.locator.path))
        self.url = evidence.locator.address
        self.text = evidence.text
        self.flat = flat(evidence.text)
        self.folded = f"{evidence.text} \n {self.heading} \n {evidence.locator.address}".casefold()

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        return tuple(Sentence(unit.text, self.language, row=unit.kind == "row") for unit in units(self.text))

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
        return Forms(find_values(f"{self.text} \n {self.url} ", self.language))


# A repair verifies the same passages again and follow-ups cite them; 512 passages are a few megabytes.
@lru_cache(maxsize=512)
def read_passage(evidence: Evidence, language: str) -> Passage:
    """The passage of a piece of evidence, read once."""
    return Passage(evidence, language)
