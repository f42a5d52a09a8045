"""What comments say of tables and columns."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.sources.database.address import Address
from answerable.sources.database.comments import names, unit, written
from answerable.sources.database.database import Database

SCHEMA = """CREATE TABLE m_Lage ( -- Lagen (alle)
  I_ID INTEGER PRIMARY KEY,
  S_Bez TEXT DEFAULT 'a, -- b', -- Name der Lage
  -- said of nothing
  "F Flaeche" NUMERIC(10, 2) /* Rebfläche in Hektar */, S_Boden TEXT -- Boden / Bodenart
)"""


def test_comments_belong_to_what_stands_before_them_on_their_line() -> None:
    table, columns = written(SCHEMA)
    assert table == "Lagen (alle)"
    assert columns == {
        "S_Bez": "Name der Lage",
        "F Flaeche": "Rebfläche in Hektar",
        "S_Boden": "Boden / Bodenart",
    }


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Lesemenge in kg", ["Lesemenge"]),
        ("Wohnort / Sitz", ["Wohnort", "Sitz"]),
        ("Kunden (aktive)", ["Kunden"]),
        ("rot / weiß", []),
        ("1 = yes, 0 = no", []),
        ("1 = Garantiefall", ["Garantiefall"]),
        ("Besitzer, tbl_Kd", ["Besitzer"]),
        ("Datum der Fertigstellung", ["Fertigstellung Datum"]),
        ("empty while unpaid", []),
        ("", []),
    ],
)
def test_a_comment_names_its_column_where_it_is_no_sentence(note: str, expected: list[str]) -> None:
    assert list(names(note, ("rot", "weiß"))) == expected


@pytest.mark.parametrize(
    ("note", "expected"), [("Alkohol in % vol", "%"), ("Menge in Flaschen", "Flaschen"), ("Menge", "")]
)
def test_a_comment_says_a_unit(note: str, expected: str) -> None:
    assert unit(note) == expected


def test_a_catalog_calls_columns_as_their_comments_do(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "w.db") as made:
        made.executescript(SCHEMA)
    entity = Database(Address(f"sqlite:///{tmp_path / 'w.db'}")).catalog().entity("m_Lage")
    assert (entity.synonyms, entity.field("F Flaeche").synonyms) == (("Lagen",), ("Rebfläche",))
    assert entity.field("F Flaeche").unit == "Hektar"
