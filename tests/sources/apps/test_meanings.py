from __future__ import annotations

from typing import Any

from answerable.sources.apps.meanings import needs
from answerable.sources.apps.shapes import SHAPES
from tests.sources.apps.company import NOW, Office, paid, person, tiny


async def rows(office: Office, table: str, email: str = "") -> dict[Any, dict[str, Any]]:
    handle = await office.apps.handle(email, NOW)
    handle.close()
    return {row.get("id"): row for row in (await handle.view.rows([table]))[table]}


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
    lines = (await handle.view.rows(["reporting"]))["reporting"]
    boss = office.truth.person(office.by_title("VP Engineering"))["id"]
    assert {line["employee_id"] for line in lines if line["manager_id"] == boss} == {
        one["id"] for one in office.truth.below(boss)
    }


def test_every_table_says_what_it_needs() -> None:
    for table in SHAPES:
        assert all("/" in place for place in needs(table))
    assert "hris/employments" in needs("employees", "select job_title from employees")
    assert "hris/employments" not in needs("employees", "select name from employees")


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
    (own,) = (await handle.view.rows(["personal"]))["personal"]  # nobody else's is hers to see
    assert (own["employee"], str(own["celebrated_on"])) == ("Ada One", "2026-02-28")


async def test_every_tag_of_a_ticket_is_a_row() -> None:
    office = tiny([], ticketing_tickets=[{"id": 1, "tags": ["billing", "vip"]}, {"id": 2, "tags": []}])
    handle = await office.apps.handle("", NOW)
    handle.close()
    found = (await handle.view.rows(["ticket_tags"]))["ticket_tags"]
    assert [(row["ticket_id"], row["tag"]) for row in found] == [("1", "billing"), ("1", "vip")]
