"""The people of an invented company: teams, managers, places, pay, time off, recruiting."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, date, datetime, time, timedelta
from importlib.resources import files
from random import Random
from typing import Any
from uuid import UUID

from answerable.lists import read_list

Record = dict[str, Any]
WORDS: Mapping[str, Any] = read_list(__package__, "words.toml")
# What every record of a kind says where nothing else is known of it.
BLANK: Mapping[str, Record] = json.loads(files(__package__).joinpath("blank.json").read_text("utf-8"))
SPAN = 8  # people one manager leads, about


class Firm:
    """One company being made up: its dice, its today, and the records so far by category and resource."""

    def __init__(self, name: str, domain: str, currency: str, today: date) -> None:
        self.name, self.domain, self.currency, self.today = name, domain, currency, today
        self.dice = Random(name)
        self.records: dict[str, dict[str, list[Record]]] = {}
        self.staff: list[Record] = []

    def add(self, category: str, resource: str, fields: Mapping[str, Any]) -> Record:
        """One more record, with the columns every record of Merge has, and those of its kind that nobody filled."""
        made = self.moment(-self.dice.randint(30, 900))
        changed = self.moment(-self.dice.randint(1, 29))
        record: Record = {
            "id": str(UUID(int=self.dice.getrandbits(128), version=4)),
            "remote_id": str(self.dice.randint(10_000, 9_999_999)),
            "created_at": made,
            "modified_at": changed,
            **deepcopy(BLANK.get(f"{category}/{resource}", {})),
            **fields,
            "remote_was_deleted": False,
            "field_mappings": {"organization_defined_targets": {}, "linked_account_defined_targets": {}},
            "remote_data": None,
        }
        self.records.setdefault(category, {}).setdefault(resource, []).append(record)
        return record

    def moment(self, days: int, hour: int = 0, minute: int = 0) -> str:
        """So many days from today, as Merge writes times."""
        when = datetime.combine(self.today + timedelta(days=days), time(hour, minute), UTC)
        return when.strftime("%Y-%m-%dT%H:%M:%SZ")

    def chance(self, share: float) -> bool:
        return self.dice.random() < share


def make_staff(world: Firm, people: int = 300) -> None:
    """Employees with everything that hangs on them."""
    sites = [
        world.add(
            "hris", "locations", {"name": site["name"], "street_1": f"{n + 1} Harbour Street",
             "city": site["city"], "zip_code": f"{8000 + n}", "country": site["country"]},
        )
        for n, site in enumerate(WORDS["sites"])
    ]  # fmt: skip
    teams: dict[str, Record] = {}
    for team in WORDS["teams"]:
        parent = teams.get(team.get("parent", ""))
        teams[team["name"]] = world.add(
            "hris", "teams", {"name": team["name"], "parent_team": parent and parent["id"]}
        )
    names = _names(world)
    chief = _hire(world, next(names), "Chief Executive Officer", None, sites[0], None)
    heads: dict[str, Record] = {}
    total = sum(team["weight"] for team in WORDS["teams"])
    for team in WORDS["teams"]:
        boss = heads.get(team.get("parent", ""), chief)
        head = heads[team["name"]] = _hire(
            world, next(names), team["title"], teams[team["name"]], world.dice.choice(sites), boss
        )
        _fill(world, names, team, (teams[team["name"]], head, sites), people * team["weight"] // total)
    _leave(world)
    _make_absences(world)


def _fill(
    world: Firm,
    names: Iterator[tuple[str, str, int]],
    team: Mapping[str, Any],
    place: tuple[Record, Record, Sequence[Record]],
    count: int,
) -> None:
    record, head, sites = place
    leads: list[Record] = []
    for n in range(max(0, count - 1)):
        first, last, home = next(names)
        # Nobody leads one or two people: their cost would be too few people's pay to be told.
        leads_on = n % SPAN == 0 and n + SPAN - 2 < count
        if leads_on:
            title, boss = f"{team['name']} Manager", head
        else:
            title, boss = world.dice.choice(team["work"]), leads[-1]
        someone = _hire(world, (first, last, home), title, record, sites[home], boss)
        if leads_on:
            leads.append(someone)


def _names(world: Firm) -> Iterator[tuple[str, str, int]]:
    """Names nobody else has, with the place they belong to: the same ones in every tenant."""
    dice = Random("names")
    pairs = [
        (first, last, place)
        for place, site in enumerate(WORDS["sites"])
        for first in site["first"]
        for last in site["last"]
    ]
    weights = [float(WORDS["sites"][place]["weight"]) for _, _, place in pairs]
    # Weighted order without repetition: the smaller the draw against the weight, the earlier.
    keyed = [(dice.expovariate(weight), pair) for weight, pair in zip(weights, pairs, strict=True)]
    order = [pair for _, pair in sorted(keyed)]
    # The same people, but not in the same places of the company.
    head = order[:300]
    world.dice.shuffle(head)
    return iter(head + order[300:])


def _hire(
    world: Firm, who: tuple[str, str, int], title: str, team: Record | None, site: Record, boss: Record | None
) -> Record:
    first, last, _ = who
    began = -world.dice.randint(40, 3000)
    plain = f"{first}.{last}".lower().replace("ü", "ue").replace("ö", "oe")
    person = world.add(
        "hris", "employees", {"employee_number": f"E{1000 + len(world.staff)}", "first_name": first,
         "last_name": last, "display_full_name": f"{first} {last}", "username": plain,
         "work_email": f"{plain}@{world.domain}", "personal_email": f"{plain}@home.example",
         "mobile_phone_number": f"+41 79 {world.dice.randint(100, 999)} {world.dice.randint(10, 99)} 00",
         "work_location": site["id"], "manager": boss and boss["id"], "team": team and team["id"],
         "date_of_birth": world.moment(-world.dice.randint(8000, 22000)), "hire_date": world.moment(began),
         "start_date": world.moment(began), "remote_created_at": world.moment(began),
         "custom_fields": {"badge": str(world.dice.randint(1, 9999))}},
    )  # fmt: skip
    world.staff.append(person)
    _employ(world, person, title, began)
    return person


def _employ(world: Firm, person: Record, title: str, began: int) -> None:
    """The employments so far, the raise of every second year the newest."""
    level = 3.0 if "Chief" in title else 2.2 if "VP" in title or "Director" in title else 1.0
    yearly = round(world.dice.uniform(42_000, 98_000) * level * (1.3 if "Manager" in title else 1), -2)
    for day in range(began, 0, 700):
        monthly = world.chance(0.2)
        employment = world.add(
            "hris", "employments", {"employee": person["id"], "job_title": title,
             "pay_rate": round(yearly / 12, 2) if monthly else yearly,
             "pay_period": "MONTH" if monthly else "YEAR", "pay_currency": world.currency,
             "effective_date": world.moment(day)},
        )  # fmt: skip
        person["employments"].append(employment["id"])
        yearly = round(yearly * world.dice.uniform(1.01, 1.07), -2)


def _leave(world: Firm) -> None:
    """A few have left, and one record was deleted; nobody who leads others."""
    leading = {person["manager"] for person in world.staff}
    free = [person for person in world.staff[60:] if person["id"] not in leading]
    for person in world.dice.sample(free, 8):
        person["employment_status"] = "INACTIVE"
        person["termination_date"] = world.moment(-world.dice.randint(5, 300))
    gone = next(person for person in free if person["employment_status"] == "ACTIVE")
    gone["remote_was_deleted"] = True
    world.staff = [p for p in world.staff if p["employment_status"] == "ACTIVE" and p is not gone]


def _make_absences(world: Firm) -> None:
    for person in world.staff:
        for policy, hours in (("VACATION", 200), ("SICK", 80)):
            used = 4 * world.dice.randint(0, hours // 5)
            world.add(
                "hris", "time_off_balances", {"employee": person["id"], "balance": float(hours - used),
                 "used": float(used), "policy_type": policy},
            )  # fmt: skip
        for _ in range(world.dice.randint(0, 4)):
            begin, days = world.dice.randint(-200, 90), world.dice.randint(1, 10)
            ahead = (
                ["REQUESTED", "APPROVED", "REQUESTED"] if begin > 0 else ["APPROVED", "APPROVED", "DECLINED"]
            )
            world.add(
                "hris", "time_off", {"employee": person["id"], "approver": person["manager"],
                 "status": world.dice.choice(ahead),
                 "employee_note": world.dice.choice(WORDS["business"]["notes"]),
                 "units": "DAYS" if world.chance(0.7) else "HOURS", "amount": float(days),
                 "request_type": world.dice.choice(["VACATION", "VACATION", "SICK", "PERSONAL"]),
                 "start_time": world.moment(begin), "end_time": world.moment(begin + days - 1)},
            )  # fmt: skip


def make_recruiting(world: Firm) -> None:
    """Jobs, candidates, applications, interviews and offers; some candidates are employees by now."""
    words, dice = WORDS["business"], world.dice
    users = users_of(world, "ats", dice.sample(world.staff, 60), ("email",), both_names=True)
    stages = [
        world.add("ats", "job_interview_stages", {"name": name, "job": None})
        for name in words["interview_stages"]
    ]
    managers = [user for user in users if _leads(world, user["email"])] or users
    jobs = [
        world.add(
            "ats", "jobs", {"name": name, "description": f"We look for a {name}.", "code": f"J{n}",
             "status": "CLOSED" if world.chance(0.25) else "OPEN",
             "remote_created_at": world.moment(-dice.randint(10, 300)),
             "hiring_managers": [dice.choice(managers)["id"]]},
        )
        for n, name in enumerate(words["jobs"])
    ]  # fmt: skip
    joined = dice.sample(world.staff[20:], 45)
    for n in range(150):
        hired = joined[n] if n < len(joined) else None
        first = hired["first_name"] if hired else dice.choice(words["first"])
        last = hired["last_name"] if hired else dice.choice(words["last"])
        mail = hired["personal_email"] if hired else f"{first}.{last}{n}@post.example".lower()
        candidate = world.add(
            "ats", "candidates", {"first_name": first, "last_name": last,
             "company": dice.choice(words["company"]), "title": dice.choice(words["jobs"]),
             "remote_created_at": world.moment(-dice.randint(5, 400)),
             "locations": [dice.choice(WORDS["sites"])["city"]],
             "email_addresses": [{"value": mail, "email_address_type": "PERSONAL"}]},
        )  # fmt: skip
        _apply(world, candidate, dice.choice(jobs), (stages, users), hired=bool(hired))


def _apply(
    world: Firm, candidate: Record, job: Record, rounds: tuple[list[Record], list[Record]], *, hired: bool
) -> None:
    dice, (stages, users) = world.dice, rounds
    reached = len(stages) if hired else dice.randint(0, len(stages))
    begin = -dice.randint(200, 500) if hired else -dice.randint(3, 60)
    application = world.add(
        "ats", "applications", {"candidate": candidate["id"], "job": job["id"],
         "applied_at": world.moment(begin),
         "rejected_at": None if hired or world.chance(0.6) else world.moment(-1),
         "current_stage": stages[max(0, reached - 1)]["id"]},
    )  # fmt: skip
    candidate["applications"].append(application["id"])
    for step in range(reached):
        day = begin + 5 * (step + 1)
        world.add(
            "ats", "interviews", {"application": application["id"], "job_interview_stage": stages[step]["id"],
             "organizer": dice.choice(users)["id"], "start_at": world.moment(day, 9 + step),
             "interviewers": [user["id"] for user in dice.sample(users, dice.randint(1, 2))],
             "end_at": world.moment(day, 10 + step), "status": "COMPLETE" if day < 0 else "SCHEDULED"},
        )  # fmt: skip
    if hired:
        offer = world.add(
            "ats", "offers", {"application": application["id"], "creator": dice.choice(users)["id"],
             "sent_at": world.moment(begin + 30), "closed_at": world.moment(begin + 35)},
        )  # fmt: skip
        application["offers"].append(offer["id"])


def _leads(world: Firm, mail: str) -> bool:
    person = next(p for p in world.staff if p["work_email"] == mail)
    return any(other["manager"] == person["id"] for other in world.staff)


def users_of(
    world: Firm, category: str, staff: Sequence[Record], mail: tuple[str, ...], *, both_names: bool = False
) -> list[Record]:
    """The accounts employees have in one app; the e-mail address is what ties them to the person."""
    users = []
    for person in staff:
        named = (
            {"first_name": person["first_name"], "last_name": person["last_name"], "disabled": False}
            if both_names
            else {"name": person["display_full_name"], "is_active": True}
        )
        users.append(world.add(category, "users", {**named, **dict.fromkeys(mail, person["work_email"])}))
    return users
