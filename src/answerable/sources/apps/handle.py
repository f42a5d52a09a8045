"""One person's private database: the tables a query names, holding only the rows that person may see."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from threading import Timer
from typing import Any

import duckdb
from sqlglot import exp

from answerable.domain.question import ALLOWED, Ruling
from answerable.errors import SourceUnreachable
from answerable.sources.apps.permissions import RECRUITING
from answerable.sources.apps.rows import Row
from answerable.sources.apps.ruling import KEYS, OWNER, Judge, empty_name, tables_of, understand
from answerable.sources.apps.shapes import SHAPES, SQL_TYPES
from answerable.sources.apps.staff import full_name
from answerable.sources.apps.view import AppsView

# Rows a result may have, and seconds it may take. Chosen, not measured.
MOST_ROWS = 1_000
MOST_SECONDS = 5.0
# Rows that are on their way into a table at once. Chosen, not measured.
AT_ONCE = 20_000
# Columns of a table that are there whatever a query names: they say where, when and of which currency a row is.
ALWAYS = frozenset({"id", "url", "modified_at", "currency"})


@dataclass(frozen=True)
class AppsResult:
    """What a query gave, from which tables, as of when."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool
    tables: tuple[str, ...]
    fetched_at: datetime


class AppsHandle:
    """What one person of one tenant can ask, for one question. Close it when the question is answered."""

    def __init__(self, view: AppsView) -> None:
        self.view = view
        # table -> the lists it was filled from, and its columns
        self._filled: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self._database = duckdb.connect(":memory:", config={"threads": "1", "memory_limit": "1GB"})
        for setting in ("enable_external_access = false", "lock_configuration = true"):
            self._database.execute(f"SET {setting}")
        self._busy = asyncio.Lock()

    def close(self) -> None:
        self._database.close()

    async def ruling(self, sql: str) -> Ruling:
        """Whether this person may ask this query; raises `Unreadable` for what is no query over the tables."""
        tree = understand(sql)
        tables = tables_of(tree)
        if not any(self.view.fence.protected(table) for table in tables):
            return ALLOWED
        if self.view.directory_gap:  # nobody can be told apart, which is no reason to say "not permitted"
            raise self.view.directory_gap
        # What only its owners may see is not even fetched before it is known that it may be asked for; of
        # recruiting, the person's own candidates must be known to tell whether one of them is named.
        told = [one for one in tables if one in RECRUITING or not self.view.fence.protected(one)]
        async with self._busy:
            await self._load(told, tree)
            return await asyncio.to_thread(self._judge, tree, tables)

    async def query(self, tree: exp.Query) -> AppsResult:
        """The rows of a query over what this person may see; whether they may ask it, `ruling` says."""
        tables, sql = tables_of(tree), tree.sql(dialect="duckdb")
        async with self._busy:
            await self._load(tables, tree)
            columns, rows = await asyncio.to_thread(self._select, sql)
        places = {place for table in tables for place in self.view.needs(table)}
        fetched = [self.view.fetched[place] for place in places if place in self.view.fetched]
        oldest = min(fetched, default=self.view.now.replace(tzinfo=UTC))
        return AppsResult(
            columns, tuple(rows[:MOST_ROWS]), len(rows) > MOST_ROWS, tuple(sorted(tables)), oldest
        )

    async def _load(self, tables: Iterable[str], tree: exp.Query) -> None:
        """Fill the tables a query names with the columns it names; what is filled already is left alone."""
        sql = tree.sql(dialect="duckdb")
        named = {column.name for column in tree.find_all(exp.Column)} | ALWAYS
        fresh = {}
        for table in tables:
            places = frozenset(self.view.needs(table, sql))
            columns = frozenset(named & _columns(table).keys())
            had_places, had = self._filled.get(table, (frozenset(), frozenset()))
            if not (table in self._filled and places <= had_places and columns <= had):
                fresh[table] = (places, columns | had)
        await self.view.read(fresh, sql)
        for table, (places, columns) in fresh.items():
            kinds = {name: kind for name, kind in _columns(table).items() if name in columns}
            await asyncio.to_thread(self._fill, table, kinds, self.view.seen(table, columns))
            self._filled[table] = (places, columns)

    def _fill(self, name: str, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
        listed = ", ".join(f'"{column}" {kind}' for column, kind in columns.items())
        self._database.execute(f'CREATE OR REPLACE TABLE "{name}" ({listed})')
        # One parameter per column: 200,000 rows of three columns in 0.4 s, measured.
        values = ", ".join(f"unnest(${n}::{kind}[])" for n, kind in enumerate(columns.values(), 1))
        waiting = iter(rows)
        while some := list(islice(waiting, AT_ONCE)):
            self._database.execute(
                f'INSERT INTO "{name}" SELECT {values}',  # names are of our own shapes
                [[row.get(column) for row in some] for column in columns],
            )

    def _judge(self, tree: exp.Query, tables: Iterable[str]) -> Ruling:
        for table in tables:
            if self.view.fence.protected(table):
                self._fill_empty(table)
        return Judge(self.view.fence, self._run)(tree)

    def _fill_empty(self, table: str) -> None:
        """One row per person, and per job where jobs matter, with nothing in it but whose it is."""
        staff, maker, owner = self.view.staff, self.view.maker, self.view.fence.owner(table)
        people: list[Row] = [
            {
                **dict.fromkeys(KEYS, f"person {who}"),
                **dict.fromkeys(("employee_id", "organizer_id", "interviewer_id", owner, OWNER), who),
                **dict.fromkeys(("employee", "manager"), name),
                "approver_id": staff.boss(who) if staff.works(who) else None,
            }
            for who, name in maker.names.items()
        ]
        for phase in ("person",) if owner else ("candidate", "held"):
            self._fill(empty_name(table, phase), {**_columns(table), OWNER: "VARCHAR"}, people)
        if not owner:
            jobs: list[Row] = [
                {**dict.fromkeys(KEYS, f"job {key}"), "job_id": key, "job": full_name(job), OWNER: key}
                for key, job in maker.index("ats/jobs").items()
            ]
            self._fill(empty_name(table, "job"), {**_columns(table), OWNER: "VARCHAR"}, jobs)

    def _select(self, sql: str) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
        clock = Timer(MOST_SECONDS, self._database.interrupt)
        clock.start()
        try:
            found = self._database.execute(sql)
            names = tuple(column[0] for column in found.description or ())
            return names, found.fetchmany(MOST_ROWS + 1)
        except duckdb.Error as problem:
            raise SourceUnreachable("query", f"could not be run: {str(problem).splitlines()[0]}") from problem
        finally:
            clock.cancel()

    def _run(self, sql: str) -> Sequence[tuple[object, ...]]:
        return self._select(sql)[1]


def _columns(table: str) -> dict[str, str]:
    return {column.name: SQL_TYPES[column.kind] for column in SHAPES[table].columns}
