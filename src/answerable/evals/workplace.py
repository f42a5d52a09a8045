"""Run the workplace suite: ask as several people, compare with values computed straight from the raw records.

Nothing here uses the source's tables, terms or permissions: what is right is worked out from the company's records
by the plain functions below, named in the cases.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.outcome import as_contract
from answerable.domain.question import User
from answerable.errors import OperatorError
from answerable.evals.tried import answered_figures, read_rows
from answerable.sandbox.merge.business import make_company
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.merge.truth import CompanyTruth
from answerable.settings import MergeSettings, Settings

COMPANY, TODAY = "larkfield", date(2026, 6, 1)
Record = Mapping[str, Any]


@dataclass(frozen=True)
class WorkCase:
    """One question of one person: `truth` names what knows the answer, `decline` why it must be refused."""

    id: str
    user: str  # staff, manager, leader, hr: found in the records
    question: str
    truth: str = ""
    arguments: tuple[str, ...] = ()
    decline: str = ""


@dataclass(frozen=True)
class WorkScore:
    case: WorkCase
    outcome: Mapping[str, Any]
    right: bool
    wanted: str


def read_work_cases(path: Path) -> list[WorkCase]:
    """Every case of a file; one without a truth or a reason to decline is an error."""
    cases = []
    for row, where in read_rows(path):
        case = WorkCase(**{**row, "arguments": tuple(row.get("arguments", ()))})
        if not case.decline and not hasattr(Answers, case.truth):
            raise OperatorError(where, f"has no truth {case.truth!r} and no reason to decline.")
        cases.append(case)
    return cases


async def run_workplace(cases: Sequence[WorkCase], settings: Settings) -> list[WorkScore]:
    """Ask every case in a conversation of its own."""
    now = datetime(TODAY.year, TODAY.month, TODAY.day, 12, tzinfo=UTC)
    answers = Answers(CompanyTruth(make_company(COMPANY, TODAY), now))
    with tempfile.TemporaryDirectory() as home:
        async with MergeServer(today=TODAY) as apps:
            merge = MergeSettings(url=apps.url, api_key="eval", account_token=COMPANY)
            house = House.open(replace(settings, home=Path(home), merge=merge))
            scores = []
            for case in cases:
                user = User(answers.people[case.user])
                question = take(house, case.question, assistant="workplace", user=user, now=now)
                outcome = as_contract(await pursue(house, question))
                scores.append(judge_work(case, outcome, answers))
            await house.close()
    return scores


def judge_work(case: WorkCase, outcome: Mapping[str, Any], answers: Answers) -> WorkScore:
    """Compare an outcome with the truth, or with the reason it should have been declined for."""
    if case.decline:
        right = outcome["outcome"] == "refusal" and outcome["reason"] == case.decline
        return WorkScore(case, outcome, right, case.decline)
    wanted = getattr(answers, case.truth)(answers.people[case.user], *case.arguments)
    right = outcome["outcome"] == "answer" and _holds(wanted, outcome)
    return WorkScore(case, outcome, right, str(wanted))


def _holds(wanted: Any, outcome: Mapping[str, Any]) -> bool:
    """A number must be said or be the one cell; a list of names must be exactly those shown; pairs must match."""
    rows = [row for element in outcome["elements"] if element["type"] == "table" for row in element["rows"]]
    text = outcome["text"]
    if isinstance(wanted, Mapping):
        shown = {(str(name).casefold(), round(float(value), 1)) for name, value in wanted.items()}
        return shown <= {pair for row in rows for pair in _pairs(row)} and len(rows) == len(wanted)
    if isinstance(wanted, int | float):
        return any(abs(number - wanted) < 0.051 for number in _numbers(text, rows))
    names = {str(name).casefold() for name in wanted}
    if rows:
        cells = [{str(cell).casefold() for cell in row} for row in rows]
        return all(any(name in row for row in cells) for name in names) and all(names & row for row in cells)
    return bool(names) and all(name in text.casefold() for name in names)


def _pairs(row: Sequence[Any]) -> Iterator[tuple[str, float]]:
    numbers = [round(float(cell), 1) for cell in row if isinstance(cell, int | float)]
    return ((str(cell).casefold(), number) for cell in row if isinstance(cell, str) for number in numbers)


def _numbers(text: str, rows: Sequence[Sequence[Any]]) -> Iterator[float]:
    for found in re.findall(r"\d[\d.,’']*", re.sub(r"\[\d+\]", "", text)):
        # Thousands, in English and in German.
        plain = re.sub(r"[,.’'](?=\d{3}(?!\d))", "", found.rstrip(".,"))
        yield float(plain.replace(",", ".")) if (plain + ".").replace(",", ".").count(".") <= 2 else -1.0
    if len(rows) == 1:
        yield from (float(cell) for cell in rows[0] if isinstance(cell, int | float))


class Answers:
    """What is right, by the name a case gives it: one function for each kind of question."""

    def __init__(self, truth: CompanyTruth) -> None:
        self._truth = truth
        self._places = {place["id"]: place["city"] for place in truth.all("hris", "locations")}
        self._teams = {team["id"]: team["name"] for team in truth.all("hris", "teams")}
        self.people = self._people()

    def _people(self) -> dict[str, str]:
        """Work e-mails of one person of each kind."""
        staff = self._truth.staff()
        leads = Counter(person["manager"] for person in staff)
        leaders = Counter(person["manager"] for person in staff if leads[person["id"]])
        local = Counter(person["manager"] for person in staff if self._city(person) == "Bangalore")
        hr = [person for person in staff if self._teams.get(person["team"]) == "Human Resources"]
        others = [person for person in staff if person not in hr and person["manager"]]
        found = {
            "staff": next(person for person in others if not leads[person["id"]]),
            "manager": max(others, key=lambda person: (local[person["id"]], person["work_email"])),
            "leader": max(others, key=lambda person: (leaders[person["id"]], person["work_email"])),
            "hr": next(person for person in hr if person["manager"]),
        }
        return {role: str(person["work_email"]) for role, person in found.items()}

    def _city(self, person: Record) -> str:
        return str(self._places.get(person["work_location"], ""))

    # ---- people ----

    def vacation_days(self, me: str) -> float:
        return self._truth.vacation_days(me)

    def sick_days(self, me: str) -> float:
        person = self._truth.person(me)["id"]
        balances = self._truth.all("hris", "time_off_balances")
        mine = [b for b in balances if b["employee"] == person and b["policy_type"] == "SICK"]
        return sum(float(b["balance"]) / 8 for b in mine)

    def my_lead(self, me: str) -> list[str]:
        lead = self._truth.person(me)["manager"]
        return [_name(person) for person in self._truth.staff() if person["id"] == lead]

    def report_count(self, me: str) -> int:
        return len(self._truth.reports(me))

    def report_names(self, me: str) -> list[str]:
        return [_name(person) for person in self._truth.reports(me)]

    def report_names_in(self, me: str, city: str) -> list[str]:
        return [_name(person) for person in self._truth.team_in(me, city)]

    def headcount_in(self, me: str, city: str) -> int:  # noqa: ARG002 the same for everybody
        return sum(self._city(person) == city for person in self._truth.staff())

    def pending_requests_in(self, me: str, city: str) -> list[str]:
        team = {person["id"]: _name(person) for person in self._truth.team_in(me, city)}
        asked = [t["employee"] for t in self._truth.all("hris", "time_off") if t["status"] == "REQUESTED"]
        return [team[employee] for employee in asked if employee in team]

    def costs_below(self, me: str) -> dict[str, float]:
        return self._truth.costs_below(me)

    # ---- business ----

    def unmet_leads(self, me: str) -> int:  # noqa: ARG002
        return self._truth.leads_not_met()

    def count_of(self, me: str, category: str, resource: str) -> int:  # noqa: ARG002
        return len(self._truth.all(category, resource))

    def open_tickets(self, me: str, *priorities: str) -> int:  # noqa: ARG002
        tickets = [t for t in self._truth.all("ticketing", "tickets") if t["status"] != "CLOSED"]
        return sum(not priorities or t["priority"] in priorities for t in tickets)

    def tickets_by_priority(self, me: str, *names: str) -> dict[str, int]:  # noqa: ARG002
        said = dict(zip(("URGENT", "HIGH", "NORMAL", "LOW"), names, strict=False))
        found = Counter(t["priority"] for t in self._truth.all("ticketing", "tickets") if t["priority"])
        return {said.get(priority, priority): count for priority, count in found.items()}

    def my_open_tickets(self, me: str) -> int:
        users = {u["id"] for u in self._truth.all("ticketing", "users") if u["email_address"] == me}
        tickets = [t for t in self._truth.all("ticketing", "tickets") if t["status"] != "CLOSED"]
        return sum(bool(users & set(t["assignees"])) for t in tickets)

    def sla_percent(self, me: str, priority: str) -> float:  # noqa: ARG002
        return 100 * self._truth.sla_share(priority)

    def revenue_of_top(self, me: str, count: str) -> float:  # noqa: ARG002
        return sum(amount for _, amount in self._truth.top_customers(int(count)))

    def total_revenue(self, me: str) -> float:
        return self.revenue_of_top(me, "100000")

    def overdue_invoices(self, me: str) -> int:  # noqa: ARG002
        return self._truth.overdue_invoices()

    def open_opportunities(self, me: str) -> int:  # noqa: ARG002
        return sum(one["status"] == "OPEN" for one in self._truth.all("crm", "opportunities"))

    def open_jobs(self, me: str) -> list[str]:  # noqa: ARG002
        return [str(job["name"]) for job in self._truth.all("ats", "jobs") if job["status"] == "OPEN"]

    def open_job_count(self, me: str) -> int:
        return len(self.open_jobs(me))


def _name(person: Record) -> str:
    return f"{person['first_name']} {person['last_name']}"


def work_figures(scores: Sequence[WorkScore]) -> dict[str, float]:
    return answered_figures(
        [(not one.case.decline, one.outcome["outcome"] == "answer", one.right) for one in scores]
    )
