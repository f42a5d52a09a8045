"""What a user wants and says, read from their words: intents, slot values, moves of conversation; typos allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from answerable.domain.question import Question
from answerable.language.disguise import unmask
from answerable.language.words import STOPWORDS, content_words, detect_language, words
from answerable.tools.dialog import Dialog, Intent, Phrase

_CLAUSES = re.compile(r"[.?!;\n]+\s|\s(?:and|und|also|but|aber|plus|ausserdem|außerdem)\s|,\s", re.IGNORECASE)
# Of a clause that matches by a single word, more than this share of its words must be ours to be meant for us.
_OURS = 0.5


@dataclass(frozen=True)
class Heard:
    """One message, understood."""

    text: str
    intents: tuple[str, ...] = ()
    slots: Mapping[str, list[str]] = field(default_factory=dict)
    moves: frozenset[str] = frozenset()


# A turn asks for the same words at each of its steps; 256 bounds what is kept.
@lru_cache(maxsize=256)
def listen(dialog: Dialog, text: str, asked: str = "") -> Heard:
    """Understand one message; `asked` is the slot the last turn asked for."""
    plain = unmask(text)
    moves = frozenset(name for name, phrases in dialog.moves.items() if best(dialog, phrases, words(plain)))
    sure = {name: slot.read(plain, asked=False) for name, slot in dialog.slots.items()}
    # A bare number counts where a number is expected: asked for, corrected, all that was said, or beside an address.
    choosing = asked in dialog.slots and bool(dialog.slots[asked].source)
    alone = not choosing and (len(words(plain)) <= 2 or any(sure.values()))
    loose = alone or bool(moves & {"correction", "other", "another"})
    slots = {
        name: found
        for name, slot in dialog.slots.items()
        if (found := sure[name] or slot.read(plain, asked=loose or name == asked))
    }
    intents: dict[str, None] = {}
    plain = dialog.plain(plain)
    for clause in [piece for piece in _CLAUSES.split(plain) if piece.strip()]:
        if name := _intent(dialog, clause):
            intents.setdefault(name)
    if not intents and (name := _intent(dialog, plain)):
        intents.setdefault(name)
    return Heard(text, tuple(intents), slots, moves)


def foreign(dialog: Dialog, text: str, known: Sequence[str] = ()) -> bool:
    """Whether a text is about something, and none of it is ours or among these known words."""
    about = content_words(text, detect_language(text))
    return bool(about) and not any(word in known or _telling(dialog, word) for word in about)


def _telling(dialog: Dialog, word: str) -> bool:
    """Whether a word may be one of ours that says something: "world" is no mistyped "would"."""
    return any(
        meant not in STOPWORDS["en"] and meant not in STOPWORDS["de"] for meant in dialog.meanings(word)
    )


def language_of(question: Question) -> str:
    """The language of the conversation: of this message, or of the last one that tells."""
    for text in (question.text, *(turn.question for turn in reversed(question.turns))):
        if language := detect_language(text, ""):
            return language
    return question.language


def _intent(dialog: Dialog, clause: str) -> str:
    said = words(clause)
    scores = {intent.name: best(dialog, intent.phrases, said) for intent in dialog.intents.values()}
    name = max(scores, key=lambda name: scores[name], default="")
    if not name or scores[name] == 0:
        return ""
    # One word of ours decides little, and general questions are often about something else.
    sure = 3 if dialog.intents[name].aside else 2
    if scores[name] < sure and not _ours(dialog, dialog.intents[name], clause):
        return ""
    return name


def _ours(dialog: Dialog, intent: Intent, clause: str) -> bool:
    """Whether a clause that holds one of our words is mostly about us, and not about schools in general."""
    about = content_words(clause, detect_language(clause))
    known = [word for word in about if _telling(dialog, word)]
    values = [value for slot in dialog.slots.values() for value in slot.read(clause, asked=True)]
    return not about or bool(values) or len(known) > _OURS * len(about) or intent.steps == ()


def best(dialog: Dialog, phrases: Sequence[Phrase], said: Sequence[str]) -> float:
    """The score of the phrase that fits these words best; 0 where none does."""
    meant = [(frozenset((word,)), dialog.meanings(word)) for word in said]
    return max((_score(phrase, said, meant) for phrase in phrases), default=0.0)


def _score(
    phrase: Phrase, said: Sequence[str], meant: Sequence[tuple[frozenset[str], frozenset[str]]]
) -> float:
    """How many groups a phrase has, if all are said and nothing it forbids; a slip of the finger costs a little."""
    if not phrase.never.isdisjoint(said):
        return 0.0
    score = 0.0
    for group in phrase.groups:
        near = [
            0.9 if group.isdisjoint(word) else 1.0
            for word, meanings in meant
            if not group.isdisjoint(meanings)
        ]
        if not near:
            return 0.0
        score += max(near)
    return score
