"""The business apps as a source: one query per task, over what the asking person may see."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from sqlglot import exp

from answerable.domain.budget import Budget
from answerable.domain.events import QueryFailed, QueryRan, Tell
from answerable.domain.evidence import Cell, Evidence, Findings, Gap, Locator, Table
from answerable.domain.plan import Task
from answerable.domain.question import Question, Tenant
from answerable.errors import FetchRefused, SourceError
from answerable.lists import read_list
from answerable.sources.apps.apps import Apps
from answerable.sources.apps.handle import AppsHandle, AppsResult
from answerable.sources.apps.look import looked
from answerable.sources.apps.money import added_up, amounts_in, currencies, in_each, probe, told_apart
from answerable.sources.apps.ruling import Unreadable, understand
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.values import cell
from answerable.sources.base import Card

NOT_PERMITTED = "not_permitted"
SAYS = "Records of the company's HR, recruiting, CRM, ticketing, accounting and marketing apps"
TOO_FEW = "A total over so few people would be somebody's pay, so it is not shown."
NO_RECORDS = "The app holds no records of this kind."
OVERLAP = "The totals of managers hold each other's people and cannot be added up."
# What a reader gets as text; the whole result is in the table. Chosen, not measured.
SHOWN_ROWS, SHOWN_CHARACTERS = 200, 16_000
# Records named in a locator.
NAMED = 20
# Questions whose databases stay open when nobody reads there. Chosen, not measured.
OPEN = 16
# Columns added to a query so that its records can be found again; never shown.
KEY, LINK, CHANGED = "record_key_", "record_url_", "record_changed_"
_WORDS = read_list(__package__, "fresh.toml")
_STATES = read_list(__package__, "states.toml")
_NOW = re.compile("|".join(rf"\b{re.escape(phrase)}\b" for phrase in _WORDS["now"]), re.IGNORECASE)


@dataclass(frozen=True)
class _Read:
    table: Table
    result: AppsResult
    keys: tuple[str, ...]
    link: str
    changed: str
    gaps: tuple[Gap, ...]


class AppsSource:
    """Reads the apps of whichever tenant asks; `apps_of` gives None where none are linked."""

    def __init__(self, apps_of: Callable[[Tenant], Apps | None]) -> None:
        self._apps_of = apps_of
        self.card = Card("apps", SAYS)
        self._open: OrderedDict[tuple[str, str, str], asyncio.Task[AppsHandle]] = OrderedDict()
        self._used: Counter[tuple[str, str, str]] = Counter()  # tasks that are reading there now

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Run the task's query; raises `SourceError` naming the query where it gives nothing."""
        name = str(task.arguments.get("name") or task.id)
        sql = str(task.arguments.get("sql") or "")
        says = str(task.arguments.get("says") or task.question or name)
        budget.spend("queries")
        began = time.monotonic()
        try:
            async with self.opened(question, budget) as handle:
                if task.verb == "look":
                    return Findings(evidence=(await looked(handle, sql, name, says),))
                # Names beside so many columns that were allowed: what this person may not see is empty in their tables.
                judged = int(task.arguments.get("as_seen") or 0)
                if not judged and not (await handle.ruling(sql)).allowed:
                    raise FetchRefused(name, NOT_PERMITTED)
                read = await self._read(handle, sql, name, question.language, judged)
        except Unreadable as problem:
            tell(QueryFailed(name, str(problem)))
            raise FetchRefused(name, str(problem)) from problem
        except SourceError as problem:
            tell(QueryFailed(name, problem.why))
            raise type(problem)(
                name, f"{problem.asked}: {problem.why}" if problem.asked != name else problem.why
            ) from None
        tell(QueryRan(name, len(read.table.rows), round(time.monotonic() - began, 3)))
        return Findings(evidence=(_evidence(name, says, sql, read),), gaps=read.gaps)

    @asynccontextmanager
    async def opened(self, question: Question, budget: Budget) -> AsyncIterator[AppsHandle]:
        """The database of this question's asker, opened once for all tasks of the run."""
        apps = self._apps_of(question.user.tenant)
        if apps is None:
            raise FetchRefused("apps", "No apps are linked for this tenant.")
        key = (question.user.tenant.id, question.user.id, question.run)
        if key not in self._open:
            seconds, fresh = min(30.0, budget.left("seconds")), _NOW.search(question.text) is not None
            opening = apps.handle(question.user.id, question.now, seconds=seconds, fresh=fresh)
            self._open[key] = asyncio.ensure_future(opening)
        self._open.move_to_end(key)
        self._used[key] += 1
        try:
            handle = await asyncio.shield(self._open[key])
            try:
                yield handle
            finally:
                budget.note("pages", handle.view.take_pages())
        finally:
            self._used[key] -= 1
            idle = [one for one in self._open if not self._used[one]]
            for one in idle[: max(0, len(self._open) - OPEN)]:
                self._used.pop(one)
                await _close(self._open.pop(one))

    async def close(self) -> None:
        while self._open:
            await _close(self._open.popitem()[1])

    async def _read(self, handle: AppsHandle, sql: str, name: str, language: str, judged: int) -> _Read:
        tree = understand(sql)
        tree, gaps = await _sorted_money(handle, tree, name)
        result = await handle.query(_marked(tree))
        bare = [SHAPES[table].place for table in result.tables if not handle.view.holds(table)]
        read = _split(result, (*gaps, *(Gap(place, NO_RECORDS) for place in bare)), language, judged)
        # Of a total, when its newest record changed; not of people's own records, where it would be a hint.
        first = None if any(map(handle.view.fence.protected, result.tables)) else _first(tree)
        if CHANGED in result.columns or first is None:
            return read
        behind = probe(tree, first.alias_or_name, "modified_at").subquery("behind")
        newest = await handle.query(exp.select("max(modified_at)").from_(behind))
        return replace(read, changed=_moment(newest.rows[0][0]))


async def _close(opened: asyncio.Task[AppsHandle]) -> None:
    opened.cancel()
    try:
        (await opened).close()
    except (asyncio.CancelledError, SourceError):
        return


async def _sorted_money(handle: AppsHandle, tree: exp.Query, name: str) -> tuple[exp.Query, tuple[Gap, ...]]:
    """The query with amounts of several currencies told apart, and what was held back of it."""
    gaps: list[Gap] = []
    for alias, table, outermost in amounts_in(tree):
        plain = exp.select("currency").distinct().from_(exp.to_table(table))
        asked = probe(tree, alias, "currency") if outermost else understand(plain.sql(dialect="duckdb"))
        found = sorted({row[0] for row in (await handle.query(asked)).rows}, key=str)
        if table == "team_cost" and outermost:
            held = (await handle.query(probe(tree, alias, "manager", "cost"))).rows
            gaps += [Gap(str(row[0]), TOO_FEW) for row in held if row[1] is None]
            if held and len(gaps) == len(held):
                raise FetchRefused(name, NOT_PERMITTED)
            if len({row[0] for row in held}) > 1 and added_up(tree):
                raise FetchRefused(name, OVERLAP)
        known = currencies(handle.view.maker.lists)  # one for all there is: the amounts' unit
        if set(found) - {None} and table not in known and "currency" not in tree.named_selects:
            some = not outermost or tree.args.get("limit")  # the first few of each currency
            tree = in_each(tree, table, found) if some else told_apart(tree, alias)
    return tree, tuple(gaps)


def _marked(tree: exp.Query) -> exp.Query:
    """The query with its records' ids and links beside the columns asked for, where a row is a record."""
    first = _first(tree)
    summed = any(tree.args.get(key) for key in ("group", "distinct", "with_"))
    if first is None or summed or any(one.find(exp.AggFunc, exp.Window) for one in tree.selects):
        return tree
    columns = {column.name for column in SHAPES[first.name].columns}
    marked = tree.copy()
    for column, name in (("id", KEY), ("url", LINK), ("modified_at", CHANGED)):
        if column in columns:
            marked = marked.select(exp.alias_(exp.column(column, table=first.alias_or_name), name))
    return marked


def _first(tree: exp.Query) -> exp.Table | None:
    """The table whose records a query is about."""
    first = tree.args["from_"].this if isinstance(tree, exp.Select) and tree.args.get("from_") else None
    return first if isinstance(first, exp.Table) and first.name in SHAPES else None


def _moment(value: datetime | None) -> str:
    return f"{value.isoformat(timespec='seconds')}Z" if value else ""


def _split(result: AppsResult, gaps: tuple[Gap, ...], language: str, judged: int) -> _Read:
    """What is shown, and what says where it is from; no column behind the judged ones that holds nothing."""
    columns = [[row[n] for row in result.rows if row[n] is not None] for n in range(len(result.columns))]
    told = dict(zip(result.columns, columns, strict=True))
    keys, links, changes = (told.pop(mark, []) for mark in (KEY, LINK, CHANGED))
    places = [n for n, column in enumerate(result.columns) if column in told]
    shown = [n for n in places if not judged or n < judged or columns[n]]
    rows = tuple(tuple(_said(cell(row[n]), language) for n in shown) for row in result.rows)
    table = Table(tuple(result.columns[n] for n in shown), rows, result.cut)
    link = str(links[0]) if len(rows) == 1 and links else ""
    changed = _moment(max(changes, default=None))
    return _Read(table, result, tuple(map(str, keys[:NAMED])), link, changed, gaps)


def _said(value: Cell, language: str) -> Cell:
    """A cell in words, where it holds one of the names by which Merge tells states and kinds."""
    words = _STATES.get(value) if isinstance(value, str) else None
    return words[language == "de"] if words else value


def _evidence(name: str, says: str, sql: str, read: _Read) -> Evidence:
    text = read.table.told(SHOWN_ROWS, SHOWN_CHARACTERS)
    mark = hashlib.sha256(f"{sql}\n{text}".encode()).hexdigest()[:8]
    place = SHAPES[read.result.tables[0]].place if read.result.tables else "apps"
    tables = tuple(SHAPES[table].place for table in read.result.tables)
    return Evidence(
        f"{name}-{mark}",
        text,
        says,
        Locator(place.partition("/")[0], read.link, path=(*dict.fromkeys(tables), *read.keys)),
        read.result.fetched_at,
        score=1.0,
        near=1.0,
        kind="record",
        table=read.table,
        query=sql,
        modified_at=read.changed,
    )
