from __future__ import annotations

import random

import pytest

from answerable.domain.outcome import Claim, Draft
from answerable.stages.verify import Verifier
from tests.stages.verify.claims import Ask, Corpus, question


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Refunds are possible.", "Refunds are not possible."),
        ("Refunds are not possible.", "Refunds are possible."),
        ("Only members can borrow books.", "Members can borrow books."),
        ("Members can borrow books here.", "Only members can borrow books here."),
        ("The fee was increased in May.", "The fee was decreased in May."),
        ("Pay before delivery.", "Pay after delivery."),
        ("Use a pressure washer.", "Do not use a pressure washer."),
        ("Haustiere sind in der Wohnung erlaubt.", "Haustiere sind in der Wohnung verboten."),
        ("Die Kosten werden nicht erstattet.", "Die Kosten werden erstattet."),
    ],
)
async def test_a_turned_sentence_is_objected(verify: Ask, claim: str, text: str) -> None:
    verdict = await verify(claim, text, language="de" if "ie " in claim or "Haus" in claim else "en")
    assert [o.kind for o in verdict.objections] == ["support"]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Smoking is not allowed in the hall.", "Smoking is forbidden in the hall."),
        ("Dogs are forbidden in the hall.", "Dogs are not allowed in the hall."),
        ("Returns are free.", "Returns are free, but opened films are not accepted."),
        ("You can't undo the deletion.", "The deletion cannot be undone."),
    ],
)
async def test_two_ways_to_say_no_agree(verify: Ask, claim: str, text: str) -> None:
    assert (await verify(claim, text)).clean


async def test_a_sentence_about_something_else_is_objected(verify: Ask) -> None:
    verdict = await verify(
        "The restaurant serves vegan burgers and cold drinks.", "The hotel has a sauna and a pool."
    )
    assert [o.kind for o in verdict.objections] == ["support"]


async def test_sentences_of_other_passages_are_unsupported(corpus: Corpus) -> None:
    """The threshold: paraphrases carry at least half their words, foreign sentences hardly ever do."""
    chance = random.Random(3)
    claims = [(text, cited) for text, cited, language in corpus.sentences("faithful") if language == "en"]
    verifier, passing = Verifier(), 0
    for text, cited in claims:
        other = chance.choice([c for _, c in claims if c != cited])
        verdict = await verifier(question(), Draft((Claim(text, (other,)),)), corpus.ledger)
        passing += bool(verdict.passed)
    assert passing <= 0.02 * len(claims)
