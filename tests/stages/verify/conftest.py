"""Fixtures of the verifier's tests."""

from __future__ import annotations

import pytest

from answerable.domain.outcome import Claim, Draft, Verdict
from answerable.stages.verify import Verifier
from tests.stages.verify.claims import Ask, Corpus, evidence, ledger_of, question, read_corpus


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    return read_corpus("corpus.toml")


@pytest.fixture(scope="session")
def heldout() -> Corpus:
    return read_corpus("heldout.toml")


@pytest.fixture
def verify() -> Ask:
    """Verify one claim that cites evidence "a" with the given text."""

    async def ask(
        claim: str, text: str, *, quote: str = "", asked: str = "What applies?", language: str = "en"
    ) -> Verdict:
        draft = Draft((Claim(claim, ("a",), quote),))
        return await Verifier()(question(asked, language), draft, ledger_of(evidence(text)))

    return ask
