from __future__ import annotations

from answerable.facts.fact import Hop
from answerable.facts.read import read_facts, speaks_of
from answerable.facts.relations import RELATIONS
from tests.facts.said import page


def test_pages_speak_of_whom_they_name_first() -> None:
    assert speaks_of("Acme AG", page("https://x.example/a", "Acme AG – Lexikon", ""))
    assert not speaks_of(
        "Acme AG", page("https://x.example/a", "Anna Keller joins Acme AG and Belmo GmbH", "")
    )
    assert speaks_of("Acme Tools AG", page("https://acmetools.example/team", "Team", ""))


def test_facts_carry_quote_site_and_year() -> None:
    found = read_facts(
        page("https://x.example/l", "Lund", "Population | 12,345 (2021)"),
        "Lund",
        Hop(RELATIONS["population"]),
    )
    assert [(f.canonical, f.quote, f.site, f.when) for f in found] == [
        ("12345", "Population | 12,345 (2021)", "x.example", "2021")
    ]


def test_a_first_name_needs_its_family() -> None:
    age, story = (
        Hop(RELATIONS["age"]),
        page("https://x.example/k", "Kellers", "Anna Keller has a daughter, Maja (12)."),
    )
    assert [f.value for f in read_facts(story, "Maja", age, ("Anna Keller",))] == ["12"]
    assert read_facts(story, "Maja", age, ("Per Berg",)) == []


def test_a_sentence_goes_on_about_its_own_subject() -> None:
    hop = Hop(RELATIONS["population"])
    school = page(
        "https://a.example/",
        "Corva Institute",
        "The campus of Corva Institute is in Lund. It counts 26,649 people.",
    )
    assert read_facts(school, "Lund", hop) == []


def test_what_somebody_is_of_is_no_trade() -> None:
    text = "Anna Keller is a native of Lund. Anna Keller is a graduate of the University of Bern."
    assert (
        read_facts(
            page("https://a.example/", "Anna Keller", text), "Anna Keller", Hop(RELATIONS["occupation"])
        )
        == []
    )
