"""A record is what its kind says, what is given, and what the dice show."""

from __future__ import annotations

from datetime import date

from answerable.sandbox.merge.firm import KINDS, Firm

TODAY = date(2026, 11, 15)


def firm() -> Firm:
    return Firm("Larkfield", "larkfield.example", "USD", TODAY)


def test_a_record_has_every_field_of_its_kind() -> None:
    job = firm().add("ats/jobs", {"name": "Controller", "code": "J1"})
    assert list(KINDS["ats/jobs"]) == [name for name in job if name in KINDS["ats/jobs"]]
    assert (job["description"], job["confidential"]) == ("We look for a Controller.", False)
    assert job["status"] in ("OPEN", "CLOSED")
    assert "2026-01-19" <= job["remote_created_at"] <= "2026-11-05T00:00:00Z"


def test_records_name_each_other() -> None:
    world = firm()
    person = {"display_full_name": "Ann Roth", "work_email": "ann.roth@larkfield.example"}
    users = [world.add("crm/users", person)["id"] for _ in range(3)]
    account = world.add("crm/accounts", {"name": "Acre", "domain": "acre.example", "industry": "Food"})
    assert account["owner"] in users
    assert account["website"] == "https://www.acre.example"
    assert world.all("crm/accounts") == [account]


def test_lists_of_two_records_are_not_shared() -> None:
    world = firm()
    one, other = (world.add("ats/candidates", {"mail": "a@b.example"}) for _ in range(2))
    one["applications"].append("x")
    assert other["applications"] == []


def test_given_forms_are_drawn_in_their_turn() -> None:
    world = firm()
    job = world.add("ats/jobs", {"name": "Clerk", "code": "J2", "hiring_managers": [{"of": [{"id": "a"}]}]})
    assert job["hiring_managers"] == ["a"]
