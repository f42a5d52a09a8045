from __future__ import annotations

from answerable.domain.evidence import Table
from answerable.domain.question import Turn
from answerable.sources.search.enrich import MOST_WORDS, enriched

ARTICLE = Table(
    ("Artikelnummer", "Bezeichnung", "Lieferant", "Preis"),
    (("KB-4711", "Kugellager 6204", "SKF AG", 12.5), ("X-1", "Other", "Y", 1)),
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
