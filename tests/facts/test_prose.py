from __future__ import annotations

import pytest

from answerable.facts.fact import Hop
from answerable.facts.prose import said_of, sole_value
from answerable.facts.relations import RELATIONS


def said(text: str, subject: str, relation: str, *, about: bool = False, inverse: bool = False) -> list[str]:
    hop = Hop(RELATIONS[relation], inverse=inverse)
    return sorted(
        one.value.text for one in said_of(text, subject, hop, about=about) if not one.former and one.direct
    )


@pytest.mark.parametrize(
    ("text", "subject", "relation", "expected"),
    [
        ("Acme AG is run by Anna Keller and Per Berg.", "Acme AG", "head", ["Anna Keller", "Per Berg"]),
        ("Anna Keller leads Acme AG.", "Acme AG", "head", ["Anna Keller"]),
        ("Anna Keller opened the gates of Acme AG at six.", "Acme AG", "founder", []),
        ("Die Acme AG wird von Anna Keller geleitet.", "Acme AG", "head", ["Anna Keller"]),
        ("1987 gründete Anna Keller die Acme AG in Lund.", "Acme AG", "founder", ["Anna Keller"]),
        ("1987 gründete Anna Keller die Acme AG in Lund.", "Acme AG", "founded_in", ["Lund"]),
        ("Anna Keller (* 12. März 1980 in Lund) ist Ärztin.", "Anna Keller", "birthplace", ["Lund"]),
        ("Anna Keller (* 12. März 1980 in Lund) ist Ärztin.", "Anna Keller", "born", ["12. März 1980"]),
        ("Some 12,345 people live in Lund.", "Lund", "population", ["12,345"]),
        ("Lund zählt 12'345 Einwohner.", "Lund", "population", ["12'345"]),
        ("The Tarno 300 comes from Acme AG.", "Tarno 300", "maker", ["Acme AG"]),
        ("Maja and Elias, the children of Anna Keller, play.", "Anna Keller", "children", ["Elias", "Maja"]),
        ("Maja (12) and Elias (9) play.", "Elias", "age", ["9"]),
    ],
)  # fmt: skip
def test_sentences_say_their_facts(text: str, subject: str, relation: str, expected: list[str]) -> None:
    assert said(text, subject, relation) == expected


def test_somebody_elses_facts_are_not_taken() -> None:
    assert said("Her husband Per Berg was born in Bern.", "Anna Keller", "birthplace", about=True) == []
    assert said("Per Berg, husband of Anna Keller, was born in Bern.", "Anna Keller", "birthplace") == []
    assert said("It employs 300 people at its headquarters in Lund.", "Lund", "population") == []


def test_who_left_is_not_in_office() -> None:
    text = "When Per Berg stepped down as chief executive of Acme AG in 2019, Anna Keller took over."
    assert said(text, "Acme AG", "head") == ["Anna Keller"] or "Per Berg" not in said(text, "Acme AG", "head")
    assert said("Anna Keller, the former CEO of Acme AG, sails.", "Acme AG", "head") == []


def test_denied_and_rumoured_facts_count_less() -> None:
    assert said("Acme AG was not founded by Anna Keller.", "Acme AG", "founder") == []
    hop = Hop(RELATIONS["head"])
    sure = said_of("Anna Keller leads Acme AG.", "Acme AG", hop, about=False)[0]
    rumour = said_of("Allegedly Anna Keller leads Acme AG.", "Acme AG", hop, about=False)[0]
    assert rumour.direct < sure.direct


def test_the_owner_of_a_value_is_found() -> None:
    assert said("Anna Keller founded Acme AG.", "Anna Keller", "founder", inverse=True) == ["Acme AG"]


def test_a_pages_only_price_needs_no_words() -> None:
    assert getattr(sole_value("Sturdy. Yours at €49.", RELATIONS["price"]), "canonical", "") == "49 EUR"
    assert sole_value("€49 or €59", RELATIONS["price"]) is None
