"""Whether an override is still needed: its test question walks with and without it, and the two are compared."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from answerable.build.house import House
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Ledger, Locator
from answerable.domain.outcome import Answer, Claim, Draft, Outcome, as_contract
from answerable.domain.question import Question
from answerable.errors import AnswerableError
from answerable.language.pattern import Pattern
from answerable.stages.verify import Verifier
from answerable.store.overrides import StoredOverride

NEEDED: Final = "needed"
SPARE: Final = "not needed"
EXPIRED: Final = "expired"
UNKNOWN: Final = "unknown"
_MARK = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True)
class Checked:
    """What a check found, and what is said without the override."""

    state: Literal["needed", "not needed", "expired", "unknown"]
    usual: str


def tried_with(override: StoredOverride) -> str:
    """The words that test an override: those given with it, or its pattern where that has no open places."""
    exact = Pattern(override.pattern).rank[0]
    return str(override.test.get("question") or (override.pattern if exact else ""))


async def check_need(house: House, override: StoredOverride, take: Callable[[str], Question]) -> Checked:
    """Walk the test question with nothing pinned at that stage, and say whether that comes to the same."""
    if not (text := tried_with(override)):
        return Checked(UNKNOWN, "It has no test question.")
    question = take(text)
    if override.expires_at is not None and override.expires_at <= time.time():
        return Checked(EXPIRED, "")
    if Pattern(override.pattern).match(question.text) is None:
        return Checked(UNKNOWN, "The test question does not fit the pattern.")
    try:
        usual = await _walk(house, question, override.stage)
        if override.stage == "draft":
            same = await _says(usual, str(override.result["text"]), question)
        else:
            same = _shown(usual) == _shown(await _walk(house, question, ""))
    except AnswerableError as error:
        return Checked(UNKNOWN, str(error))
    return Checked(SPARE if same else NEEDED, usual.text)


async def _walk(house: House, question: Question, without: str) -> Outcome:
    async with house.engine(question, without=without) as engine:
        return await engine.walk(question, house.budget(question.assistant), silence)


async def _says(usual: Outcome, text: str, question: Question) -> bool:
    """Whether the usual answer carries the pinned one, as a verifier sees it."""
    if not isinstance(usual, Answer):
        return False
    told = [usual.text, *(citation.evidence.text for citation in usual.citations)]
    where, now = Locator("usual"), datetime.now(UTC)
    pieces = [Evidence(str(n), _MARK.sub("", words), "", where, now) for n, words in enumerate(told)]
    ledger = Ledger({piece.id: piece for piece in pieces})
    verdict = await Verifier()(question, Draft((Claim(text, tuple(piece.id for piece in pieces)),)), ledger)
    return verdict.clean


def _shown(outcome: Outcome) -> dict[str, Any]:
    """What a reader sees of an outcome."""
    contract = as_contract(outcome)
    return {name: contract[name] for name in ("outcome", "reason", "text", "elements", "choices")}
