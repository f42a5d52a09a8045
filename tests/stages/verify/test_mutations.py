"""T11: an answer with one invented value does not leave, and true answers do.

Run more by hand: ANSWERABLE_MUTATIONS=10000 pytest tests/stages/verify/test_mutations.py
"""

from __future__ import annotations

import os

import pytest

from answerable.domain.outcome import Claim, Draft
from answerable.stages.verify import Verifier
from tests.stages.verify.claims import Corpus, question
from tests.stages.verify.mutations import mutated

COUNT = int(os.environ.get("ANSWERABLE_MUTATIONS", "2100"))


async def _passing(corpus: Corpus, claims: list[tuple[str, str, str]]) -> list[str]:
    verifier = Verifier()
    passing = []
    for text, cited, language in claims:
        verdict = await verifier(question(language=language), Draft((Claim(text, (cited,)),)), corpus.ledger)
        if verdict.passed:
            passing.append(text)
    return passing


def _mutated(corpus: Corpus, kind: str, count: int, seed: int) -> list[tuple[str, str, str]]:
    sentences = corpus.sentences(kind)
    made = mutated([text for text, _, _ in sentences], count, seed)
    return [(new, *sentences[place][1:]) for place, _, new in made]


async def test_mutated_true_sentences_are_stopped(corpus: Corpus) -> None:
    claims = _mutated(corpus, "true", COUNT, seed=11)
    passing = await _passing(corpus, claims)
    assert len(passing) <= 0.001 * len(claims), passing[:20]


async def test_mutated_paraphrases_are_mostly_stopped(corpus: Corpus) -> None:
    claims = _mutated(corpus, "faithful", COUNT // 3, seed=12)
    passing = await _passing(corpus, claims)
    # 99.4 % of 3,000 were stopped when this was written; what passes is a name in a reworded sentence.
    assert len(passing) <= 0.02 * len(claims), passing[:20]


async def test_true_sentences_are_never_stopped(corpus: Corpus, heldout: Corpus) -> None:
    for source in (corpus, heldout):
        claims = source.sentences("true")
        passing = await _passing(source, claims)
        assert len(claims) - len(passing) <= 0.005 * len(claims)


async def test_faithful_paraphrases_pass(corpus: Corpus) -> None:
    claims = corpus.sentences("faithful")
    passing = await _passing(corpus, claims)
    assert len(claims) >= 60
    assert len(claims) - len(passing) <= 0.05 * len(claims), {c[0] for c in claims} - set(passing)


async def test_sentences_that_turn_the_evidence_around_are_stopped(corpus: Corpus) -> None:
    claims = corpus.sentences("false")
    passing = await _passing(corpus, claims)
    # Two of 78 pass: "employer" for "employee", and an exchange of subjects with no second value to compare.
    assert len(passing) <= 0.05 * len(claims), passing


async def test_the_held_out_passages_fare_alike(heldout: Corpus) -> None:
    # Scored once when the verifier was finished: 2 of 20 paraphrases stopped, no false sentence of 9 passed;
    # one of the two causes was general and was mended afterwards.
    faithful, false = heldout.sentences("faithful"), heldout.sentences("false")
    assert len(await _passing(heldout, faithful)) >= len(faithful) - 2
    assert await _passing(heldout, false) == []


@pytest.mark.parametrize("seed", [1, 2])
async def test_mutations_of_held_out_passages_are_stopped(heldout: Corpus, seed: int) -> None:
    claims = _mutated(heldout, "true", COUNT // 10, seed)
    passing = await _passing(heldout, claims)
    assert len(passing) <= 0.005 * len(claims), passing
