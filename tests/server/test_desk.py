"""Every fault of a request is found before anything is started."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from answerable.build import House
from answerable.errors import BadQuestion, SettingsError
from answerable.server.app import create_app
from answerable.server.desk import Desk
from answerable.server.problems import Refused
from answerable.server.shapes import Asking, ChatRequest
from tests.server.conftest import Client


@pytest.fixture
def desk(house: House) -> Desk:
    desk: Desk = create_app(house).state.desk
    return desk


def test_a_question_carries_checked_start_pages(desk: Desk) -> None:
    question = desk.take(Asking("When?", ["HTTP://Tea.example"], user="ann"))
    assert (question.starts, question.user.id, question.user.tenant.id) == (
        ("http://tea.example/",),
        "ann",
        "local",
    )


def test_a_conversation_brings_its_own_site(desk: Desk) -> None:
    desk.conversations.open("c", user="me", assistant="website", starts=["http://tea.example/"], name="c")
    assert desk.take(Asking("When?", conversation="c")).starts == ("http://tea.example/",)


def test_a_first_question_names_what_it_is_about(desk: Desk) -> None:
    asked = desk.take(Asking("How long does it last?", ["http://tea.example"], context="Kettle 7"))
    assert asked.text == "Kettle 7: How long does it last?"
    plain = desk.take(Asking("When does the tea house open?", ["http://tea.example"], context="Kettle 7"))
    assert (plain.text, plain.turns[0].question) == ("When does the tea house open?", "Kettle 7")


def test_a_follow_up_still_knows_where_it_began(desk: Desk) -> None:
    desk.conversations.open("c", user="me", assistant="website", starts=["http://tea.example/"], name="c")
    for number, text in enumerate(("What is it?", "And then?")):
        outcome: dict[str, Any] = {"outcome": "answer", "text": "", "choices": [], "reason": None}
        desk.conversations.add_turn("c", f"r{number}", text, outcome, ())
    asked = desk.take(Asking("And why?", conversation="c", context="Kettle 7"))
    assert [turn.question for turn in asked.turns] == ["What is it?", "Kettle 7", "And then?"]


def test_a_page_one_comes_from_is_read(desk: Desk) -> None:
    asked = desk.take(Asking("How much is this?", context="http://tea.example/kettle"))
    assert (asked.starts, asked.text) == (("http://tea.example/kettle",), "How much is this?")


def test_unclear_words_are_in_the_readers_language(desk: Desk) -> None:
    body = {"question": "Tee?", "site": ["http://tea.example"], "language": "de"}
    assert desk.take(ChatRequest.model_validate(body).asking()).language == "de"
    assert desk.take(Asking("Tee?", ["http://tea.example"])).language == "en"
    assert desk.take(Asking("When does it open?", ["http://tea.example"], language="de")).language == "en"
    desk.conversations.open("c", user="me", assistant="website", starts=["http://tea.example/"], name="c")
    outcome: dict[str, Any] = {"outcome": "answer", "text": "", "choices": [], "reason": None}
    desk.conversations.add_turn("c", "r", "Wann ist das Teehaus offen?", outcome, ())
    assert desk.take(Asking("Bern?", conversation="c")).language == "de"


def test_people_may_be_named_by_their_work_email(desk: Desk) -> None:
    said = ChatRequest.model_validate({"question": "When?", "user": "ann.lee@acme.example"})
    assert desk.take(replace(said.asking(), site=["http://tea.example"])).user.id == "ann.lee@acme.example"


def test_only_trusted_keys_name_people(desk: Desk) -> None:
    key = replace(desk.holder, id="k", scopes=("ask", "read"))
    with pytest.raises(Refused, match="may not name people"):
        replace(desk, holder=key).user("boss@acme.example")
    assert replace(desk, holder=key).user("visitor-7") == "visitor-7"
    trusted = replace(key, scopes=("ask", "people"))
    assert replace(desk, holder=trusted).user("boss@acme.example") == "boss@acme.example"
    bound = replace(key, user="ann@acme.example")
    assert replace(desk, holder=bound).user("ann@acme.example") == "ann@acme.example"


def test_faults_are_found_before_the_start(desk: Desk) -> None:
    with pytest.raises(Refused, match="no conversation 'c'"):
        desk.take(Asking("When?", conversation="c"))
    with pytest.raises(Refused, match="at least one start page"):
        desk.take(Asking("When?"))
    with pytest.raises(SettingsError, match="not a web address"):
        desk.take(Asking("When?", ["tea"]))
    with pytest.raises(BadQuestion):
        desk.take(Asking("x" * 9999, ["http://tea.example"]))


async def test_a_parameter_is_known_and_said_once(client: Client) -> None:
    for query, field in (("usr=ann", "usr"), ("user=ann&user=bob", "user")):
        reply, problem = await client.send("GET", f"/api/runs?{query}")
        assert (reply.status, problem["errors"][0]["field"]) == (422, field)
