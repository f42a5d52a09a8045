from __future__ import annotations

import sqlite3
from pathlib import Path

from answerable.sandbox.library import build


def dump(path: Path) -> list[str]:
    build(path)
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    return lines


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    first = dump(tmp_path / "library.db")
    assert first == dump(tmp_path / "library.db")
    assert sum(line.startswith("CREATE TABLE") for line in first) == 8


def test_loans_and_fees_tell_one_story(tmp_path: Path) -> None:
    build(tmp_path / "library.db")
    connection = sqlite3.connect(tmp_path / "library.db")
    (early,) = connection.execute(
        "SELECT COUNT(*) FROM Ausleihe WHERE Rueckgabedatum < Ausleihdatum"
    ).fetchone()
    (out,) = connection.execute("SELECT COUNT(*) FROM Ausleihe WHERE Rueckgabedatum IS NULL").fetchone()
    (punctual,) = connection.execute(
        "SELECT COUNT(*) FROM Gebuehr JOIN Ausleihe USING (AusleiheID) WHERE Rueckgabedatum <= Faellig_am"
    ).fetchone()
    connection.close()
    assert (early, punctual) == (0, 0)
    assert out > 20
