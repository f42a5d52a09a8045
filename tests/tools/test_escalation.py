"""Who wants a person is heard in two languages; office hours are data; nobody is called twice for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from answerable.domain.evidence import Gap
from answerable.domain.outcome import Refusal
from answerable.domain.question import Question, Turn
from answerable.errors import AssistantError
from answerable.store import Store
from answerable.tools.escalation import Escalation, EscalationRules, with_spoken

BERLIN: dict[str, Any] = {
    "zone": "Europe/Berlin",
    "hours": {"mon": "09:00-17:00", "fri": "09:00-12:00"},
    "closed": ["2026-06-05"],
}
MONDAY = datetime(2026, 6, 1, 8, tzinfo=UTC)  # ten in Berlin


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def asked(text: str, *turns: Turn, run: str = "r1", now: datetime = MONDAY) -> Question:
    return Question(text, "c", run, now, turns=turns)


def desk(store: Store, section: dict[str, Any] | None = None) -> Escalation:
    return Escalation(store.reviews("local"), EscalationRules.read(section or {}, "a [escalation]"))


@pytest.mark.parametrize(
    "text",
    [
        "I want to talk to a human",
        "can i speak with someone please",
        "let me talk to your manager",
        "get me a real person",
        "connect me to an agent",
        "I need a human",
        "human please",
        "I don't want a bot",
        "could somebody call me back",
        "i wnat to speak to a reprsentative",
        "Ich möchte mit einem Mitarbeiter sprechen",
        "kann ich mit jemandem reden?",
        "Ich will einen echten Menschen",
        "verbinden Sie mich bitte",
        "Mitarbeiter bitte",
        "ich bitte um Rückruf",
    ],
)
def test_a_wish_for_a_person_is_heard(store: Store, text: str) -> None:
    assert desk(store).rule(asked(text)) == "asked"


@pytest.mark.parametrize(
    "text",
    [
        "Where is my order?",
        "I don't want to talk to a human",
        "do you have books about human rights?",
        "I bought Notes of a Real Estate Agent",
        "how long do I have to return something?",
        "Ich möchte nicht mit einem Mitarbeiter sprechen",
        "Wo ist meine Bestellung?",
        "does a signature by another person count?",
        "who are your people?",
        "Haben Sie Bücher über Menschen am Meer?",
    ],
)
def test_other_words_call_nobody(store: Store, text: str) -> None:
    assert desk(store).rule(asked(text)) == ""


def test_anger_calls_when_it_is_repeated(store: Store) -> None:
    angry, calm = Turn("this is ridiculous", "Sorry.", "clarification"), Turn("hello", "Hi.", "clarification")
    people = desk(store)
    assert people.rule(asked("terrible service")) == ""
    assert people.rule(asked("thank you", angry)) == ""
    assert people.rule(asked("terrible service", angry, calm)) == "anger"
    assert people.rule(asked("terrible service", angry, calm, calm, calm)) == ""


def test_a_closed_reason_calls_nobody_again(store: Store) -> None:
    people, angry = desk(store), Turn("this is ridiculous", "Sorry.", "clarification")
    assert people.call(asked("terrible", angry), "anger")
    assert people.rule(asked("terrible", angry)) == "with_person"
    store.reviews("local").join("c", "Ann")
    store.reviews("local").leave("c", "Ann", "done")
    assert people.rule(asked("still terrible", angry)) == ""
    assert people.rule(asked("I want to talk to a human")) == "asked"


def test_the_user_may_go_on_until_somebody_joins(store: Store) -> None:
    people = desk(store)
    assert people.call(asked("human please"), "asked")
    assert people.rule(asked("Mit dem Assistenten weitermachen")) == "without_person"
    assert people.call(asked("human please", run="r2"), "asked")
    store.reviews("local").join("c", "Ann")
    assert people.rule(asked("go on with the assistant")) == "with_person"
    assert people.choices(asked("hello")) == ()


@pytest.mark.parametrize(
    ("reason", "before", "why"),
    [
        ("in_doubt", "", "in_doubt"),
        ("not_found", "ungrounded", "failed"),
        ("source_down", "failed", "failed"),
        ("not_found", "", ""),
        ("off_topic", "off_topic", ""),
        ("injection", "injection", ""),
        ("not_found", "off_topic", ""),
    ],
)
def test_two_failures_or_a_doubt_call(store: Store, reason: str, before: str, why: str) -> None:
    told = Refusal(text="No.", conversation="c", run="r", reason=reason)
    assert desk(store).after(asked("x", Turn("y", "No.", "refusal", reason=before)), told) == why


def test_a_gap_in_doubt_calls(store: Store) -> None:
    told = Refusal(text="No.", conversation="c", run="r", gaps=(Gap("pay", "in_doubt: it broke"),))
    assert desk(store).after(asked("x"), told) == "in_doubt"


@pytest.mark.parametrize(
    ("now", "staffed", "back"),
    [
        (datetime(2026, 6, 1, 7, 0, tzinfo=UTC), True, ""),  # nine in Berlin, in summer
        (datetime(2026, 6, 1, 6, 59, tzinfo=UTC), False, "back today at 09:00"),
        (
            datetime(2026, 6, 1, 15, 0, tzinfo=UTC),
            False,
            "back on Monday at 09:00",
        ),  # Friday the 5th is closed
        (datetime(2026, 6, 11, 12, 0, tzinfo=UTC), False, "Friday at 09:00"),
        (datetime(2026, 1, 5, 8, 0, tzinfo=UTC), True, ""),  # nine in winter
        (datetime(2026, 1, 5, 7, 30, tzinfo=UTC), False, "back today at 09:00"),
    ],
)
def test_hours_follow_zone_and_season(store: Store, now: datetime, staffed: bool, back: str) -> None:
    people = desk(store, BERLIN)
    assert people.staffed(asked("hello", now=now)) is staffed
    assert back in people.says(asked("hello", now=now), "called")


def test_a_closed_shop_promises_no_day(store: Store) -> None:
    people = desk(store, {"hours": {}, "de": {"closed": "Wir sind bis auf Weiteres geschlossen."}})
    assert people.says(asked("hello there my friend"), "called").startswith("Nobody is here just now. Leave")
    assert (
        people.says(asked("Wo ist meine Bestellung bitte"), "called")
        == "Wir sind bis auf Weiteres geschlossen."
    )


@pytest.mark.parametrize(
    ("section", "says"),
    [
        ({"zones": "UTC"}, "zones"),
        ({"zone": "Mars/Olympus"}, "Europe/Berlin"),
        ({"hours": {"monday": "09:00-17:00"}}, "mon ="),
        ({"hours": {"mon": "9-17"}}, "09:00-17:00"),
        ({"hours": {"mon": "17:00-09:00"}}, "09:00-17:00"),
        ({"closed": ["Christmas"]}, "2026-12-25"),
        ({"en": {"gone": "Bye."}}, "called"),
    ],
)
def test_a_wrong_entry_is_named(section: dict[str, Any], says: str) -> None:
    with pytest.raises(AssistantError, match=says):
        EscalationRules.read(section, "bookstore/assistant.toml [escalation]")


def test_another_doubt_calls_again(store: Store) -> None:
    people, broke = desk(store), Gap("pay", "in_doubt: it broke (TimeoutError)")
    assert people.call(asked("pay"), "in_doubt", [broke])
    store.reviews("local").leave("c", "Ann", "it had not happened")
    assert not people.call(
        asked("pay", run="r2"), "in_doubt", [Gap("pay", "in_doubt: An earlier pay broke off.")]
    )
    assert people.call(asked("pay bob", run="r3"), "in_doubt", [broke])


def test_what_a_person_wrote_follows_the_message() -> None:
    turns = (
        Turn("human please", "Called.", "clarification"),
        Turn("my book is wet", "Kept.", "clarification"),
    )
    records = [
        {"event": "RunStarted", "question": "where is it"},
        {"event": "RunStarted", "question": "human please"},
        {"event": "PersonSpoke", "person": "Ann", "text": "Hello"},
        {"event": "RunStarted", "question": "my book is wet"},
        {"event": "PersonSpoke", "person": "Ann", "text": "We send a new one."},
    ]
    assert [turn.text for turn in with_spoken(turns, records)] == [
        "Called.\nAnn: Hello",
        "Kept.\nAnn: We send a new one.",
    ]
    assert with_spoken(turns, []) == turns
