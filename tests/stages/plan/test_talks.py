"""Which conversation a question asks for, in the words people use; everything else is left to others."""

from __future__ import annotations

import pytest

from answerable.sources.apps.parties import Party
from answerable.stages.plan.talks import (
    corrects,
    named_in,
    names_nobody,
    placed,
    read_name,
    read_onward,
    read_talk,
)

KNOWN = [
    Party("contacts", "1", "Bill Mercer", "bill.mercer@acme.example", "Acme Ltd", "a1"),
    Party("contacts", "2", "Bill Turner", "bill@bow.example", "Bank of the West", "a2"),
    Party("contacts", "3", "Jürgen Groß", "jg@acme.example", "Acme Ltd", "a1"),
    Party("accounts", "a1", "Acme Ltd", account_id="a1"),
    Party("accounts", "a2", "Bank of the West", account_id="a2"),
]


def who(text: str) -> list[Party]:
    said = set(text.casefold().split())
    return [one for one in KNOWN if said <= set(one.name.casefold().split())]


@pytest.mark.parametrize(
    ("text", "ids", "mine", "company"),
    [
        ("Summarize my last conversation with Bill's company", "12", True, True),
        ("Summarise my last conversation with Bill’s company, please.", "12", True, True),
        ("What did we talk about with Bill Mercer last time?", "1", False, False),
        ("Could you give me a short recap of our latest call with the Bank of the West?", "a2", False, False),
        ("what did i last discuss with acme", "a1", True, False),
        ("When did I last speak to Bill Turner?", "2", True, False),
        ("What did Bill from Acme say in our last meeting?", "1", False, False),
        ("Fasse mein letztes Gespräch mit Bills Firma zusammen", "12", True, True),
        ("Worüber habe ich zuletzt mit Jürgen Groß gesprochen?", "3", True, False),
        ("Was wurde beim letzten Telefonat mit der Firma von Bill Turner besprochen?", "2", False, True),
    ],
)
def test_a_conversation_is_recognised(text: str, ids: str, mine: bool, company: bool) -> None:
    found = read_talk(text, "en", who)
    assert found
    talk, parties = found
    assert "".join(one.id for one in parties) == ids
    assert (talk.mine, talk.company) == (mine, company)


@pytest.mark.parametrize(
    "text",
    [
        "How many conversations did I have with Acme?",
        "List my last five conversations with Acme",
        "Which customer had the last call with Acme?",
        "Summarize my next meeting with Bill tomorrow",
        "Summarize my last conversation with Bill Mercer in March",
        "How much revenue does Acme bring in?",
        "Tell me about the contact Bill Mercer",
        "What is the weather like?",
    ],
)
def test_other_questions_are_left_alone(text: str) -> None:
    assert read_talk(text, "en", who) is None


def test_kind_and_topic_are_understood() -> None:
    found = read_talk("Summarize the last e-mail with Acme about single sign-on", "en", who)
    assert found
    assert found[0].topic == "single sign-on"
    assert found[0].kind is not None
    found = read_talk("Can I have a summary of the last conversation with Acme?", "en", who)
    assert found
    assert (found[0].mine, found[0].kind, found[0].topic) == (False, None, "")


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        ("When did we last talk to Acme?", True),
        ("Wem haben wir zuletzt bei Acme getroffen?", True),
        ("Who did we last speak to at Acme, and what about?", False),
        ("What did we agree on in our last call with Acme?", False),
    ],
)
def test_only_the_moment_may_be_asked(text: str, brief: bool) -> None:
    found = read_talk(text, "en", who)
    assert found
    assert found[0].brief is brief


def test_a_stranger_keeps_their_name() -> None:
    found = read_talk("Summarize my last conversation with Zorb Inc", "en", who)
    assert found
    assert (found[0].name, found[1]) == ("Zorb Inc", [])


def test_a_short_question_goes_onward() -> None:
    onward = read_onward("And with Bill Turner's company?", who)
    assert onward
    assert (onward[0], [one.id for one in onward[1]], onward[2]) == ("Bill Turner", ["2"], True)
    assert read_onward("Acme", who) is None
    assert read_onward("And how much does Acme owe us?", who) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [("2", 1), ("the second one", 1), ("der erste", 0), ("the last", 2), ("7", None), ("Bill Mercer", None)],
)
def test_a_reply_may_name_a_place(text: str, place: int | None) -> None:
    assert placed(text, 3) == place


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Mercer", "1"),
        ("the one from Acme", "13"),
        ("bill.mercer@acme.example", "1"),
        ("no, I mean Bill Turner", "2"),
        ("somebody from Zorb", ""),
    ],
)
def test_a_reply_may_name_somebody(text: str, ids: str) -> None:
    assert "".join(one.id for one in named_in(text, KNOWN[:3])) == ids


def test_corrections_are_short_and_contradict() -> None:
    assert corrects("no, the other Bill")
    assert corrects("Ich meine Bill Turner")
    assert not corrects("Summarize my last conversation with Bill")
    assert not corrects("I do not want to know how many of our customers have not paid their invoices")


def test_a_correction_says_nothing_else() -> None:
    assert names_nobody("no, I meant the other one")
    assert not names_nobody("How many leads have we not met?")
    named = read_name("I mean Jürgen Groß", who)
    assert named
    assert [one.id for one in named[1]] == ["3"]
    assert read_name("Why has Acme not paid?", who) is None
