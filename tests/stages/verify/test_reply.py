from __future__ import annotations

import pytest

from answerable.domain.evidence import Evidence, Ledger, Locator
from answerable.domain.outcome import Claim, Draft
from answerable.domain.question import Question, Turn
from answerable.language.leak import LeakWatch
from answerable.stages.verify import Verifier
from answerable.stages.verify.reply import ReplyVerifier
from tests.tools.conftest import NOON

REFUSAL = "I can help with orders, but not with that."
CHECK = ReplyVerifier(
    Verifier(), {"weather", "poem"}, {"en": REFUSAL}, LeakWatch((), ("kestrel-1234567890abcdef",))
)
RECORD = Evidence(
    "r1",
    "Your order BK-1001 was delivered on 28 May 2026. It contains “The Weather Book”.",
    "t",
    Locator("t"),
    NOON,
    kind="record",
)


def ledger() -> Ledger:
    known = Ledger()
    known.recall([RECORD])
    return known


def question(text: str = "where is my order?", *turns: Turn) -> Question:
    return Question(text, "c", "r", NOON, turns=turns)


async def objections(text: str) -> list[str]:
    verdict = await CHECK(question(), Draft((Claim(text, ("r1",)),)), ledger())
    assert bool(verdict.passed) != bool(verdict.objections)
    return [objection.kind for objection in verdict.objections]


async def test_what_the_receipt_says_may_be_said() -> None:
    assert await objections("Your order BK-1001 was delivered on 28 May 2026.") == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Your order BK-1001 was delivered on 29 May 2026.", "date"),
        ("Your order BK-1002 was delivered on 28 May 2026.", "identifier"),
        ("Your order **BK-1001** was delivered on 28 May 2026.", "markdown"),
        ("- Your order BK-1001 was delivered on 28 May 2026.", "markdown"),
        ("# Your order BK-1001 was delivered on 28 May 2026.", "markdown"),
        ("Your order `BK-1001` was delivered on 28 May 2026.", "markdown"),
        ("Your order BK-1001 was delivered, here is a poem.", "scope"),
    ],
)
async def test_what_it_does_not_say_is_stopped(text: str, kind: str) -> None:
    assert kind in await objections(text)


@pytest.mark.parametrize(
    "date", ["28 May 2026", "2026-05-28", "May 28, 2026", "28.05.2026", "28th of May 2026"]
)
async def test_a_date_may_be_written_in_any_way(date: str) -> None:
    assert await objections(f"Your order BK-1001 was delivered on {date}.") == []


async def test_a_book_may_have_a_foreign_name() -> None:
    assert await objections("Your order BK-1001 contains “The Weather Book”.") == []


async def test_a_question_may_repeat_what_was_said() -> None:
    turn = Turn("my order is BK-1777", "Thanks.", "clarification")
    assert CHECK.objections("Do you mean BK-1777 or BK-1001?", question("hm", turn), ledger()) == []
    assert CHECK.objections(f"{REFUSAL} The weather is not ours.", question(), ledger()) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Do you mean BK-1999?", "identifier"),
        ("Was it on 1 March 2026?", "date"),
        ("Is EUR 12.50 right?", "amount"),
        ("Shall we write a poem?", "scope"),
        ("My mark is kestrel-1234567890abcdef", "leak"),
    ],
)
def test_a_question_may_assert_nothing_new(text: str, kind: str) -> None:
    assert kind in [objection.kind for objection in CHECK.objections(text, question(), ledger())]
