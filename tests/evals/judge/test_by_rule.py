"""The judge by rule finds what is wrong with a reply, and says which words show it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from answerable.assistants.folder import SHIPPED
from answerable.domain.evidence import Evidence, Locator, Table
from answerable.evals.judge import JudgedReply, Judgement, RuleJudge
from answerable.evals.judge.replied import unpaid_seat
from answerable.tools.policy import Policy

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def piece(text: str, number: int = 1, **more: Any) -> Evidence:
    return Evidence(f"e{number}", text, "page", Locator("site", path=(f"{number}",)), NOW, **more)


def reply(text: str, outcome: str = "answer", **more: Any) -> JudgedReply:
    return JudgedReply(question="How much is the ferry?", text=text, outcome=outcome, **more)


async def judged(criterion: str, said: JudgedReply) -> Judgement:
    return await RuleJudge()(criterion, said, unpaid_seat())


FERRY = (piece("The ferry costs 12 euros. Bicycles travel free."), piece("It leaves at 8:15.", 2))


async def test_a_sentence_is_held_against_what_it_cites() -> None:
    good = await judged(
        "grounding", reply("The ferry costs 12 euros. [1] It leaves at 8:15. [2]", evidence=FERRY)
    )
    assert good.good
    crossed = await judged(
        "grounding", reply("The ferry costs 12 euros. [2] It leaves at 8:15. [1]", evidence=FERRY)
    )
    assert not crossed.good
    wrong = await judged("grounding", reply("The ferry costs 15 euros. [1]", evidence=FERRY))
    assert (wrong.score, wrong.quote) == (0.0, "The ferry costs 15 euros.")
    assert "15 euros" in wrong.reason


async def test_an_answer_out_of_nothing_is_ungrounded() -> None:
    assert not (await judged("grounding", reply("The ferry costs 12 euros."))).good


async def test_a_table_carries_its_cells() -> None:
    table = Table(("country", "orders"), (("Norway", 41), ("Peru", 7)))
    rows = (piece("country: Norway, orders: 41", table=table),)
    assert (await judged("grounding", reply("Norway has 41 orders. [1]", evidence=rows))).good
    assert not (await judged("grounding", reply("Norway has 47 orders. [1]", evidence=rows))).good


async def test_rows_and_sentences_are_checked_each_their_way() -> None:
    table = Table(("supplier",), (("Jura Tools",),))
    both = (piece("supplier: Jura Tools", table=table), piece("Jura Tools deliver within 6 working days.", 2))
    said = "The supplier is Jura Tools. [1] Jura Tools deliver within 6 working days. [2]"
    assert (await judged("grounding", reply(said, evidence=both))).good
    assert not (await judged("grounding", reply(said.replace("6", "9"), evidence=both))).good


async def test_a_question_back_asserts_nothing_new() -> None:
    said = reply("Do you mean the ferry of 8:15?", "clarification")
    assert not (await judged("grounding", said)).good
    assert (await judged("grounding", replace(said, turns=(("At 8:15?", "Yes."),)))).good


async def test_a_refusal_needs_an_expectation() -> None:
    found = await judged("refusal", reply("I cannot help with that.", "refusal"))
    assert (found.sure, found.good) == (False, False)
    assert found.reason.startswith("could not tell")


@pytest.mark.parametrize(
    ("text", "outcome", "expect", "good"),
    [
        ("These pages do not say.", "refusal", "refusal", True),
        ("These pages do not say.", "refusal", "answer", False),
        ("I am not able to look that up.", "answer", "answer", False),
        ("I am not able to look that up.", "answer", "refusal", True),
        ("I cannot help with that, but here is a poem.", "refusal", "refusal", False),
        (f"I cannot help. {'Roses are red. ' * 30}", "refusal", "refusal", False),
    ],
)
async def test_refusals_are_right_or_wrong(text: str, outcome: str, expect: str, good: bool) -> None:
    assert (await judged("refusal", reply(text, outcome, expect=expect))).good == good


async def test_the_policy_file_is_the_measure() -> None:
    contents = {
        "values": {"days": 9},
        "clause": [
            {
                "id": "hire",
                "title": "Hire",
                "words": "hire|boat",
                "en": "A boat can be hired for {days} days.",
            }
        ],
    }
    policy = Policy([contents], "here")
    assert (await judged("policy", reply("A boat can be hired for 9 days.", policy=policy))).good
    wrong = await judged("policy", reply("Hello. A boat can be hired for 12 days.", policy=policy))
    assert (wrong.good, wrong.quote) == (False, "A boat can be hired for 9 days.")
    assert not (await judged("policy", reply("A boat can be hired."))).sure


async def test_what_a_receipt_says_is_no_policy() -> None:
    policy = Policy.load(SHIPPED / "bookstore" / "policies")
    receipt = (piece("Emma can be returned until 27 June 2026.", kind="receipt"),)
    said = reply("Emma can be returned until 27 June 2026. [1]", policy=policy, evidence=receipt)
    assert (await judged("policy", said)).good


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Sorry! We apologise, we are so sorry.", "apologises"),
        ("SEND IT BACK NOW!!", "shouts"),
        ("Please calm down.", "scolds"),
        ("As an AI I have no parcels.", "talks about itself"),
        ("**Bold** claim", "markup"),
        ("😀 fine", "pictures"),
        ("", "says nothing"),
    ],
)
async def test_a_bad_tone_is_named(text: str, reason: str) -> None:
    found = await judged("tone", reply(text))
    assert not found.good
    assert reason in found.reason


async def test_a_quoted_list_is_no_markup() -> None:
    listed = piece("Not returnable:\n- gift cards\n- socks")
    said = reply("Not returnable:\n- gift cards\n- socks [1]", evidence=(listed,))
    assert (await judged("tone", said)).good
    assert not (await judged("tone", replace(said, evidence=()))).good


async def test_names_in_capitals_are_no_shouting() -> None:
    assert (await judged("tone", reply("DHL brings it for EUR 4, UPS does not deliver to you at all."))).good


@pytest.mark.parametrize(
    ("text", "choices", "reason"),
    [
        ("Which day? And how many people?", (), "2 things"),
        ("I see.", (), "asks nothing"),
        ("Could you tell me more?", (), "does not say what it needs"),
        ("Which Anna do you mean?", (), "offers no choice"),
        ("Which Anna do you mean?", ("Anna Berg",), "offers no choice"),
        ("Which e-mail address did you use?", (), "it was given"),
    ],
)
async def test_a_poor_question_back_is_named(text: str, choices: tuple[str, ...], reason: str) -> None:
    said = reply(text, "clarification", choices=choices, turns=(("I am ann@example.com", "Hello."),))
    found = await judged("clarifying", said)
    assert not found.good
    assert reason in found.reason


async def test_a_value_that_did_not_fit_is_asked_anew() -> None:
    text = "I cannot find it, please check. Which e-mail address did you use?"
    said = reply(text, "clarification", turns=(("I am ann@example.com", "Hello."),))
    assert not (await judged("clarifying", replace(said, text="Which e-mail address did you use?"))).good
    assert (
        await judged("clarifying", replace(said, text=text.replace("cannot find", "could not find")))
    ).good


async def test_an_unknown_criterion_counts_as_no() -> None:
    assert not (await judged("beauty", reply("Yes."))).good
