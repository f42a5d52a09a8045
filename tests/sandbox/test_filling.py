"""A demo database is the same everywhere, and there whole or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.sandbox.filling import TODAY, Dice, write_database


def test_the_same_seed_rolls_the_same() -> None:
    first, second = Dice(7), Dice(7)
    assert [first.below(100) for _ in range(20)] == [second.below(100) for _ in range(20)]


def test_rolls_stay_within_their_bounds() -> None:
    dice = Dice(1)
    assert {dice.below(3) for _ in range(200)} == {0, 1, 2}
    assert {dice.pick("ab") for _ in range(50)} == {"a", "b"}
    assert max(dice.ago(30) for _ in range(200)) <= TODAY.isoformat()


def test_a_database_without_all_its_tables_is_not_filled(tmp_path: Path) -> None:
    path = tmp_path / "clinic.db"
    with pytest.raises(sqlite3.OperationalError):
        write_database(path, "clinic", {"departments": [(1, "A", 1, "x")], "nothing": [(1,)]})
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM departments").fetchone() == (0,)
    connection.close()
