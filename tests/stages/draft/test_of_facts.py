from __future__ import annotations

from answerable.domain.outcome import Answer
from answerable.domain.question import Turn
from tests.stages.plan.research_house import PAGES, ResearchHouse, small_web


async def test_the_answer_comes_before_its_bridges() -> None:
    outcome = await ResearchHouse().ask("Where was the founder of Acme Tools AG born?")
    assert isinstance(outcome, Answer)
    assert outcome.text.index("Osterby") < outcome.text.index("founded")
    assert len(outcome.citations) >= 2


async def test_every_quote_stands_on_its_page() -> None:
    outcome = await ResearchHouse().ask("How old is the founder of Acme Tools AG?")
    assert isinstance(outcome, Answer)
    assert "66 years old" in outcome.text
    for citation in outcome.citations:
        assert all(part in citation.evidence.text for part in citation.quote.split(" … "))


async def test_contradictions_are_shown_with_both_sources() -> None:
    outcome = await ResearchHouse().ask("Who founded Acme Tools AG?")
    assert isinstance(outcome, Answer)
    (conflict,) = outcome.conflicts
    assert conflict["values"] == ["Anna Keller", "Rolf Stein"]
    cited = {citation.id: citation.evidence.locator.url for citation in outcome.citations}
    assert cited[conflict["citations"][1]] == "https://my-blog.example/acme"
    assert "better founded" in outcome.text


async def test_orders_on_a_page_are_not_obeyed() -> None:
    outcome = await ResearchHouse().ask("Who is the CEO of Acme Tools AG?")
    assert "Per Berg" in outcome.text
    assert "Bad Actor" not in outcome.text
    assert any("instructions" in gap.why for gap in outcome.gaps)


async def test_a_missing_hop_is_said_in_words() -> None:
    outcome = await ResearchHouse().ask("Who is the wife of the founder of Acme Tools AG?")
    assert isinstance(outcome, Answer)
    assert "spouse of Anna Keller" in outcome.text
    assert outcome.confidence < 0.5


async def test_an_unconfirmed_voice_is_told_as_a_doubt() -> None:
    pages = {"my-blog.example/belmo": ("Belmo Saws GmbH", "Belmo Saws GmbH was founded by Rolf Stein.")}
    outcome = await ResearchHouse(small_web(pages)).ask("Who founded Belmo Saws GmbH?")
    assert not isinstance(outcome, Answer)
    assert any("Rolf Stein" in gap.why for gap in outcome.gaps)


async def test_german_questions_get_german_words() -> None:
    outcome = await ResearchHouse(small_web(PAGES)).ask(
        "Wer leitet die Firma, die den Tarno 300 herstellt?", "de"
    )
    assert isinstance(outcome, Answer)
    assert "von Acme Tools AG: Per Berg" in outcome.text or "Per Berg" in outcome.text
    assert "Tarno 300" in outcome.text


async def test_an_open_contradiction_states_neither_side() -> None:
    pages = {
        "one.example/belmo": ("Belmo Saws GmbH", "Belmo Saws GmbH was founded by Rolf Stein."),
        "two.example/belmo": ("Belmo Saws GmbH", "Belmo Saws GmbH was founded by Ida Moe."),
    }
    outcome = await ResearchHouse(small_web(pages)).ask("Who founded Belmo Saws GmbH?")
    assert isinstance(outcome, Answer)
    assert sorted(outcome.conflicts[0]["values"]) == ["Ida Moe", "Rolf Stein"]
    assert "was founded by" not in outcome.text
    assert outcome.confidence < 0.85
    assert len(outcome.citations) == 2


async def test_unlisted_relations_are_told_as_pages_say() -> None:
    asked = "How many guests does the Raven Hut take?"
    for text, told in (
        ("- Raven Hut takes 42 guests.", "Raven Hut takes 42 guests. [1]"),
        ("The hut takes 42 guests.", "Raven Hut: The hut takes 42 guests. [1]"),
        ("Guests | 42", "Raven Hut – Guests: 42. [1]"),
    ):
        outcome = await ResearchHouse(small_web({"one.example/hut": ("Raven Hut", text)})).ask(asked)
        assert isinstance(outcome, Answer)
        assert outcome.text.startswith(told)


async def test_unlisted_german_relations_are_quoted_too() -> None:
    pages = {"one.example/huette": ("Rabenhütte", "Die Hütte nimmt 42 Gäste auf.")}
    outcome = await ResearchHouse(small_web(pages)).ask("Wie viele Gäste nimmt die Rabenhütte auf?", "de")
    assert outcome.text.startswith("Rabenhütte: Die Hütte nimmt 42 Gäste auf. [1]")


async def test_a_page_in_the_askers_language_is_quoted() -> None:
    pages = {
        "lumen.example/belmo": ("Belmo", "Belmo is a town. The population of the town is 8,450 today."),
        "tagblatt.example/lund": ("Lund", "Die Stadt Lund liegt am See. Lund hat 1200 Einwohner."),
        "courier.example/lund": ("Lund", "The town of Lund is old. Lund has 1,200 inhabitants today."),
    }
    german = await ResearchHouse(small_web(pages)).ask("Wie viele Einwohner hat Lund?", "de")
    english = await ResearchHouse(small_web(pages)).ask("How many inhabitants does Lund have?", "en")
    foreign = await ResearchHouse(small_web(pages)).ask("Wie viele Einwohner hat Belmo?", "de")
    assert "Lund hat 1200 Einwohner." in german.text
    assert "Lund has 1,200 inhabitants today." in english.text
    assert "Einwohner von Belmo: 8’450." in foreign.text


async def test_a_further_question_is_told_what_is_new() -> None:
    house = ResearchHouse()
    first = await house.ask("Where was the founder of Acme Tools AG born?")
    assert isinstance(first, Answer)
    turns = (Turn("Where was the founder of Acme Tools AG born?", first.text, "answer"),)
    further = await house.ask("How many people live there?", turns=turns)
    assert isinstance(further, Answer)
    assert "4,321" in further.text
    assert "founded" not in further.text
    lost = await house.ask("How high is it there?", turns=turns)
    assert not isinstance(lost, Answer)
