"""Earlier turns of the conversation, and the question with its references resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Evidence, Ledger
from answerable.domain.question import Question, Turn
from answerable.language.followup import setting_of
from answerable.language.words import content_words, stem, stems
from answerable.stages.base import Seat

# Pieces of evidence brought in from earlier turns. Of more, those of the last turn stay, and of the others those that
# share most words with the question. Chosen, not measured.
MOST = 60


class TurnRecall:
    """Reads only the turns it was handed with the question."""

    async def __call__(self, question: Question, seat: Seat) -> tuple[Question, Ledger]:  # noqa: ARG002
        earlier = [turn.question for turn in question.turns]
        meant = replace(question, setting=setting_of(question.text, earlier, question.language))
        ledger = Ledger()
        ledger.recall(_relevant(meant, question.turns))
        return meant, ledger


def _relevant(question: Question, turns: Sequence[Turn]) -> Iterator[Evidence]:
    """What earlier turns stood on: all of it where that is little, else what the question is about."""
    every = [piece for turn in turns for piece in turn.evidence]
    if len(every) <= MOST:
        return iter(every)
    language = question.language
    asked = {stem(word, language) for word in content_words(question.meant, language)}
    older = [piece for turn in turns[:-1] for piece in turn.evidence]
    fitting = sorted(older, key=lambda piece: -len(asked & set(stems(piece.text, language))))
    last = turns[-1].evidence
    kept = {piece.id for piece in (*last, *fitting[: max(0, MOST - len(last))])}
    return (piece for piece in every if piece.id in kept)
