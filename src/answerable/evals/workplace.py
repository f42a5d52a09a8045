"""Run a workplace suite: ask as several people, compare with values computed straight from the raw records.

Nothing here uses the source's tables, terms or permissions: what is right is worked out from the company's records
by the plain functions below, named in the cases. A suite about another company says so in its first line, and each of
its cases says itself what must be told.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from inspect import signature
from pathlib import Path
from typing import Any

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.outcome import as_contract
from answerable.domain.question import User
from answerable.errors import OperatorError
from answerable.evals.tried import Ran, Tried, answered_figures, read_rows, tried, unpacked
from answerable.sandbox.merge.business import make_company
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.merge.truth import CompanyTruth, Record
from answerable.settings import MergeSettings, Settings

COMPANY, TODAY = "larkfield", date(2026, 6, 1)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class WorkCase:
    """One question of one person: `truth` names what knows the answer, `decline` why it must be refused."""

    id: str
    user: str  # staff, manager, leader, hr: found in the records; or a work e-mail
    question: str
    truth: str = ""
    arguments: tuple[str, ...] = ()
    decline: str = ""
    values: tuple[str, ...] = ()  # each must be told, in words or in a table
    never: tuple[str, ...] = ()  # none of these may be


@dataclass(frozen=True)
class Employer:
    """Whose apps are asked, and when: the demo company, or records in an archive beside the suite."""

    now: datetime = NOW
    archive: Path | None = None


def read_work_suite(path: Path) -> tuple[Employer, list[WorkCase]]:
    """The company and every case of a file; one without a truth, values or a reason to decline is an error."""
    company, cases = Employer(), []
    for row, where in read_rows(path):
        if "company" in row:
            company = Employer(datetime.fromisoformat(row["now"]), path.parent / row["company"])
            continue
        known: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}
        case = WorkCase(**known)
        if not (case.decline or case.values or hasattr(Answers, case.truth)):
            raise OperatorError(where, f"has no truth {case.truth!r}, no values and no reason to decline.")
        cases.append(case)
    return company, cases


def run_workplace(folder: Path, name: str, settings: Settings) -> Ran:
    """Questions of several people to a company's apps."""
    company, cases = read_work_suite(folder / f"{name}.jsonl")
    found = asyncio.run(ask_each(cases, settings, company))
    pairs = zip(cases, found, strict=True)
    return Ran(
        answered_figures([(not case.decline, one.answered, one.right) for case, one in pairs]),
        found,
    )


async def ask_each(cases: Sequence[WorkCase], settings: Settings, company: Employer) -> list[Tried]:
    """Ask every case in a conversation of its own."""
    answers = Answers(make_company(COMPANY, TODAY), NOW)
    found = []
    records = unpacked(company.archive) if company.archive else nullcontext()
    with tempfile.TemporaryDirectory() as home, records as directory:
        async with MergeServer(directory, today=TODAY) as apps:
            merge = MergeSettings(url=apps.url, api_key="eval", account_token=COMPANY)
            house = House.open(replace(settings, home=Path(home), merge=merge))
            for case in cases:
                user = User(answers.people.get(case.user, case.user))
                question = take(house, case.question, assistant="workplace", user=user, now=company.now)
                found.append(judge_work(case, as_contract(await pursue(house, question)), answers))
            await house.close()
    return found


def judge_work(case: WorkCase, outcome: Mapping[str, Any], answers: Answers) -> Tried:
    """Compare an outcome with the truth, or with the reason it should have been declined for."""
    wanted: Any = case.decline
    if case.decline:
        right = outcome["outcome"] == "refusal" and outcome["reason"] == case.decline
    elif case.values:
        wanted, told = ", ".join(case.values), [_told(value, outcome) for value in case.values]
        right = (
            outcome["outcome"] == "answer" and all(told) and not any(_told(v, outcome) for v in case.never)
        )
    else:
        wanted = answers.to(case)
        right = outcome["outcome"] == "answer" and _holds(wanted, outcome)
    return tried(case, "" if right else f"asked by {case.user}", str(wanted), outcome)


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


def _told(value: str, outcome: Mapping[str, Any]) -> bool:
    """Whether a number or a name is told, in words or in a table; a share also as a percentage."""
    rows = [row for element in outcome["elements"] if element["type"] == "table" for row in element["rows"]]
    try:
        wanted = float(value)
    except ValueError:
        return value.casefold() in f"{outcome['text']}\n{rows}".casefold()
    cells = [float(cell) for row in rows for cell in row if isinstance(cell, int | float)]
    numbers = [*_numbers(outcome["text"], []), *cells]
    alike = (wanted, 100 * wanted) if 0 < wanted < 1 else (wanted,)
    return any(abs(number - one) < 0.051 for number in numbers for one in alike)


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


class Answers(CompanyTruth):
    """What is right, by the name a case gives it: one function for each kind of question."""

    def __init__(self, records: Mapping[str, Mapping[str, Sequence[Record]]], now: datetime) -> None:
        super().__init__(records, now)
        self._places = {place["id"]: place["city"] for place in self.all("hris", "locations")}
        self.people = self._people()

    def to(self, case: WorkCase) -> Any:
        """What is right for whoever asks; some of it is the same for everybody."""
        knows = getattr(self, case.truth)
        me = (self.people[case.user],) if "me" in signature(knows).parameters else ()
        return knows(*me, *case.arguments)

    def _people(self) -> dict[str, str]:
        """Work e-mails of one person of each kind."""
        staff = self.staff()
        teams = {team["id"]: team["name"] for team in self.all("hris", "teams")}
        leads = Counter(person["manager"] for person in staff)
        leaders = Counter(person["manager"] for person in staff if leads[person["id"]])
        local = Counter(person["manager"] for person in staff if self._city(person) == "Bangalore")
        hr = [person for person in staff if teams.get(person["team"]) == "Human Resources"]
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

    def sick_days(self, me: str) -> float:
        return self.days_left(me, "SICK")

    def my_lead(self, me: str) -> list[str]:
        lead = self.person(me)["manager"]
        return [_name(person) for person in self.staff() if person["id"] == lead]

    def report_count(self, me: str) -> int:
        return len(self.reports(me))

    def report_names(self, me: str) -> list[str]:
        return [_name(person) for person in self.reports(me)]

    def report_names_in(self, me: str, city: str) -> list[str]:
        return [_name(person) for person in self.team_in(me, city)]

    def headcount_in(self, city: str) -> int:
        return sum(self._city(person) == city for person in self.staff())

    def pending_requests_in(self, me: str, city: str) -> list[str]:
        return sorted(name for name, _ in self.pending(me, city))

    # ---- business ----

    def unmet_leads(self) -> int:
        return self.leads_not_met()

    def count_of(self, category: str, resource: str) -> int:
        return len(self.all(category, resource))

    def open_tickets(self, *priorities: str) -> int:
        return sum(not priorities or one["priority"] in priorities for one in self._unclosed())

    def tickets_by_priority(self, *names: str) -> dict[str, int]:
        said = dict(zip(("URGENT", "HIGH", "NORMAL", "LOW"), names, strict=False))
        found = Counter(t["priority"] for t in self.all("ticketing", "tickets") if t["priority"])
        return {said.get(priority, priority): count for priority, count in found.items()}

    def my_open_tickets(self, me: str) -> int:
        users = {u["id"] for u in self.all("ticketing", "users") if u["email_address"] == me}
        return sum(bool(users & set(one["assignees"])) for one in self._unclosed())

    def _unclosed(self) -> list[Record]:
        return [one for one in self.all("ticketing", "tickets") if one["status"] != "CLOSED"]

    def sla_percent(self, priority: str) -> float:
        return 100 * self.sla_share(priority)

    def revenue_of_top(self, count: str) -> float:
        return sum(amount for _, amount in self.top_customers(int(count)))

    def total_revenue(self) -> float:
        return self.revenue_of_top("100000")

    def open_opportunities(self) -> int:
        return sum(one["status"] == "OPEN" for one in self.all("crm", "opportunities"))

    def open_jobs(self) -> list[str]:
        return [str(job["name"]) for job in self.all("ats", "jobs") if job["status"] == "OPEN"]

    def open_job_count(self) -> int:
        return len(self.open_jobs())


def _name(person: Record) -> str:
    return f"{person['first_name']} {person['last_name']}"
