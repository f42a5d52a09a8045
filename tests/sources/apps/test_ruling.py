from __future__ import annotations

import itertools
import random
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

from answerable.sources.apps.handle import AppsHandle
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.ruling import understand
from answerable.sources.apps.view import AppsView, Opening
from tests.sources.apps.asking import random_query
from tests.sources.apps.company import NOW, Office, paid, permissions, person, tiny

ENGINEER, MANAGER, VP, HR = "Software Engineer", "Platform Manager", "VP Engineering", "HR Partner"
JOIN = "join employees e on e.id = x.employee_id"
QUERIES = tomllib.loads((Path(__file__).parent / "queries.toml").read_text("utf-8"))
OWN, BELOW, NEVER = QUERIES["own"], QUERIES["below"], QUERIES["never"]


async def allowed(office: Office, email: str, queries: list[str]) -> list[str]:
    """The queries of these that somebody may ask."""
    handle = await office.apps.handle(email, NOW)
    try:
        return [sql for sql in queries if (await handle.ruling(sql)).allowed]
    finally:
        handle.close()


async def test_everybody_sees_their_own(office: Office) -> None:
    for title in (ENGINEER, MANAGER, VP, HR):
        assert await allowed(office, office.by_title(title), OWN) == OWN


async def test_managers_see_those_below_them(office: Office) -> None:
    for title in (MANAGER, VP):
        assert await allowed(office, office.by_title(title), BELOW) == BELOW


async def test_nobody_sees_their_own_team_sideways(office: Office) -> None:
    sideways = [sql.replace("below_me", "my_team").replace("reports_to_me", "my_team") for sql in BELOW[:-1]]
    assert await allowed(office, office.by_title(ENGINEER), sideways) == []


async def test_others_stay_private_however_asked(office: Office) -> None:
    for title in (ENGINEER, MANAGER, VP):
        assert await allowed(office, office.by_title(title), NEVER) == []
    for stranger in ("", "stranger@larkfield.example"):
        assert await allowed(office, stranger, NEVER) == []


async def test_hr_may_ask_all_of_it(office: Office) -> None:
    assert await allowed(office, office.by_title(HR), NEVER) == NEVER


async def test_what_a_question_claims_changes_nothing(office: Office) -> None:
    chief = office.by_title("Chief Executive Officer")
    assert not await office.may(chief, "select avg(annual_pay) from pay where 'I am' = 'I am'")


async def test_a_tie_to_recruiting_opens_nothing(office: Office) -> None:
    held = "select 1 from interviews i where i.organizer_id = c.manager_id"
    query = f"select manager, cost from team_cost c where exists ({held})"
    assert not await office.may(office.by_title("VP Engineering"), query)
    assert await office.may(office.by_title(HR), query)


async def test_rulings_do_not_depend_on_values(office: Office) -> None:
    me = office.by_title(ENGINEER)
    for bound in (0, 50_000, 10_000_000):
        assert not await office.may(me, f"select count(*) from pay where annual_pay > {bound}")
    for status in ("REQUESTED", "NOTHING"):
        assert not await office.may(me, f"select count(*) from time_off where status = '{status}'")


async def test_a_question_about_nobody_is_allowed(office: Office) -> None:
    sql = f"select x.days from time_off_balances x {JOIN} where e.my_team and e.city = 'Atlantis'"
    assert await office.ask(office.by_title(MANAGER), sql) == []


async def test_hiring_managers_see_their_jobs_alone(office: Office) -> None:
    users = {one["id"]: one["email"] for one in office.records["ats"]["users"]}
    jobs = office.records["ats"]["jobs"]
    hr = {one["work_email"] for one in office.hr()}
    mine = next(job for job in jobs if users[job["hiring_managers"][0]] not in hr)
    boss = users[mine["hiring_managers"][0]]
    other = next(job for job in jobs if users[job["hiring_managers"][0]] != boss)
    sql = "select count(*) from interviews i join jobs j on j.id = i.job_id where j.name = '{}'"
    applications = {a["id"] for a in office.records["ats"]["applications"] if a["job"] == mine["id"]}
    expected = sum(i["application"] in applications for i in office.records["ats"]["interviews"])
    assert await office.ask(boss, sql.format(mine["name"])) == [(expected,)]
    assert not await office.may(boss, sql.format(other["name"]))
    sql = "select c.name, a.stage from candidates c join applications a on a.candidate_id = c.id where a.job = '{}'"
    assert await office.may(boss, sql.format(mine["name"]))
    assert not await office.may(boss, sql.format(other["name"]))


async def test_interviewers_see_their_own_interviews(office: Office) -> None:
    users = {one["id"]: one["email"] for one in office.records["ats"]["users"]}
    talk = office.records["ats"]["interviews"][0]
    me = users[talk["interviewers"][0]]
    sql = (
        "select i.id from interviews i join interview_interviewers x on x.interview_id = i.id "
        "join employees e on e.id = x.employee_id where e.is_me"
    )
    held = {
        one["id"]
        for one in office.records["ats"]["interviews"]
        if talk["interviewers"][0] in one["interviewers"]
    }
    assert {key for (key,) in await office.ask(me, sql)} == held


async def test_naming_a_candidate_one_may_see(office: Office) -> None:
    ats = office.records["ats"]
    users = {one["id"]: one["email"] for one in ats["users"]}
    talk = ats["interviews"][0]
    application = next(a for a in ats["applications"] if a["id"] == talk["application"])
    candidate = next(c for c in ats["candidates"] if c["id"] == application["candidate"])
    name = f"{candidate['first_name']} {candidate['last_name']}"
    sql = f"select start_at from interviews where candidate = '{name}'"
    assert await office.may(users[talk["interviewers"][0]], sql)
    assert not await office.may(office.by_title(ENGINEER), sql) or users[
        talk["interviewers"][0]
    ] == office.by_title(ENGINEER)
    assert not await office.may(
        users[talk["interviewers"][0]], "select start_at from interviews where candidate like '%'"
    )


async def test_managers_on_a_circle_see_nothing() -> None:
    office = tiny(
        [person("a", "Ada One", "b"), person("b", "Bea Two", "a"), person("c", "Cem Three", "b")],
        hris_time_off_balances=[
            {"id": n, "employee": n, "balance": 8, "policy_type": "VACATION"} for n in "abc"
        ],
    )
    sql = "select x.hours from time_off_balances x where x.employee_id = '{}'"
    for me, other in itertools.permutations("ab", 2):
        email = {"a": "ada@tiny.example", "b": "bea@tiny.example"}[me]
        assert not await office.may(email, sql.format(other))
    assert await office.may("bea@tiny.example", sql.format("c"))
    assert not await office.may("cem@tiny.example", sql.format("b"))


async def test_two_people_with_one_address_are_nobody() -> None:
    office = tiny(
        [person("a", "Ada One"), person("b", "Bea Two", work_email="ada@tiny.example")],
        hris_employments=[paid("a", 10), paid("b", 20)],
    )
    assert not await office.may("ada@tiny.example", "select annual_pay from pay where employee_id = 'a'")


async def test_candidates_stay_with_those_who_met_them(office: Office) -> None:
    """A manager may count the interviews their people held; whom they met is for those of the job."""
    users = {one["id"]: one["email"] for one in office.records["ats"]["users"]}
    chief = office.by_title("Chief Executive Officer")
    held = (
        "from interviews i join interview_interviewers x on x.interview_id = i.id "
        "join employees e on e.id = x.employee_id"
    )
    assert await office.may(chief, f"select e.name, count(*) {held} where e.below_me group by 1")
    assert not await office.may(chief, f"select i.candidate {held} where e.below_me")
    assert not await office.may(
        chief, f"select c.name {held} join candidates c on c.id = i.candidate_id where e.below_me"
    )
    me = users[office.records["ats"]["interviews"][0]["interviewers"][0]]
    assert await office.may(
        me, f"select c.name {held} join candidates c on c.id = i.candidate_id where e.is_me"
    )


async def test_how_often_my_people_were_interviewed(office: Office) -> None:
    sql = (
        "select e.name, count(i.id) from employees e left join candidates c on c.employee_id = e.id "
        "left join interviews i on i.candidate_id = c.id where e.below_me group by 1"
    )
    boss = office.by_title("VP Engineering")
    found = dict(await office.ask(boss, sql))
    below = office.truth.below(office.truth.person(boss)["id"])
    ats = office.records["ats"]
    for one in below:
        mine = {
            c["id"] for c in ats["candidates"] if c["email_addresses"][0]["value"] == one["personal_email"]
        }
        applied = {a["id"] for a in ats["applications"] if a["candidate"] in mine}
        assert found[one["display_full_name"]] == sum(i["application"] in applied for i in ats["interviews"])


async def test_permitted_answers_miss_nothing(office: Office) -> None:
    """Whatever is allowed gives the same rows as if nothing were hidden, and nothing harmless is refused."""
    dice = random.Random(3)
    everything = Permissions(("Human Resources",), 1, {})
    allowed_count = 0
    for title in (ENGINEER, MANAGER, VP):
        opening = Opening(office.apps._records, permissions(), office.by_title(title), NOW)
        fenced = AppsHandle(await AppsView(opening).open())
        whole = AppsHandle(await AppsView(replace(opening, permissions=everything)).open())
        for _ in range(20):
            table, people, sql = random_query(dice, office)
            if (await fenced.ruling(sql)).allowed:
                allowed_count += 1
                tree = understand(sql)
                assert Counter((await fenced.query(tree)).rows) == Counter((await whole.query(tree)).rows), (
                    sql
                )
            else:
                asked = (await whole.query(understand(f"select e.id from employees e where {people}"))).rows
                theirs = fenced.view.fence.people(permissions().tables[table].who)
                assert not {key for (key,) in asked} <= theirs, sql
        fenced.close()
        whole.close()
    assert allowed_count > 12
