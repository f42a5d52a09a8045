"""Typed functions per app, for planners that call functions: each is one fenced list, its filters pushed down.

A planner gets `CARDS` to choose from, and `listing` turns a chosen call into a query over the tables; `Functions` calls
one by itself and gives rows as the asking person may see them, or raises `FetchRefused` with `not_permitted`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NoReturn, TypeAlias

from sqlglot import exp

from answerable.domain.catalog import Kind
from answerable.errors import FetchRefused, ToolRefused
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
# "$me" is whoever asks; "$team.id" are the values of a column of an earlier result.
ME = "$me"
REFERENCE = re.compile(r"\$([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)")
Text: TypeAlias = str | None
Flag: TypeAlias = bool | None
Day: TypeAlias = date | None


@dataclass(frozen=True)
class FunctionCard:
    """A function as a planner sees it."""

    name: str  # "hris.time_off"
    says: str
    parameters: Mapping[str, type]
    columns: Mapping[str, Kind]

    @property
    def table(self) -> str:
        return self.name.partition(".")[2]


class Functions:
    """The functions of one person, for one question. Dates are inclusive; what is not given is not filtered."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    async def call(self, name: str, arguments: Mapping[str, Any]) -> AppsResult:
        """Call a function by its card's name; raises `ToolRefused` for a call that cannot be made."""
        listing(name, arguments)
        result: AppsResult = await getattr(self, name.replace(".", "_", 1))(**arguments)
        return result

    async def hris_employees(
        self, *, name: Text = None, team: Text = None, city: Text = None, country: Text = None,
        manager_id: Text = None, reports_to_me: Flag = None, below_me: Flag = None,
    ) -> AppsResult:  # fmt: skip
        """People who work here; direct reports of the asker, everybody below them, their team, themselves."""
        return await self._list("employees", locals())

    async def hris_reporting(self, *, manager_id: Text = None, employee_id: Text = None) -> AppsResult:
        """Who is below whom: one row per manager and person below, steps 1 = directly."""
        return await self._list("reporting", locals())

    async def hris_time_off(
        self, *, employee_id: Text = None, status: Text = None, start_date_after: Day = None,
        start_date_before: Day = None,
    ) -> AppsResult:  # fmt: skip
        """Time-off requests with status (REQUESTED, APPROVED, DECLINED), days, from and until."""
        return await self._list("time_off", locals())

    async def hris_time_off_balances(self, *, employee_id: Text = None) -> AppsResult:
        """Days and hours of vacation and sick leave that are left."""
        return await self._list("time_off_balances", locals())

    async def hris_pay(self, *, employee_id: Text = None) -> AppsResult:
        """Yearly pay by the latest employment."""
        return await self._list("pay", locals())

    async def hris_team_cost(self, *, manager_id: Text = None) -> AppsResult:
        """Head-count and yearly cost of everybody below a manager."""
        return await self._list("team_cost", locals())

    async def ats_jobs(self, *, status: Text = None, name: Text = None) -> AppsResult:
        """Jobs with status (OPEN, CLOSED, …) and hiring manager."""
        return await self._list("jobs", locals())

    async def ats_candidates(self, *, name: Text = None, employee_id: Text = None) -> AppsResult:
        """Candidates; employee_id where one was hired."""
        return await self._list("candidates", locals())

    async def ats_applications(self, *, job_id: Text = None, candidate_id: Text = None) -> AppsResult:
        """Applications: candidate, job, when, stage, rejection."""
        return await self._list("applications", locals())

    async def ats_interviews(self, *, job_id: Text = None, candidate_id: Text = None) -> AppsResult:
        """Interviews: candidate, job, stage, when."""
        return await self._list("interviews", locals())

    async def ats_interview_interviewers(
        self, *, interview_id: Text = None, employee_id: Text = None
    ) -> AppsResult:
        """Which employee holds which interview."""
        return await self._list("interview_interviewers", locals())

    async def ats_offers(self, *, status: Text = None, job_id: Text = None) -> AppsResult:
        """Offers made to candidates."""
        return await self._list("offers", locals())

    async def crm_accounts(self, *, name: Text = None, industry: Text = None) -> AppsResult:
        """Companies we deal with: industry, size, owner."""
        return await self._list("accounts", locals())

    async def crm_contacts(self, *, name: Text = None, account_id: Text = None) -> AppsResult:
        """People at those companies."""
        return await self._list("contacts", locals())

    async def crm_engagements(
        self, *, account_id: Text = None, owner_id: Text = None, start_time_after: Day = None,
        start_time_before: Day = None,
    ) -> AppsResult:  # fmt: skip
        """Conversations with customers: subject, transcript, when, with whom, held by whom."""
        return await self._list("engagements", locals())

    async def crm_engagement_contacts(
        self, *, engagement_id: Text = None, contact_id: Text = None
    ) -> AppsResult:
        """Which contact took part in which conversation."""
        return await self._list("engagement_contacts", locals())

    async def crm_leads(self, *, status: Text = None, met: Flag = None) -> AppsResult:
        """Leads and whether anybody has met them."""
        return await self._list("leads", locals())

    async def crm_opportunities(self, *, account_id: Text = None, status: Text = None) -> AppsResult:
        """Deals with amount, stage, status (OPEN, WON, LOST) and close date."""
        return await self._list("opportunities", locals())

    async def crm_crm_tasks(self, *, status: Text = None, account_id: Text = None) -> AppsResult:
        """To-dos of the sales people."""
        return await self._list("crm_tasks", locals())

    async def ticketing_tickets(
        self, *, status: Text = None, priority: Text = None, project: Text = None, account_id: Text = None,
        due_date_before: Day = None,
    ) -> AppsResult:  # fmt: skip
        """Tickets with status, priority (URGENT, HIGH, NORMAL, LOW), due date; account_id is the CRM account's."""
        return await self._list("tickets", locals())

    async def ticketing_ticket_assignees(
        self, *, ticket_id: Text = None, employee_id: Text = None
    ) -> AppsResult:
        """Which employee works on which ticket."""
        return await self._list("ticket_assignees", locals())

    async def ticketing_comments(self, *, ticket_id: Text = None, author_id: Text = None) -> AppsResult:
        """Comments on tickets."""
        return await self._list("comments", locals())

    async def accounting_customers(self, *, name: Text = None, account_id: Text = None) -> AppsResult:
        """Customers as the books know them; account_id is the CRM account's."""
        return await self._list("customers", locals())

    async def accounting_suppliers(self, *, name: Text = None) -> AppsResult:
        """Suppliers as the books know them."""
        return await self._list("suppliers", locals())

    async def accounting_invoices(
        self, *, status: Text = None, customer_id: Text = None, supplier_id: Text = None,
        issue_date_after: Day = None,
    ) -> AppsResult:  # fmt: skip
        """Invoices with amount, balance, status, due date; `revenue` is the part that is revenue."""
        return await self._list("invoices", locals())

    async def accounting_payments(self, *, customer_id: Text = None, date_after: Day = None) -> AppsResult:
        """Payments made and received."""
        return await self._list("payments", locals())

    async def mktg_campaigns(self, *, name: Text = None) -> AppsResult:
        """Marketing campaigns with recipients, opens and clicks."""
        return await self._list("campaigns", locals())

    async def mktg_subscribers(self, *, status: Text = None, contact_id: Text = None) -> AppsResult:
        """People on the mailing lists; contact_id is the CRM contact's."""
        return await self._list("subscribers", locals())

    async def _list(self, table: str, given: Mapping[str, Any]) -> AppsResult:
        filters = {name: value for name, value in given.items() if name != "self" and value is not None}
        pushed = {theirs: filters[ours] for ours, theirs in PUSHED.get(table, {}).items() if ours in filters}
        rule = self._opening.permissions.tables.get(table)
        handle = AppsHandle(await AppsView(self._opening, filters={SHAPES[table].place: pushed}).open())
        query = listing(f"{SHAPES[table].category}.{table}", filters)
        try:
            # Columns that fewer may see are left out rather than the whole list refused.
            for narrow in (frozenset(), frozenset(rule.columns or ()) if rule else frozenset()):
                sql = without(query, narrow).sql(dialect="duckdb")
                if (await handle.ruling(sql)).allowed:
                    return await handle.query(understand(sql))
            raise FetchRefused(table, "not_permitted")
        finally:
            handle.close()


def without(query: exp.Select, columns: frozenset[str]) -> exp.Select:
    """A query that does not show these columns."""
    return query.select(*(one for one in query.selects if one.alias_or_name not in columns), append=False)


def listing(
    name: str, arguments: Mapping[str, Any], results: Mapping[str, exp.Select] | None = None
) -> exp.Select:
    """The query a call stands for; `results` are the queries of the calls it may refer to.

    Raises `ToolRefused` that tells a planner how to do it right.
    """
    card = CARDS.get(name)
    if card is None:
        raise ToolRefused("no_such_function", f"There is no function {name!r}; choose among those shown.")
    query = exp.select(*card.columns).from_(card.table)
    for parameter, value in arguments.items():
        kind = card.parameters.get(parameter)
        if kind is None:
            known = ", ".join(card.parameters) or "none"
            raise ToolRefused("no_such_argument", f"{name} has no argument {parameter!r}; it has {known}.")
        if value is not None:
            query = query.where(_condition(card, parameter, kind, value, results or {}))
    return query


def _condition(
    card: FunctionCard, name: str, kind: type, value: Any, results: Mapping[str, exp.Select]
) -> exp.Expr:
    if name.endswith("_id") and (inner := _referred(f"{card.name}, {name}", str(value), results)):
        return exp.In(this=exp.column(name), query=inner.subquery())
    if kind is date:
        column, _, side = name.rpartition("_")
        bound = exp.cast(exp.Literal.string(_day(card, name, value).isoformat()), "date")
        compare = exp.GTE if side == "after" else exp.LTE
        return compare(this=exp.cast(exp.column(column), "date"), expression=bound)
    if kind is bool:
        if not isinstance(value, bool):
            _wrong(card, name, value, "true or false")
        return exp.EQ(this=exp.column(name), expression=exp.convert(value))
    if not isinstance(value, str | int) or isinstance(value, bool) or str(value).startswith("$"):
        _wrong(card, name, value, "plain text, or a reference where its name ends in _id")
    if name == "name":  # people are called by a part of their name
        return exp.ILike(this=exp.column(name), expression=exp.Literal.string(f"%{str(value).strip('%')}%"))
    said = exp.Lower(this=exp.Literal.string(str(value)))  # as it was said: a kept plan finds it again
    return exp.EQ(this=exp.Lower(this=exp.column(name)), expression=said)


def _referred(where: str, value: str, results: Mapping[str, exp.Select]) -> exp.Select | None:
    """The query whose values a reference stands for."""
    if value == ME:
        return exp.select("id").from_("employees").where("is_me")
    found = REFERENCE.fullmatch(value)
    if found is None:
        return None
    result, column = found.groups()
    if result not in results:
        raise ToolRefused(
            "no_such_result", f"{where}: {value} refers to no earlier task; have {list(results)}."
        )
    known = results[result].named_selects
    if column not in known:
        raise ToolRefused("no_such_column", f"{where}: {result} has no {column}; it has {', '.join(known)}.")
    return exp.select(column).from_(results[result].subquery(result))


def _day(card: FunctionCard, name: str, value: Any) -> date:
    try:
        return value if isinstance(value, date) else date.fromisoformat(str(value))
    except ValueError:
        _wrong(card, name, value, "a day like 2026-05-31")


def _wrong(card: FunctionCard, name: str, value: Any, right: str) -> NoReturn:
    raise ToolRefused("wrong_argument", f"{card.name}: {name} is {str(value)[:60]!r}; it must be {right}.")


_TYPES = {str(Text): str, str(Flag): bool, str(Day): date}


def _card(method: str, function: Any) -> FunctionCard:
    name = method.replace("_", ".", 1)
    given = {
        key: one
        for key, one in inspect.signature(function, eval_str=True).parameters.items()
        if key != "self"
    }
    columns = {column.name: column.kind for column in SHAPES[name.partition(".")[2]].columns}
    return FunctionCard(
        name,
        inspect.getdoc(function) or "",
        {key: _TYPES[str(one.annotation)] for key, one in given.items()},
        {column: kind for column, kind in columns.items() if column != "modified_at"},
    )


CARDS: Mapping[str, FunctionCard] = {
    card.name: card
    for method, function in vars(Functions).items()
    if method.partition("_")[0] in {"hris", "ats", "crm", "ticketing", "accounting", "mktg"}
    for card in [_card(method, function)]
}
