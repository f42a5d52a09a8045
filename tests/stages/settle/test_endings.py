from __future__ import annotations

import string
import tomllib
from importlib.resources import files

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger, Locator
from answerable.domain.outcome import (
    Answer,
    Claim,
    Draft,
    Outcome,
    Refusal,
    Stopped,
    Verdict,
    Weighing,
    Written,
)
from answerable.domain.question import Question, Ruling
from answerable.stages.base import Seat
from answerable.stages.settle import Settler
from answerable.stages.settle.endings import usage_of
from answerable.testing.house import NOON

FORBIDDEN = "its robots.txt asks robots not to read it."
SILENT = "its robots.txt could not be read: refused the connection."


def ledger_of(*texts: str, gap: str = "", leads: int = 0, pages: int = 1) -> Ledger:
    ledger = Ledger()
    pieces = tuple(
        Evidence(
            f"e{n}", text, "Returns", Locator("website", f"https://a.example/{n}", path=(f"Part {n}",)), NOON
        )
        for n, text in enumerate(texts)
    )
    gaps = (Gap("https://a.example/", gap),) if gap else ()
    ways = tuple(Lead(f"https://a.example/more{n}", "more", 0.5, "website") for n in range(leads))
    ledger.add(Findings(pieces, gaps, ways, pages))
    return ledger


def settle(
    ledger: Ledger,
    *claims: Claim,
    drafted: int = 0,
    language: str = "en",
    limits: Limits | None = None,
    **draft: str,
) -> Outcome:
    question = Question("How long?", "talk", "run", NOON, language=language)
    seat = Seat(Budget(limits or Limits(), lambda: 0.0), silence)
    written = Draft(claims or tuple(Claim("x", ()) for _ in range(drafted)), **draft)  # type: ignore[arg-type]  # only text fields are given
    weighing = Weighing(confidence=0.9, enough=True)
    return Settler("a.example")(Written(question, written, Verdict(claims), weighing, ledger), seat)


def quote(number: int, text: str) -> Claim:
    return Claim(text, (f"e{number}",), text)


def test_each_place_gets_one_number() -> None:
    ledger = ledger_of("Thirty days. Unused.", "Postage is free.")
    outcome = settle(ledger, quote(0, "Thirty days."), quote(0, "Unused."), quote(1, "Postage is free."))
    twice = settle(ledger, quote(0, "Thirty days."), Claim("It is thirty.", ("e0",), "Thirty days."))
    assert isinstance(outcome, Answer)
    assert isinstance(twice, Answer)
    assert [citation.quote for citation in twice.citations] == ["Thirty days."]
    assert outcome.text == "Thirty days. Unused. [1] Postage is free. [2]"
    assert [citation.quote for citation in outcome.citations] == [
        "Thirty days. … Unused.",
        "Postage is free.",
    ]


def test_list_items_stand_on_their_own_lines() -> None:
    outcome = settle(
        ledger_of("list"), quote(0, "You need:"), quote(0, "- the receipt"), quote(0, "- the box")
    )
    assert outcome.text == "You need:\n- the receipt\n- the box [1]"


def test_a_missing_part_is_said() -> None:
    ledger = ledger_of("Thirty days.")
    question = Question("How long, and how much?", "talk", "run", NOON)
    draft = Draft((quote(0, "Thirty days."),), gaps=(Gap("how much?", "nothing says it"),))
    seat = Seat(Budget(Limits(), lambda: 0.0), silence)
    walked = Written(question, draft, Verdict(draft.claims), Weighing(0.9, True), ledger)
    outcome = Settler()(walked, seat)
    assert outcome.text.endswith("I did not find an answer to this part: how much?")
    assert outcome.gaps == draft.gaps


def test_other_headings_become_suggestions() -> None:
    outcome = settle(ledger_of("Thirty days.", "Fees.", "Boxes."), quote(0, "Thirty days."))
    assert outcome.suggestions == ("Part 1", "Part 2")


def test_headings_of_the_open_web_are_no_questions() -> None:
    found = (
        Evidence(
            f"e{n}", "Thirty days.", "News", Locator("search", f"https://a.example/{n}", path=(name,)), NOON
        )
        for n, name in enumerate(("Returns", "See also"))
    )
    ledger = Ledger()
    ledger.add(Findings(tuple(found)))
    assert settle(ledger, quote(0, "Thirty days.")).suggestions == ()


@pytest.mark.parametrize(
    ("ledger", "drafted", "reason"),
    [
        (ledger_of(), 0, "not_found"),
        (ledger_of("Thirty days."), 1, "ungrounded"),
        (ledger_of(gap="answered 503", pages=0), 0, "source_down"),
        (ledger_of(gap=SILENT, pages=0), 0, "source_down"),
        (ledger_of(gap=FORBIDDEN, pages=0), 0, "not_permitted"),
        (ledger_of(gap="answered 503", pages=3), 0, "not_found"),
    ],
)
def test_a_refusal_names_its_true_cause(ledger: Ledger, drafted: int, reason: str) -> None:
    outcome = settle(ledger, drafted=drafted)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == reason


def test_a_spent_budget_is_the_cause_while_leads_are_open() -> None:
    nothing_left = Limits(pages=0)
    assert settle(ledger_of(leads=1), limits=nothing_left).reason == "budget_spent"
    assert settle(ledger_of(leads=0), limits=nothing_left).reason == "not_found"


def test_the_drafters_own_reason_stands() -> None:
    assert settle(ledger_of("Thirty days."), reason="off_topic").reason == "off_topic"


def test_a_refusal_says_what_was_looked_through() -> None:
    assert (
        settle(ledger_of(pages=1)).text == "I looked through 1 page of a.example and did not find this there."
    )
    assert "12 pages" in settle(ledger_of(pages=12)).text


def test_a_cause_is_told_as_one_sentence() -> None:
    text = settle(ledger_of(gap=SILENT, pages=0)).text
    assert text.endswith("refused the connection.")
    assert not text.endswith("..")


def test_a_german_question_gets_german_words() -> None:
    assert settle(ledger_of(pages=2), language="de").text.startswith(
        "Ich habe 2 Seiten von a.example gelesen"
    )


def test_an_unknown_language_gets_english_words() -> None:
    assert settle(ledger_of(), language="xx").text.startswith("I looked")


@pytest.mark.parametrize("reason", ["injection", "unsafe", "off_topic"])
def test_a_guards_reason_ends_the_walk(reason: str) -> None:
    seat = Seat(Budget(Limits(), lambda: 0.0), silence)
    question = Question("?", "talk", "run", NOON)
    outcome = Settler("a.example")(Stopped(question, Ruling(allowed=False, reason=reason)), seat)
    assert isinstance(outcome, Refusal)
    assert outcome.reason == reason
    assert "{" not in outcome.text


def test_both_languages_say_the_same_things() -> None:
    wording = tomllib.loads(
        files("answerable.stages.settle").joinpath("wording.toml").read_text(encoding="utf-8")
    )
    assert list(wording["en"]) == list(wording["de"])
    for name, english in wording["en"].items():
        assert _places(english) == _places(wording["de"][name]), name


def _places(text: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(text)} - {None}


def test_usage_is_what_the_purse_lost() -> None:
    budget = Budget(Limits(), lambda: 0.0)
    budget.spend("pages", 3)
    budget.note("tokens_in", 120)
    usage = usage_of(budget)
    assert (usage.pages, usage.tokens_in, usage.model_calls) == (3, 120, 0)


def test_a_refusal_says_what_was_done() -> None:
    ledger = ledger_of()
    receipt = Evidence(
        "r", "The return R-7 is started.", "initiate_return", Locator("t"), NOON, kind="receipt"
    )
    ledger.add(Findings((receipt,)))
    outcome = settle(ledger, drafted=1)
    assert isinstance(outcome, Refusal)
    assert outcome.text.endswith("What was done stands: The return R-7 is started.")
    ledger.earlier.add("r")  # of an earlier turn, which told it
    assert "R-7" not in settle(ledger, drafted=1).text
