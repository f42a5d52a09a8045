"""What a question asks: its parts, what each part wants to be told, and the words that matter."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from answerable.language.followup import leans
from answerable.language.sentences import split_sentences
from answerable.language.shapes import VALUES
from answerable.language.words import content_words, stem, words
from answerable.lists import read_list

_LISTS = read_list(__package__, "asked.toml")
_WH, _PREPOSITION = ("|".join(_LISTS["begin"][name].split()) for name in ("words", "before"))
# "…, and whose idea was that?": a second question inside one sentence starts with a question word
# (or a preposition and one) after a comma, "and"/"or", or a dash.
_JOINT = re.compile(
    rf"(?:\s*[,;–]\s*|\s+-\s+)(?:and\s+|or\s+|und\s+|oder\s+|so\s+|but\s+)?(?=(?:(?:{_PREPOSITION})\s+)?(?:{_WH})\b)"
    rf"|\s+(?:and|und)\s+(?=(?:(?:{_PREPOSITION})\s+)?(?:who|whose|what|when|where|which|why|how|wer|was|wann|wo|"
    rf"welche[rsmn]?|warum|wie)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"^\W*(?:(?:and|so|but|ok|okay|und|also|aber)\W+)*(?:(?:{_PREPOSITION})\s+)?(?:{_WH})\b", re.I
)

_LOWER_START = re.compile(rf"(?<=[?!])\s+|(?<=\.)\s+(?=(?:{_WH})\b)", re.IGNORECASE)

_LEAD = rf"(?:^|[,;:–?.]\s*|\b(?:and|und|or|oder|so|but|ok|then|tell me|know|{_PREPOSITION})\s+)"
_WANTS = tuple(
    (name, re.compile("|".join(ways).replace("{lead}", _LEAD), re.I))
    for name, ways in _LISTS["wants"].items()
)
_VALUED = [pattern for name, pattern in _WANTS if name in VALUES]
# What only the asker's own record tells: "how many days do I have left?"
OWN_RECORD = re.compile("|".join(_LISTS["own"]["record"]), re.I)
# "zurückzugeben" is asked for, "zurückgeben" is told: German puts "zu" into verbs that have a part in front.
_WITH_ZU = re.compile(rf"\b({'|'.join(_LISTS['split_verbs']['de'].split())})zu(?!gs)(?=\w{{3,}}n\b)")
# "And how long does that take?" has one word of its own beside the "long". Chosen: with two ("… in July?") what is
# asked now leads.
FEW_WORDS = 1


@dataclass(frozen=True)
class Part:
    """One thing that is asked."""

    text: str
    # price · weight · often · measure · number · date · contact · person · place · reason · steps · yesno · compare
    # · thing
    wants: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """A question taken apart."""

    text: str
    setting: str  # earlier words (or the site's title) that say what "it" is about
    language: str
    words: tuple[str, ...]  # content words of the question, then those of the setting
    stems: tuple[str, ...]
    parts: tuple[Part, ...]
    own: int  # how many of the words are the question's own
    valued: bool = False  # says only which value is wanted ("and how long?"): what of stands in the setting

    def apart(self) -> list[Asked]:
        """Each part as a question of its own; one that leans on the others, or on a word before, has all as setting."""
        told = not set(self.words[: self.own]).issubset(word for part in self.parts for word in part.words)
        if len(self.parts) < 2:
            return [self]
        before = [
            self.text if told or leans(part.text, self.language) else self.setting for part in self.parts
        ]
        pairs = zip(self.parts, before, strict=True)
        return [understand(part.text, self.language, setting=setting) for part, setting in pairs]

    def without(self, missing: Collection[str]) -> Asked:
        """What is left of it without these parts."""
        kept = [part.text for part in self.parts if part.text not in missing]
        return understand(" ".join(kept), self.language, setting=self.setting) if missing else self


def understand(text: str, language: str = "en", *, setting: str = "") -> Asked:
    """Take a question apart; `setting` is what it leans on, which sets the topic but is not asked now."""
    text = _WITH_ZU.sub(r"\1", text) if language == "de" else text
    parts, own = _parts(text, language), content_words(text, language)
    valued = False
    if setting:
        asking = {words(match.group())[-1] for pattern in _VALUED for match in pattern.finditer(text)}
        telling = [word for word in own if word not in asking]
        valued = len(telling) <= FEW_WORDS and all(part.wants in VALUES for part in parts)
        own = telling if valued else own
        # "And from abroad?" wants what "How long do I have?" wanted
        parts = tuple(
            replace(part, wants=wants(setting)) if part.wants == "thing" else part for part in parts
        )
    found = tuple(dict.fromkeys([*own, *content_words(setting, language)]))
    roots = tuple(stem(word, language) for word in found)
    return Asked(text, setting, language, found, roots, parts, len(own), valued)


def _parts(text: str, language: str) -> tuple[Part, ...]:
    clauses = [
        clause
        for sentence in _sentences(text)
        if "?" in sentence or _ASKS.search(sentence)
        for clause in _clauses(sentence)
    ]
    asks = [clause for clause in clauses if _ASKS.search(clause)] or clauses or [text]
    return tuple(Part(ask, wants(ask), tuple(content_words(ask, language))) for ask in asks)


def _clauses(sentence: str) -> list[str]:
    """The questions inside one sentence; "when and where did he die" are two."""
    found: list[str] = []
    bare = ""
    for piece in (piece.strip(" ,;") for piece in _JOINT.split(sentence)):
        if len(piece.split()) > 1:
            found += [piece, f"{bare} {piece.split(None, 1)[1]}"] if bare else [piece]
            bare = ""
        elif _ASKS.search(piece):
            bare = piece
    return found


def _sentences(text: str) -> list[str]:
    # People do not always start a sentence with a capital: "… run. what can I do about it".
    return [piece for sentence in split_sentences(text) for piece in _LOWER_START.split(sentence) if piece]


def wants(text: str) -> str:
    """What kind of thing would answer this."""
    return next((name for name, pattern in _WANTS if pattern.search(text)), "thing")
