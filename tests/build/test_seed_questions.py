"""The ten questions of the requirement, by rule, in one conversation each, held against the raw records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.outcome import as_contract
from answerable.domain.question import User
from answerable.sandbox.demo import COMPANY
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.merge.truth import CompanyTruth
from answerable.settings import MergeSettings, read_settings

TODAY = date(2026, 6, 1)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
CITY = "Bangalore"
LISTS = {
    "hris": ("employees", "teams", "locations", "employments", "time_off", "time_off_balances"),
    "ats": ("interviews", "users"),
    "crm": ("accounts", "contacts", "users", "engagements", "leads"),
    "ticketing": ("tickets", "users"),
    "accounting": ("contacts", "invoices"),
}


@dataclass
class Walk:
    """One person's one conversation with the sandbox company."""

    house: House
    user: str

    async def ask(self, text: str) -> dict[str, Any]:
        taken = take(
            self.house, text, assistant="workplace", user=User(self.user), now=NOW, conversation="walk"
        )
        return dict(as_contract(await pursue(self.house, taken)))


@pytest.fixture
async def office() -> AsyncIterator[tuple[House, CompanyTruth]]:
    async with MergeServer(today=TODAY) as apps:
        merge = MergeSettings(url=apps.url, api_key="test", account_token=COMPANY)
        house = House.open(replace(read_settings(), merge=merge))
        _let_talk(apps, "flavia.suter@larkfield.example")
        books = {
            category: {name: apps.books.read(COMPANY, category, name) for name in names}
            for category, names in LISTS.items()
        }
        yield house, CompanyTruth(books, NOW)
        await house.close()


def _let_talk(apps: MergeServer, who: str) -> None:
    """Somebody who leads engineers in two places also spoke with the companies of two Bills."""
    users = apps.books.read(COMPANY, "crm", "users")
    mine = {**users[0], "id": "user-of-walk", "name": "Flavia Suter", "email": who}
    users.append(mine)
    accounts = {one["name"]: one["id"] for one in apps.books.read(COMPANY, "crm", "accounts")}
    talks = apps.books.read(COMPANY, "crm", "engagements")
    for company in ("Fernhill Textiles", "Millbrook Foods"):
        last = max(
            (one for one in talks if one["account"] == accounts[company]), key=lambda one: one["start_time"]
        )
        talks.append({**last, "id": f"talk-{company}", "owner": mine["id"]})


def _rows(outcome: dict[str, Any]) -> list[list[Any]]:
    return [row for element in outcome["elements"] if element["type"] == "table" for row in element["rows"]]


async def _summary(walk: Walk, truth: CompanyTruth, company: str = "Acre Foods") -> str:
    said = await walk.ask("Summarize my last conversation with Bill's company")
    if said["outcome"] == "clarification":
        company = said["choices"][1]["label"].split(" · ")[1]
        said = await walk.ask("the second one")
    record = truth.last_conversation(company, walk.user)
    assert record
    assert record["subject"] in said["text"]
    assert record["start_time"][:10] in said["text"]
    return company


async def _business(walk: Walk, truth: CompanyTruth) -> None:
    said = await walk.ask("How much revenue does the top 10 customers bring in?")
    assert f"{sum(amount for _, amount in truth.top_customers(10)):,.0f}" in said["text"]
    said = await walk.ask("How many leads have we not met yet?")
    assert f": {truth.leads_not_met()}." in said["text"]
    said = await walk.ask("What fraction of P0 bugs in my organization has been fixed within SLA?")
    mails = {one["work_email"] for one in truth.below(truth.person(walk.user)["id"])}
    users = {one["id"] for one in truth.all("ticketing", "users") if one["email_address"] in mails}
    bugs = [
        one
        for one in truth.all("ticketing", "tickets")
        if one["priority"] == "URGENT" and one["ticket_type"] == "Bug" and users & set(one["assignees"])
    ]
    fixed = sum(1 for one in bugs if one["completed_at"] and one["completed_at"] <= one["due_date"])
    share = f"{round(100 * fixed / len(bugs), 2):g} %" if bugs else "no such number"
    assert share in said["text"]


async def _people(walk: Walk, truth: CompanyTruth) -> None:
    days = truth.vacation_days(walk.user)
    said = await walk.ask("How many vacations do I have remaining?")
    assert f"{days:.2f} days" in said["text"] or f"{days:g} days" in said["text"]
    said = await walk.ask("What is the total HC cost for each of my managers?")
    costs = {str(row[0]): round(float(row[1]), 2) for row in _rows(said)}
    assert costs == truth.costs_below(walk.user)
    said = await walk.ask("Tell me the pending time off requests for my team members in Bangalore.")
    pending = truth.pending(walk.user, CITY)
    assert {(row[0], row[1][:10]) for row in _rows(said)} == pending or (
        not pending and "none" in said["text"]
    )
    said = await walk.ask(
        "For my team in bangalore, tell me the count of tickets assigned to each of them, and how many rounds of "
        "interview they each had."
    )
    each = {row[0]: (row[1], row[2]) for row in _rows(said)}
    assert each == truth.tickets_and_interviews(walk.user, CITY)
    assert len(said["journey"]) == 3  # the plan as it ran: two counts, and both joined
    said = await walk.ask("What is my time off balance ?")
    assert days in {cell for row in _rows(said) for cell in row}


@pytest.mark.parametrize("who", ["flavia.suter", "declan.dunne"])
async def test_ten_questions_in_one_conversation(office: tuple[House, CompanyTruth], who: str) -> None:
    house, truth = office
    walk = Walk(house, f"{who}@larkfield.example")
    meant = await _summary(walk, truth)
    await _people(walk, truth)
    await _business(walk, truth)
    assert await _summary(walk, truth, meant) == meant  # whom they meant is remembered
