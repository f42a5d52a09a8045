from __future__ import annotations

from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Locator, Table
from answerable.domain.question import Turn
from answerable.sources.search.enrich import MOST_WORDS, about, enriched, told

ARTICLE = Table(
    ("Artikelnummer", "Bezeichnung", "Lieferant", "Preis"),
    (("KB-4711", "Kugellager 6204", "SKF AG", 12.5),),
)


def test_rows_name_number_description_and_supplier() -> None:
    assert enriched("Datenblatt?", [ARTICLE]) == "Datenblatt KB-4711 Kugellager 6204 SKF AG"


def test_what_is_asked_is_not_repeated() -> None:
    assert enriched("Datenblatt KB-4711", [ARTICLE]) == "Datenblatt KB-4711 Kugellager 6204 SKF AG"


def test_history_lends_its_article_number() -> None:
    turns = [
        Turn("How much stock of 4711?", "There are 12.", "answer"),
        Turn("Thanks", "You're welcome.", "answer"),
    ]
    assert enriched("Where is its data sheet?", turns=turns) == "Where is its data sheet 4711"


def test_empty_cells_and_long_queries_are_cut() -> None:
    table = Table(("article", "name"), ((None, ""),))
    assert enriched("price", [table]) == "price"
    assert len(enriched("word " * 40).split()) == MOST_WORDS


def test_several_rows_tell_what_they_share() -> None:
    rows = (("KB-1", "SKF AG"), ("KB-2", "SKF AG"))
    assert list(told([Table(("Artikelnummer", "Hersteller"), rows)])) == ["SKF AG"]


def page(url: str, *texts: str) -> list[Evidence]:
    return [Evidence(f"{url}-{text}", text, "", Locator("search", url), datetime.now(UTC)) for text in texts]


def test_a_neighbours_page_is_not_about_the_thing() -> None:
    sheet = page("/bearings", "Bearings by SKF AG", "For Kugellager 6204")
    neighbour = page("/seals", "Seals by SKF AG", "For Dichtring 7")
    stranger = page("/news", "Nothing of that")
    kept = about([*stranger, *neighbour, *sheet], ["KB-4711", "Kugellager 6204", "SKF AG"])
    assert kept == sheet


def test_each_name_of_the_thing_has_its_page() -> None:
    sheet, terms = page("/sheet", "Voltara breaker 1P"), page("/terms", "Alpina AG delivers in 2 days")
    assert about([*sheet, *terms], ["breaker 1P", "Voltara", "Alpina AG"]) == [*sheet, *terms]
