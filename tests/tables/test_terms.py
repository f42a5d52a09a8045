"""Business words that belong together."""

from __future__ import annotations

from answerable.domain.catalog import Term
from answerable.tables.terms import Terms, tears
from answerable.tables.tokens import cut

TEAM = Term(words=("my team", "my team members"), entity="staff", sql="mine")
LEADS = Term(words=("my managers",), entity="staff", sql="mine AND leads")
OFF = Term(words=("off", "offen"), entity="leave", sql="away")


def test_the_longest_words_stay_together() -> None:
    tokens = cut("list my team members in Bern", "en")
    assert Terms([TEAM]).glued(tokens) == [(1, 4)]
    assert tears(1, 2, (1, 4))
    assert tears(3, 5, (1, 4))
    assert not tears(1, 4, (1, 4))
    assert not tears(4, 5, (1, 4))


def test_one_manager_is_not_my_managers() -> None:
    terms = Terms([LEADS])
    assert terms.find(["my", "managers"]) == [LEADS]
    assert terms.find(["my", "manager"]) == []


def test_short_words_are_said_as_written() -> None:
    terms = Terms([Term(words=("off",), entity="leave", sql="away")])
    assert terms.find(["off"])
    assert not terms.find(["offen"])
    assert Terms([OFF]).find(["offenen"]) == [OFF]
