"""A firm of seven in a folder, as Merge would serve it, and what its people are told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.events import Event
from answerable.domain.outcome import Answer, Outcome, Refusal
from answerable.domain.question import User
from answerable.language.embed import shared_vectors
from answerable.models import Model
from answerable.sandbox.merge.server import MergeServer
from answerable.settings import MergeSettings, read_settings
from answerable.store import Store

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
# id: first name, last name, manager, city, team
STAFF = {
    "olga": ("Olga", "Brandt", None, "Bergen", "Board"),
    "kurt": ("Kurt", "Weiß", "olga", "Bergen", "Plant"),
    "mira": ("Mira", "Sen", "kurt", "Pune", "Plant"),
    "anil": ("Anil", "Das", "mira", "Pune", "Plant"),
    "lena": ("Lena", "Öst", "mira", "Pune", "Plant"),
    "tom": ("Tom", "Moe", "mira", "Bergen", "Plant"),
    "hedda": ("Hedda", "Lie", "olga", "Bergen", "Human Resources"),
}
# whose, status, type, first and last day, approver
LEAVES = [
    ("anil", "APPROVED", "SICK", "2026-06-04", "2026-06-09", "mira"),
    ("lena", "REQUESTED", "VACATION", "2026-06-10", "2026-06-12", "kurt"),
    ("tom", "APPROVED", "VACATION", "2026-06-20", "2026-06-21", "mira"),
]
# priority, type, status, due, completed, whom it is assigned to
TICKETS = [
    ("URGENT", "Bug", "CLOSED", "2026-05-05", "2026-05-04", ["anil"]),
    ("URGENT", "Bug", "Waiting for parts", "2026-05-05", None, ["anil", "tom"]),
    ("LOW", "Task", "OPEN", None, None, ["anil"]),
    ("LOW", "Bug", "CLOSED", "2026-05-05", "2026-05-04", []),
]
# interviewers of each interview, and its day
INTERVIEWS = [(["lena", "anil"], "2026-05-07"), (["lena"], "2026-06-17")]


@dataclass(frozen=True)
class Firm:
    """The firm's house: ask as one of its people."""

    house: House
    apps: MergeServer
    heard: list[Event]

    async def ask(self, who: str, text: str, talk: str = "") -> Outcome:
        """What somebody is told, in a conversation of its own where none is named."""
        user = User(f"{who}@firm.example")
        question = take(self.house, text, assistant="workplace", user=user, now=MONDAY, conversation=talk)
        return await pursue(self.house, question, tell=self.heard.append)

    async def table(self, who: str, text: str, talk: str = "") -> list[list[Any]]:
        """The rows of the one table an answer shows."""
        outcome = await self.ask(who, text, talk)
        assert isinstance(outcome, Answer), outcome
        (table,) = [element for element in outcome.elements if element["type"] == "table"]
        return [list(row) for row in table["rows"]]

    async def text(self, who: str, text: str) -> str:
        """What an answer says."""
        outcome = await self.ask(who, text)
        assert isinstance(outcome, Answer), outcome
        return outcome.text

    async def refuses(self, who: str, text: str) -> str:
        """Why somebody is not told."""
        outcome = await self.ask(who, text)
        assert isinstance(outcome, Refusal), outcome
        return str(outcome.reason)


@asynccontextmanager
async def opened(
    folder: Path, model: Model | None = None, others: Mapping[str, list[dict[str, Any]]] | None = None
) -> AsyncIterator[Firm]:
    """The firm, served from a folder, with the model that thinks for it and perhaps other records."""
    for place, records in firm_records(others).items():
        path = folder / f"{place}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(records), "utf-8")
    async with MergeServer(folder) as apps:
        merge = MergeSettings(url=apps.url, api_key="test", account_token="firm")
        settings = replace(read_settings(), merge=merge)
        house = House(settings, Store.open(settings.home), shared_vectors(), model)
        try:
            yield Firm(house, apps, [])
        finally:
            await house.close()


def firm_records(others: Mapping[str, list[dict[str, Any]]] | None = None) -> dict[str, list[dict[str, Any]]]:
    """The firm's records by "category/resource"; `others` stand in the place of its own."""
    return {
        place: [_whole(place, n, one) for n, one in enumerate(records)]
        for place, records in {**_records(), **(others or {})}.items()
    }


def _whole(place: str, number: int, record: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"{place}/{number}", "remote_was_deleted": False, **record}


def _records() -> dict[str, list[dict[str, Any]]]:
    cities = sorted({city for _, _, _, city, _ in STAFF.values()})
    teams = sorted({team for *_, team in STAFF.values()})
    return {
        "hris/locations": [{"id": city, "name": city, "city": city, "country": None} for city in cities],
        "hris/teams": [{"id": team, "name": team} for team in teams],
        "hris/employees": [_employee(key) for key in STAFF],
        "hris/employments": [
            {"employee": key, "pay_rate": 50_000 + 1_000 * n, "pay_period": "YEAR", "pay_currency": "NOK",
             "effective_date": "2024-01-01T00:00:00Z", "job_title": "Smith"}
            for n, key in enumerate(STAFF)
        ],
        "hris/time_off_balances": [
            {"employee": key, "policy_type": kind, "balance": hours, "used": 8.0}
            for n, key in enumerate(STAFF)
            for kind, hours in (("VACATION", 80.0 + 8 * n), ("SICK", 40.0))
        ],
        "hris/time_off": [
            {"employee": whose, "status": status, "request_type": kind, "approver": approver,
             "start_time": f"{first}T00:00:00Z", "end_time": f"{last}T00:00:00Z", "units": "DAYS", "amount": 2.0}
            for whose, status, kind, first, last, approver in LEAVES
        ],
        "ticketing/users": [{"id": key, "name": key, "email_address": f"{key}@firm.example"} for key in STAFF],
        "ticketing/tickets": [
            {"name": f"Ticket {n}", "priority": priority, "ticket_type": kind, "status": status,
             "due_date": due and f"{due}T18:00:00Z", "completed_at": done and f"{done}T08:00:00Z",
             "assignees": assignees, "collections": [], "ticket_url": f"https://desk.firm.example/{n}"}
            for n, (priority, kind, status, due, done, assignees) in enumerate(TICKETS)
        ],
        "ats/users": [{"id": key, "first_name": key, "email": f"{key}@firm.example"} for key in STAFF],
        "ats/interviews": [
            {"interviewers": people, "start_at": f"{day}T09:00:00Z", "end_at": f"{day}T10:00:00Z"}
            for people, day in INTERVIEWS
        ],
    }  # fmt: skip


def _employee(key: str) -> dict[str, Any]:
    first, last, manager, city, team = STAFF[key]
    return {
        "id": key, "first_name": first, "last_name": last, "work_email": f"{key}@firm.example", "team": team,
        "manager": manager, "work_location": city, "employment_status": "ACTIVE",
        "start_date": "2026-06-09T00:00:00Z",
    }  # fmt: skip
