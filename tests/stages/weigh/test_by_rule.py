"""Weighing without a model: how sure, enough or not, and whether it is the site's topic."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator
from answerable.domain.outcome import Weighing
from answerable.domain.question import Question
from answerable.language.asked import understand
from answerable.language.embed import shared_vectors
from answerable.language.ranking import Section, rank_sections
from answerable.stages.base import Seat
from answerable.stages.guard import small_talk
from answerable.stages.weigh.by_rule import RuleWeigher
from answerable.testing.house import NOON

SECTIONS = (
    "The package manager fetches packages and their dependencies from the mirrors of its sources file.",
    "To upgrade to the next stable release, change the name of the release and run a full upgrade.",
    "Security updates for the stable release are announced on a mailing list and installed like any package.",
    "Unused goods may be returned within 30 days of delivery, and the money comes back to your card.",
)


async def weigh(text: str, sections: Sequence[str] = SECTIONS, *, setting: str = "") -> Weighing:
    """The weighing of a question over sections that are ranked as the website's search ranks them."""
    asked = understand(text, setting=setting)
    candidates = [Section(number, (), (section,), 1.0) for number, section in enumerate(sections)]
    fits = rank_sections(asked, candidates, dict.fromkeys(asked.stems, 1.0), shared_vectors())
    where = Locator("website", "https://a.example/")
    found = tuple(
        Evidence(
            f"w{fit.section.id}", fit.section.text, "Page", where, NOON, score=fit.score, near=fit.meaning
        )
        for fit in fits
    )
    return await weigh_evidence(text, found, setting=setting)


async def weigh_evidence(text: str, found: Sequence[Evidence], *, setting: str = "") -> Weighing:
    ledger = Ledger()
    ledger.add(Findings(tuple(found)))
    seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
    question = Question(text, "talk", "run", NOON, setting=setting)
    return await RuleWeigher(shared_vectors(), small_talk)(question, ledger, seat)


def piece(name: str, *, score: float, near: float) -> Evidence:
    return Evidence(name, "Some text.", "Page", Locator("website"), NOON, score=score, near=near)


@pytest.mark.parametrize(
    "question",
    [
        "What's the weather like tomorrow?",
        "Tell me a joke.",
        "Who won the football match yesterday?",
        "Which song by that band has the best lyrics?",
    ],
)
async def test_everyday_talk_is_off_topic(question: str) -> None:
    assert (await weigh(question)).off_topic


async def test_what_a_section_speaks_of_is_no_everyday_talk() -> None:
    question = "Which sleeping bag is the warmest?"
    bags = (
        "The sleeping bag for winter is the warmest we make.",
        "A sleeping bag is washed every second year.",
    )
    assert (await weigh(question)).off_topic
    far = [
        Evidence("a", " ".join(bags), "Page", Locator("website"), NOON, score=9.0, near=near)
        for near in (0.4, 0.2)
    ]
    assert not any([(await weigh_evidence(question, [one])).off_topic for one in far])


@pytest.mark.parametrize("question", ["What is 12 times 8?", "What time is it?"])
async def test_small_talk_needs_a_site_about_it(question: str) -> None:
    shop, clocks = piece("a", score=2.0, near=0.35), piece("a", score=2.0, near=0.6)
    assert (await weigh_evidence(question, [shop])).off_topic
    assert not (await weigh_evidence(question, [clocks])).off_topic


@pytest.mark.parametrize(
    "question",
    [
        "How do I upgrade to the next stable release?",
        "Where are security updates announced?",
        "How many days do I have to return goods?",
        "Which file lists the mirrors?",
    ],
)
async def test_a_question_of_the_site_is_on_topic(question: str) -> None:
    assert not (await weigh(question)).off_topic


async def test_a_follow_up_borrows_its_topic() -> None:
    text, before = "And how cold is it outside tomorrow?", "How do I upgrade to the next stable release?"
    assert (await weigh(text)).off_topic
    assert not (await weigh(text, setting=before)).off_topic


async def test_a_site_about_the_weather_may_answer_it() -> None:
    forecast = "The weather tomorrow will be dry and warm, with rain from the west in the evening."
    assert not (await weigh("What will the weather be like tomorrow?", [*SECTIONS, forecast])).off_topic


async def test_nothing_found_is_no_confidence() -> None:
    weighing = await weigh_evidence("How do I upgrade?", [])
    assert (weighing.confidence, weighing.enough, weighing.off_topic) == (0.0, False, False)
    assert weighing.why


async def test_a_site_that_meets_little_is_silent() -> None:
    question = "How do I upgrade to the next stable release?"
    low, high = [
        (await weigh_evidence(question, [piece("one", score=5.0, near=near)])).confidence
        for near in (0.3, 0.9)
    ]
    assert low == 0.0
    assert 0 < high < 1


async def test_a_clear_lead_gives_more_confidence() -> None:
    question = "How do I upgrade to the next stable release?"
    close, clear = [
        (
            await weigh_evidence(
                question, [piece(str(place), score=9 - place * step, near=0.6) for place in range(4)]
            )
        ).confidence
        for step in (0.05, 2.0)
    ]
    assert close < clear


async def test_enough_means_sure() -> None:
    question = "How do I upgrade to the next stable release?"
    sure = [piece(str(place), score=30.0 - 9 * place, near=0.95) for place in range(4)]
    unsure = [piece(str(place), score=5.0, near=0.1) for place in range(4)]
    assert (await weigh_evidence(question, sure)).enough
    assert not (await weigh_evidence(question, unsure)).enough


async def test_a_right_section_is_surer_than_none() -> None:
    question = "Where are security updates announced?"
    assert (await weigh(question)).confidence > (await weigh(question, SECTIONS[3:])).confidence


async def test_a_name_no_page_speaks_of_is_not_answered() -> None:
    weighing = await weigh("How do I upgrade to the next release of Fedora?")
    assert weighing.confidence == 0.0
    assert not weighing.enough
    assert "Fedora" in weighing.why


async def test_of_two_parts_the_one_that_no_page_speaks_of_is_missing() -> None:
    weighing = await weigh("Where are security updates announced, and how do I install Fedora?")
    assert weighing.missing == ("how do I install Fedora?",)
    assert weighing.confidence


async def test_a_question_whose_other_part_is_told_is_not_off_topic() -> None:
    told = Evidence("a", "Larchwick sells tents.", "Page", Locator("website"), NOON, score=9.0, near=-0.1)
    weighing = await weigh_evidence("Do you sell tents, and can I pay with PayPal?", [told])
    assert weighing.missing == ("can I pay with PayPal?",)
    assert not weighing.off_topic
