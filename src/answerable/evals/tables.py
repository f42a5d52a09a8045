"""Run a table suite: build its database, parse every question, run the query, compare with the gold query."""

from __future__ import annotations

import lzma
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from answerable.domain.evidence import Cell
from answerable.errors import OperatorError
from answerable.evals.tried import Ran, Tried, answered_figures, read_rows
from answerable.sandbox import clinic, library, warehouse
from answerable.settings import Settings
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database
from answerable.tables.parser import Parser, Unclear, Understood

World = Callable[[Path], None]  # writes a database to a file
WORLDS: dict[str, World] = {
    "warehouse": warehouse.build,
    "library": library.build,
    "clinic": clinic.build,
}
Rows = list[tuple[Cell, ...]]


@dataclass(frozen=True)
class TableCase:
    """One question over tables; without gold it must be declined."""

    id: str
    question: str
    language: str
    gold: str = ""
    ordered: bool = False


@dataclass(frozen=True)
class TableScore:
    case: TableCase
    answered: bool
    right: bool  # the gold result where there is one, a decline where there is none
    got: Rows
    wanted: Rows
    sql: str = ""
    why: str = ""


def run_tables(folder: Path, name: str, settings: Settings) -> Ran:  # noqa: ARG001 by rule, whatever is set
    """Questions over one database."""
    scores = score_suite(*read_table_suite(folder / f"{name}.jsonl"))
    cases = [
        Tried(
            id=s.case.id,
            question=s.case.question,
            why="" if s.right else s.why or s.sql,
            expected=str(s.wanted) if s.case.gold else "no answer",
            got=str(s.got) if s.answered else f"no answer: {s.why}",
        )
        for s in scores
    ]
    return Ran(table_figures(scores), cases)


def read_table_suite(path: Path) -> tuple[World, datetime, list[TableCase]]:
    """Which database, when, and what is asked; the file's first line says the first two."""
    lines = [row for row, _ in read_rows(path)]
    if not lines or "world" not in lines[0]:
        raise OperatorError(str(path), "does not begin with a line that names its world and moment.")
    now = datetime.fromisoformat(lines[0]["now"])
    return _world(lines[0]["world"], path), now, [_case(line, str(path)) for line in lines[1:]]


def _world(name: str, suite: Path) -> World:
    """What builds a suite's database: a demo world by its name, or a script of SQL beside the suite (or its .xz)."""
    script = suite.parent / name
    if name not in WORLDS and not script.is_file():
        hint = f"Demo worlds: {', '.join(WORLDS)}; or name a file of SQL that lies beside the suite."
        raise OperatorError(str(suite), f"has no world {name!r}.", hint=hint)

    def build(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(_statements(script))

    return WORLDS.get(name, build)


def _statements(script: Path) -> str:
    packed = script.read_bytes()
    return (lzma.decompress(packed) if script.suffix == ".xz" else packed).decode()


def _case(line: dict[str, Any], where: str) -> TableCase:
    if "gold" not in line and not line.get("decline"):
        raise OperatorError(where, f"case {line['id']!r} has neither a gold query nor decline = true.")
    return TableCase(
        line["id"], line["question"], line["language"], line.get("gold", ""), line.get("ordered", False)
    )


def score_suite(world: World, now: datetime, cases: Sequence[TableCase]) -> list[TableScore]:
    """Every question by rule against the database of the suite."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "world.db"
        world(path)
        with closing(Database(Address(f"sqlite:///{path}"))) as database:
            parser = Parser(database.catalog())
        with closing(sqlite3.connect(path)) as connection:
            return [_score(case, parser, connection, now) for case in cases]


def _score(case: TableCase, parser: Parser, connection: sqlite3.Connection, now: datetime) -> TableScore:
    wanted = connection.execute(case.gold).fetchall() if case.gold else []
    parsed = parser.parse(case.question, case.language, now)
    if isinstance(parsed, Understood):
        readings = [parsed.reading]
    elif isinstance(parsed, Unclear):
        readings = list(parsed.choices)
    else:
        return TableScore(
            case, False, not case.gold, [], wanted, why=f"{parsed.why} {' '.join(parsed.unknown_words)}"
        )
    results = [connection.execute(reading.sql).fetchall() for reading in readings]
    if any(_plain(rows) != _plain(results[0]) for rows in results[1:]):
        found = "\n        ".join(reading.sql for reading in readings)
        return TableScore(case, False, not case.gold, results[0], wanted, found, "unclear")
    right = bool(case.gold) and same(results[0], wanted, ordered=case.ordered)
    return TableScore(case, True, right, results[0], wanted, readings[0].sql)


def same(got: Rows, wanted: Rows, *, ordered: bool = False) -> bool:
    """Whether a result holds the wanted one: as many rows, each with the wanted cells among its own."""
    if len(got) != len(wanted):
        return False
    if ordered:
        return all(_covers(a, b) for a, b in zip(got, wanted, strict=True))
    left = list(got)
    for row in wanted:
        match = next((other for other in left if _covers(other, row)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _covers(row: tuple[Cell, ...], wanted: tuple[Cell, ...]) -> bool:
    rest = list(row)
    for cell in wanted:
        match = next((other for other in rest if _alike(other, cell)), None)
        if match is None and cell is not None:
            return False
        rest.remove(match)
    return True


def _alike(one: Cell, other: Cell) -> bool:
    """Equal, or equal to the second decimal: averages are rounded in the query."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) < 0.0051
    return one == other


def _plain(rows: Rows) -> Rows:
    made = [tuple(round(cell, 2) if isinstance(cell, float) else cell for cell in row) for row in rows]
    return sorted(made, key=repr)


def table_figures(scores: Sequence[TableScore]) -> dict[str, float]:
    return answered_figures([(bool(one.case.gold), one.answered, one.right) for one in scores])
