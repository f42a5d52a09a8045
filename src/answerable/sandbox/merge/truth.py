"""What is true in a company, worked out from its raw records by plain loops.

For evals and tests: shares no code with the source, so that both being wrong in the same way is unlikely. In go
the records by category and resource and the moment; out come values to compare answers with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

Record = Mapping[str, Any]
PERIODS = {
    "HOUR": 2080,
    "DAY": 260,
    "WEEK": 52,
    "EVERY_TWO_WEEKS": 26,
    "SEMIMONTHLY": 24,
    "MONTH": 12,
    "YEAR": 1,
}


class CompanyTruth:
    """One company's facts as of one moment."""

    def __init__(self, records: Mapping[str, Mapping[str, Sequence[Record]]], now: datetime) -> None:
        self._records, self._now = records, now

    def all(self, category: str, resource: str) -> list[Record]:
        """The records that exist."""
        found = self._records.get(category, {}).get(resource, [])
        return [one for one in found if not one.get("remote_was_deleted")]

    def staff(self) -> list[Record]:
        return [one for one in self.all("hris", "employees") if one["employment_status"] != "INACTIVE"]

    def person(self, email: str) -> Record:
        return next(one for one in self.staff() if one["work_email"] == email)

    def reports(self, email: str) -> list[Record]:
        me = self.person(email)["id"]
        return [one for one in self.staff() if one["manager"] == me]

    def below(self, key: str) -> list[Record]:
        """Everybody below a person, found from the top down."""
        found: list[Record] = []
        wave = [key]
        while wave:
            next_wave = [one for one in self.staff() if one["manager"] in wave]
            found += next_wave
            wave = [one["id"] for one in next_wave]
        return found

    def team_in(self, email: str, city: str) -> list[Record]:
        """Who reports to somebody directly and works in a city."""
        sites = {one["id"] for one in self.all("hris", "locations") if one["city"] == city}
        return [one for one in self.reports(email) if one["work_location"] in sites]

    def pay(self, key: str) -> float:
        """Somebody's pay for a year, by the latest employment."""
        today = self._now.isoformat()
        had = [one for one in self.all("hris", "employments") if one["employee"] == key]
        newest = max(
            (one for one in had if one["effective_date"] <= today), key=lambda o: str(o["effective_date"])
        )
        return float(newest["pay_rate"]) * PERIODS[newest["pay_period"]]

    def costs_below(self, me: str) -> dict[str, float]:
        """What everybody below each manager who reports to somebody costs in a year."""
        costs = {}
        for manager in self.reports(me):
            if people := self.below(manager["id"]):
                costs[str(manager["display_full_name"])] = round(
                    sum(self.pay(one["id"]) for one in people), 2
                )
        return costs

    def vacation_days(self, me: str) -> float:
        return self.days_left(me, "VACATION")

    def days_left(self, email: str, policy: str) -> float:
        key = self.person(email)["id"]
        mine = [one for one in self.all("hris", "time_off_balances") if one["employee"] == key]
        return float(sum(one["balance"] for one in mine if one["policy_type"] == policy)) / 8

    def pending(self, email: str, city: str) -> set[tuple[str, str]]:
        """Who of a team in a city asked for time off from when, undecided."""
        names = {one["id"]: str(one["display_full_name"]) for one in self.team_in(email, city)}
        return {
            (names[one["employee"]], str(one["start_time"])[:10])
            for one in self.all("hris", "time_off")
            if one["employee"] in names and one["status"] == "REQUESTED"
        }

    def top_customers(self, count: int) -> list[tuple[str, float]]:
        sums: Counter[str] = Counter()
        for one in self.all("accounting", "invoices"):
            if one["type"] == "ACCOUNTS_RECEIVABLE" and one["status"] not in ("DRAFT", "VOID"):
                sums[one["contact"]] += one["total_amount"]
        names = {one["id"]: str(one["name"]) for one in self.all("accounting", "contacts")}
        return [(names[key], float(total)) for key, total in sums.most_common(count)]

    def overdue_invoices(self) -> int:
        today = self._now.date().isoformat()
        bills = self.all("accounting", "invoices")
        return sum(1 for one in bills if one["balance"] > 0 and str(one["due_date"])[:10] < today)

    def sla_share(self, priority: str) -> float:
        """Which share of the bugs of a priority was done by its due date."""
        bugs = [
            one
            for one in self.all("ticketing", "tickets")
            if one["priority"] == priority and one["ticket_type"] == "Bug"
        ]
        done = [one for one in bugs if one["completed_at"] and one["completed_at"] <= one["due_date"]]
        return len(done) / len(bugs)

    def leads_not_met(self) -> int:
        seen = {contact for one in self.all("crm", "engagements") for contact in one["contacts"]}
        mails = {
            entry["email_address"].lower()
            for one in self.all("crm", "contacts")
            if one["id"] in seen
            for entry in one["email_addresses"]
        }
        return sum(
            1
            for lead in self.all("crm", "leads")
            if lead["converted_contact"] not in seen
            and not mails & {entry["email_address"].lower() for entry in lead["email_addresses"]}
        )

    def tickets_and_interviews(self, email: str, city: str) -> dict[str, tuple[int, int]]:
        """For each of a team in a city: tickets assigned to them, and interviews they held."""
        found = {}
        for one in self.team_in(email, city):
            found[str(one["display_full_name"])] = (
                self._mentions("ticketing", "tickets", "assignees", ("email_address", one["work_email"])),
                self._mentions("ats", "interviews", "interviewers", ("email", one["work_email"])),
            )
        return found

    def _mentions(self, category: str, resource: str, field: str, who: tuple[str, str]) -> int:
        users = {one["id"] for one in self.all(category, "users") if one[who[0]] == who[1]}
        return sum(1 for one in self.all(category, resource) if users & set(one[field]))

    def last_conversation(self, account: str, owner: str | None = None) -> Record | None:
        """The newest engagement with a company that has begun, of one owner if given (by e-mail)."""
        company = {one["id"] for one in self.all("crm", "accounts") if one["name"] == account}
        owners = {one["id"] for one in self.all("crm", "users") if owner in (None, one["email"])}
        held = [
            one
            for one in self.all("crm", "engagements")
            if one["account"] in company
            and one["owner"] in owners
            and datetime.fromisoformat(one["start_time"].replace("Z", "+00:00")) <= self._now.astimezone(UTC)
        ]
        return max(held, key=lambda one: str(one["start_time"]), default=None)
