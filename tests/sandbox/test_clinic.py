from __future__ import annotations

import sqlite3
from pathlib import Path

from answerable.sandbox.clinic import build


def dump(path: Path) -> list[str]:
    build(path)
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    return lines


def test_two_builds_are_the_same(tmp_path: Path) -> None:
    first = dump(tmp_path / "clinic.db")
    assert first == dump(tmp_path / "clinic.db")
    assert sum(line.startswith("CREATE TABLE") for line in first) == 8


def test_invoices_add_up_to_their_treatments(tmp_path: Path) -> None:
    build(tmp_path / "clinic.db")
    connection = sqlite3.connect(tmp_path / "clinic.db")
    (wrong,) = connection.execute(
        "SELECT COUNT(*) FROM invoices i WHERE amt <> (SELECT SUM(qty * price) FROM appointment_treatments t "
        "JOIN treatments ON code = treatment_code WHERE t.appt_id = i.appt_id)"
    ).fetchone()
    (undeclared,) = connection.execute(
        "SELECT COUNT(*) FROM pragma_foreign_key_list('appointments') WHERE \"table\" = 'patients'"
    ).fetchone()
    connection.close()
    assert (wrong, undeclared) == (0, 0)
