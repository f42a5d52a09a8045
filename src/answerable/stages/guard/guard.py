"""The guard at the door of the walk."""

from __future__ import annotations

import re

from answerable.domain.question import ALLOWED, Question, Ruling
from answerable.language.disguise import decoded, hidden_readings, readings
from answerable.stages.base import Seat
from answerable.stages.guard.learnt import likeness
from answerable.stages.guard.phrases import Signal, load, signals
from answerable.stages.guard.small_talk import idle_command

# A signal of weight 1 decides alone; weaker ones must come together.
_DECIDES = 1.0
_READ_AT_MOST = 12_000  # characters; the engine takes no question anywhere near as long
# What the fitted weights decide alone, about so many words or more (most honest texts that were left out and stopped
# had two to four), and what a phrase needs of them: docs/evals.md. A Chinese or Japanese sign counts as a word.
SURE, FEWEST, DOUBT = 3.0, 5, -1.0
_WORD = re.compile(r"[\u3040-\u9fff]|[^\W\u3040-\u9fff]+")
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
    plain, *_ = shown = readings(text)
    for reading in shown:
        if _weight(reading, signals("unsafe.toml")) >= _DECIDES:
            return Ruling(allowed=False, reason="unsafe")
        if likely(reading, alone=reading == plain) or _squeezed(reading):
            idle = idle_command(text) and not phrased(reading)
            return Ruling(allowed=False, reason="off_topic" if idle else "injection")
    # In a hidden reading a hint is enough: nobody writes an honest question backwards.
    hints = (_KEYS.search(one) and phrased(one, _DECIDES / 2) for one in hidden_readings(text))
    if any(map(likely, decoded(plain))) or any(hints):
        return Ruling(allowed=False, reason="injection")
    return Ruling(allowed=False, reason="off_topic") if idle_command(text) else ALLOWED


def likely(reading: str, *, alone: bool = True) -> bool:
    """Whether a text is like an attack; nearly, where it holds an attack's phrase too."""
    # Not alone about what nobody wrote: the weights know nothing of gibberish ("thx!!!!" read as leet weighed 5.2).
    score = likeness(reading)
    sure = alone and score >= SURE and len(_WORD.findall(reading)) >= FEWEST
    return sure or (score >= DOUBT and phrased(reading))


def phrased(reading: str, needed: float = _DECIDES) -> bool:
    """Whether a text holds phrases of attacks that weigh so much."""
    return _weight(reading, signals("injection.toml")) >= needed


def _squeezed(reading: str) -> bool:
    """Whether letters that were all set equally far apart spell an attack without its spaces."""
    runs = [word.lower() for word in _LONG_RUN.findall(reading)]
    return any(key in run for run in runs for key in load("injection.toml")["squeezed"])


def _ends(text: str) -> str:
    """A very long text's beginning and end: where an attack must stand to be read as an order."""
    half = _READ_AT_MOST // 2
    return text if len(text) <= _READ_AT_MOST else f"{text[:half]}\n{text[-half:]}"


def _weight(text: str, known: tuple[Signal, ...]) -> float:
    tidy = re.sub(r"[ \t\u00a0]+", " ", text)
    return sum(signal.weight for signal in known if _shows(tidy, signal))


def _shows(text: str, signal: Signal) -> bool:
    found = signal.pattern.finditer(text)
    return any(not (signal.unless and signal.unless.search(_around(text, match))) for match in found)


def _around(text: str, match: re.Match[str]) -> str:
    """The sentence a match stands in: what is harmless must be so right there, not elsewhere in the text."""
    before = max((text.rfind(mark, 0, match.start() + 1) for mark in ".!?\n;"), default=-1)
    after = [place for mark in ".!?\n;" if (place := text.find(mark, match.end())) >= 0]
    return text[before + 1 : min(after, default=len(text))]
