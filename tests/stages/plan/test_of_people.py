""" "Summarize my last conversation with Bill's company", from the question to the changed record."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Evidence, Gap, Ledger, Locator, Table
from answerable.domain.outcome import Answer, Clarification, Outcome, Refusal, Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question, User
from answerable.errors import SourceUnreachable
from answerable.memory import Graph
from answerable.sandbox.demo import COMPANY
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.merge.truth import CompanyTruth
from answerable.settings import MergeSettings, read_settings
from answerable.sources.apps.apps import AppsIndex
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.of_people import OpenDirectory, PeoplePlanner, counted_on
from answerable.store import Store

SUMMARY = "Summarize my last conversation with Bill's company"


@dataclass
class Office:
    """The sandbox company, its truth, and sellers who talked to several, one or none of the Bills' companies."""

    house: House
    server: MergeServer

    def records(self, resource: str) -> list[dict[str, Any]]:
        return self.server.books.read(COMPANY, "crm", resource)

    def truth(self, account: str, owner: str | None = None) -> dict[str, Any]:
        names = ("accounts", "contacts", "users", "engagements")
        truth = CompanyTruth({"crm": {name: self.records(name) for name in names}}, datetime.now(UTC))
        return dict(truth.last_conversation(account, owner) or {})

    def bills(self, owner: str) -> dict[str, str]:
        """The Bills whose company somebody talked to, and that company."""
        names = {one["id"]: one["name"] for one in self.records("accounts")}
        bills = [one for one in self.records("contacts") if one["first_name"] == "Bill"]
        return {
            f"{one['first_name']} {one['last_name']}": names[one["account"]]
            for one in bills
            if self.truth(names[one["account"]], owner)
        }

    def seller(self, companies: int) -> str:
        """Somebody who talked to so many companies in which there is a Bill."""
        for one in self.records("users"):
            if len(set(self.bills(one["email"]).values())) == companies:
                return str(one["email"])
        raise LookupError(f"Nobody talked to {companies} companies of Bills.")

    async def ask(self, text: str, user: str, conversation: str) -> Outcome:
        return await answer(
            self.house, text, assistant="workplace", conversation=conversation, user=User(user)
        )


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with MergeServer() as server:
        merge = MergeSettings(url=server.url, api_key="test", account_token=COMPANY)
        house = House.open(replace(read_settings(), merge=merge))
        yield Office(house, server)
        await house.close()


def assert_tells(outcome: Outcome, record: dict[str, Any]) -> None:
    """The answer is about this record: its day, its words and nothing else's."""
    assert isinstance(outcome, Answer), outcome.text
    year, month, day = record["start_time"][:10].split("-")
    assert any(one in outcome.text for one in (f"{year}-{month}-{day}", f"{int(day)}.{int(month)}.{year}"))
    assert record["subject"] in outcome.text
    quotes = re.findall("“(.+?)”", outcome.text)
    assert quotes
    assert all(quote in record["content"] for quote in quotes)
    assert [citation.evidence.locator.path[-1] for citation in outcome.citations] == [record["id"]]


async def test_which_bill_is_asked_and_remembered(office: Office) -> None:
    seller = office.seller(2)
    bills = office.bills(seller)
    asked = await office.ask(SUMMARY, seller, "first")
    assert isinstance(asked, Clarification)
    assert {label.split(" · ")[1] for label, _ in asked.choices} == set(bills.values())
    place = len(asked.choices)
    label = asked.choices[-1][0]
    name, company = label.split(" · ")
    assert_tells(await office.ask(str(place), seller, "first"), office.truth(company, seller))
    again = await office.ask(SUMMARY, seller, "second")
    assert_tells(again, office.truth(company, seller))
    assert name in again.text
    assert again.usage.queries == 2  # the conversation, and whether that Bill is still there
    german = await office.ask("Fasse mein letztes Gespräch mit Bills Firma zusammen.", seller, "third")
    assert_tells(german, office.truth(company, seller))
    assert german.text.startswith("Ihr letztes Gespräch mit")


async def test_a_preference_stays_with_its_user(office: Office) -> None:
    seller = office.seller(2)
    await office.ask(SUMMARY, seller, "mine")
    await office.ask("the first one", seller, "mine")
    asked = await office.ask(
        "Summarize our last conversation with Bill's company", "x@elsewhere.example", "b"
    )
    assert isinstance(asked, Clarification)
    assert len(asked.choices) > 2  # everybody's conversations, and nobody's choice


async def test_a_correction_forgets_and_learns(office: Office) -> None:
    seller = office.seller(2)
    bills = office.bills(seller)
    await office.ask(SUMMARY, seller, "talk")
    first, *_, last = bills
    assert bills[first] != bills[last]
    assert_tells(await office.ask(bills[first], seller, "talk"), office.truth(bills[first], seller))
    other = await office.ask("no, the other Bill", seller, "talk")
    assert_tells(other, office.truth(bills[last], seller))
    assert_tells(await office.ask(SUMMARY, seller, "new"), office.truth(bills[last], seller))
    assert_tells(await office.ask(f"No, I mean {first}", seller, "new"), office.truth(bills[first], seller))
    assert_tells(await office.ask(SUMMARY, seller, "newer"), office.truth(bills[first], seller))
    leads = await office.ask("How many leads have we not met yet?", seller, "newer")
    assert "leads" in leads.text
    await office.ask(SUMMARY, seller, "newer")
    assert_tells(await office.ask("Wrong Bill", seller, "newer"), office.truth(bills[last], seller))
    assert_tells(await office.ask(f"not {last}", seller, "newer"), office.truth(bills[first], seller))


async def test_one_company_needs_no_question(office: Office) -> None:
    seller = office.seller(1)
    company = next(iter(office.bills(seller).values()))
    assert_tells(await office.ask(SUMMARY, seller, "a"), office.truth(company, seller))
    anybody = await office.ask(
        f"What did we talk about in our last conversation with {company}?", seller, "a"
    )
    assert_tells(anybody, office.truth(company))


async def test_nobody_named_means_the_last_one(office: Office) -> None:
    seller = office.seller(1)
    names = [one["name"] for one in office.records("accounts")]
    newest = max((office.truth(name, seller) for name in names), key=lambda one: one.get("start_time", ""))
    assert_tells(await office.ask("Summarize my last conversation", seller, "a"), newest)
    company = next(iter(office.bills(seller).values()))
    assert_tells(await office.ask(f"And with {company}?", seller, "a"), office.truth(company, seller))


async def test_a_changed_record_is_told_anew(office: Office) -> None:
    seller = office.seller(1)
    company = next(iter(office.bills(seller).values()))
    await office.ask(SUMMARY, seller, "a")
    served = office.records("engagements")
    record = next(one for one in served if one["id"] == office.truth(company, seller)["id"])
    later = (datetime.now(UTC) + timedelta(seconds=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    record.update(content="Bill: We need 77 new seats.", modified_at=later)
    changed = await office.ask(SUMMARY, seller, "a")
    assert_tells(changed, record)
    assert "77 new seats" in changed.text
    record.update(remote_was_deleted=True, modified_at=later.replace("Z", ".5Z"))
    gone = await office.ask(SUMMARY, seller, "a")
    assert "77 new seats" not in gone.text


async def test_a_vanished_choice_is_forgotten(office: Office) -> None:
    seller = office.seller(2)
    asked = await office.ask(SUMMARY, seller, "a")
    assert isinstance(asked, Clarification)
    await office.ask("1", seller, "a")
    name = asked.choices[0][0].split(" · ")[0]
    kept = office.house.store.memory("local").get(seller, "bill")
    assert kept
    chosen = next(one for one in office.records("contacts") if f"contacts/{one['id']}" in kept.records)
    assert f"{chosen['first_name']} {chosen['last_name']}" == name
    later = (datetime.now(UTC) + timedelta(seconds=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    chosen.update(remote_was_deleted=True, modified_at=later)
    outcome = await office.ask(SUMMARY, seller, "b")
    assert "as you chose" not in outcome.text
    assert office.house.store.memory("local").get(seller, "bill") is None


async def test_what_is_not_there_is_said(office: Office) -> None:
    seller = office.seller(0)
    nothing = await office.ask(SUMMARY, seller, "a")
    assert isinstance(nothing, Refusal)
    assert nothing.reason == "not_found"
    nobody = await office.ask("Summarize my last conversation with Zorblatt Inc", seller, "a")
    assert isinstance(nobody, Refusal)
    assert "Zorblatt Inc" in nobody.text


@dataclass(frozen=True)
class Someone:
    """A contact as a directory would tell it."""

    table: str = "contacts"
    id: str = "1"
    name: str = "Bill O'Hara"
    company: str = "Acme Ltd"
    account_id: str = "a1"
    email: str = "bill@acme.example"
    also: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Book:
    """A directory of one contact."""

    me: str = ""
    gaps: tuple[SourceUnreachable, ...] = ()

    def who(self, text: str) -> list[Someone]:
        return [Someone()] if text.startswith("Bill") else []

    def private(self, text: str, read: Collection[str] | None = None) -> bool:
        return "salary" in text and "pay" not in (read or ())

    def here(self, text: str, starts: Sequence[str]) -> str:
        return text.replace("this contact", "Bill Turner")

    def plain(self, text: str) -> str:
        return text.replace("cash", "money")

    def instead(self, text: str, before: str) -> str | None:
        return None

    def boss_of(self, name: str) -> str:
        return ""

    def named(self, text: str) -> list[str]:
        return ["Bill Turner"] if "Bill Turner" in text else []


async def planned(text: str, book: Book, tmp_path: Path, *gaps: Gap, earlier: Evidence | None = None) -> Plan:
    """What is decided for a question; with gaps, what is decided after they were met."""

    async def open_book(_: Question) -> AppsIndex:
        return cast("AppsIndex", book)

    store = Store.open(tmp_path)
    others = cast("Planner", None)  # nothing here is left to another planner
    planner = PeoplePlanner("apps", open_book, Graph(store.memory("local")), others)
    question = Question(text, "c", "r", datetime(2026, 11, 15, tzinfo=UTC))
    ledger, seat = Ledger(), Seat(Budget(Limits(), lambda: 0.0), silence)
    plan = await planner(question, ledger, Weighing(0.0, enough=False), seat)
    if gaps:
        ledger.plans.append(plan)
        ledger.gaps.extend(gaps)
        if earlier:
            ledger.recall([replace(earlier, query=plan.tasks[0].arguments["sql"])])
        plan = await planner(question, ledger, Weighing(0.0, enough=False), seat)
    store.close()
    return plan


async def test_a_failed_read_is_no_old_answer(tmp_path: Path) -> None:
    now = datetime(2026, 11, 15, tzinfo=UTC)
    old = Evidence("e", "old", "old", Locator("crm"), now, table=Table(("id",), (("7",),)))
    text = "Summarize our last conversation with Bill"
    plan = await planned(text, Book(), tmp_path, Gap("talk_1", "it answers 503."), earlier=old)
    assert (plan.decision, plan.reason) == (Decision.REFUSE, "source_down")
    assert "503" in plan.says
    plan = await planned(text, Book(), tmp_path, Gap("talk_1", "not_permitted"))
    assert (plan.decision, plan.reason) == (Decision.REFUSE, "not_permitted")


async def test_apps_that_are_down_hide_nobody(tmp_path: Path) -> None:
    text = "Summarize our last conversation with Zorb"
    assert (await planned(text, Book(), tmp_path)).reason == "not_found"
    down = Book(gaps=(SourceUnreachable("crm/contacts", "it answers 503."),))
    assert (await planned(text, down, tmp_path)).reason == "source_down"


async def test_a_stranger_has_no_conversations(tmp_path: Path) -> None:
    assert (await planned("Summarize my last call with Bill", Book(), tmp_path)).reason == "not_found"
    plan = await planned("Summarize my last call with Bill's company", Book("e' 1"), tmp_path)
    assert plan.decision is Decision.ACT
    assert "owner_id = 'e'' 1'" in plan.tasks[0].arguments["sql"]


async def told(text: str, sql: str, tmp_path: Path) -> Plan:
    """What becomes of a question that the planner behind takes for this query."""

    async def open_book(_: Question) -> AppsIndex:
        return cast("AppsIndex", Book())

    async def others(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        task = Task("query_1", "apps", "query", question.text, arguments={"sql": sql})
        return Plan(Decision.ACT, (task,), why=question.text)

    store = Store.open(tmp_path)
    planner = PeoplePlanner("apps", open_book, Graph(store.memory("local")), others)
    question = Question(text, "c", "r", datetime(2026, 11, 15, tzinfo=UTC))
    seat = Seat(Budget(Limits(), lambda: 0.0), silence)
    plan = await planner(question, Ledger(), Weighing(0.0, enough=False), seat)
    store.close()
    return plan


async def test_a_private_matter_misread_is_refused(tmp_path: Path) -> None:
    plan = await told("the salary of Bo", 'SELECT 1 FROM "tickets"', tmp_path)
    assert (plan.decision, plan.reason) == (Decision.REFUSE, "not_permitted")
    plan = await told("the salary of Bo", 'SELECT 1 FROM "tickets" JOIN "pay" ON TRUE', tmp_path)
    assert plan.decision is Decision.ACT  # the query itself is judged where it is run
    plan = await told(
        "tickets of salary app", """SELECT 1 FROM "tickets" WHERE "project" = 'salary app'""", tmp_path
    )
    assert plan.decision is Decision.ACT  # that is what something is called


@pytest.mark.parametrize(
    ("cost", "rows", "decision"),
    [
        (0.6, (), Decision.REFUSE),
        (0.6, ((None,),), Decision.REFUSE),
        (0.6, ((0,),), Decision.REFUSE),
        (0.6, ((3,),), Decision.ENOUGH),
        (0.2, (), Decision.ENOUGH),
    ],
)
async def test_nothing_found_by_a_guess_is_no_answer(
    cost: float, rows: tuple[tuple[int | None, ...], ...], decision: Decision, tmp_path: Path
) -> None:
    now = datetime(2026, 11, 15, tzinfo=UTC)

    async def others(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        return Plan(Decision.ENOUGH)

    store = Store.open(tmp_path)
    planner = PeoplePlanner("apps", cast("OpenDirectory", None), Graph(store.memory("local")), others)
    said = {"name": "query_1", "sql": "SELECT 1", "reading": {"cost": cost}}
    ledger, seat = Ledger(), Seat(Budget(Limits(), lambda: 0.0), silence)
    ledger.plans.append(Plan(Decision.ACT, (Task("query_1", "apps", "query", "?", arguments=said),)))
    table = Table(("n",), rows)
    ledger.recall([Evidence("e", "", "", Locator("crm"), now, table=table, query="SELECT 1")])
    plan = await planner(Question("?", "c", "r", now), ledger, Weighing(0.0, enough=False), seat)
    store.close()
    assert plan.decision is decision


@pytest.mark.parametrize(
    ("text", "before", "whole"),
    [
        ("and who has the most?", "How many open tickets do we have?", "who has the most open tickets?"),
        ("how many did I take?", "How many days do I have?", "how many days did I take?"),
        ("wer hat die meisten?", "Wie viele Leads gibt es?", "wer hat die meisten Leads?"),
        ("who earns the most?", "How many people do we have?", None),
        ("who has the most?", "Who is away?", None),
    ],
)
def test_what_was_counted_is_counted_on(text: str, before: str, whole: str | None) -> None:
    assert counted_on(text, before) == whole


async def test_others_get_the_plain_words(tmp_path: Path) -> None:
    plan = await told("As the CEO, how much cash is there?", 'SELECT 1 FROM "tickets"', tmp_path)
    assert plan.why == "how much money is there?"


async def test_a_record_to_start_from_is_whom_it_is_about(tmp_path: Path) -> None:
    plan = await planned("Summarize our last conversation with this contact", Book(), tmp_path)
    assert plan.waits["talk"]["name"] == "Bill Turner"
