from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from answerable.assistants.folder import SHIPPED
from answerable.errors import AssistantError
from answerable.tools.policy import Policy

TODAY = date(2026, 6, 1)
RETURNS = Policy.load(SHIPPED / "bookstore" / "policies")
BOOK = {"kind": "book", "state": "delivered", "final_sale": False, "opened": False, "gift": False}


@pytest.mark.parametrize(
    ("facts", "days", "code"),
    [
        ({}, 30, ""),
        ({}, 31, "outside_window"),
        ({"gift": True}, 60, ""),
        ({"gift": True}, 61, "outside_window"),
        ({"final_sale": True}, 1, "final_sale"),
        ({"kind": "ebook"}, 1, "digital"),
        ({"opened": True}, 1, ""),
        ({"kind": "box set", "opened": True}, 1, "opened"),
        ({"kind": "box set"}, 1, ""),
        ({"state": "lost"}, 1, "lost"),
        ({"state": "returned", "final_sale": True}, 1, "already_returned"),
        ({"state": "late"}, 1, "not_delivered"),
    ],
)
def test_the_file_decides_what_may_be_returned(facts: dict[str, object], days: int, code: str) -> None:
    since = date.fromordinal(TODAY.toordinal() - days)
    assert RETURNS.judge({**BOOK, **facts}, since=since, today=TODAY).code == code


@pytest.mark.parametrize(
    ("topic", "clause"),
    [
        ("how long can I return a gift", "gifts"),
        ("return policy", "window"),
        ("is shipping free?", "shipping_cost"),
        ("Wie lange ist die Lieferzeit?", "delivery_time"),
        ("my book arrived damaged", "damaged"),
        ("can I pay with PayPal", "payment"),
        ("gift card validity", "gift_cards"),
        ("refund", "refund"),
        ("Kann ich ein Hörbuch zurückgeben?", "digital"),
        ("reset my password", "password"),
    ],
)
def test_a_topic_finds_its_clause(topic: str, clause: str) -> None:
    assert RETURNS.about(topic)[0].id == clause


def test_a_topic_of_no_clause_finds_nothing() -> None:
    assert RETURNS.about("the weather in Paris") == []


def test_a_changed_number_changes_every_reader(tmp_path: Path) -> None:
    text = (SHIPPED / "bookstore" / "policies" / "returns.toml").read_text(encoding="utf-8")
    (tmp_path / "returns.toml").write_text(
        text.replace("window_days = 30", "window_days = 10"), encoding="utf-8"
    )
    changed = Policy.load(tmp_path)
    since = date(2026, 5, 20)
    assert changed.judge(BOOK, since=since, today=TODAY).code == "outside_window"
    assert "10 days" in changed.about("return policy")[0].text["en"]
    assert "10 days" in changed.as_text()


def test_a_rule_must_name_a_clause() -> None:
    with pytest.raises(AssistantError, match="names clause 'gone'"):
        Policy([{"refuses": [{"code": "x", "when": {}, "clause": "gone"}]}], "here")


def test_only_single_words_go_into_phrases() -> None:
    clause = {"id": "a", "title": "A", "words": "refund|money back|e-book|refund", "en": "A."}
    assert Policy([{"clause": [clause]}], "test").single_words == "refund"


def test_each_part_of_a_question_finds_its_clause() -> None:
    found = RETURNS.about("how much is express shipping, and do you gift wrap?")
    assert [clause.id for clause in found] == ["express", "gift_wrap"]


def test_a_policy_without_questions_is_found_by_its_text() -> None:
    clause = {"id": "dogs", "title": "Pets", "words": "dog", "en": "Dogs may come along on a short lead."}
    other = {
        "id": "bags",
        "title": "Luggage",
        "words": "bag",
        "en": "Every guest may leave two bags with us.",
    }
    found = Policy([{"clause": [clause, other]}], "test").about("are dogs allowed on a lead")
    assert [one.id for one in found] == ["dogs"]
