"""The drafter that asks a model: it sees numbered passages and writes sentences that cite them by number.

What it writes is a draft like any other and meets the same verifier. Where the model cannot be used, or says
nothing, the rules write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from answerable.domain.evidence import Evidence, Gap, Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Objections, Weighing
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError
from answerable.language.sentences import units
from answerable.language.words import content_words, stem, stems, words
from answerable.models.base import Prompt
from answerable.models.metered import MeteredModel
from answerable.models.prompts import PromptFile, Quoted
from answerable.models.shown import (
    INSTRUCTION,
    MOST_TOKENS,
    QUESTION,
    ShownLimits,
    ShownPassage,
    cut,
    prompt_tokens,
    show_passages,
    show_turns,
)
from answerable.stages.base import Drafter, Seat, Verify

PROMPT = PromptFile.load(Path(__file__).with_name("draft.md"))

# Chosen, not measured: as many whole sections as fit beside the rules within the prompt's tokens.
PASSAGES = 8
PASSAGE_CHARS = 2_400
# An answer longer than this is no longer read; what the model writes beyond it is left out.
SENTENCES = 10
SENTENCE_CHARS = 600
OBJECTIONS, VALUE_CHARS = 8, 200
# After so many turns the reminder is said more strongly (the requirement's number).
LONG_AFTER = 5
_LANGUAGES = {"en": "English", "de": "German"}
_MARKS = re.compile(r"\s*\[\d+(?:\s*,\s*\d+)*\](?=\W|$)|\*\*|__|^#+\s+|^[-*•]\s+")

# What is wrong with a draft, in words the model can act on.
_WRONG = {
    "citation": "A sentence cited {value}: cite only the numbers of passages that are shown.",
    "support": "The cited passages do not say this, or say it differently: {value}",
    "quote": "These words are not in the cited passage: {value}",
    "leak": "A sentence repeated confidential words: write about the passages only.",
}
_AGAIN = (
    "Your last draft was turned down for the reasons in objections: write it again without those faults, and "
    "leave out what the passages do not carry."
)
_WRONG_VALUE = "The {kind} {value!r} is not in the cited passages, or not with this meaning."


class WrittenSentence(BaseModel):
    """One sentence and the numbers of the passages it rests on."""

    text: str
    evidence: list[int] = Field(default_factory=list)


class WrittenAnswer(BaseModel):
    """The answer, sentence by sentence."""

    sentences: list[WrittenSentence] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list, description="Parts of the question nothing answers.")
    refuse: bool = False
    refusal_reason: Literal["off_topic", "not_found"] | None = None


class ModelDrafter:
    """Writes from the best passages."""

    def __init__(
        self,
        rules: Drafter,
        model: MeteredModel,
        limits: ShownLimits,
        verify: Verify,
        *,
        instruction: str = "",
    ) -> None:
        self._rules, self._model, self._limits = rules, model, limits
        self._verify, self._instruction = verify, instruction

    async def __call__(
        self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        if not len(ledger):
            return await self._rules(question, ledger, weighing, seat, objections)
        plan = ledger.plans[-1] if ledger.plans else None
        why = plan.why if plan and plan.by != "rule" else ""  # a rule's reason does not help to write
        prompt, shown = self._prompt(question, ledger, why, objections)
        try:
            written = await self._model.reply(prompt, WrittenAnswer, seat.budget, seat.tell)
        except (ModelError, BudgetSpent):
            return await self._rules(question, ledger, weighing, seat, objections)
        told = weighing.enough or (written.refusal_reason == "off_topic" and weighing.speaks_of)
        if written.refuse and not told:
            return Draft((), reason=written.refusal_reason or "not_found", by=self._model.name)
        claims = tuple(
            _claim(sentence, shown) for sentence in written.sentences[:SENTENCES] if _said(sentence)
        )
        if written.refuse or not claims:
            # Nothing said, or a refusal against what the rules found (one hostile page may ask for that).
            return await self._rules(question, ledger, weighing, seat, objections)
        draft = Draft(claims, gaps=_gaps(written.missing, question), by=self._model.name)
        if objections and not (await self._verify(question, draft, ledger)).passed:
            # Nothing of it could be said, once more.
            return await self._rules(question, ledger, weighing, seat)
        return draft

    def _prompt(
        self, question: Question, ledger: Ledger, why: str, objections: Objections
    ) -> tuple[Prompt, Sequence[ShownPassage]]:
        """The prompt within its tokens, and the passages it shows."""
        asked = set(stems(question.meant, question.language))

        def suits(text: str) -> float:
            return len(asked.intersection(stems(text, question.language)))

        shown = show_passages(ledger.best(PASSAGES), each=PASSAGE_CHARS, limits=self._limits, suits=suits)
        while True:
            prompt = self._fill(question, shown, why, objections)
            if prompt_tokens(prompt, WrittenAnswer) <= MOST_TOKENS or len(shown) <= 1:
                return prompt, shown
            shown = shown[:-1]

    def _fill(
        self, question: Question, shown: Sequence[ShownPassage], why: str, objections: Objections
    ) -> Prompt:
        told = "\n".join(_told(objections)[:OBJECTIONS])
        return PROMPT.fill(
            {
                "instruction": cut(self._instruction, INSTRUCTION) or "nothing in particular.",
                "question": Quoted(cut(question.text, QUESTION), "question"),
                "turns": show_turns(question.turns),
                "decision": [Quoted(why, "decision")] if why else [],
                "passages": [passage.quoted for passage in shown],
                "objections": [Quoted(cut(told, 600), "objections")] if told else [],
                "language": _LANGUAGES.get(question.language, "the language of the question"),
                "again": _AGAIN if told else "",
            },
            long=len(question.turns) >= LONG_AFTER,
        )


def _said(sentence: WrittenSentence) -> str:
    """A sentence as plain text: the page numbers citations itself, and shows no markup."""
    return _MARKS.sub("", " ".join(sentence.text.split()))[:SENTENCE_CHARS].strip()


def _claim(sentence: WrittenSentence, shown: Sequence[ShownPassage]) -> Claim:
    text = _said(sentence)
    numbers = dict.fromkeys(sentence.evidence)
    cited = [shown[number - 1].piece for number in numbers if 1 <= number <= len(shown)]
    if not cited:
        return Claim(text, tuple(f"passage {number}" for number in numbers))  # the verifier turns it down
    return Claim(text, tuple(piece.id for piece in cited), _quote(text, cited))


def _quote(text: str, cited: Sequence[Evidence]) -> str:
    """The sentence, item or row of the cited evidence that has most of the claim's words, verbatim."""
    wanted = set(words(text))
    candidates = [unit.text for piece in cited for unit in units(piece.text)]
    return max(candidates, key=lambda unit: len(wanted & set(words(unit))), default="")


def _gaps(missing: Sequence[str], question: Question) -> tuple[Gap, ...]:
    """What the model says is missing, where it says so in the question's words.

    A gap is told to the user and is not verified, so nothing may enter through it that the user did not say.
    """
    language = question.language
    asked = set(stems(question.meant, language))
    kept = []
    for part in missing[:SENTENCES]:
        named = {stem(word, language) for word in content_words(part, language)}
        if named and named <= asked:
            kept.append(Gap(" ".join(part.split()), "the passages do not say"))
    return tuple(dict.fromkeys(kept))


def _told(objections: Objections) -> list[str]:
    """Each objection once, in words; of a sentence that leaked nothing is repeated."""
    leaks = {objection.claim for objection in objections if objection.kind == "leak"}
    told = [o for o in objections if o.kind == "leak" or o.claim not in leaks]
    return list(dict.fromkeys(map(_words_for, told)))


def _words_for(objection: Objection) -> str:
    template = _WRONG.get(objection.kind, _WRONG_VALUE)
    return template.format(kind=objection.kind, value=objection.value[:VALUE_CHARS])
