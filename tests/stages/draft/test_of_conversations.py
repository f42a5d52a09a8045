"""The sentences that matter, word for word, with who said them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.outcome import Claim, Draft, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.draft.of_conversations import ConversationDrafter, summarise
from answerable.stages.verify import Verifier

TRANSCRIPT = """Ann: Good morning Bill, thanks for joining.
[00:01:05] Bill Mercer: Hello. We moved offices last week. It was fine. We need 40 more seats before 1 March 2027.
Ann: How are you otherwise?
Bill Mercer: The export is a problem. Our budget is 31,000 USD.
Ann: I will send an offer by 2026-12-04. The weather is lovely here.
Bill Mercer: Sounds good. Bye."""


def test_wants_numbers_and_next_steps_stay() -> None:
    groups = summarise(TRANSCRIPT, "en")
    assert [(group[0].who, " ".join(one.text for one in group)) for group in groups] == [
        ("Bill Mercer", "We need 40 more seats before 1 March 2027."),
        ("Bill Mercer", "The export is a problem. Our budget is 31,000 USD."),
        ("Ann", "I will send an offer by 2026-12-04."),
    ]


def test_every_sentence_is_verbatim() -> None:
    for content in (
        TRANSCRIPT,
        "<p>Hi Ann,</p><p>We want a discount of 5 %.<br>Regards</p>",
        "Left a voicemail",
    ):
        for group in summarise(content, "en"):
            assert " ".join(one.text for one in group) in content


def test_german_sentences_are_weighed_too() -> None:
    content = "Guten Tag.\nWir benötigen die Verlängerung bis Ende Mai.\nSchönen Tag noch."
    assert [group[0].text for group in summarise(content, "de")] == [
        "Wir benötigen die Verlängerung bis Ende Mai."
    ]


def test_long_talks_stay_short_and_say_nothing_twice() -> None:
    content = "\n".join(f"Bill: We need {n} seats. We need {n} seats." for n in range(2, 60))
    said = [one.text for group in summarise(content, "en") for one in group]
    assert len(said) <= 6
    assert len(set(said)) == len(said)


def test_nothing_recorded_gives_nothing() -> None:
    assert summarise("", "en") == []


COLUMNS = ("subject", "start_time", "type", "contacts", "owner", "content")
CELLS = ("Seats", "2026-11-12 10:00", "Call", "Bill Mercer", "Ann Lee", TRANSCRIPT)
WAITS = {
    "sql": "SELECT 1",
    "title": "Acme",
    "talk": {"language": "en", "mine": True, "brief": False, "name": "Bill"},
}


async def retelling(*sentences: str) -> Draft:
    """What is told where a model writes these sentences."""
    table = Table(COLUMNS, (CELLS,))
    when = datetime(2026, 11, 12, tzinfo=UTC)
    piece = Evidence(
        "talk-1", table.told(9, 9_000), "", Locator("crm"), when, table=table, query="SELECT 1", kind="record"
    )
    ledger = Ledger(plans=[Plan(Decision.ENOUGH, waits=WAITS)])
    ledger.add(Findings(evidence=(piece,)))
    question = Question("Summarize my last conversation with Bill", "talk", "run", now=when)
    seat = Seat(Budget(Limits(), time.monotonic), silence)

    async def model(*_: object) -> Draft:
        return Draft(tuple(Claim(one, ("talk-1",)) for one in sentences), by="model")

    drafter = ConversationDrafter(model, model, Verifier())
    return await drafter(question, ledger, Weighing(enough=True, confidence=1.0), seat)


async def test_a_models_own_words_are_told() -> None:
    draft = await retelling("Bill Mercer needs 40 more seats before 1 March 2027.")
    assert [claim.text for claim in draft.claims][1:] == [
        "Bill Mercer needs 40 more seats before 1 March 2027."
    ]
    assert draft.by == "model"


async def test_what_nobody_said_is_left_out() -> None:
    true, invented = "Ann sends an offer by 2026-12-04.", "Bill Mercer agreed to pay 75,000 USD."
    draft = await retelling(true, invented)
    assert [claim.text for claim in draft.claims][1:] == [true]


async def test_nothing_true_leaves_the_words_said() -> None:
    draft = await retelling("Bill Mercer agreed to pay 75,000 USD.")
    assert any("“We need 40 more seats before 1 March 2027.”" in claim.text for claim in draft.claims)
    assert not any("75,000" in claim.text for claim in draft.claims)
