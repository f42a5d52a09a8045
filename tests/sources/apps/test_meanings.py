from __future__ import annotations

from typing import Any

from answerable.sources.apps.shapes import SHAPES
from tests.sources.apps.company import NOW, Office, paid, person, rows_of, tiny


async def rows(office: Office, table: str, email: str = "") -> dict[Any, dict[str, Any]]:
    handle = await office.apps.handle(email, NOW)
    handle.close()
    return {row.get("id"): row for row in (await rows_of(handle.view, [table]))[table]}


async def test_time_off_counts_days_and_hours() -> None:
    asked = [
        {"id": 1, "employee": "a", "amount": 3, "units": "DAYS", "start_time": "2026-11-14T00:00:00Z",
         "end_time": "2026-11-16T00:00:00Z"},
        {"id": 2, "employee": "a", "amount": 4, "units": "HOURS", "start_time": "2026-12-01T00:00:00Z"},
    ]  # fmt: skip
    found = await rows(tiny([person("a", "Ada One")], hris_time_off=asked), "time_off", "ada@tiny.example")
    assert (found["1"]["days"], found["1"]["hours"], found["1"]["current"], found["1"]["upcoming"]) == (
        3,
        24,
        True,
        False,
    )
    assert (found["2"]["days"], found["2"]["hours"], found["2"]["current"], found["2"]["upcoming"]) == (
        0.5,
        4,
        False,
        True,
    )


async def test_sla_is_completed_by_the_due_moment() -> None:
    def ticket(key: int, done: str | None, due: str | None, status: str = "CLOSED") -> dict[str, Any]:
        return {"id": key, "completed_at": done, "due_date": due, "status": status, "ticket_type": "Task"}

    day = "2026-11-10T{}:00:00Z"
    office = tiny([], ticketing_tickets=[
        ticket(1, day.format(10), day.format(10)), ticket(2, day.format(11), day.format(10)),
        ticket(3, None, day.format(10), "OPEN"), ticket(4, day.format(10), None),
    ])  # fmt: skip
    found = await rows(office, "tickets")
    assert [found[str(n)]["within_sla"] for n in (1, 2, 3, 4)] == [True, False, False, False]
    assert [found[str(n)]["overdue"] for n in (1, 2, 3, 4)] == [False, False, True, False]
    assert all(row["bug"] for row in found.values())  # no type of this company says so


async def test_conversations_know_company_and_time() -> None:
    office = tiny(
        [person("a", "Ada One")],
        crm_users=[{"id": "u", "email": "ada@tiny.example"}],
        crm_accounts=[{"id": "x", "name": "Acre"}],
        crm_contacts=[{"id": "c", "first_name": "Bill", "last_name": "Ray", "account": "x"}],
        crm_engagements=[
            {"id": 1, "contacts": ["c"], "owner": "u", "start_time": "2026-11-15T09:00:00Z"},
            {"id": 2, "contacts": [], "account": "x", "start_time": "2026-11-15T11:00:00Z"},
        ],
    )
    found = await rows(office, "engagements")
    assert [(r["account"], r["contacts"], r["owner"], r["upcoming"]) for r in found.values()] == [
        ("Acre", "Bill Ray", "Ada One", False), ("Acre", None, None, True),
    ]  # fmt: skip


async def test_revenue_leaves_out_drafts_and_bills() -> None:
    def bill(key: int, kind: str, status: str, balance: float = 0) -> dict[str, Any]:
        return {"id": key, "type": f"ACCOUNTS_{kind}", "status": status, "total_amount": 10, "balance": balance,
                "contact": "c", "due_date": "2026-11-14T00:00:00Z"}  # fmt: skip

    bills = [bill(1, "RECEIVABLE", "PAID"), bill(2, "RECEIVABLE", "DRAFT", 10), bill(3, "RECEIVABLE", "VOID"),
             bill(4, "PAYABLE", "OPEN", 10), bill(5, "RECEIVABLE", "OPEN", 5)]  # fmt: skip
    office = tiny([], accounting_invoices=bills, accounting_contacts=[{"id": "c", "name": "Acre"}])
    found = await rows(office, "invoices")
    assert [key for key, row in found.items() if row["revenue"]] == ["1", "5"]
    assert [key for key, row in found.items() if row["overdue"]] == ["2", "4", "5"]
    assert (found["4"]["customer"], found["4"]["supplier"]) == (None, "Acre")


async def test_my_team_is_whom_i_lead_or_join(office: Office) -> None:
    boss, dev = office.by_title("Platform Manager"), office.by_title("Software Engineer")
    mine = {key for key, row in (await rows(office, "employees", boss)).items() if row["my_team"]}
    assert mine == {one["id"] for one in office.truth.reports(boss)}
    team = office.truth.person(dev)["team"]
    joined = {key for key, row in (await rows(office, "employees", dev)).items() if row["my_team"]}
    assert joined == {one["id"] for one in office.truth.staff() if one["team"] == team}


async def test_hired_candidates_are_employees(office: Office) -> None:
    found = await rows(office, "candidates", office.by_title("HR Partner"))
    assert sum(row["employee_id"] is not None for row in found.values()) == 45


async def test_reporting_lines_reach_all_below(office: Office) -> None:
    handle = await office.apps.handle("", NOW)
    handle.close()
    lines = (await rows_of(handle.view, ["reporting"]))["reporting"]
    boss = office.truth.person(office.by_title("VP Engineering"))["id"]
    assert {line["employee_id"] for line in lines if line["manager_id"] == boss} == {
        one["id"] for one in office.truth.below(boss)
    }


def test_every_table_says_what_it_needs() -> None:
    for shape in SHAPES.values():
        assert all("/" in place for place in shape.needs())
    assert "hris/employments" in SHAPES["employees"].needs("select job_title from employees")
    assert "hris/employments" not in SHAPES["employees"].needs("select name from employees")


async def test_service_and_birthdays_follow_the_calendar() -> None:
    born, since = {"date_of_birth": "1996-02-29T00:00:00Z"}, {"start_date": "2024-11-15T00:00:00Z"}
    office = tiny(
        [person("a", "Ada One", **born, **since), person("b", "Bo Two")],
        hris_employments=[{**paid("b", 10), "employment_type": "CONTRACTOR"}],
    )
    staff = await rows(office, "employees", "ada@tiny.example")
    assert (round(staff["a"]["tenure"], 2), staff["b"]["tenure"]) == (2.0, None)
    handle = await office.apps.handle("ada@tiny.example", NOW)
    handle.close()
    (own,) = (await rows_of(handle.view, ["personal"]))["personal"]  # nobody else's is hers to see
    assert (own["employee"], str(own["celebrated_on"])) == ("Ada One", "2026-02-28")


async def test_every_tag_of_a_ticket_is_a_row() -> None:
    office = tiny([], ticketing_tickets=[{"id": 1, "tags": ["billing", "vip"]}, {"id": 2, "tags": []}])
    handle = await office.apps.handle("", NOW)
    handle.close()
    found = (await rows_of(handle.view, ["ticket_tags"]))["ticket_tags"]
    assert [(row["ticket_id"], row["tag"]) for row in found] == [("1", "billing"), ("1", "vip")]


async def test_whom_i_have_not_met_is_of_my_leads() -> None:
    def lead(key: str, owner: str) -> dict[str, Any]:
        return {"id": key, "owner": owner, "email_addresses": [{"email_address": f"{key}@far.example"}]}

    office = tiny(
        [person("a", "Ada One"), person("b", "Bo Two")],
        crm_users=[{"id": "u", "email": "ada@tiny.example"}, {"id": "v", "email": "bo@tiny.example"}],
        crm_leads=[lead("x", "u"), lead("y", "u"), lead("z", "v")],
        crm_contacts=[{"id": "c", "email_addresses": [{"email_address": "x@far.example"}]}],
        crm_engagements=[{"id": 1, "contacts": ["c"], "owner": "u"}],
    )
    mine = await rows(office, "leads", "ada@tiny.example")
    assert [key for key, row in mine.items() if row["unmet_by_me"]] == ["y"]
    assert [key for key, row in mine.items() if not row["met"]] == ["y", "z"]
    all_ = await rows(office, "leads", "cy@tiny.example")  # who has no leads asks about everybody's
    assert [key for key, row in all_.items() if row["unmet_by_me"]] == ["x", "y", "z"]


async def test_where_people_live_is_no_office() -> None:
    places = [{"id": "o", "name": "Bern office"}, {"id": "h", "street_1": "Lane 8", "city": "Bern"}]
    office = tiny([person("a", "Ada One", home_location="h", work_location="o")], hris_locations=places)
    assert list(await rows(office, "locations")) == ["o"]
    assert await office.ask("ada@tiny.example", "select home_address from personal") == [("Lane 8, Bern",)]


async def test_campaigns_and_lists_may_be_told_by_mails_and_contacts() -> None:
    office = tiny(
        [],
        mktg_campaigns=[{"id": "k", "name": "Spring"}],
        mktg_emails=[{"id": 1, "campaign": "k", "contacts": ["s", "t"], "opens": 1}],
        mktg_lists=[{"id": "l", "name": "News", "contacts": ["s"]}],
        mktg_contacts=[{"id": "s"}, {"id": "t", "lists": ["l"]}],
    )
    assert await office.ask("", "select recipients, open_rate, clicks from campaigns") == [(2, 50, None)]
    listed = await office.ask("", "select subscriber_id from list_members where list_id = 'l'")
    assert listed == [("s",), ("t",)]
