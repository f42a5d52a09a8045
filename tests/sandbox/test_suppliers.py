"""The small web beside the demo warehouse."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from answerable.sandbox import warehouse
from answerable.sandbox.filling import read_world
from answerable.sandbox.suppliers import supplier_pages


def test_every_maker_and_supplier_has_pages(tmp_path: Path) -> None:
    warehouse.build(tmp_path / "w.db")
    with closing(sqlite3.connect(tmp_path / "w.db")) as connection, connection:
        firms = {
            name
            for row in connection.execute("SELECT DISTINCT Hersteller, Lieferant FROM Artikel")
            for name in row
        }
    told = {firm for firm in firms for page in supplier_pages() if firm in page.title}
    assert told == firms


def test_pages_stand_in_both_languages() -> None:
    pages = list(supplier_pages())
    assert len({page.address for page in pages}) == len(pages)
    assert [page.language for page in pages].count("de") == len(pages) / 2


def test_a_sheet_says_what_the_file_says() -> None:
    sheet = read_world("suppliers")["sheets"][0]
    page = next(page for page in supplier_pages() if page.language == "en" and sheet["group"] in page.title)
    assert sheet["temperature"][1] in page.html().decode()
    assert sheet["note"][1] in page.html().decode()
