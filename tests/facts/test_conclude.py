from __future__ import annotations

from datetime import UTC, datetime

from answerable.facts.conclude import computed_id, concluded, measure, shown
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
        "Anna Keller, born 12 March 1980, is 46 years old on 1 June 2026."
    ]


def test_dates_and_numbers_are_written_as_asked() -> None:
    born = ("Anna Keller", "Born | 12 March 1980")
    assert told("Wie alt ist Anna Keller?", "de", born) == [
        "Anna Keller, geboren 12. März 1980, ist am 1. Juni 2026 46 Jahre alt."
    ]
    assert [shown("8,450", "8450", language) for language in ("de", "en")] == ["8’450", "8,450"]
    assert shown("1954", "1954", "de") == "1954"  # a year is not grouped


def test_what_is_asked_together_adds_up() -> None:
    towns = (("Lund", "Population | 1,900"), ("Bern", "Population | 120"))
    assert told("How many people live in Lund and Bern together?", "en", *towns) == [
        "Lund (1,900) and Bern (120) together: 2,020."
    ]
    years = (("Anna Keller", "Born | 1980"), ("Per Berg", "Born | 1970"))
    ages = told("How old are Anna Keller and Per Berg together?", "en", *years)
    assert not any("together" in text for text in ages)  # 45 or 46 years add up to nothing


def test_computed_sentences_name_their_sites() -> None:
    inquiry = decompose("How old is Anna Keller?")
    knowledge = Knowledge([page("https://lumen.example/a", "Anna Keller", "Born | 12 March 1980")], NOW)
    resolved = [knowledge.resolve(chain) for chain in inquiry.chains]
    titles = [concluded(inquiry, resolved, language, AT)[0].title for language in ("en", "de")]
    assert titles == ["Computed from lumen.example", "Berechnet aus lumen.example"]


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
