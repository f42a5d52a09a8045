"""Drafts without a model: verbatim, short, and honest when there is nothing to say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator
from answerable.domain.outcome import Draft, Weighing
from answerable.domain.question import Question, Turn
from answerable.language.embed import shared_vectors
from answerable.stages.base import Seat
from answerable.stages.draft.by_rule import RuleDrafter
from answerable.testing.house import NOON

SURE = Weighing(confidence=0.9, enough=True)
WINDOW = (
    "You can return unused goods within 30 days of delivery. Goods must be clean, unworn outdoors and carry "
    "their tags. Trying a tent in the living room is fine."
)
# What nobody drafts for one question: a page's worth of text.
LONG = " ".join(
    f"Article {number} of the house rules says that guests of room {number} keep their boots in the hall."
    for number in range(60)
)
MANUAL = (
    "The program has been part of every release for many years and is kept by volunteers. "
    "Its manual was translated into a dozen languages by people who use it at work and at home. "
    "It has a mascot, a song and a yearly meeting that takes place in another town each time.\n\n"
    "Install the program with this command:\n\n    apt-get install wanderer\n    wanderer --first-run\n\n"
    "The meeting is open for everybody, and the song is sung on its last evening by all who are still there. "
    "The mascot is drawn again every few years, and the volunteers vote on which drawing they like best. "
    "The translators meet on the day before, and the newest language is presented on the first morning."
)
COLD = "The cold cellar of the house was built in 1890 and holds four hundred jars of plums."


def piece(name: str, text: str, score: float = 5.0, url: str = "") -> Evidence:
    where = Locator("website", url or f"https://a.example/{name}", path=(name,))
    return Evidence(name, text, name, where, NOON, score=score, near=0.6)


async def draft(
    text: str, *pieces: Evidence, weighing: Weighing = SURE, setting: str = "", language: str = "en"
) -> Draft:
    ledger = Ledger()
    ledger.add(Findings(pieces))
    question = Question(text, "talk", "run", NOON, setting=setting, language=language)
    seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
    return await RuleDrafter(shared_vectors())(question, ledger, weighing, seat)


def said(written: Draft) -> str:
    return "\n".join(claim.text for claim in written.claims)


async def test_a_short_section_is_quoted_whole() -> None:
    written = await draft("How many days do I have to return goods?", piece("returns", WINDOW))
    assert " ".join(claim.text for claim in written.claims) == WINDOW
    assert written.by == "rule"
    assert written.reason == ""


@pytest.mark.parametrize(
    "passages", [[LONG], [WINDOW, LONG], [WINDOW, LONG, MANUAL], [MANUAL, COLD, WINDOW, LONG]]
)
async def test_every_word_is_verbatim_and_cited(passages: Sequence[str]) -> None:
    pieces = {f"p{number}": text for number, text in enumerate(passages)}
    written = await draft(
        "What do the house rules say?", *(piece(name, text) for name, text in pieces.items())
    )
    assert written.claims
    for claim in written.claims:
        (cited,) = claim.evidence
        assert claim.quote == claim.text
        assert claim.text in pieces[cited]


@pytest.mark.parametrize("scores", [(5.0,), (5.0, 4.9), (5.0, 4.9, 4.8), (5.0, 4.9, 4.8, 4.7, 4.6)])
async def test_an_answer_stays_short(scores: Sequence[float]) -> None:
    pieces = [piece(f"p{n}", LONG, score, "https://a.example/rules") for n, score in enumerate(scores)]
    assert 0 < len(said(await draft("Where do guests keep their boots?", *pieces))) <= 1_150


async def test_a_long_section_is_cut_to_its_answer() -> None:
    text = f"{LONG[:1500]} The bell for breakfast rings at 7:30 every morning. {LONG[1500:3000]}"
    written = await draft("When does the bell for breakfast ring?", piece("rules", text))
    assert "7:30" in said(written)


async def test_code_stays_with_its_announcement() -> None:
    written = await draft("How do I install the program?", piece("manual", MANUAL))
    units = [claim.quote for claim in written.claims]
    announced = units.index("Install the program with this command:")
    assert units[announced + 1] == "    apt-get install wanderer\n    wanderer --first-run"


async def test_units_keep_the_order_of_the_page() -> None:
    written = await draft("How do I install the program, and who keeps it?", piece("manual", MANUAL))
    places = [MANUAL.index(claim.text) for claim in written.claims]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


async def test_both_parts_of_a_question_are_answered() -> None:
    text = (
        f"{LONG[:900]} Breakfast costs 9 francs. {LONG[900:1800]} The bell rings at 7:30. {LONG[1800:2700]}"
    )
    written = await draft("How much is breakfast, and when does the bell ring?", piece("rules", text))
    assert "9 francs" in said(written)
    assert "7:30" in said(written)


async def test_a_far_worse_section_is_not_quoted() -> None:
    near, far = piece("returns", WINDOW, 8.0), piece("cellar", COLD, 2.0)
    written = await draft("How many days do I have to return goods?", near, far)
    assert "plums" not in said(written)


async def test_a_section_nearly_as_good_is_quoted_too() -> None:
    abroad = piece("abroad", "From abroad you have 45 days from delivery to return goods.", 7.9)
    written = await draft("How many days do I have to return goods?", piece("returns", WINDOW, 8.0), abroad)
    assert {evidence for claim in written.claims for evidence in claim.evidence} == {"returns", "abroad"}


async def test_an_off_topic_question_ends_in_that_reason() -> None:
    weighing = Weighing(confidence=0.9, enough=True, off_topic=True)
    written = await draft("What is the weather?", piece("returns", WINDOW), weighing=weighing)
    assert (written.claims, written.reason) == ((), "off_topic")


async def test_what_a_site_does_not_tell_is_not_found() -> None:
    weighing = Weighing(confidence=0.0, enough=False)
    written = await draft("Do you sell boats?", piece("returns", WINDOW), weighing=weighing)
    assert (written.claims, written.reason) == ((), "not_found")


async def test_an_empty_ledger_is_not_found() -> None:
    written = await draft("Do you sell boats?")
    assert (written.claims, written.reason) == ((), "not_found")


async def test_a_follow_up_is_cut_by_what_it_means() -> None:
    text = f"{LONG[:1500]} From abroad you have 45 days to return goods. {LONG[1500:3000]}"
    written = await draft("And from abroad?", piece("rules", text), setting="How long can I return goods?")
    assert "45 days" in said(written)


async def test_a_german_answer_is_quoted_in_german() -> None:
    text = "Unbenutzte Ware können Sie innerhalb von 30 Tagen zurückgeben. Sie muss sauber sein."
    written = await draft("Wie lange kann ich Ware zurückgeben?", piece("de", text), language="de")
    assert " ".join(claim.quote for claim in written.claims) == text


async def test_a_part_nobody_answers_is_named() -> None:
    question = "Do you take back worn boots, and how many days do I have?"
    written = await draft(question, piece("returns", "We take back worn boots if the sole is intact."))
    assert [gap.asked for gap in written.gaps] == ["how many days do I have?"]
    both = await draft(question, piece("returns", "We take back worn boots within 30 days."))
    assert both.gaps == ()


async def test_the_language_of_the_question_is_quoted() -> None:
    german = piece(
        "rueckgabe", "Sie können die Ware innerhalb von 30 Tagen nach der Lieferung zurückgeben.", 8.2
    )
    english = piece("returns", WINDOW, 8.0)
    assert {c.evidence[0] for c in (await draft("How many days do I have?", german, english)).claims} == {
        "returns"
    }
    assert (await draft("How many days do I have?", german)).claims  # better than nothing


async def test_a_name_in_the_heading_is_told() -> None:
    text = "Do not open any window and read commands from the terminal. It is the default where no screen is found."
    where = Locator("website", "https://a.example/start", path=("2.1. Options", "2.1.4. --bare"))
    option = Evidence("bare", text, "Starting", where, NOON, score=5.0, near=0.6)
    written = await draft("How do I keep it from opening a window?", option)
    assert written.claims[0].text.startswith("--bare: ")
    assert written.claims[0].quote in text


async def test_a_defined_term_is_told() -> None:
    text = "The largest size in bytes of a message, with its envelope. The value cannot be below zero."
    where = Locator("website", "https://a.example/conf", path=("Settings", "size_limit (default: 10240000)"))
    setting = Evidence("limit", text, "Settings", where, NOON, score=5.0, near=0.6)
    written = await draft("What is the largest message?", setting)
    assert written.claims[0].text.startswith("size_limit (default: 10240000): ")


async def test_a_heading_that_is_asked_for_is_not_repeated() -> None:
    assert "returns:" not in said(
        await draft("How many days are there for returns?", piece("returns", WINDOW))
    )


async def test_a_heading_that_sections_share_names_nothing() -> None:
    text = "Do not open any window and read commands from the terminal."
    twice = [
        Evidence(
            name,
            text.replace("any", name),
            name,
            Locator("website", url, path=("notes",)),
            NOON,
            5.0,
            near=0.6,
        )
        for name, url in (("one", "https://a.example/1"), ("two", "https://a.example/2"))
    ]
    assert "notes:" not in said(await draft("How do I keep it from opening a window?", *twice))


@pytest.mark.parametrize("within", ["", "Do you ship to Norway? "])
async def test_a_yes_is_told_with_its_question(within: str) -> None:
    question = "Do you ship to Norway?"
    where = Locator("website", "https://a.example/faq", path=("Delivery" if within else question,))
    answer = Evidence(
        "faq", f"{within}Yes. Parcels take six days.", "Questions", where, NOON, score=5.0, near=0.6
    )
    text = said(await draft("How many days do parcels take?", answer))
    assert f"{question} Yes." in text or "Yes" not in text


async def test_a_follow_up_tells_what_is_new() -> None:
    asked, text = "How many days do I have to return goods?", f"{WINDOW} {LONG[:900]}"
    ledger = Ledger()
    ledger.add(Findings((piece("returns", text),)))
    turn = Turn(asked, "You can return unused goods within 30 days of delivery. [1]", "answer")
    question = Question(
        "And must the goods be clean and carry their tags?", "talk", "run", NOON, setting=asked, turns=(turn,)
    )
    seat = Seat(Budget(Limits(), lambda: 0.0), lambda event: None)
    written = said(await RuleDrafter(shared_vectors())(question, ledger, SURE, seat))
    assert "tags" in written
    assert "30 days" not in written


async def test_a_page_on_which_several_sections_fit_is_pointed_to() -> None:
    question, page = "How many days do I have to return goods?", "https://a.example/cellar"
    others = [piece(name, COLD, score, page) for name, score in (("Cellar", 3.0), ("Jars", 2.9))]
    assert said(await draft(question, piece("Returns", WINDOW), *others)).endswith("See also: Cellar")
    assert "See also" not in said(await draft(question, piece("Returns", WINDOW), others[0]))
    far = [piece(name, COLD, 1.9, page) for name in ("Cellar", "Jars")]
    assert "See also" not in said(await draft(question, piece("Returns", WINDOW), *far))


async def test_a_page_that_is_quoted_is_not_pointed_to() -> None:
    page = "https://a.example/returns"
    pieces = [piece("Returns", WINDOW, 5.0, page), piece("Jars", COLD, 4.0, page)]
    assert "See also" not in said(await draft("How many days do I have to return goods?", *pieces))
