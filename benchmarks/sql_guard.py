"""How long does the proof that a query only reads take?

    python benchmarks/sql_guard.py

Times every hand-written query of the guard's tests (questions in the manner of decision-support benchmarks, with
joins, subqueries, CTEs and windows) and every trick that must be stopped, once each after a warm-up, with nothing
cached: parse, check, fence, limit and generation of the SQL that would run. Beside it stands the bare parse of
the same text by sqlglot, which is the floor.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import sqlglot

from answerable.errors import FetchRefused
from answerable.sources.database.address import Address
from answerable.sources.database.guard import QueryGuard
from answerable.sources.database.shape import TableShape
from answerable.sources.database.sqlite import SqliteReader

CORPUS = Path("tests/sources/database/corpus")
SCHEMAS = {"sqlite": "main", "postgres": "public", "duckdb": "main", "mysql": "main"}
GOAL_MS = 2.0


def tables() -> list[TableShape]:
    """The tables that the queries ask."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sales.db"
        connection = sqlite3.connect(path)
        connection.executescript((CORPUS / "sales.sql").read_text(encoding="utf-8"))
        connection.close()
        return SqliteReader(Address(str(path))).reflect()


def allowed(dialect: str) -> list[str]:
    paragraphs = (CORPUS / "legitimate.sql").read_text(encoding="utf-8").split("\n\n")[1:]
    parted = [paragraph.partition("\n@") for paragraph in paragraphs]
    return [query for query, _, only in parted if not only.split() or dialect in only.split()]


def tricks(dialect: str) -> list[str]:
    files = (CORPUS / "hostile_every.sql", CORPUS / f"hostile_{dialect}.sql")
    return [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def milliseconds(work: Callable[[str], object], queries: Sequence[str]) -> list[float]:
    spent = []
    for query in queries:
        began = time.process_time()
        with suppress(FetchRefused, sqlglot.errors.SqlglotError):  # a refusal takes its time too
            work(query)
        spent.append(1000 * (time.process_time() - began))
    return sorted(spent)


def report(name: str, spent: Sequence[float]) -> None:
    middle, high = (spent[int(len(spent) * share)] for share in (0.5, 0.95))
    mean = statistics.mean(spent)
    print(f"  {name:22s} {len(spent):4d} queries  mean {mean:5.2f}  p50 {middle:5.2f}  p95 {high:5.2f} ms")


def main() -> None:
    means = []
    for dialect, schema in SCHEMAS.items():
        guard = QueryGuard([replace(table, schema=schema) for table in tables()], dialect)
        print(dialect)
        for name, queries in (("allowed", allowed(dialect)), ("refused", tricks(dialect))):
            prove = lambda sql, guard=guard: guard.prove(sql, rows=2_000)  # noqa: E731
            parse = lambda sql, dialect=dialect: sqlglot.parse(sql, read=dialect)  # noqa: E731
            milliseconds(prove, queries)
            report(f"parse, {name}", milliseconds(parse, queries))
            spent = milliseconds(prove, queries)
            report(f"prove, {name}", spent)
            means.append(statistics.mean(spent))
    print(f"goal: mean of at most {GOAL_MS:g} ms; worst of these means {max(means):.2f} ms")


if __name__ == "__main__":
    main()
