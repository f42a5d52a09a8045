"""The database as a source: one query per task, its rows as one piece of evidence."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.budget import Budget
from answerable.domain.events import QueryFailed, QueryRan, Tell
from answerable.domain.evidence import Evidence, Findings, Locator, Table
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.errors import FetchRefused, SourceError, SourceUnreachable
from answerable.sources.base import Card
from answerable.sources.database.database import Database
from answerable.sources.database.reader import QueryLimits

# What a reader (person or model) gets as text; the whole result is in the table. Chosen, not measured.
SHOWN_ROWS, SHOWN_CHARACTERS = 50, 6_000


class DatabaseSource:
    """Runs proved queries, each on a connection of its own."""

    def __init__(self, database: Database, *, limits: QueryLimits | None = None) -> None:
        self._database, self._limits = database, limits or QueryLimits()
        self.card = Card("database", f"Tables of the {database.address}")

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Run the task's query; raises `SourceError` naming the query where it gives no rows."""
        name = str(task.arguments.get("name") or task.id)
        sql = str(task.arguments.get("sql") or "")
        if self._database.tenant not in ("", question.user.tenant.id):
            raise FetchRefused(name, "these are another tenant's rows")
        budget.spend("queries")
        began = time.monotonic()
        try:
            by_model = bool(task.arguments.get("by_model"))
            proof, table = await asyncio.to_thread(self._run, sql, budget, by_model=by_model)
        except SourceError as error:
            tell(QueryFailed(name, error.why))
            kind = FetchRefused if isinstance(error, FetchRefused) else SourceUnreachable
            raise kind(name, error.why) from None
        tell(QueryRan(name, len(table.rows), round(time.monotonic() - began, 3)))
        text = table.told(SHOWN_ROWS, SHOWN_CHARACTERS)
        mark = hashlib.sha256(f"{sql}\n{text}".encode()).hexdigest()[:8]
        return Findings(
            evidence=(
                Evidence(
                    f"{name}-{mark}",
                    text,
                    str(task.arguments.get("says") or task.question or name),
                    Locator("database", path=proof),
                    datetime.now(UTC),
                    score=1.0,
                    near=1.0,
                    kind="record",
                    table=table,
                    query=sql,
                ),
            )
        )

    def _run(self, sql: str, budget: Budget, *, by_model: bool) -> tuple[tuple[str, ...], Table]:
        limits = replace(self._limits, seconds=min(self._limits.seconds, budget.left("seconds")))
        proof = self._database.prove(sql, rows=limits.rows + 1)
        if by_model and proof.invented:  # a model that knows an answer may not say it this way
            raise FetchRefused("query", f"it shows {proof.invented!r}, which stands in no table")
        return proof.tables, self._database.run(proof, limits)
