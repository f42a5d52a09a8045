from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, QueryFailed, QueryRan
from answerable.domain.evidence import Findings
from answerable.domain.plan import Task
from answerable.domain.question import Question, Tenant, User
from answerable.errors import FetchRefused, SourceUnreachable
from answerable.sources.apps.source import NO_RECORDS, NOT_PERMITTED, TOO_FEW, AppsSource
from tests.sources.apps.company import NOW, Office, changeable, paid, person, small, tiny


class Desk:
    """A source over some tenants' offices, asked one query at a time."""

    def __init__(self, offices: dict[str, Office]) -> None:
        self.source = AppsSource(lambda tenant: offices[tenant.id].apps if tenant.id in offices else None)
        self.told: list[Event] = []
        self.budget = Budget(Limits(pages=None, queries=None, seconds=None), time.monotonic)

    async def ask(
        self, sql: str, user: str = "", *, tenant: str = "local", run: str = "r", as_seen: int = 0
    ) -> Findings:
        said = {"sql": sql, "says": "What was asked", "name": "query_1", "as_seen": as_seen}
        task = Task("t", "apps", "query", "?", arguments=said)
        question = Question("?", "c", run, NOW, User(user, Tenant(tenant)))
        return await self.source.read(task, question, self.budget, self.told.append)


@pytest.fixture
async def desk(office: Office) -> AsyncIterator[Desk]:
    made = Desk({"local": office})
    yield made
    await made.source.close()


def cells(findings: Findings) -> list[tuple[Any, ...]]:
    assert findings.evidence[0].table is not None
    return list(findings.evidence[0].table.rows)


async def test_records_come_as_citable_evidence(desk: Desk) -> None:
    findings = await desk.ask("select title, priority from tickets order by created_at desc, id limit 1")
    piece = findings.evidence[0]
    assert piece.table is not None
    assert piece.kind == "record"
    assert piece.title == "What was asked"
    assert piece.table.columns == ("title", "priority")
    assert all(str(cell) in piece.text for cell in piece.table.rows[0])
    assert piece.locator.source == "ticketing"
    assert piece.locator.path[0] == "ticketing/tickets"
    assert piece.locator.url.startswith("https://tickets.larkfield.example/T-")
    assert isinstance(desk.told[-1], QueryRan)


async def test_the_record_is_found_by_its_id(desk: Desk, office: Office) -> None:
    findings = await desk.ask(
        "select subject from engagements where not upcoming order by start_time desc limit 1"
    )
    key = findings.evidence[0].locator.path[-1]
    subject = next(one["subject"] for one in office.records["crm"]["engagements"] if one["id"] == key)
    assert cells(findings) == [(subject,)]


async def test_what_is_not_permitted_is_refused(desk: Desk, office: Office) -> None:
    with pytest.raises(FetchRefused) as refused:
        await desk.ask("select avg(annual_pay) from pay", office.by_title("Software Engineer"))
    assert refused.value.why == "not_permitted"
    assert desk.told == [QueryFailed("query_1", "not_permitted")]


async def test_names_that_skip_the_judge_stay_hidden() -> None:
    office = tiny(
        [person("a", "Ada One"), person("b", "Bea Two", "a"), person("c", "Cem Three")],
        hris_employments=[paid(who, 100) for who in "abc"],
        hris_time_off=[
            {"id": "t", "employee": "b", "employee_note": "ill", "start_time": "2026-06-10T00:00:00Z"}
        ],
        ats_users=[
            {"id": who, "email": f"{name}@tiny.example"} for who, name in (("b", "bea"), ("c", "cem"))
        ],
        ats_jobs=[{"id": "j", "name": "Smith", "hiring_managers": ["c"]}],
        ats_candidates=[{"id": "k", "first_name": "Kim", "last_name": "Low"}],
        ats_applications=[{"id": "p", "candidate": "k", "job": "j"}],
        ats_interviews=[{"id": "i", "application": "p", "interviewers": ["b"]}],
    )
    desk = Desk({"local": office})
    talks, boss = "select id, candidate from interviews", "ada@tiny.example"
    assert cells(await desk.ask(talks, "bea@tiny.example", as_seen=1)) == [("i", "Kim Low")]
    assert cells(await desk.ask(talks, "cem@tiny.example", as_seen=1)) == [("i", "Kim Low")]
    assert cells(await desk.ask(talks, boss, as_seen=1)) == [("i",)]  # no column of nothing
    assert cells(await desk.ask("select id, reason from time_off", boss, as_seen=2)) == [("t", None)]
    assert cells(await desk.ask("select employee, annual_pay from pay", boss, as_seen=1)) == [
        ("Ada One", 100)
    ]
    await desk.source.close()


async def test_bad_queries_say_what_is_wrong(desk: Desk) -> None:
    with pytest.raises(FetchRefused, match="no table 'secrets'"):
        await desk.ask("select * from secrets")
    with pytest.raises(FetchRefused, match="one SELECT"):
        await desk.ask("delete from tickets")


async def test_an_app_that_is_down_is_named(desk: Desk, office: Office) -> None:
    down = changeable()
    down.shelf.down.add("ticketing")
    other = Desk({"local": down})
    with pytest.raises(SourceUnreachable, match="ticketing/"):
        await other.ask("select count(*) from tickets")
    assert cells(await other.ask("select count(*) from campaigns")) == [(6,)]
    await other.source.close()


async def test_one_run_reads_each_list_once(desk: Desk, office: Office) -> None:
    fresh = Office()
    one = Desk({"local": fresh})
    await asyncio.gather(*(one.ask("select count(*) from tickets") for _ in range(4)))
    assert fresh.shelf.calls["ticketing/tickets"] == 1
    assert one.budget.spent("pages") == fresh.shelf.calls.total()
    await one.source.close()


async def test_the_next_run_says_the_new_truth() -> None:
    office = changeable()
    desk = Desk({"local": office})
    sql = "select status from tickets order by id limit 1"
    before = await desk.ask(sql, run="one")
    first = min(office.records["ticketing"]["tickets"], key=lambda one: str(one["id"]))
    first.update(status="CHANGED", modified_at="2999-01-01T00:00:00Z")
    assert cells(await desk.ask(sql, run="one")) == cells(before)
    after = await desk.ask(sql, run="two")
    assert cells(after) == [("CHANGED",)]
    assert after.evidence[0].fetched_at > before.evidence[0].fetched_at
    await desk.source.close()


async def test_several_currencies_are_told_apart() -> None:
    bills = [
        {
            "id": n,
            "type": "ACCOUNTS_RECEIVABLE",
            "contact": "c",
            "status": "OPEN",
            "total_amount": 10.0 * n,
            "currency": c,
        }
        for n, c in ((1, "USD"), (2, "USD"), (3, "EUR"))
    ]
    desk = Desk(
        {"local": tiny([], accounting_invoices=bills, accounting_contacts=[{"id": "c", "name": "Acre"}])}
    )
    total = await desk.ask("select sum(revenue) as total from invoices")
    assert sorted(cells(total)) == [(30, "EUR"), (30, "USD")]
    each = await desk.ask("select customer, sum(revenue) as total from invoices group by customer")
    assert sorted(cells(each)) == [("Acre", 30, "EUR"), ("Acre", 30, "USD")]
    usd = await desk.ask("select sum(revenue) as total from invoices where currency = 'USD'")
    assert cells(usd) == [(30, "USD")]  # an amount says its currency where there are several
    inner = await desk.ask(
        "select c.name, (select sum(i.revenue) from invoices i where i.customer_id = c.id) as total from customers c"
    )
    assert sorted(cells(inner)) == [("Acre", 30, "EUR"), ("Acre", 30, "USD")]
    first = await desk.ask("select id, revenue from invoices order by revenue desc limit 1")
    assert sorted(cells(first)) == [("2", 20, "USD"), ("3", 30, "EUR")]
    count = await desk.ask("select count(*) as n from invoices where total_amount > 10")
    assert cells(count) == [(2,)]
    await desk.source.close()


async def test_states_are_told_in_words() -> None:
    desk = Desk(
        {"local": tiny([], ticketing_tickets=[{"id": 1, "name": "ON_HOLD fails", "status": "ON_HOLD"}])}
    )
    found = await desk.ask("select title, status from tickets")
    assert cells(found) == [("ON_HOLD fails", "On hold")]


async def test_totals_held_back_are_gaps() -> None:
    office = tiny(
        [
            person("a", "Ada One"),
            person("b", "Bea Two", "a"),
            person("c", "Cem Three", "b"),
            person("d", "Dan Four", "a"),
        ],
        hris_employments=[paid(who, 100) for who in "abcd"],
    )
    desk = Desk({"local": office})
    costs = "select t.manager, t.cost from team_cost t join employees e on e.id = t.manager_id"
    findings = await desk.ask(f"{costs} where e.below_me or e.is_me", "ada@tiny.example")
    assert sorted(cells(findings), key=str) == [("Ada One", 300), ("Bea Two", None)]
    assert [(gap.asked, gap.why) for gap in findings.gaps] == [("Bea Two", TOO_FEW)]
    with pytest.raises(FetchRefused, match=NOT_PERMITTED):  # one person's pay, and nothing else
        await desk.ask(f"{costs} where e.id = 'b'", "ada@tiny.example")
    await desk.source.close()


async def test_an_empty_app_is_a_gap() -> None:
    desk = Desk({"local": tiny([person("a", "Ada One")])})
    findings = await desk.ask("select count(*) from tickets")
    assert [gap.why for gap in findings.gaps] == [NO_RECORDS]
    await desk.source.close()


async def test_a_tenant_without_apps_is_told_so(desk: Desk) -> None:
    with pytest.raises(FetchRefused, match="No apps are linked"):
        await desk.ask("select 1 from teams", tenant="nobody")


async def test_nothing_of_one_tenant_reaches_another() -> None:
    """Same people, same names, one source: every text of a tenant bears its own mark."""
    offices = {token: small(token) for token in ("larkfield", "marlow")}
    for token, office in offices.items():
        for lists in office.records.values():
            for records in lists.values():
                for one in records:
                    for name in ("name", "subject", "content", "title", "display_full_name", "number"):
                        if one.get(name):
                            one[name] = f"{one[name]} ~{token}~"
    desk = Desk(offices)
    dice = random.Random(7)
    tables = [
        "employees",
        "tickets",
        "engagements",
        "accounts",
        "contacts",
        "invoices",
        "opportunities",
        "jobs",
    ]
    users = {
        token: [one["work_email"] for one in office.truth.staff()][:2] for token, office in offices.items()
    }

    async def ask(number: int) -> None:
        token = dice.choice(list(offices))
        user = dice.choice(users[dice.choice(list(offices))])  # sometimes somebody of the other company
        table, run = dice.choice(tables), f"run-{number % 2}"
        found = await desk.ask(
            f"select * from {table} limit 50 offset {dice.randint(0, 3)}", user, tenant=token, run=run
        )
        other = next(name for name in offices if name != token)
        assert f"~{other}~" not in found.evidence[0].text
        assert f"~{token}~" in found.evidence[0].text

    for start in range(0, 80, 8):
        await asyncio.gather(*(ask(n) for n in range(start, start + 8)))
    await desk.source.close()
