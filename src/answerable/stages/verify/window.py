"""Where in the cited evidence a sentence of a claim comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from answerable.language.values import Forms
from answerable.stages.verify.ground import Ground, Sentence

# A second sentence counts as a source of the claim when it shares at least this part of what the best one
# shares. At 0.3 two more of 115 paraphrases were stopped (rivals from far away); 0.5 to 0.9 made no
# difference.
_ALSO = 0.5


@dataclass(frozen=True)
class Window:
    """The sentences a claim's sentence rests on: the best, its neighbours, and those nearly as good."""

    best: Sentence
    shared: int  # how many content stems the best sentence shares with the claim
    sentences: tuple[Sentence, ...]

    @cached_property
    def forms(self) -> Forms:
        return Forms(value for sentence in self.sentences for value in sentence.values)


def find_window(claim: Sentence, passages: Sequence[Ground]) -> Window:
    """Align one sentence of a claim with the evidence it cites."""
    wanted = frozenset(claim.content)
    ranked = [
        (len(wanted & s.stems), p, n)
        for p, passage in enumerate(passages)
        for n, s in enumerate(passage.sentences)
    ]
    if not ranked:
        return Window(Sentence("", claim.language), 0, tuple(p.head for p in passages))
    top, first, index = max(ranked, key=lambda entry: (entry[0], -entry[1], -entry[2]))
    chosen: dict[tuple[int, int], None] = {}
    for shared, passage, number in ranked:
        if shared and shared >= _ALSO * top:
            chosen.setdefault((passage, number))
    for near in (index - 1, index, index + 1):
        if 0 <= near < len(passages[first].sentences):
            chosen.setdefault((first, near))
    rows = {p for p, n in chosen if passages[p].sentences[n].row}
    heads = [passages[p].sentences[_header(passages[p])] for p in rows]
    found = [passages[p].sentences[n] for p, n in chosen]
    best = passages[first].sentences[index]
    return Window(best, top, (*found, *heads, *(p.head for p in passages)))


def _header(passage: Ground) -> int:
    """A table's first row names its columns, often with their units."""
    return next(number for number, sentence in enumerate(passage.sentences) if sentence.row)
