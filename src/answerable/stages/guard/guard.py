"""The guard at the door of the walk."""

from __future__ import annotations

import re

from answerable.domain.question import Question
from answerable.domain.ruling import ALLOWED, Ruling
from answerable.language.disguise import hidden_readings, readings
from answerable.stages.base import Seat
from answerable.stages.guard.concepts import attack_score
from answerable.stages.guard.learnt import likelihood
from answerable.stages.guard.phrases import Signal, harmless, load, signals
from answerable.stages.guard.small_talk import idle_command

# A signal of weight 1 decides alone; weaker ones must come together. Set by hand in the pattern files and
# scored on the development lists of tests/stages/guard.
_DECIDES = 1.0
_READ_AT_MOST = 12_000  # characters; the engine takes no question anywhere near as long
# How far below deciding the concepts still lend weight to a hint; at 1.0 it cost two benign texts of the
# development lists.
_NEAR = 0.7
# What the fitted weights decide alone, and below which they overrule a phrase. At 0.9 they see 13 more of 60 held-out
# attacks than the 26 that phrases see and stop 2 of 1,750 honest questions about sites, databases and companies; at 0.8
# it would be 15 and 9. An honest question that is refused costs more than an attack that is only answered.
_SURE, _HARMLESS = 0.9, 0.15
# Concepts so far above deciding are not overruled: an order, to drop the rules, that are yours. At 1, 2 and 3
# none of 951 benign look-alikes and 806 questions is stopped that was not before.
_PLAIN = 2.0
# Every attack phrase has one of these; a hidden reading without any is gibberish and not worth the full look.
_KEYS = re.compile(
    r"ignor|forget|disregard|instruc|prompt|rule|system|vergiss|anweis|regel|vorgab|bomb|kill|hack|reveal",
    re.I,
)
_LONG_RUN = re.compile(r"[^\W\d_]{12,}")


class QuestionGuard:
    """Refuses attacks, unsafe requests and idle commands; everything else may be worked on."""

    async def __call__(self, question: Question, seat: Seat) -> Ruling:  # noqa: ARG002 the stage's signature
        """Rule on one question."""
        return rule(question.text)


def rule(text: str) -> Ruling:
    """What the guard says about a text, in any disguise."""
    text = _ends(text)
    for reading in readings(text):
        if reason := _attack(reading, _DECIDES):
            if reason == "injection" and likelihood(reading) < _HARMLESS and _concepts(reading) < _PLAIN:
                continue
            return Ruling(allowed=False, reason=reason)
    # In a hidden reading a hint is enough: nobody writes an honest question backwards.
    for reading in hidden_readings(text):
        if _KEYS.search(reading) and (reason := _attack(reading, _DECIDES / 2)):
            return Ruling(allowed=False, reason=reason)
    if idle_command(text):
        return Ruling(allowed=False, reason="off_topic")
    sure = any(likelihood(reading) >= _SURE for reading in readings(text))
    return Ruling(allowed=False, reason="injection") if sure else ALLOWED


def _attack(reading: str, needed: float) -> str:
    phrases = _weight(reading, signals("injection.toml"))
    if phrases >= needed or phrases + _suspicion(reading) >= _DECIDES or _squeezed(reading):
        return "injection"
    return "unsafe" if _weight(reading, signals("unsafe.toml")) >= _DECIDES else ""


def _suspicion(reading: str) -> float:
    """What the concepts add: enough alone, half when they only come near."""
    score = _concepts(reading)
    return 1.0 if score >= 0 else 0.5 if score >= -_NEAR else 0.0


def _concepts(reading: str) -> float:
    return attack_score(reading, harmless("injection.toml", "theirs"))


def _squeezed(reading: str) -> bool:
    """Whether letters that were all set equally far apart spell an attack without its spaces."""
    runs = [word.lower() for word in _LONG_RUN.findall(reading)]
    return any(key in run for run in runs for key in load("injection.toml")["squeezed"])


def _ends(text: str) -> str:
    """A very long text's beginning and end: where an attack must stand to be read as an order."""
    return (
        text if len(text) <= _READ_AT_MOST else f"{text[: _READ_AT_MOST // 2]}\n{text[-_READ_AT_MOST // 2 :]}"
    )


def _weight(text: str, known: tuple[Signal, ...]) -> float:
    tidy = re.sub(r"[ \t\u00a0]+", " ", text)
    return sum(signal.weight for signal in known if _shows(tidy, signal))


def _shows(text: str, signal: Signal) -> bool:
    for match in signal.pattern.finditer(text):
        if signal.unless is None or not signal.unless.search(_around(text, match)):
            return True
    return False


def _around(text: str, match: re.Match[str]) -> str:
    """The sentence a match stands in: what is harmless must be so right there, not elsewhere in the text."""
    before = max((text.rfind(mark, 0, match.start() + 1) for mark in ".!?\n;"), default=-1)
    after = [place for mark in ".!?\n;" if (place := text.find(mark, match.end())) >= 0]
    return text[before + 1 : min(after, default=len(text))]
