"""The sandbox company without a server between: the same records, the same filters, calls counted."""

from __future__ import annotations

import copy
import functools
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from answerable.errors import SourceUnreachable
from answerable.sandbox.merge.business import make_company
from answerable.sandbox.merge.filters import matches
from answerable.sandbox.merge.truth import CompanyTruth
from answerable.sources.apps.apps import Apps
from answerable.sources.apps.catalog import BusinessWords
from answerable.sources.apps.client import ListRead, Record
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.records import TenantRecords
from answerable.sources.apps.rows import Row
from answerable.sources.apps.ruling import understand
from answerable.sources.apps.view import AppsView

TODAY = date(2026, 11, 15)
NOW = datetime(2026, 11, 15, 10, tzinfo=UTC)
FOLDER = Path(str(files("answerable.assistants") / "workplace"))
Records = dict[str, dict[str, list[Record]]]


@functools.cache
def _made(token: str) -> Records:
    return make_company(token, TODAY)


@functools.cache
def permissions() -> Permissions:
    return Permissions.read(FOLDER / "permissions.toml")


@functools.cache
def meaning() -> BusinessWords:
    return BusinessWords.read(FOLDER / "catalog.toml")


class Shelf:
    """Records as a service gives them. What is in `down` cannot be reached."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.calls: Counter[str] = Counter()
        self.asked: list[tuple[str, Mapping[str, Any]]] = []
        self.down: set[str] = set()

    async def fetch(self, place: str, filters: Mapping[str, Any], seconds: float) -> ListRead:
        category, _, resource = place.partition("/")
        self.calls[place] += 1
        self.asked.append((place, filters))
        if place in self.down or category in self.down:
            raise SourceUnreachable(place, "answered 503.")
        records = self.records.get(category, {}).get(resource, [])
        plain = {name: str(value) for name, value in filters.items() if name != "include_deleted_data"}
        kept = [r for r in records if filters.get("include_deleted_data") or not r.get("remote_was_deleted")]
        found = [one for one in kept if matches(one, plain, records)]
        return ListRead(found, 1)


class Office:
    """One company, asked as its people."""

    def __init__(self, records: Records | None = None, token: str = "larkfield") -> None:
        # Shared by all tests: one that changes records brings its own copy (`changeable`).
        self.records = records if records is not None else _made(token)
        self.shelf = Shelf(self.records)
        self.apps = Apps(TenantRecords(self.shelf), permissions(), meaning())
        self.truth = CompanyTruth(self.records, NOW)

    def by_title(self, title: str) -> str:
        """The work e-mail of the first person whose latest title this is."""
        for one in self.records["hris"]["employments"]:
            person = next(p for p in self.records["hris"]["employees"] if p["id"] == one["employee"])
            if one["job_title"] == title and person["employment_status"] == "ACTIVE":
                return str(person["work_email"])
        raise LookupError(title)

    def hr(self) -> list[Record]:
        """The members of the team Human Resources."""
        team = next(one["id"] for one in self.records["hris"]["teams"] if one["name"] == "Human Resources")
        return [one for one in self.records["hris"]["employees"] if one["team"] == team]

    async def ask(self, email: str, sql: str) -> list[tuple[Any, ...]]:
        """The rows a query gives; a query that is not permitted gives `PermissionError`."""
        handle = await self.apps.handle(email, NOW)
        try:
            if not (await handle.ruling(sql)).allowed:
                raise PermissionError(sql)
            return list((await handle.query(understand(sql))).rows)
        finally:
            handle.close()

    async def may(self, email: str, sql: str) -> bool:
        handle = await self.apps.handle(email, NOW)
        try:
            return (await handle.ruling(sql)).allowed
        finally:
            handle.close()


async def rows_of(view: AppsView, tables: Sequence[str], wanted: str = "") -> dict[str, list[Row]]:
    """The rows of these tables that a person may see; `wanted` is the query that asks for them."""
    await view.read(tables, wanted)
    return {table: list(view.seen(table)) for table in tables}


def changeable(token: str = "larkfield") -> Office:
    """A company whose records a test may change."""
    return Office(copy.deepcopy(_made(token)))


def small(token: str) -> Office:
    """A company of which only the first records are left, for many quick questions."""
    made = _made(token)
    return Office({c: {n: copy.deepcopy(made[c][n][:12]) for n in made[c]} for c in made})


def spoiled(seed: int) -> Office:
    """A company whose apps leave out lists and fields, or fill them with what nobody expects."""
    dice = random.Random(seed)
    records = copy.deepcopy(_made("larkfield"))
    odd: list[Any] = [None, [], {}, "", 7, "weird", True, [None], [[1]], {"id": None}]
    for lists in records.values():
        for name in list(lists):
            if dice.random() < 0.1:
                del lists[name]
                continue
            lists[name] = dice.sample(lists[name], len(lists[name]) // 8)
            for one in lists[name]:
                for field in dice.sample([key for key in one if key != "id"], 2):
                    one[field] = dice.choice(odd)
                one["unknown"] = {"deep": [{"a": 1}]}
            lists[name].append({"id": None})
    return Office(records)


def person(key: Any, name: str, manager: Any = None, team: Any = None, **more: Any) -> Record:
    """An employee of a company made for one test."""
    first, _, last = name.partition(" ")
    return {
        "id": key, "first_name": first, "last_name": last, "display_full_name": name, "manager": manager,
        "team": team, "work_email": f"{first.lower()}@tiny.example", "employment_status": "ACTIVE", **more,
    }  # fmt: skip


def paid(
    who: Any, rate: Any, period: Any = "YEAR", since: Any = "2024-01-01T00:00:00Z", currency: str = "USD"
) -> Record:
    """An employment of a company made for one test."""
    return {
        "id": f"pay-{who}-{since}-{rate}", "employee": who, "pay_rate": rate, "pay_period": period,
        "effective_date": since, "pay_currency": currency, "job_title": "Engineer",
    }  # fmt: skip


def tiny(employees: Sequence[Record], **lists: Sequence[Record]) -> Office:
    """A company of a few records; lists are given as `hris_time_off=[…]`."""
    records: Records = {"hris": {"employees": list(employees)}}
    for name, given in lists.items():
        category, _, resource = name.partition("_")
        records.setdefault(category, {})[resource] = list(given)
    return Office(records)
