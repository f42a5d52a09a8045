from __future__ import annotations

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.apps.view import AppsView, Opening
from tests.sources.apps.company import NOW, Office, changeable, permissions


def view(office: Office, email: str = "", **filters: dict[str, str]) -> AppsView:
    opening = Opening(office.apps._records, permissions(), email, NOW)
    return AppsView(opening, filters={name.replace("__", "/"): given for name, given in filters.items()})


async def test_lists_are_read_once_for_a_question() -> None:
    office = Office()
    seen = await view(office).open()
    await seen.rows(["tickets"])
    await seen.rows(["tickets", "ticket_assignees"])
    assert office.shelf.calls["ticketing/tickets"] == 1
    assert seen.take_pages() == office.shelf.calls.total()
    assert seen.take_pages() == 0


async def test_later_lists_tie_what_earlier_ones_could_not() -> None:
    seen = await view(Office()).open()
    assert not any(
        row["account_id"] for row in (await seen.rows(["subscribers"]))["subscribers"] if "account_id" in row
    )
    assert any(row["account_id"] for row in (await seen.rows(["customers"]))["customers"])


async def test_a_narrowed_list_is_narrow_at_the_app() -> None:
    seen = await view(Office(), ticketing__tickets={"status": "CLOSED"}).open()
    assert {row["status"] for row in (await seen.rows(["tickets"]))["tickets"]} == {"CLOSED"}


async def test_without_the_directory_everybody_is_a_stranger() -> None:
    office = changeable()
    office.shelf.down.add("hris/employees")
    seen = await view(office, office.by_title("HR Partner")).open()
    assert seen.asker is None
    assert (await seen.rows(["campaigns"]))["campaigns"]
    with pytest.raises(SourceUnreachable):
        await seen.rows(["employees"])


async def test_what_a_stranger_may_not_see_is_not_fetched() -> None:
    office = Office()
    seen = await view(office).open()
    assert (await seen.rows(["pay", "time_off", "candidates"])) == {
        "pay": [],
        "time_off": [],
        "candidates": [],
    }
    assert not {"hris/employments", "hris/time_off", "ats/candidates"} & set(office.shelf.calls)
