from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.question import Question, Tenant, User

ASKED = Question("And that?", "talk", "run", datetime(2026, 6, 1, tzinfo=UTC))


def test_a_question_means_its_own_words() -> None:
    assert ASKED.meant == "And that?"


def test_a_resolved_question_means_more() -> None:
    assert replace(ASKED, setting="the return fee").meant == "the return fee And that?"


def test_everybody_belongs_to_a_tenant() -> None:
    assert ASKED.user.tenant == Tenant("local")
    assert User("ann", Tenant("acme")) != User("ann", Tenant("other"))
