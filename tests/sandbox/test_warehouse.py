from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from answerable.sandbox.warehouse import build


@pytest.fixture
def warehouse(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    build(tmp_path / "warehouse.db")
    with closing(sqlite3.connect(tmp_path / "warehouse.db")) as connection:
        yield connection


def one(connection: sqlite3.Connection, sql: str) -> tuple[object, ...]:
    with connection:
        found: tuple[object, ...] = connection.execute(sql).fetchone()
    return found


def test_the_tables_are_those_of_the_seed(warehouse: sqlite3.Connection) -> None:
    tables = {
        name: [column[1] for column in warehouse.execute(f"PRAGMA table_info({name})")]
        for (name,) in warehouse.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    }
    warehouse.close()
    assert set(tables) == {"Artikel", "Einkaufspreis", "Lagerplatz", "Lagerplatz_Artikel"}
    assert {"I_ID", "Artikelbezeichnung", "Artikelnummer"} <= set(tables["Artikel"])
    assert tables["Einkaufspreis"] == ["m_Artikel", "EP_CHF"]
    assert tables["Lagerplatz"] == ["I_ID", "Lagerplatz", "R_LAGER", "R_LAGERORT"]
    assert {"R_ARTIKEL", "R_LAGERPLATZ", "Bestände"} <= set(tables["Lagerplatz_Artikel"])


def test_the_stock_is_large_and_sound(warehouse: sqlite3.Connection) -> None:
    articles, names = one(warehouse, "SELECT COUNT(*), COUNT(DISTINCT Artikelbezeichnung) FROM Artikel")
    assert articles == names
    assert isinstance(articles, int)
    assert articles >= 2_000
    assert warehouse.execute("PRAGMA foreign_key_check").fetchall() == []
    empty, reserved, wrong = one(
        warehouse,
        'SELECT SUM("Bestände" = 0), SUM(Reserviert > 0), SUM(Reserviert > "Bestände") FROM Lagerplatz_Artikel',
    )
    assert wrong == 0
    assert isinstance(empty, int)
    assert isinstance(reserved, int)
    assert min(empty, reserved) > 100
    assert one(warehouse, "SELECT COUNT(DISTINCT R_LAGER) FROM Lagerplatz") == (4,)
    warehouse.close()


def test_the_known_article_has_price_and_stock(warehouse: sqlite3.Connection) -> None:
    found = one(
        warehouse,
        'SELECT COUNT(*), SUM("Bestände") > 0, MIN(EP_CHF) > 0 FROM Artikel '
        "JOIN Lagerplatz_Artikel ON R_ARTIKEL = I_ID "
        "JOIN Einkaufspreis ON m_Artikel = I_ID WHERE Artikelnummer = '4711'",
    )
    assert found == (3, 1, 1)
    warehouse.close()


def test_two_builds_are_the_same_and_quick(tmp_path: Path) -> None:
    dumps = []
    for _ in range(2):
        began = time.monotonic()
        build(tmp_path / "again.db")
        assert time.monotonic() - began < 1.0
        connection = sqlite3.connect(tmp_path / "again.db")
        dumps.append(hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest())
        connection.close()
    assert dumps[0] == dumps[1]
