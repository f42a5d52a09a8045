from __future__ import annotations

import pytest

from answerable.errors import AssistantError
from answerable.tools.wording import Sentences, columns, fill, fits, show

CONTENT = {
    "words": {"de": {"kind": {"book": "Buch"}}},
    "sentence": [
        {
            "tool": "look",
            "part": "state",
            "when": {"state": "sent"},
            "en": "It was sent on {day}.",
            "de": "Gesendet am {day}.",
        },
        {"tool": "look", "part": "state", "en": "It is here."},
        {"tool": "look", "part": "each", "each": True, "en": "{title} ({kind}) costs {price:money}."},
    ],
}
GAVE = {
    "facts": {"state": "sent", "day": "2026-06-03", "currency": "EUR"},
    "rows": [
        {"title": "Emma", "kind": "book", "price": 9.9},
        {"title": "Dracula", "kind": "cd", "price": 12},
    ],
}


def told(language: str, **facts: str) -> list[str]:
    gave = {**GAVE, "facts": {**GAVE["facts"], **facts}}  # type: ignore[dict-item]  # a mapping by construction
    return [said.text for said in Sentences.read(CONTENT, "test").tell("look", gave, language)]


def test_the_first_sentence_that_fits_is_said() -> None:
    assert told("en")[0] == "It was sent on 3 June 2026."
    assert told("en", state="here")[0] == "It is here."


def test_a_language_without_a_sentence_gets_english() -> None:
    assert told("de")[0] == "Gesendet am 3. Juni 2026."
    assert told("de", state="here")[0] == "It is here."


def test_rows_are_told_one_by_one() -> None:
    assert told("en")[1:] == ["Emma (book) costs EUR 9.90.", "Dracula (cd) costs EUR 12.00."]
    assert told("de")[1] == "Emma (Buch) costs 9,90 €."


def test_a_slot_without_a_fact_is_an_error() -> None:
    with pytest.raises(AssistantError, match="day"):
        fill("on {day}", {}, "en")


def test_a_tool_without_sentences_is_told_plainly() -> None:
    said = Sentences().tell("other", {"facts": {"order_id": "A-1", "paid": 2.0}, "rows": []}, "en")
    assert [one.text for one in said] == ["order id: A-1; paid: 2."]


def test_lists_are_joined_as_people_do() -> None:
    assert show(["a", "b", "c"], "en") == "a, b and c"
    assert show(["a", "b"], "de", "or") == "a oder b"
    assert show(["Emma"], "en", "quoted") == "“Emma”"


def test_a_value_in_several_languages_is_said_in_one() -> None:
    where = {"en": "your card", "de": "Ihre Karte"}
    assert [fill("{to}", {"to": where}, language) for language in ("en", "de", "fr")] == [
        "your card",
        "Ihre Karte",
        "your card",
    ]


def test_columns_are_listed_and_summed() -> None:
    rows = [{"title": "Emma", "price": 9.9}, {"title": "1984", "price": 5}]
    assert columns(rows) == {"title": ["Emma", "1984"], "price": [9.9, 5], "price_sum": 14.9}
    assert columns([]) == {}


def test_conditions_are_all_of_them() -> None:
    facts = {"state": "sent", "count": 2, "note": ""}
    assert fits(facts, {"state": ["here", "sent"], "count": 2})
    assert not fits(facts, {"state": "sent", "count": 3})
    assert fits(facts, {"note": "", "missing": "", "state": "*"})
    assert not fits(facts, {"note": "*"})
    assert fits(facts, {})
