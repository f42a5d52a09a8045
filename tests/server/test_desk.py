"""Every fault of a request is found before anything is started."""

from __future__ import annotations

import pytest

from answerable.build import House
from answerable.errors import BadQuestion, SettingsError
from answerable.server.app import create_app
from answerable.server.desk import Desk
from answerable.server.problems import Refused
from answerable.server.shapes import Asking


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


def test_faults_are_found_before_the_start(desk: Desk) -> None:
    with pytest.raises(Refused, match="no conversation 'c'"):
        desk.take(Asking("When?", conversation="c"))
    with pytest.raises(Refused, match="at least one start page"):
        desk.take(Asking("When?"))
    with pytest.raises(SettingsError, match="not a web address"):
        desk.take(Asking("When?", ["tea"]))
    with pytest.raises(BadQuestion):
        desk.take(Asking("x" * 9999, ["http://tea.example"]))
