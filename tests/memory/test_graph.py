"""Names are filled in with what the asking person means, and with nothing anybody else said."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.domain.question import Question, User
from answerable.memory import Graph
from answerable.store import Store
from answerable.store.memory import EVERYBODY, StoredPreference

NOW = datetime(2026, 11, 15, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def said_by(user: str, conversation: str = "c1") -> Question:
    return Question("By Bill I mean …", conversation, "r1", NOW, User(user))


def understood(graph: Graph, text: str, user: str = "ann", language: str = "en") -> str:
    return graph.understood(text, user, NOW, language)[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("When did we last meet Bill?", "When did we last meet Bill Turner at Acme?"),
        ("Summarize my talk with BILL's company", "Summarize my talk with Bill Turner's company"),
        ("Who is Bill Stone?", "Who is Bill Stone?"),
        ("When did we meet Bill Turner at Acme?", "When did we meet Bill Turner at Acme?"),
        ("Which bills are overdue?", "Which bills are overdue?"),
        ("Deals in my region and for my region", "Deals in EMEA and for EMEA"),
        ("Wie viele Leads in meiner Region?", "Wie viele Leads in EMEA?"),
        ("What is my region?", "What is my region?"),
        ("Mail bill@acme.example", "Mail bill@acme.example"),
    ],
)
def test_a_name_becomes_what_is_meant(store: Store, text: str, meant: str) -> None:
    graph = Graph(store.memory("acme"))
    graph.learn(said_by("ann"), "Bill", means="Bill Turner at Acme")
    graph.learn(said_by("ann"), "my region", means="EMEA")
    assert understood(graph, text) == meant


def test_own_words_go_before_everybodys(store: Store) -> None:
    memory = store.memory("acme")
    graph = Graph(memory)
    memory.put(StoredPreference(user=EVERYBODY, name="big deal", means="deals above target", author="Olga"))
    assert (
        understood(graph, "How many big deals? A big deal is", "ben")
        == "How many big deals? A deals above target is"
    )
    graph.learn(said_by("ann"), "big deal", means="won deals")
    assert understood(graph, "one big deal") == "one won deals"
    assert [one.means for one in graph.known("ann")] == ["won deals"]
    assert graph.forget(said_by("ann"), "Big deal") == 1
    assert understood(graph, "one big deal") == "one deals above target"


@pytest.mark.parametrize(
    ("text", "language", "meant"),
    [
        ("Revenue in this fiscal year?", "en", "Revenue from April 2026 to March 2027?"),
        ("Revenue last fiscal year?", "en", "Revenue from April 2025 to March 2026?"),
        ("Umsatz im letzten Geschäftsjahr?", "de", "Umsatz von April 2025 bis März 2026?"),
        ("Revenue this year?", "en", "Revenue this year?"),
    ],
)
def test_the_fiscal_year_is_the_tenants_own(store: Store, text: str, language: str, meant: str) -> None:
    memory = store.memory("acme")
    memory.put(StoredPreference(user=EVERYBODY, name="fiscal year", means="starts in April", author="Olga"))
    assert understood(Graph(memory), text, language=language) == meant
    assert understood(Graph(store.memory("globex")), text, language=language) == text


def test_a_year_that_begins_in_january_is_whole(store: Store) -> None:
    memory = store.memory("acme")
    memory.put(StoredPreference(user=EVERYBODY, name="fiscal year", means="beginnt im Januar", author="Olga"))
    assert understood(Graph(memory), "Cost this fiscal year") == "Cost from January 2026 to December 2026"


def test_nothing_said_reaches_anybody_else(store: Store) -> None:
    graph = Graph(store.memory("acme"))
    for number in range(100):
        graph.learn(said_by("mallory"), f"Name{number}", means=f"canary-{number}")
    for user in ("ann", "ben", "MALLORY", ""):
        for number in range(100):
            assert graph.understood(f"Who is Name{number}", user, NOW, "en") == (f"Who is Name{number}", ())
    assert graph.understood("Who is Name7", "mallory", NOW, "en")[1] == ("name7",)
    assert graph.forget(said_by("mallory")) == 100
    assert graph.known("mallory") == []


def test_a_choice_outlives_its_conversation(store: Store) -> None:
    graph = Graph(store.memory("acme"))
    graph.learn(said_by("ann"), "Bill", ["contacts/1"])
    assert graph.recall(said_by("ann", "c2"), "bill") == ("contacts/1",)
    assert graph.recall(said_by("ben"), "Bill") == ()
    kept = store.memory("acme").get("ann", "bill")
    assert kept
    assert (kept.conversation, kept.run) == ("c1", "r1")


def test_a_forgotten_choice_is_forgotten(store: Store) -> None:
    graph = Graph(store.memory("acme"))
    for user in ("ann", "ben"):
        graph.learn(said_by(user), "Bill", ["contacts/1"])
    graph.forget(said_by("ann"), "BILL")
    assert graph.recall(said_by("ann"), "Bill") == ()
    assert graph.recall(said_by("ben"), "Bill") == ("contacts/1",)
