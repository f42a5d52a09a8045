"""Typed functions per app, for planners that call functions: each is one fenced list, its filters pushed down.

Every function gives rows of one table as the asking person may see them, and raises `FetchRefused` with
`not_permitted` where they may not. A model gets `functions()` as its cards and `Functions.call` as its hand.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlglot import exp

from answerable.errors import FetchRefused
from answerable.sources.apps.handle import AppsHandle, AppsResult
from answerable.sources.apps.ruling import understand
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.view import AppsView, Opening

# What Merge calls the filters that it can apply itself: parameter -> its name there. All filters are applied
# here as well, so a service that ignores one changes nothing but the number of pages.
PUSHED: Mapping[str, Mapping[str, str]] = {
    "time_off": {"employee_id": "employee_id", "status": "status"},
    "time_off_balances": {"employee_id": "employee_id"},
    "applications": {"job_id": "job_id", "candidate_id": "candidate_id"},
    "interviews": {"job_id": "job_id"},
    "jobs": {"status": "status"},
    "contacts": {"account_id": "account_id"},
    "opportunities": {"account_id": "account_id", "status": "status"},
    "engagements": {"start_time_after": "started_after", "start_time_before": "started_before"},
    "tickets": {"status": "status", "priority": "priority", "due_date_before": "due_before"},
    "invoices": {"status": "status", "issue_date_after": "issue_date_after"},
    "payments": {"date_after": "transaction_date_after"},
}


@dataclass(frozen=True)
class FunctionCard:
    """A function as a planner sees it."""

    name: str  # "hris.time_off"
    says: str
    parameters: Mapping[str, str]  # name -> type


class Functions:
    """The functions of one person, for one question. Dates are inclusive; what is not given is not filtered."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    async def call(self, name: str, arguments: Mapping[str, Any]) -> AppsResult:
        """Call a function by its card's name; raises `FetchRefused` for one that does not exist."""
        function = _METHODS.get(name)
        wrong = set(arguments) - set(inspect.signature(function).parameters) if function else set()
        if function is None or wrong:
            raise FetchRefused(name, f"There is no such function or argument: {', '.join(wrong) or name}.")
        result: AppsResult = await function(self, **arguments)
        return result

    async def hris_employees(
        self, *, name: str | None = None, team: str | None = None, city: str | None = None,
        manager_id: str | None = None,
    ) -> AppsResult:  # fmt: skip
        """People who work here: name, e-mail, title, team, place, manager, start date."""
        return await self._list("employees", name=name, team=team, city=city, manager_id=manager_id)

    async def hris_time_off(
        self, *, employee_id: str | None = None, status: str | None = None,
        start_date_after: date | None = None, start_date_before: date | None = None,
    ) -> AppsResult:  # fmt: skip
        """Time-off requests with status (REQUESTED, APPROVED, DECLINED), days, from and until."""
        return await self._list(
            "time_off", employee_id=employee_id, status=status, start_date_after=start_date_after,
            start_date_before=start_date_before,
        )  # fmt: skip

    async def hris_time_off_balances(self, *, employee_id: str | None = None) -> AppsResult:
        """Days and hours of vacation and sick leave that are left."""
        return await self._list("time_off_balances", employee_id=employee_id)

    async def hris_pay(self, *, employee_id: str | None = None) -> AppsResult:
        """Yearly pay by the latest employment."""
        return await self._list("pay", employee_id=employee_id)

    async def hris_team_cost(self, *, manager_id: str | None = None) -> AppsResult:
        """Head-count and yearly cost of everybody below a manager."""
        return await self._list("team_cost", manager_id=manager_id)

    async def ats_jobs(self, *, status: str | None = None, name: str | None = None) -> AppsResult:
        """Jobs with status (OPEN, CLOSED, …) and hiring manager."""
        return await self._list("jobs", status=status, name=name)

    async def ats_candidates(self, *, name: str | None = None) -> AppsResult:
        """Candidates: name, e-mail, company, title."""
        return await self._list("candidates", name=name)

    async def ats_applications(
        self, *, job_id: str | None = None, candidate_id: str | None = None
    ) -> AppsResult:
        """Applications: candidate, job, when, stage, rejection."""
        return await self._list("applications", job_id=job_id, candidate_id=candidate_id)

    async def ats_interviews(
        self, *, job_id: str | None = None, candidate_id: str | None = None
    ) -> AppsResult:
        """Interviews: candidate, job, stage, when, interviewers."""
        return await self._list("interviews", job_id=job_id, candidate_id=candidate_id)

    async def crm_accounts(self, *, name: str | None = None, industry: str | None = None) -> AppsResult:
        """Companies we deal with: industry, size, owner."""
        return await self._list("accounts", name=name, industry=industry)

    async def crm_contacts(self, *, name: str | None = None, account_id: str | None = None) -> AppsResult:
        """People at those companies."""
        return await self._list("contacts", name=name, account_id=account_id)

    async def crm_engagements(
        self, *, account_id: str | None = None, owner_id: str | None = None,
        start_time_after: date | None = None, start_time_before: date | None = None,
    ) -> AppsResult:  # fmt: skip
        """Conversations with customers: subject, transcript, when, with whom, held by whom."""
        return await self._list(
            "engagements", account_id=account_id, owner_id=owner_id, start_time_after=start_time_after,
            start_time_before=start_time_before,
        )  # fmt: skip

    async def crm_leads(self, *, status: str | None = None, met: bool | None = None) -> AppsResult:
        """Leads and whether anybody has met them."""
        return await self._list("leads", status=status, met=met)

    async def crm_opportunities(
        self, *, account_id: str | None = None, status: str | None = None
    ) -> AppsResult:
        """Deals with amount, stage, status (OPEN, WON, LOST) and close date."""
        return await self._list("opportunities", account_id=account_id, status=status)

    async def ticketing_tickets(
        self, *, status: str | None = None, priority: str | None = None, due_date_before: date | None = None
    ) -> AppsResult:
        """Tickets with status, priority (URGENT, HIGH, NORMAL, LOW), due date, assignees."""
        return await self._list("tickets", status=status, priority=priority, due_date_before=due_date_before)

    async def accounting_invoices(
        self,
        *,
        status: str | None = None,
        customer_id: str | None = None,
        issue_date_after: date | None = None,
    ) -> AppsResult:
        """Invoices with amount, balance, status, due date; `revenue` counts those that are revenue."""
        return await self._list(
            "invoices", status=status, customer_id=customer_id, issue_date_after=issue_date_after
        )

    async def accounting_payments(
        self, *, customer_id: str | None = None, date_after: date | None = None
    ) -> AppsResult:
        """Payments made and received."""
        return await self._list("payments", customer_id=customer_id, date_after=date_after)

    async def mktg_campaigns(self, *, name: str | None = None) -> AppsResult:
        """Marketing campaigns with recipients, opens and clicks."""
        return await self._list("campaigns", name=name)

    async def _list(self, table: str, **given: Any) -> AppsResult:
        filters = {name: value for name, value in given.items() if value is not None}
        pushed = {theirs: filters[ours] for ours, theirs in PUSHED.get(table, {}).items() if ours in filters}
        columns = [column.name for column in SHAPES[table].columns]
        rule = self._opening.permissions.tables.get(table)
        narrow = set(rule.columns or ()) if rule else set()
        handle = AppsHandle(await AppsView(self._opening, filters={SHAPES[table].place: pushed}).open())
        try:
            # Columns that fewer may see are left out rather than the whole list refused.
            for shown in (columns, [name for name in columns if name not in narrow]):
                query = exp.select(*shown).from_(table)
                for name, value in filters.items():
                    query = query.where(_condition(name, value))
                sql = query.sql(dialect="duckdb")
                if (await handle.ruling(sql)).allowed:
                    return await handle.query(understand(sql))
            raise FetchRefused(table, "not_permitted")
        finally:
            handle.close()


def _condition(name: str, value: Any) -> exp.Expr:
    column, _, side = name.rpartition("_")
    if side in {"after", "before"}:
        bound = exp.cast(exp.Literal.string(value.isoformat()), "date")
        kind = exp.GTE if side == "after" else exp.LTE
        return kind(this=exp.cast(exp.column(column), "date"), expression=bound)
    if isinstance(value, bool):
        return exp.EQ(this=exp.column(name), expression=exp.convert(value))
    return exp.EQ(this=exp.Lower(this=exp.column(name)), expression=exp.Literal.string(str(value).lower()))


_METHODS: Mapping[str, Any] = {
    name.replace("_", ".", 1): method
    for name, method in vars(Functions).items()
    if name.partition("_")[0] in {"hris", "ats", "crm", "ticketing", "accounting", "mktg"}
}


def functions() -> list[FunctionCard]:
    """The cards of all functions."""
    return [
        FunctionCard(
            name,
            inspect.getdoc(method) or "",
            {
                key: str(one.annotation)
                for key, one in inspect.signature(method).parameters.items()
                if key != "self"
            },
        )
        for name, method in _METHODS.items()
    ]
