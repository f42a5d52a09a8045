"""What a user wants and says, read from their words: intents, slot values, moves of conversation; typos allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from answerable.domain.question import Question
from answerable.language.disguise import unmask
from answerable.language.likeness import parts_of
from answerable.language.subjects import spoken_of, subjects_of
from answerable.language.words import content_words, detect_language, words
from answerable.tools.dialog import Dialog, Phrase
from answerable.tools.policy import ABOUT, STATED, asks

# "Snow on the Line" is a name, whatever language is spoken.
_TITLES = re.compile(r"\b[A-Z][\w’']+(?:\s[a-z]{1,3})*\s[A-Z]\w+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")  # "where is my order of 2025" names no number
_QUOTED = re.compile(r"[«“„][^«»“”„]{2,80}[»”“]")
# A general question is heard instead of a wish whose phrase fits, if it is so much more like one and nothing is named
# that the wish could be about; where something is, any more will do the other way round. At 0.05 "can I send it back"
# was a general question; 0.25 is the least round number at which it is not. It costs a few policy questions.
_RATHER = 0.25
_SENTENCE = 4  # words; fewer, such as "return it again", mean what their phrase says
# What no phrase fits must be surer than otherwise where it is one part of several, or a general question beside
# something that is named; and beside such a thing stand out by so much. Chosen, not measured.
_PART, _APART = 0.4, 0.02
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


def listen_on(dialog: Dialog, text: str, asked: str, before: Sequence[str]) -> Heard:
    """Understand a message in its conversation: a general question that does not say what about ("and how much is
    that?") is heard with what the user spoke of before."""
    heard = listen(dialog, text, asked)
    wished = heard.slots or any(not dialog.intents[name].aside for name in heard.intents)
    said = words(text)
    others = {"elsewhere", "beyond"}.intersection(subjects_of(tuple(said)).values())
    leans = len(said) <= _LONG and asks(text) and best(dialog, dialog.kept["leans"], said) and not others
    if wished or heard.moves & _REPLIES or not leans or (heard.intents and spoken_of(said)):
        return heard
    spoken = next((about for one in reversed(before) if (about := spoken_of(words(one)))), [])
    fuller = f"{text.rstrip(' ?')} {' '.join(spoken)}?"
    like = dialog.likeness(fuller) if spoken else {}
    sure = like.get(dialog.quotes, 0.0) > max(ABOUT, like.get("", 0.0))
    return replace(heard, text=fuller, intents=(dialog.quotes,)) if sure else heard


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
        or bool(best(dialog, dialog.moves.get("thanks", ()), words(parts_of(f"{plain} ")[-1])))
        or asked in slots
        or (len(words(plain)) < _LONG and bool(moves & {*_REPLIES, "anger"}))
        or ("correction" in moves and len(words(plain)) < 2 * _LONG and not asks(plain))
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
    whole = dialog.plain(_written(dialog, plain, slots))
    if not own:
        name = heard_of(whole, alone=True)
        if name and not (replies and dialog.intents[name].aside):
            own[name] = {}
    elif not (any(sure.values()) or wished or replies):
        own = _beside(dialog, whole, own)
    if any(not dialog.intents[name].aside for name in own):
        for slot in (one for one in dialog.slots.values() if one.name not in slots):
            if found := [value for value in slot.read(plain, asked=True) if not _YEAR.search(value)]:
                slots[slot.name] = found
    return Heard(text, tuple(own), slots, moves, own if len(own) > 1 else {})


def _beside(
    dialog: Dialog, text: str, own: dict[str, dict[str, list[str]]]
) -> dict[str, dict[str, list[str]]]:
    """The wishes of a message that names nothing; where all of it is liker to a general question, that is heard too,
    and where it is so by far, that alone."""
    like = dialog.likeness(text) if len(words(text)) >= _SENTENCE else {}
    other = max(like, key=lambda one: like[one], default="")
    if not other or other in own or not dialog.intents[other].aside:
        return own
    far = like[other] > max(like.get(name, 0.0) for name in own) + _RATHER
    return {other: {}} | ({} if far else own)


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
    """Whether a text is about something, less like anything of ours than it must be, and has none of these words."""
    about = content_words(text, detect_language(text))
    like = dialog.likeness(text)
    return (
        bool(about) and like.get("", 0.0) >= max(like.values(), default=1.0) and not set(about) & set(known)
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
    scores = {
        one.name: best(dialog, one.phrases, said)
        for one in dialog.intents.values()
        if not best(dialog, one.unless, said)
    }
    name = max(scores, key=lambda name: scores[name], default="")
    # One word of ours decides little, and general questions are often about something else.
    unsure = name and dialog.intents[name].steps and scores[name] < (3 if dialog.intents[name].aside else 2)
    return "" if not name or not scores[name] or (unsure and foreign(dialog, clause)) else name


def _meant(dialog: Dialog, text: str, *, named: bool, wished: bool, replies: bool, alone: bool) -> str:
    """What one part of a message asks for: what a phrase says it is, unless it is more like something else. A wish
    stays a wish for what is named or wished for; a general question, or none of ours, may stand in its place. What
    replies to a question asks for nothing that no phrase says."""
    name, said = _intent(dialog, text), len(words(text))
    if replies or said < _FEW or (name and (wished or said < _SENTENCE)):
        return name
    like = dialog.likeness(text, named=named)
    for one in dialog.intents.values():
        if best(dialog, one.unless, words(text)):
            like.pop(one.name, None)
    if named:
        like.pop("", None)  # who names one of our things means us
    other = max(like, key=lambda one: like[one], default="")
    if not name:
        if not alone and said < (_SENTENCE if asks(text) else _LONG):
            return ""
        surer = not alone or (named and other and dialog.intents[other].aside)
        second = max((score for one, score in like.items() if one != other), default=0.0)
        least = second + _APART if named else like.get("", 0.0)
        stated = other and dialog.intents[other].aside and not asks(text)
        bar = (STATED if stated else _PART) if surer else ABOUT
        sure = like.get(other, 0.0) >= max(bar, least)
        return other if other and sure else ""
    if not other:
        return name if like.get("", 0.0) < ABOUT else ""
    kept = dialog.intents[other].aside is named
    return name if kept or like[other] <= like.get(name, 0.0) + (0.0 if named else _RATHER) else other


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
