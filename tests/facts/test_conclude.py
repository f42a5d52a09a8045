from __future__ import annotations

from datetime import UTC, datetime

from answerable.facts.conclude import computed_id, concluded, measure
from answerable.facts.decompose import decompose
from answerable.facts.resolve import Knowledge
from tests.facts.said import NOW, page

AT = datetime(2026, 6, 1, tzinfo=UTC)


def told(question: str, language: str, *texts: tuple[str, str]) -> list[str]:
    inquiry = decompose(question)
    knowledge = Knowledge([page(f"https://lumenpedia.example/{t}", t, text) for t, text in texts], NOW)
    return [e.text for e in concluded(inquiry, [knowledge.resolve(c) for c in inquiry.chains], language, AT)]


def test_ages_are_told_with_their_birth_date() -> None:
    assert told("How old is Anna Keller?", "en", ("Anna Keller", "Born | 12 March 1980")) == [
        "Anna Keller, born 12 March 1980, is 46 years old on 2026-06-01."
    ]


def test_comparisons_name_the_winner() -> None:
    towns = (("Lund", "Population | 900"), ("Bern", "Population | 120"))
    assert "Lund has the higher" in told("Which town has more inhabitants, Lund or Bern?", "en", *towns)[0]
    assert (
        "hat Bern den kleineren"
        in told("Welche Stadt hat weniger Einwohner, Lund oder Bern?", "de", *towns)[0]
    )


def test_equal_and_missing_values_are_honest() -> None:
    born = (("Anna Keller", "Birthplace | Lund"), ("Per Berg", "Birthplace | Bern"))
    assert told("Were Anna Keller and Per Berg born in the same town?", "en", *born)[0].startswith("No:")
    assert told("Which town has more inhabitants, Lund or Bern?", "en", ("Lund", "Population | 900")) == []


def test_computed_ids_depend_on_the_words() -> None:
    assert computed_id("a") == computed_id("a") != computed_id("b")
    assert measure("12.5 kg") > measure("3 kg")
