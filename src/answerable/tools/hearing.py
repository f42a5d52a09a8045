"""What a user wants and says, read from their words: intents, slot values, moves of conversation; typos allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from answerable.domain.question import Question
from answerable.language.disguise import unmask
from answerable.language.likeness import parts_of
from answerable.language.words import STOPWORDS, content_words, detect_language, words
from answerable.tools.dialog import Dialog, Intent, Phrase
from answerable.tools.policy import ABOUT

# "Snow on the Line" is a name, whatever language is spoken.
_TITLES = re.compile(r"\b[A-Z][\w’']+(?:\s[a-z]{1,3})*\s[A-Z]\w+")
# Of a clause that matches by a single word, more than this share of its words must be ours to be meant for us.
_OURS = 0.5
# A general question is heard instead of a wish whose phrase fits, if it is so much more like one and nothing is named
# that the wish could be about; and the other way round where something is. Found on tests/tools/policy_questions.tsv.
_RATHER = 0.05
_SENTENCE = 4  # words; fewer, such as "return it again", mean what their phrase says
_FEW, _LONG = 3, 6  # words; fewer are no question, and no more are needed to answer. Chosen, not measured.
# Moves that answer, correct or end something, and so ask for nothing by themselves.
_REPLIES = frozenset(
    {"greeting", "thanks", "cancel", "correction", "other", "all", "number1", "number2", "number3"}
)


@dataclass(frozen=True)
class Heard:
    """One message, understood."""

    text: str
    intents: tuple[str, ...] = ()
    slots: Mapping[str, list[str]] = field(default_factory=dict)
    moves: frozenset[str] = frozenset()
    own: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)

    def slots_of(self, intent: str) -> Mapping[str, list[str]]:
        """What was said for one of several wishes: "check 1 and return 2" names a value for each."""
        return {**self.slots, **self.own.get(intent, {})}


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
    question = "?" in plain
    own: dict[str, dict[str, list[str]]] = {}
    name = ""
    for clause in parts_of(plain):
        heard = _intent(dialog, dialog.plain(clause))
        if heard and (question or not moves & {*_REPLIES, "wish"}):
            heard = _likely(dialog, dialog.plain(clause), heard, named=any(sure.values()))
        if heard and not (choosing and dialog.intents[heard].aside and not question):
            own.setdefault(name := heard, {})
        for slot in (one for one in dialog.slots.values() if name):
            if found := slot.read(clause, asked=False):
                own[name][slot.name] = [*own[name].get(slot.name, ()), *found]
    if not own and (
        name := _whole(dialog, plain, moves, answer=choosing or asked in slots, named=bool(slots))
    ):
        own[name] = {}
    return Heard(text, tuple(own), slots, moves, own if len(own) > 1 else {})


def _whole(dialog: Dialog, text: str, moves: frozenset[str], *, answer: bool, named: bool) -> str:
    """What a message means of which no part fits a phrase; two words, or an answer to what was asked, ask nothing."""
    plain = dialog.plain(text)
    if name := _intent(dialog, plain):
        return "" if answer and dialog.intents[name].aside and "?" not in text else name
    short = len(words(plain)) < _LONG and bool(moves & _REPLIES)
    if len(words(plain)) < _FEW or ((answer or short) and "?" not in text):
        return ""
    name = _likely(dialog, plain)
    return "" if named and name and dialog.intents[name].aside else name


def foreign(dialog: Dialog, text: str, known: Sequence[str] = ()) -> bool:
    """Whether a text is about something, and none of it is ours or among these known words."""
    about = content_words(text, detect_language(text))
    like = dialog.likeness(text)
    elsewhere = like.get("", 0.0) >= max(ABOUT, *like.values()) if like else False
    ours = not elsewhere and any(_telling(dialog, word) for word in about)
    return bool(about) and not ours and not any(word in known for word in about)


def _telling(dialog: Dialog, word: str) -> bool:
    """Whether a word may be one of ours that says something: "world" is no mistyped "would"."""
    return any(
        meant not in STOPWORDS["en"] and meant not in STOPWORDS["de"] for meant in dialog.meanings(word)
    )


def language_of(question: Question) -> str:
    """The language of the conversation: of this message, or of the last one that tells."""
    said = (question.text, *(turn.question for turn in reversed(question.turns)))
    for text in (*(_TITLES.sub("", one) for one in said), *said):
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


def _likely(dialog: Dialog, text: str, name: str = "", *, named: bool = False) -> str:
    """The intent that a text is most like, if it is like any. Where a phrase fits one, only a general question may
    stand in its place, or a wish for what is named, or that nothing of ours is asked."""
    like = dialog.likeness(text)
    other = max(like, key=lambda one: like[one], default="")
    if like.get(other, 0.0) < ABOUT or (name and len(words(text)) < _SENTENCE):
        return name
    kept = name and (named if not other else dialog.intents[other].aside is named)
    margin = _RATHER if name and other else 0.0
    return name if kept or like[other] <= like.get(name, 0.0) + margin else other


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
