"""What a million records of a business app cost: counts, joins and top-N beside plain DuckDB on the same records.

    python benchmarks/apps.py             1,000,000 tickets of the sandbox company
    python benchmarks/apps.py --count N   another number

Both sides begin with the records as they came and end with the rows: ours makes the person's tables first, DuckDB reads
the records as lines of JSON. Exits with 1 when an answer differs, or a bound is passed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import duckdb

import answerable
from answerable.sandbox.merge.business import make_company
from answerable.sources.apps.apps import Apps
from answerable.sources.apps.catalog import BusinessWords
from answerable.sources.apps.client import PAGE, ListRead, Record
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.records import TenantRecords
from answerable.sources.apps.ruling import understand

TODAY = date(2026, 6, 1)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
FOLDER = Path(answerable.__file__).parent / "assistants" / "workplace"
PERSON = "flavia.suter@larkfield.example"
MOST_RATIO = 8.0  # of one question's CPU time to plain DuckDB's
MOST_BYTES = 1_500  # that asking adds for each record, beside the records themselves
# What is asked: of our tables, and of the records as they came.
ASKED = {
    "count": (
        "SELECT COUNT(*) FROM tickets WHERE status <> 'CLOSED' AND priority = 'URGENT'",
        "SELECT COUNT(*) FROM given WHERE status <> 'CLOSED' AND priority = 'URGENT'",
    ),
    "share": (
        "SELECT ROUND(100 * AVG(CASE WHEN within_sla THEN 1 ELSE 0 END), 6) FROM tickets WHERE priority = 'URGENT'",
        "SELECT ROUND(100 * AVG(CASE WHEN completed_at <= due_date THEN 1 ELSE 0 END), 6) FROM given "
        "WHERE priority = 'URGENT'",
    ),
    "top 10": (
        "SELECT e.work_email, COUNT(*) AS n FROM tickets t JOIN ticket_assignees a ON a.ticket_id = t.id "
        "JOIN employees e ON e.id = a.employee_id WHERE t.status <> 'CLOSED' "
        "GROUP BY e.work_email ORDER BY n DESC, 1 LIMIT 10",
        "SELECT u.email_address, COUNT(*) AS n FROM (SELECT status, UNNEST(assignees) AS who FROM given) g "
        "JOIN users u ON u.id = g.who WHERE g.status <> 'CLOSED' "
        "GROUP BY u.email_address ORDER BY n DESC, 1 LIMIT 10",
    ),
}


def tickets(company: Mapping[str, Mapping[str, list[Record]]], count: int) -> Iterator[Record]:
    """So many tickets, each with its own assignee, times and state."""
    dice = random.Random(7)
    pattern = company["ticketing"]["tickets"]
    staff = {
        one["work_email"] for one in company["hris"]["employees"] if one["employment_status"] == "ACTIVE"
    }
    users = [one["id"] for one in company["ticketing"]["users"] if one["email_address"] in staff]
    for n in range(count):
        due = NOW + timedelta(hours=dice.randrange(-9000, 900))
        done = due + timedelta(hours=dice.randrange(-90, 60)) if dice.random() < 0.6 else None
        yield {
            **pattern[n % len(pattern)],
            "id": f"ticket-{n}",
            "assignees": [dice.choice(users)],
            "due_date": due.isoformat(),
            "completed_at": done.isoformat() if done else None,
            "status": "CLOSED" if done else dice.choice(("OPEN", "IN_PROGRESS", "ON_HOLD")),
            "priority": dice.choice(("URGENT", "HIGH", "NORMAL", "LOW")),
        }


class Lists:
    """The company's lists, as a client would give them."""

    def __init__(self, company: Mapping[str, Mapping[str, list[Record]]], path: Path) -> None:
        self._company, self._path = company, path

    async def fetch(self, place: str, filters: Mapping[str, Any], seconds: float) -> ListRead:
        del seconds
        if "modified_after" in filters:
            return ListRead([], 1)
        category, _, resource = place.partition("/")
        if place == "ticketing/tickets":
            with self._path.open(encoding="utf-8") as lines:
                pages = iter(lambda: list(islice(lines, PAGE)), [])
                return ListRead([one for page in pages for one in json.loads(f"[{','.join(page)}]")], 1)
        return ListRead(list(self._company[category].get(resource, [])), 1)


async def ours(apps: Apps, sql: str) -> tuple[list[tuple[Any, ...]], float]:
    """The rows of one question, and its CPU seconds from the kept records to them."""
    began = time.process_time()
    handle = await apps.handle(PERSON, NOW)
    found = await handle.query(understand(sql))
    handle.close()
    return list(found.rows), time.process_time() - began


def plain(path: Path, users: list[Record], sql: str) -> tuple[list[tuple[Any, ...]], float]:
    """The same of DuckDB alone, with one thread, as ours has."""
    began = time.process_time()
    with duckdb.connect(":memory:", config={"threads": "1"}) as database:
        database.execute("CREATE TABLE users (id VARCHAR, email_address VARCHAR)")
        database.executemany(
            "INSERT INTO users VALUES (?, ?)", [[one["id"], one["email_address"]] for one in users]
        )
        database.execute(
            f"CREATE TABLE given AS SELECT * FROM read_json('{path}', format = 'newline_delimited')"
        )
        rows = database.execute(sql).fetchall()
    return rows, time.process_time() - began


def resident() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


async def measure(count: int) -> bool:
    company = make_company("larkfield", TODAY)
    path = Path(tempfile.mkdtemp()) / "tickets.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for ticket in tickets(company, count):
            lines.write(json.dumps(ticket) + "\n")
    records = TenantRecords(Lists(company, path), clock=lambda: 0.0)  # what is kept is not read whole again
    rules, words = Permissions.read(FOLDER / "permissions.toml"), BusinessWords.read(FOLDER / "catalog.toml")
    apps = Apps(records, rules, words)
    await records.read("ticketing/tickets")
    before, good = resident(), True
    print(f"{count:,} tickets are kept; the process holds {before / 1e9:.2f} GB")
    began = time.process_time()
    await apps.index(PERSON, NOW)
    print(f"words to ask with: {time.process_time() - began:.1f} s CPU")
    mine = {name: await ours(apps, sql) for name, (sql, _) in ASKED.items()}
    added = (resident() - before) / count
    for name, (_, sql) in ASKED.items():
        rows, seconds = plain(path, company["ticketing"]["users"], sql)
        (told, took) = mine[name]
        same, ratio = told == rows, took / seconds
        good &= same and ratio <= MOST_RATIO
        print(f"{name:8} {took:6.2f} s, DuckDB {seconds:5.2f} s, ratio {ratio:4.1f}, same rows: {same}")
    print(f"asking added {added:,.0f} bytes for each record at its highest")
    return good and added <= MOST_BYTES


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1_000_000)
    sys.exit(0 if asyncio.run(measure(parser.parse_args().count)) else 1)
