from __future__ import annotations

from datetime import datetime
from typing import Any

from answerable.sources.apps.rows import RowMaker
from answerable.sources.apps.staff import Staff
from tests.sources.apps.company import person


def maker(**lists: list[dict[str, Any]]) -> RowMaker:
    staff = Staff([person("a", "Ada One")])
    given = {name.replace("__", "/"): records for name, records in lists.items()}
    return RowMaker(staff, None, datetime(2026, 11, 15, 10), given)


def test_columns_follow_their_paths() -> None:
    record = {
        "id": 5,
        "email_addresses": [{"email_address": ""}, {"email_address": "x@y.z"}],
        "account": {"id": 9},
    }
    row = maker(crm__accounts=[{"id": 9, "name": "Acre"}]).row("contacts", record)
    assert (row["id"], row["email"], row["account_id"], row["account"]) == ("5", "x@y.z", "9", "Acre")
    assert row["phone"] is row["owner_id"] is None


def test_each_member_of_a_list_is_a_row() -> None:
    rows = maker(
        ticketing__tickets=[{"id": 1, "assignees": ["u", "u", None, {"id": "v"}]}],
        ticketing__users=[{"id": "u", "email_address": "ADA@tiny.example"}],
    )
    found = [row for row, _ in rows.plain("ticket_assignees")]
    assert [(row["ticket_id"], row["employee_id"]) for row in found] == [("1", "a"), ("1", None)]


def test_names_of_several_records_are_joined() -> None:
    rows = maker(ticketing__collections=[{"id": 1, "name": "Web"}, {"id": 2, "name": "App"}])
    assert rows.name_of("ticketing/collections", [1, {"id": 2}, 3]) == "Web, App"
    assert rows.name_of("ticketing/collections", {"name": "Given"}) == "Given"
    assert rows.name_of("ticketing/collections", None) is None


def test_customers_of_other_apps_become_accounts() -> None:
    rows = maker(
        crm__accounts=[{"id": "x", "name": "Acre", "website": "acre.example"}],
        ticketing__accounts=[{"id": "t", "name": "Other", "domains": ["acre.example"]}],
    )
    assert rows.row("tickets", {"id": 1, "account": "t"})["account_id"] == "x"
    assert rows.row("tickets", {"id": 1, "account": "x"})["account_id"] == "x"
    assert rows.row("tickets", {"id": 1, "account": "gone"})["account_id"] is None
