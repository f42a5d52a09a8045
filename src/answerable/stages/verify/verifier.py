"""The verifier: every claim against the evidence it cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Claim, Draft, Objection, Verdict
from answerable.domain.question import Question
from answerable.language.leak import LeakWatch
from answerable.language.words import content_words, detect_language, stem
from answerable.stages.verify.carried import KIND, Everywhere, uncarried
from answerable.stages.verify.ground import Ground, Sentence, flat, read_evidence, sentences_of
from answerable.stages.verify.opposites import LIMITS, negation
from answerable.stages.verify.subjects import swapped
from answerable.stages.verify.support import ENOUGH_CARRIED, carried_share, contradiction, substituted
from answerable.stages.verify.window import Window, find_window

Finding = tuple[str, str]  # an objection's kind and value


class Verifier:
    """Passes the claims that their evidence carries and objects to the rest."""

    def __init__(self, prompts: Sequence[str] = (), canaries: Sequence[str] = ()) -> None:
        self._watch = LeakWatch(prompts, canaries)

    async def __call__(self, question: Question, draft: Draft, ledger: Ledger) -> Verdict:
        """Check every claim; one with an objection does not pass."""
        everywhere = _everything(ledger)
        passed: list[Claim] = []
        objections: list[Objection] = []
        for index, claim in enumerate(draft.claims):
            found = list(self._check(claim, question, ledger, everywhere))
            objections.extend(Objection(index, kind, value) for kind, value in dict.fromkeys(found))
            if not found:
                passed.append(replace(claim, evidence=tuple(i for i in claim.evidence if i in ledger)))
        if leak := self._watch.canary(" ".join(claim.text for claim in passed)):
            # Each claim alone is clean; together they give it away.
            return Verdict((), (*objections, Objection(0, "leak", leak)))
        return Verdict(tuple(passed), tuple(objections))

    def _check(
        self, claim: Claim, question: Question, ledger: Ledger, everywhere: Everywhere
    ) -> Iterator[Finding]:
        cited = [ledger[i] for i in claim.evidence if i in ledger]
        if not cited:
            yield "citation", ", ".join(claim.evidence) or "none"
            return
        passages = [read_evidence(evidence, question.language) for evidence in cited]
        if claim.quote and not any(flat(claim.quote) in passage.flat for passage in passages):
            yield "quote", claim.quote
        verbatim = _verbatim(claim.text, passages)
        if leak := (self._watch.canary if verbatim else self._watch.leaked)(claim.text):
            yield "leak", leak
        if verbatim:
            return
        asked = question.meant
        for text in sentences_of(claim.text):
            if not _verbatim(text, passages):
                yield from _check_sentence(text, claim, passages, everywhere, asked)


def _check_sentence(
    text: str, claim: Claim, passages: Sequence[Ground], everywhere: Everywhere, asked: str
) -> Iterator[Finding]:
    language = detect_language(text, passages[0].language)
    sentence = Sentence(text, language)
    window = find_window(sentence, passages)
    wrong = dict.fromkeys(uncarried(sentence, window, passages, everywhere, asked.casefold()))
    if all(passage.language != language for passage in passages):
        yield from ((KIND.get(v.kind, v.kind), v.text) for v in wrong if not v.weak)
        # Words of two languages cannot be compared: the claim must show what it rests on.
        if not claim.quote:
            yield "support", text
        return
    wrong |= dict.fromkeys(swapped(sentence, window))
    yield from ((KIND.get(value.kind, value.kind), value.text) for value in wrong)
    if wrong:
        return
    if reason := _unsupported(sentence, window, passages, asked):
        yield "support", reason


def _unsupported(sentence: Sentence, window: Window, passages: Sequence[Ground], asked: str) -> str:
    """Why the evidence does not carry a sentence whose values it has; empty when it does."""
    words = frozenset(stem(word, sentence.language) for word in content_words(asked, sentence.language))
    if carried_share(sentence, passages, words) < ENOUGH_CARRIED:
        return sentence.text
    return contradiction(sentence, window) or substituted(sentence, window, asked)


def _verbatim(text: str, passages: Sequence[Ground]) -> bool:
    """Whether the evidence says exactly this, and not right after a "not" or "only"; or a row of it does."""
    words = flat(text)
    if any(words in passage.flat and not _denied(words, passage.flat) for passage in passages):
        return True
    name, _, row = text.rpartition(":\n")  # above the first row may stand what its section is called
    return any(
        flat(row) in passage.told and flat(name).strip() in flat(passage.heading) for passage in passages
    )


def _denied(words: str, passage: str) -> bool:
    before = passage[: passage.index(words)].split()[-2:]
    if before and before[-1] in LIMITS:
        return True
    return any(map(negation, before)) and not negation(words.split(maxsplit=1)[0])


def _everything(ledger: Ledger) -> Everywhere:
    """The conversation's evidence as one text, built only when a claim reaches beyond its citations."""
    kept: list[str] = []

    def everywhere() -> str:
        if not kept:
            kept.append(
                " \n ".join(
                    f"{e.text} \n {e.title} \n {' '.join(e.locator.path)} \n {e.locator.url}" for e in ledger
                ).casefold()
            )
        return kept[0]

    return everywhere
