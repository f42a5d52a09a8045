"""What a user wants and says, read from their words: intents, slot values, moves of conversation; typos allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from answerable.domain.question import Question
from answerable.language.disguise import unmask
from answerable.language.likeness import parts_of
from answerable.language.words import STOPWORDS, content_words, detect_language, words
from answerable.tools.dialog import Dialog, Intent, Phrase
from answerable.tools.policy import ABOUT

# "Snow on the Line" is a name, whatever language is spoken.
_TITLES = re.compile(r"\b[A-Z][\w’']+(?:\s[a-z]{1,3})*\s[A-Z]\w+")
_QUOTED = re.compile(r"[«“„][^«»“”„]{2,80}[»”“]")
# Of a clause that matches by a single word, more than this share of its words must be ours to be meant for us.
_OURS = 0.5
# A general question is heard instead of a wish whose phrase fits, if it is so much more like one and nothing is named
# that the wish could be about; where something is, any more will do the other way round. At 0.05 "can I send it back"
# was a general question; 0.25 is the least round number at which it is not. It costs a few policy questions.
_RATHER = 0.25
_SENTENCE = 4  # words; fewer, such as "return it again", mean what their phrase says
# What no phrase fits is ours if it is so much liker to ours than to other things (0, 0.05 and 0.1 were tried: each step
# leaves two to four more of 120 other questions alone and loses one or two of ours); one part of several, or a general
# question beside something that is named, must be surer. The latter is chosen, not measured.
_APART, _PART = 0.1, 0.4
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
    # A bare number counts where a number is expected: asked for, corrected, a sentence by itself, or beside an address.
    choosing = asked in dialog.slots and bool(dialog.slots[asked].source)
    alone = not choosing and (len(words(plain)) <= 2 or any(sure.values()))
    apart = not choosing and any(part.strip().isdigit() for part in parts_of(plain))
    loose = alone or apart or bool(moves & {"correction", "other", "another"})
    slots = {
        name: found
        for name, slot in dialog.slots.items()
        if (found := sure[name] or slot.read(plain, asked=loose or name == asked))
    }
    wished = "?" not in plain and bool(moves & {*_REPLIES, "wish"})
    replies = "?" not in plain and (
        choosing
        or asked in slots
        or (len(words(plain)) < _LONG and bool(moves & {*_REPLIES, "anger"}))
        or ("correction" in moves and len(words(plain)) < 2 * _LONG)
    )
    heard_of = partial(_meant, dialog, named=any(sure.values()), wished=wished, replies=replies)
    own: dict[str, dict[str, list[str]]] = {}
    name = ""
    clauses = parts_of(_written(dialog, plain, slots))
    for clause in clauses:
        heard = heard_of(dialog.plain(clause), alone=len(clauses) == 1)
        if heard and not (choosing and dialog.intents[heard].aside and "?" not in plain):
            own.setdefault(name := heard, {})
        for slot in (one for one in dialog.slots.values() if name):
            if found := slot.read(clause, asked=False):
                own[name][slot.name] = [*own[name].get(slot.name, ()), *found]
    if not own:
        name = heard_of(dialog.plain(_written(dialog, plain, slots)), alone=True)
        if name and not (replies and dialog.intents[name].aside):
            own[name] = {}
    return Heard(text, tuple(own), slots, moves, own if len(own) > 1 else {})


def _written(dialog: Dialog, text: str, slots: Mapping[str, Sequence[str]]) -> str:
    """The text with values in the writing of the tools, so that a bare number reads as what it stands for, and without
    what stands in quotation marks: names, whatever they say."""
    text = _QUOTED.sub(" ", text)
    for name, values in slots.items():
        bare = dialog.slots[name].bare
        for found in reversed(list(bare.finditer(text)) if bare else ()):
            value = dialog.slots[name].form.format(found[1])
            if value in values and not dialog.slots[name].read(text[: found.end()], asked=False):
                text = text[: found.start()] + value + text[found.end() :]
    return text


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


def _meant(dialog: Dialog, text: str, *, named: bool, wished: bool, replies: bool, alone: bool) -> str:
    """What one part of a message asks for: what a phrase says it is, unless it is more like something else. A wish
    stays a wish for what is named or wished for; a general question, or none of ours, may stand in its place. What
    replies to a question asks for nothing that no phrase says."""
    name, said = _intent(dialog, text), len(words(text))
    if replies or said < _FEW or (name and (wished or said < _SENTENCE)):
        return name
    like = dialog.likeness(text, named=named)
    if named:
        like.pop("", None)  # who names one of our things means us
    other = max(like, key=lambda one: like[one], default="")
    if not name:
        if not alone and said < _LONG:
            return ""
        surer = not alone or (named and other and dialog.intents[other].aside)
        sure = like.get(other, 0.0) >= max(_PART if surer else ABOUT, like.get("", 0.0) + _APART)
        return other if other and sure else ""
    if not other:
        return name if like.get("", 0.0) < ABOUT else ""
    kept = dialog.intents[other].aside is named
    return name if kept or like[other] <= like.get(name, 0.0) + (0.0 if named else _RATHER) else other


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
