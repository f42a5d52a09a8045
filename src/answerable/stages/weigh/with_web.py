"""Weighing pages beside rows: which pages are about the thing asked for, and which of their lines speak of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Evidence, Findings, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.language.ranking import Embedder
from answerable.language.sentences import units
from answerable.language.words import detect_language, words
from answerable.sources.search.enrich import about, told
from answerable.stages.base import Seat

# How far a line must speak of the wanted words, on average. Found by looking at pairs: "guarantee" and "warranty" are
# 0.42 near, "employees" and "working days" 0.36.
SPEAKS = 0.4
# Two long words that share so many letters in a row are compounds of one word: Temperaturbereich, Betriebstemperatur.
# How near that makes them is chosen, not measured.
SHARED, COMPOUND = 8, 0.8
# The score of what does not fit: nobody quotes it or suggests it.
BEHIND = -1.0
# How ids of lines begin.
LINE = "line-"
# A line in the other language says the same, only less readably.
FOREIGN = 0.9
# The best line of a page about the thing, and of a page that only came up for the words. Chosen, not measured.
OF_THE_THING, OF_WORDS = 0.9, 0.6


class LineWeigher:
    """Lines of pages that speak of what the tables left open become evidence; rows tell which pages are about it."""

    def __init__(self, web: str, embedder: Embedder) -> None:
        self._web, self._embedder = web, embedder

    async def __call__(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        cells = list(told(piece.table for piece in ledger.fresh() if piece.table))
        lines = self._lines(question, ledger, cells)
        # Whole pages step back behind their lines, and lines of the last wave behind those of a page more about it.
        before = [replace(p, score=BEHIND) for p in ledger.fresh() if p.locator.source == self._web]
        ledger.add(Findings((*before, *lines)))
        best = max((line.score for line in lines), default=0.0)
        of_web = best * (OF_THE_THING if cells else OF_WORDS)
        return Weighing(of_web, enough=False, missing=() if lines else (question.text,))

    def _lines(self, question: Question, ledger: Ledger, cells: Sequence[str]) -> list[Evidence]:
        pieces = [p for p in ledger.fresh() if p.locator.source == self._web and not _is_line(p)]
        kept = about(pieces, cells) if cells else pieces
        wanted = ledger.waiting("wanted")
        if wanted is None:
            wanted = [word for word in words(question.text) if len(word) > 3]
        if not wanted:
            return list(_in_order(kept, question.language))
        found = [line for piece in kept for line in _cut(piece)]
        scores = self._speak(wanted, [line.text for line in found])
        spoken: dict[str, Evidence] = {}
        for line, score in zip(found, scores, strict=True):
            score *= 1.0 if detect_language(line.text, question.language) == question.language else FOREIGN
            if score >= SPEAKS and line.text not in spoken:
                spoken[line.text] = replace(line, score=score, near=score)
        # What is said in the question's own language needs no second telling.
        own = [one for one in spoken.values() if one.score == max(s.score for s in spoken.values())]
        return own or list(spoken.values())

    def _speak(self, wanted: Sequence[str], lines: Sequence[str]) -> list[float]:
        """How far each line speaks of the wanted words, 0 to 1."""
        if not lines:
            return []
        rows = self._embedder.match(wanted, lines)
        return [
            sum(max(float(near), _shares(word, line)) for word, near in zip(wanted, row, strict=True))
            / len(wanted)
            for line, row in zip(lines, rows, strict=True)
        ]


def _cut(piece: Evidence) -> Iterator[Evidence]:
    """A passage line by line, each citable alone."""
    for unit in units(piece.text):
        mark = hashlib.blake2b(f"{piece.id}\n{unit.text}".encode(), digest_size=6).hexdigest()
        yield replace(piece, id=f"{LINE}{mark}", text=unit.text)


def _in_order(pieces: Sequence[Evidence], language: str) -> Iterator[Evidence]:
    """Whatever the page says that is most about the thing, as it says it; in the question's language if one does."""
    own = [piece for piece in pieces if detect_language(piece.text, language) == language] or pieces
    cut = [line for piece in own if piece.locator.url == own[0].locator.url for line in _cut(piece)]
    lines = {line.text: line for line in cut}  # a search engine's few words may be the page's own
    for place, line in enumerate(lines.values()):
        score = 1 - place / len(lines) * (1 - SPEAKS)
        yield replace(line, score=score, near=score)


def _is_line(piece: Evidence) -> bool:
    return piece.id.startswith(LINE)


def _shares(word: str, line: str) -> float:
    """How near a word of the line is that shares a long part with this one."""
    low = word.casefold()
    parts = {low[i : i + SHARED] for i in range(len(low) - SHARED + 1)}
    return COMPOUND if any(part in line.casefold() for part in parts) else 0.0
