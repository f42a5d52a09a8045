"""The people of an invented company: teams, managers, places, pay, time off, recruiting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from answerable.sandbox.merge.firm import WORDS, Firm, Record

Name = tuple[str, str, int]  # first, last, and the place they belong to
PEOPLE = 300
SPAN = 8  # people one manager leads, about


def make_staff(world: Firm) -> None:
    """Employees with everything that hangs on them."""
    sites = [
        world.add(
            "hris/locations", {**site, "street_1": f"{n + 1} Harbour Street", "zip_code": f"{8000 + n}"}
        )
        for n, site in enumerate(WORDS["sites"])
    ]
    teams: dict[str, Record] = {}
    for team in WORDS["teams"]:
        parent = teams.get(team.get("parent", ""))
        teams[team["name"]] = world.add(
            "hris/teams", {"name": team["name"], "parent_team": parent and parent["id"]}
        )
    names = _names(world)
    chief = _hire(world, next(names), "Chief Executive Officer", None, sites[0], None)
    heads: dict[str, Record] = {}
    total = sum(team["weight"] for team in WORDS["teams"])
    for team in WORDS["teams"]:
        boss, record = heads.get(team.get("parent", ""), chief), teams[team["name"]]
        head = _hire(world, next(names), team["title"], record, world.dice.choice(sites), boss)
        heads[team["name"]] = head
        _fill(world, names, team, (record, head, sites), PEOPLE * team["weight"] // total)
    _leave(world)
    _make_absences(world)


def _fill(
    world: Firm,
    names: Iterator[Name],
    team: Mapping[str, Any],
    place: tuple[Record, Record, Sequence[Record]],
    count: int,
) -> None:
    record, head, sites = place
    lead = head
    for n in range(max(0, count - 1)):
        name = next(names)
        # Nobody leads one or two people: their cost would be too few people's pay to be told.
        if n % SPAN == 0 and n + SPAN - 2 < count:
            lead = _hire(world, name, f"{team['name']} Manager", record, sites[name[2]], head)
        else:
            _hire(world, name, world.dice.choice(team["work"]), record, sites[name[2]], lead)


def _names(world: Firm) -> Iterator[Name]:
    """Names nobody else has, with the place they belong to: the same ones in every tenant."""
    dice = Random("names")
    pairs = [
        (first, last, place)
        for place, site in enumerate(WORDS["sites"])
        for first in site["first"]
        for last in site["last"]
    ]
    # Weighted order without repetition: the smaller the draw against the weight, the earlier.
    keyed = [(dice.expovariate(float(WORDS["sites"][pair[2]]["weight"])), pair) for pair in pairs]
    order = [pair for _, pair in sorted(keyed)]
    # The same people, but not in the same places of the company.
    head = order[:PEOPLE]
    world.dice.shuffle(head)
    return iter(head + order[PEOPLE:])


def _hire(
    world: Firm, who: Name, title: str, team: Record | None, site: Record, boss: Record | None
) -> Record:
    first, last, _ = who
    began = -world.dice.randint(40, 3000)
    named = {"employee_number": f"E{1000 + len(world.staff)}", "first_name": first, "last_name": last}
    plain = f"{first}.{last}".lower().replace("ü", "ue").replace("ö", "oe")
    placed = {"work_location": site["id"], "manager": boss and boss["id"], "team": team and team["id"]}
    told = {**named, **placed, "plain": plain, "began": world.moment(began)}
    person = world.add("hris/employees", told)
    world.staff.append(person)
    _employ(world, person, title, began)
    return person


def _employ(world: Firm, person: Record, title: str, began: int) -> None:
    """The employments so far, the raise of every second year the newest."""
    level = 3.0 if "Chief" in title else 2.2 if "VP" in title or "Director" in title else 1.0
    yearly = round(world.dice.uniform(42_000, 98_000) * level * (1.3 if "Manager" in title else 1), -2)
    for day in range(began, 0, 700):
        pay = {"pay_rate": yearly, "pay_period": "YEAR"}
        if world.chance(0.2):
            pay = {"pay_rate": round(yearly / 12, 2), "pay_period": "MONTH"}
        job = {"employee": person["id"], "job_title": title, "effective_date": world.moment(day)}
        person["employments"].append(world.add("hris/employments", {**job, **pay})["id"])
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
    dice = world.dice
    for person in world.staff:
        mine = {"employee": person["id"], "approver": person["manager"]}
        for policy, hours in (("VACATION", 200), ("SICK", 80)):
            used = 4 * dice.randint(0, hours // 5)
            left = {"balance": float(hours - used), "used": float(used), "policy_type": policy}
            world.add("hris/time_off_balances", {**mine, **left})
        for _ in range(dice.randint(0, 4)):
            begin, days = dice.randint(-200, 90), dice.randint(1, 10)
            usual = (
                ("REQUESTED", "APPROVED", "REQUESTED") if begin > 0 else ("APPROVED", "APPROVED", "DECLINED")
            )
            away = {"start_time": world.moment(begin), "end_time": world.moment(begin + days - 1)}
            world.add("hris/time_off", {**mine, **away, "status": dice.choice(usual), "amount": float(days)})


def make_recruiting(world: Firm) -> None:
    """Jobs, candidates, applications, interviews and offers; some candidates are employees by now."""
    words, dice = WORDS["business"], world.dice
    users = users_of(world, "ats", dice.sample(world.staff, 60))
    for name in words["interview_stages"]:
        world.add("ats/job_interview_stages", {"name": name})
    leading = {person["manager"] for person in world.staff}
    leads = {person["work_email"] for person in world.staff if person["id"] in leading}
    managers = [user for user in users if user["email"] in leads] or users
    jobs = [
        world.add("ats/jobs", {"name": name, "code": f"J{n}", "hiring_managers": [{"of": managers}]})
        for n, name in enumerate(words["jobs"])
    ]
    joined = dice.sample(world.staff[20:], 45)
    for n in range(150):
        hired = joined[n] if n < len(joined) else None
        first = hired["first_name"] if hired else dice.choice(words["first"])
        last = hired["last_name"] if hired else dice.choice(words["last"])
        mail = hired["personal_email"] if hired else f"{first}.{last}{n}@post.example".lower()
        candidate = world.add("ats/candidates", {"first_name": first, "last_name": last, "mail": mail})
        _apply(world, candidate, dice.choice(jobs), hired=bool(hired))


def _apply(world: Firm, candidate: Record, job: Record, *, hired: bool) -> None:
    dice, stages = world.dice, world.all("ats/job_interview_stages")
    reached = len(stages) if hired else dice.randint(0, len(stages))
    begin = -dice.randint(200, 500) if hired else -dice.randint(3, 60)
    rejected = None if hired or world.chance(0.6) else world.moment(-1)
    sent = {"candidate": candidate["id"], "job": job["id"], "applied_at": world.moment(begin)}
    now = {"rejected_at": rejected, "current_stage": stages[max(0, reached - 1)]["id"]}
    application = world.add("ats/applications", {**sent, **now})
    candidate["applications"].append(application["id"])
    for step in range(reached):
        day = begin + 5 * (step + 1)
        held = {"application": application["id"], "job_interview_stage": stages[step]["id"]}
        hours = {"start_at": world.moment(day, 9 + step), "end_at": world.moment(day, 10 + step)}
        world.add("ats/interviews", {**held, **hours, "status": "COMPLETE" if day < 0 else "SCHEDULED"})
    if hired:
        days = {"sent_at": world.moment(begin + 30), "closed_at": world.moment(begin + 35)}
        offer = world.add("ats/offers", {"application": application["id"], **days})
        application["offers"].append(offer["id"])


def users_of(world: Firm, category: str, staff: Sequence[Record]) -> list[Record]:
    """The accounts employees have in one app; the e-mail address is what ties them to the person."""
    return [world.add(f"{category}/users", person) for person in staff]
