from __future__ import annotations

from datetime import timedelta

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.apps.ruling import Unreadable, understand
from answerable.sources.apps.shapes import SHAPES
from tests.sources.apps.company import NOW, Office, paid, person, spoiled, tiny

MINE = (
    "select sum(b.days) from time_off_balances b join employees e on e.id = b.employee_id "
    "where e.is_me and b.type = 'VACATION'"
)
COSTS = (
    "select e.name, t.cost from employees e join team_cost t on t.manager_id = e.id "
    "where e.reports_to_me and e.is_manager"
)


async def test_vacation_days_are_hours_by_eight(office: Office) -> None:
    for title in ("Software Engineer", "VP Sales", "HR Partner"):
        who = office.by_title(title)
        assert await office.ask(who, MINE) == [(office.truth.vacation_days(who),)]


async def test_each_manager_costs_what_loops_say(office: Office) -> None:
    for title in ("VP Engineering", "VP Sales", "Director of Platform"):
        boss = office.by_title(title)
        assert {n: pytest.approx(c) for n, c in await office.ask(boss, COSTS)} == office.truth.costs_below(
            boss
        )


async def test_top_customers_bring_in_the_revenue(office: Office) -> None:
    sql = "select customer, sum(revenue) from invoices group by 1 order by 2 desc nulls last limit 10"
    assert [total for _, total in await office.ask("", sql)] == [t for _, t in office.truth.top_customers(10)]


async def test_fraction_within_sla_is_over_all_asked(office: Office) -> None:
    sql = (
        "select count(*) filter (where within_sla) / count(*) from tickets where bug and priority = 'URGENT'"
    )
    assert (await office.ask("", sql))[0][0] == pytest.approx(office.truth.sla_share("URGENT"))


async def test_leads_nobody_met_are_counted(office: Office) -> None:
    assert await office.ask("", "select count(*) from leads where not met") == [
        (office.truth.leads_not_met(),)
    ]


async def test_overdue_means_balance_left_and_due(office: Office) -> None:
    assert await office.ask("", "select count(*) from invoices where overdue") == [
        (office.truth.overdue_invoices(),)
    ]


async def test_pending_requests_of_my_people_there(office: Office) -> None:
    sql = (
        "select t.employee, t.start_date from time_off t join employees e on e.id = t.employee_id "
        "where e.my_team and e.city = 'Bangalore' and t.status = 'REQUESTED'"
    )
    found = {}
    for boss in {office.by_title(f"{team} Manager") for team in ("Platform", "Apps", "Quality", "Sales")}:
        found[boss] = {(name, day.isoformat()) for name, day in await office.ask(boss, sql)}
        assert found[boss] == office.truth.pending(boss, "Bangalore")
    assert any(found.values())


async def test_tickets_and_interviews_in_one_table(office: Office) -> None:
    sql = (
        "select e.name, (select count(*) from ticket_assignees a where a.employee_id = e.id), "
        "(select count(*) from interview_interviewers i where i.employee_id = e.id) "
        "from employees e where e.my_team and e.city = 'Bangalore'"
    )
    for title in ("Director of Platform", "Platform Manager"):
        boss = office.by_title(title)
        found = {name: (tickets, rounds) for name, tickets, rounds in await office.ask(boss, sql)}
        assert found == office.truth.tickets_and_interviews(boss, "Bangalore")


async def test_last_conversation_never_lies_ahead(office: Office) -> None:
    account = office.records["crm"]["accounts"][0]
    held = f"from engagements where account = '{account['name']}' and not upcoming"
    sql = f"select id {held} order by start_time desc limit 1"
    expected = office.truth.last_conversation(account["name"])
    assert expected is not None
    assert await office.ask("", sql) == [(expected["id"],)]


async def test_only_named_tables_are_fetched(office: Office) -> None:
    await office.ask("", "select count(*) from campaigns")
    assert set(office.shelf.calls) == {"hris/employees", "hris/teams", "hris/locations", "mktg/campaigns"}


async def test_an_ordinary_person_fetches_their_part(office: Office) -> None:
    me = office.by_title("Software Engineer")
    await office.ask(me, MINE)
    filters = [given for place, given in office.shelf.asked if place == "hris/time_off_balances"]
    assert filters == [{"employee_id": office.truth.person(me)["id"]}]


async def test_titles_are_fetched_when_asked_for(office: Office) -> None:
    handle = await office.apps.handle("", NOW)
    await handle.query(understand("select count(*) from employees"))
    assert office.shelf.calls["hris/employments"] == 0
    rows = (
        await handle.query(understand("select count(*) from employees where job_title = 'VP Sales'"))
    ).rows
    handle.close()
    assert rows == ((1,),)


async def test_deleted_records_do_not_exist(office: Office) -> None:
    gone = [one for one in office.records["hris"]["employees"] if one["remote_was_deleted"]]
    assert gone
    for one in gone:
        assert await office.ask("", f"select * from employees where id = '{one['id']}'") == []


async def test_people_who_left_are_not_counted(office: Office) -> None:
    assert await office.ask("", "select count(*) from employees") == [(len(office.truth.staff()),)]


async def test_nothing_but_selects_over_tables_runs(office: Office) -> None:
    handle = await office.apps.handle("", NOW)
    for sql in (
        "drop table employees",
        "select 1; select 2",
        "select * from read_csv('/etc/passwd')",
        "select * from duckdb_settings()",
        "select * from information_schema.tables",
        "attach 'x.db'",
        "insert into teams select * from teams",
        "select no_such_column from teams",
        "select * from empty_person_pay",
    ):
        with pytest.raises(Unreadable):
            await handle.ruling(sql)
    handle.close()


async def test_the_database_refuses_files_by_itself(office: Office) -> None:
    handle = await office.apps.handle("", NOW)
    with pytest.raises(SourceUnreachable):
        await handle.query(understand("select getenv('HOME') from teams"))
    handle.close()


async def test_hr_apps_down_is_not_a_refusal(office: Office) -> None:
    office.shelf.down.add("hris")
    handle = await office.apps.handle(office.by_title("HR Partner"), NOW)
    with pytest.raises(SourceUnreachable):
        await handle.ruling("select avg(annual_pay) from pay")
    assert (await handle.query(understand("select count(*) from campaigns"))).rows == ((6,),)
    handle.close()


async def test_results_say_when_they_were_fetched(office: Office) -> None:
    handle = await office.apps.handle("", NOW)
    first = await handle.query(understand("select count(*) from campaigns"))
    second = await handle.query(understand("select count(*) from campaigns, teams"))
    handle.close()
    assert second.fetched_at <= first.fetched_at
    assert first.fetched_at - second.fetched_at < timedelta(minutes=1)


async def test_odd_records_break_nothing() -> None:
    odd = tiny(
        [
            person(1, "Ann Lee", custom_fields={"a": {"b": [1]}}, groups=[None], work_location={"id": 7}),
            person(
                2, "Bo Ray", manager=1, team={"id": 5, "name": "Core"}, work_email=None, unknown_field=[[]]
            ),
            {"id": 3},
            person(4, "Cy Fox", manager=99, employment_status=None, start_date="not a day"),
        ],
        hris_locations=[{"id": 7, "name": "Pune", "country": "IN"}],
        hris_employments=[paid(1, "1000", "MONTH"), paid(2, None), {"id": 9}, paid(4, 5, "FORTNIGHT")],
        hris_time_off=[{"id": 1, "employee": 1}, {"id": 2, "employee": None, "amount": "x"}],
        ticketing_tickets=[{"id": 1, "assignees": [None, 5, {"id": 6}]}, {"id": 2, "assignees": None}],
        crm_engagements=[{"id": 1, "contacts": None}, {"id": 2, "contacts": ["gone"], "start_time": ""}],
        accounting_invoices=[{"id": 1, "total_amount": None}, {"id": 2, "contact": 4, "balance": "12.5"}],
    )
    rows = await odd.ask("", "select name, city, country, reports_to from employees order by id")
    assert rows[:2] == [("Ann Lee", "Pune", "India", None), ("Bo Ray", None, None, "Ann Lee")]
    assert rows[2:] == [(None, None, None, None), ("Cy Fox", None, None, None)]
    assert await odd.ask("ann@tiny.example", "select annual_pay from pay where employee_id = '1'") == [
        (12000.0,)
    ]
    for table in (
        "tickets",
        "ticket_assignees",
        "engagements",
        "invoices",
        "leads",
        "jobs",
        "payments",
        "accounts",
    ):
        await odd.ask("", f"select * from {table}")


@pytest.mark.parametrize("seed", [1, 2])
async def test_spoiled_companies_break_nothing(seed: int) -> None:
    office = spoiled(seed)
    mails = [one.get("work_email") for one in office.records["hris"].get("employees", [])]
    for email in ("", *(mail for mail in mails[:2] if isinstance(mail, str))):
        await office.apps.index(email, NOW)
        handle = await office.apps.handle(email, NOW)
        for table in SHAPES:
            await handle.ruling(f"select * from {table}")
            await handle.query(understand(f"select * from {table}"))
        handle.close()
