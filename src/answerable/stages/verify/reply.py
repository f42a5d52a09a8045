"""A reply in a conversation about tools: besides what every draft must carry, no markup and nothing out of scope."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Draft, Objection, Verdict
from answerable.domain.question import Question
from answerable.language.leak import LeakWatch
from answerable.language.values import Forms, find_values
from answerable.language.words import words
from answerable.stages.base import Verify

# The page shows text as it is: these would print as asterisks, underscores, hashes, backticks and bullets.
_MARKDOWN = re.compile(r"\*\*|__|^\s{0,3}#{1,6}\s|^[ \t]*[-*•]\s|`|^[ \t]*>\s|\[[^\]]+\]\(", re.MULTILINE)


class ReplyVerifier:
    """The general gate, then markup and scope. What it stops never enters the conversation."""

    def __init__(
        self, inner: Verify, out_of_scope: Collection[str], refusals: Mapping[str, str], watch: LeakWatch
    ) -> None:
        self._inner, self._watch = inner, watch
        self._foreign, self._refusals = frozenset(out_of_scope), tuple(refusals.values())

    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        """Check every claim twice; one with any objection does not pass."""
        verdict = await self._inner(question, draft, ledger)
        known = _known_words(ledger)
        found = [
            Objection(place, kind, value)
            for place, claim in enumerate(draft.claims)
            for kind, value in self._manners(claim.text, known)
        ]
        bad = {draft.claims[objection.claim].text for objection in found}
        passed = tuple(claim for claim in verdict.passed if claim.text not in bad)
        return replace(verdict, passed=passed, objections=(*verdict.objections, *found))

    def objections(self, text: str, question: Question, ledger: Ledger) -> list[Objection]:
        """What is wrong with a question back that a model worded: it may repeat what was said, and assert nothing."""
        if self._watch.leaked(text):  # and nothing else: what is wrong is told
            return [Objection(0, "leak", "words of the prompt")]
        said = [question.text, *(f"{turn.question}\n{turn.text}" for turn in question.turns)]
        known = Forms(
            value
            for piece in (*said, *(e.text for e in ledger))
            for value in find_values(piece, question.language)
        )
        found = [Objection(0, kind, value) for kind, value in self._manners(text, _known_words(ledger))]
        found += [
            Objection(0, value.kind, value.text)
            for value in find_values(text, question.language)
            if not value.weak and value.kind not in ("name", "quote") and not known.carry(value)
        ]
        return found

    def _manners(self, text: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
        if mark := _MARKDOWN.search(text):
            yield "markdown", mark.group().strip() or mark.group()
        if not any(refusal and refusal in text for refusal in self._refusals):
            foreign = [word for word in words(text) if word in self._foreign and word not in known]
            if foreign:
                yield "scope", foreign[0]


def _known_words(ledger: Ledger) -> frozenset[str]:
    """A book may be called "The Weather": what the evidence says may be said."""
    return frozenset(word for piece in ledger for word in words(piece.text))
