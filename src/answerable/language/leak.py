"""Does a text give away the words of a prompt or a canary, openly or in disguise?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from answerable.language.disguise import UNLEET, hidden_readings, readings, respelt, shifted, unwrapped
from answerable.language.words import words

# Words in a row that count as a leak. Set by the design, not tuned: long enough that a sentence which merely
# talks about the same thing does not repeat them.
_RUN = 12
# Letters of a canary in a row that count as one, and how many of its first, which may be a common word, do not.
# Chosen, not measured: a third of a mark is told in no honest answer.
_PART, _NAME = 8, 3


class LeakWatch:
    """Knows what must not leave."""

    def __init__(self, prompts: Sequence[str], canaries: Sequence[str]) -> None:
        self._runs = {run for prompt in prompts for run in _runs(words(prompt))}
        self._canaries = tuple({part for canary in canaries for part in _parts(_bare(canary))})

    def leaked(self, text: str) -> str:
        """The canary or the run of prompt words that a text holds, or nothing."""
        if not self._runs and not self._canaries:
            return ""
        for reading in _every(text):
            if found := self._canary(reading) or self._prompt(reading):
                return found
        return ""

    def canary(self, text: str) -> str:
        """The canary alone; a sentence of the evidence may share words with a prompt, never a canary."""
        return next(filter(None, map(self._canary, _every(text))), "") if self._canaries else ""

    def _canary(self, text: str) -> str:
        bare = _bare(text)
        read = (bare, bare[::-1], bare[::2], bare[1::2])  # or with a letter between any two
        return next((part for part in self._canaries for one in read if part in one), "")

    def _prompt(self, text: str) -> str:
        if not self._runs:
            return ""
        return next((" ".join(run) for run in _runs(words(text)) if run in self._runs), "")


def _every(text: str) -> Iterator[str]:
    yield from readings(text)
    yield from hidden_readings(text)
    yield from unwrapped(text)
    yield from respelt(text)
    yield from shifted(text)


def _runs(found: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(found[start : start + _RUN]) for start in range(len(found) - _RUN + 1))


def _parts(bare: str) -> Iterable[str]:
    """Every part that gives a canary away; of a short one, all of it."""
    starts = range(_NAME, len(bare) - _PART + 1)
    return [bare[start : start + _PART] for start in starts] or filter(None, [bare])


def _bare(text: str) -> str:
    """Letters alone, digits and signs as the letters they are written for: a canary and a text are read alike."""
    return re.sub(r"[\W_]+", "", text.casefold().translate(UNLEET))
