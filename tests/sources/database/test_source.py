from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, QueryFailed, QueryRan, silence
from answerable.domain.evidence import Ledger, Table
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, FetchRefused, SourceUnreachable
from answerable.sources.database.overlay import Overlay
from answerable.sources.database.reader import QueryLimits
from answerable.sources.database.source import DatabaseSource
from answerable.stages.act.waves import TaskActor
from answerable.stages.base import Seat
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP

QUESTION = Question("How many?", "c", "r", datetime(2026, 1, 1, tzinfo=UTC))
SLOW = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000000) SELECT COUNT(*) FROM n"


def task(sql: str, name: str = "query_1") -> Task:
    return Task(name, "database", "query", "How many?", arguments={"sql": sql, "says": "Users", "name": name})


def purse(**limits: int) -> Budget:
    return Budget(Limits(**limits), time.monotonic)


async def test_a_query_becomes_one_piece_of_evidence(make: Make) -> None:
    source, told, budget = DatabaseSource(make("sqlite", SHOP)), list[Event](), purse()
    sql = "SELECT u.name, o.total FROM users u JOIN orders o ON o.user_id = u.id ORDER BY 1"
    (piece,) = (await source.read(task(sql), QUESTION, budget, told.append)).evidence
    assert piece.table == Table(("name", "total"), (("Ada", 12.5), ("Ben", 8)))
    assert piece.text == "name | total\nAda | 12.5\nBen | 8"
    assert (piece.kind, piece.query, piece.title) == ("record", sql, "Users")
    assert (piece.locator.source, set(piece.locator.path)) == ("database", {"users", "orders"})
    assert piece.id.startswith("query_1-")
    assert abs((datetime.now(UTC) - piece.fetched_at).total_seconds()) < 60
    assert budget.spent("queries") == 1
    assert [type(event) for event in told] == [QueryRan]


async def test_a_failing_query_names_itself(make: Make) -> None:
    source, told = DatabaseSource(make("sqlite", SHOP)), list[Event]()
    with pytest.raises(FetchRefused, match="query_7: there is no table 'nosuch'"):
        await source.read(task("SELECT * FROM nosuch", "query_7"), QUESTION, purse(), told.append)
    with pytest.raises(SourceUnreachable, match="query_8: the database said"):
        await source.read(
            task("SELECT json_extract(name, 'x') FROM users", "query_8"), QUESTION, purse(), told.append
        )
    assert [(event.name, bool(event.why)) for event in told if isinstance(event, QueryFailed)] == [
        ("query_7", True),
        ("query_8", True),
    ]


async def test_one_failing_query_does_not_sink_the_others(make: Make) -> None:
    source = DatabaseSource(make("sqlite", SHOP))
    tasks = (task("SELECT COUNT(*) AS n FROM users"), task("DROP TABLE users", "query_2"))
    ledger = Ledger()
    plan = Plan(Decision.ACT, tasks)
    await TaskActor({"database": source})(plan, QUESTION, ledger, Seat(purse(), silence))
    assert [piece.text for piece in ledger] == ["n: 2"]
    assert [gap.asked for gap in ledger.gaps] == ["query_2"]


async def test_queries_of_a_wave_run_side_by_side(make: Make) -> None:
    database = make("postgres", "CREATE TABLE t (a INT); INSERT INTO t VALUES (1);")
    database.catalog()
    wall = 0.4

    def sleep() -> None:
        with database.reader.session(5) as ask:  # past the guard, which refuses to sleep
            list(ask(f"SELECT pg_sleep({wall})").records)

    began = time.monotonic()
    await asyncio.gather(*(asyncio.to_thread(sleep) for _ in range(3)))
    assert time.monotonic() - began < 1.5 * wall + 0.2


async def test_long_queries_wait_at_the_same_time(make: Make) -> None:
    source = DatabaseSource(make("sqlite", SHOP), limits=QueryLimits(seconds=0.4))
    began = time.monotonic()
    found = await asyncio.gather(
        *(source.read(task(SLOW, f"query_{n}"), QUESTION, purse(), silence) for n in range(3)),
        return_exceptions=True,
    )
    assert all(isinstance(one, FetchRefused) and "stopped after 0.4 s" in one.why for one in found)
    assert time.monotonic() - began < 1.1


async def test_the_budget_of_queries_is_kept(make: Make) -> None:
    source = DatabaseSource(make("sqlite", SHOP))
    with pytest.raises(BudgetSpent):
        await source.read(task("SELECT 1"), QUESTION, purse(queries=0), silence)


async def test_rows_of_another_tenant_are_fenced_off(make: Make) -> None:
    script = "CREATE TABLE t (tenant TEXT, a INTEGER); INSERT INTO t VALUES ('local', 1), ('other', 2);"
    fenced = Overlay(tenant_column="tenant")
    source = DatabaseSource(make("sqlite", script, tenant="local", overlay=fenced))
    (piece,) = (await source.read(task("SELECT a FROM t"), QUESTION, purse(), silence)).evidence
    assert piece.table == Table(("a",), ((1,),))
    wrong = DatabaseSource(make("sqlite", script, tenant="other", overlay=fenced))
    with pytest.raises(FetchRefused, match="another tenant"):
        await wrong.read(task("SELECT a FROM t"), QUESTION, purse(), silence)
