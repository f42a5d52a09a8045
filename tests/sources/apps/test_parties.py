from __future__ import annotations

from answerable.sources.apps.parties import who
from tests.sources.apps.company import NOW, Office

ROWS = {
    "employees": [{"id": "e1", "name": "Bill Turner", "work_email": "bill@us.example", "team": "Apps"}],
    "contacts": [
        {"id": "c1", "name": "Bill Turner", "email": "bt@acre.example", "account": "Acre", "account_id": "a1"},
        {"id": "c2", "name": "Bill Novak", "email": "bn@kestrel.example", "account": "Kestrel", "account_id": "a2"},
    ],
    "leads": [{"id": "l1", "name": "William Novak", "email": "BN@kestrel.example", "company": "Kestrel"},
              {"id": "l2", "name": "Bill N.", "email": "bn@kestrel.example", "company": "Kestrel"}],
    "accounts": [{"id": "a1", "name": "Acre Foods"}, {"id": "a2", "name": "Kestrel Energy"}],
    "customers": [{"id": "k1", "name": "Acre Foods GmbH", "account_id": "a1"}],
}  # fmt: skip


def test_every_bill_is_told_once() -> None:
    found = who("Bill", ROWS)
    told = [(one.table, one.name, one.company) for one in found]
    assert told[1:] == [("contacts", "Bill Turner", "Acre"), ("contacts", "Bill Novak", "Kestrel")]
    assert told[0][:2] == ("employees", "Bill Turner")
    assert found[2].also == (("leads", "l2"),)


def test_a_full_name_or_address_is_closer() -> None:
    assert [one.id for one in who("bill novak", ROWS)] == ["c2"]
    assert [one.id for one in who("bt@acre.example", ROWS)] == ["c1"]
    assert [one.account_id for one in who("Bill Novak's", ROWS)] == ["a2"]


def test_a_company_is_one_in_all_apps() -> None:
    found = who("Acre Foods", ROWS)
    assert [(one.table, one.id, one.also) for one in found] == [("accounts", "a1", (("customers", "k1"),))]
    assert [one.id for one in who("kestrel", ROWS)] == ["a2"]


def test_nobody_is_meant_by_nothing() -> None:
    assert who("", ROWS) == who("Zorro", ROWS) == who("!?", ROWS) == []


async def test_candidates_are_known_to_their_own(office: Office) -> None:
    candidate = office.records["ats"]["candidates"][-1]
    name = f"{candidate['first_name']} {candidate['last_name']}"
    hr = await office.apps.index(office.by_title("HR Partner"), NOW)
    assert "candidates" in {one.table for one in hr.who(name)}
    stranger = await office.apps.index("", NOW)
    assert "candidates" not in {one.table for one in stranger.who(name)}
