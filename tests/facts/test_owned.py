from __future__ import annotations

import pytest

from answerable.facts.fact import Hop
from answerable.facts.prose import said_of
from answerable.facts.relations import RELATIONS


@pytest.mark.parametrize(
    ("text", "subject", "relation"),
    [
        ("Rita Fenn: Head of Finance", "Acme AG", "head"),
        ("Leon Marsh: Lead designer of chairs", "Acme AG", "head"),
        ("The couple have two children, Kira (born 2014) and Emil.", "Anna Keller", "born"),
        ("Her husband was born in Lund.", "Anna Keller", "birthplace"),
    ],
)
def test_words_of_others_are_not_taken(text: str, subject: str, relation: str) -> None:
    assert said_of(text, subject, Hop(RELATIONS[relation]), about=True) == []


def test_an_apposition_keeps_its_subject() -> None:
    text = "Finn Hirschi, Kind von Bronagh Hirschi und Kai Egger, wurde am 3. Mai 2011 geboren."
    found = said_of(text, "Finn Hirschi", Hop(RELATIONS["born"]), about=False)
    assert [said.value.text for said in found] == ["3. Mai 2011"]
