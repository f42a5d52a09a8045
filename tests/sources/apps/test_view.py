from __future__ import annotations

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.apps.view import AppsView, Opening
from tests.sources.apps.company import NOW, Office, changeable, permissions, rows_of


def view(office: Office, email: str = "") -> AppsView:
    return AppsView(Opening(office.apps._records, permissions(), email, NOW))


async def test_lists_are_read_once_for_a_question() -> None:
    office = Office()
    seen = await view(office).open()
    await rows_of(seen, ["tickets"])
    await rows_of(seen, ["tickets", "ticket_assignees"])
    assert office.shelf.calls["ticketing/tickets"] == 1
    assert seen.take_pages() == office.shelf.calls.total()
    assert seen.take_pages() == 0


async def test_later_lists_tie_what_earlier_ones_could_not() -> None:
    seen = await view(Office()).open()
    assert not any(
        row["account_id"]
        for row in (await rows_of(seen, ["subscribers"]))["subscribers"]
        if "account_id" in row
    )
    assert any(row["account_id"] for row in (await rows_of(seen, ["customers"]))["customers"])


async def test_ones_own_part_is_asked_of_the_app() -> None:
    office = Office()
    leads = {str(one["manager"]) for one in office.truth.staff()}
    me = next(one for one in office.truth.staff() if str(one["id"]) not in leads and one not in office.hr())
    await rows_of(await view(office, str(me["work_email"])).open(), ["time_off"])
    assert dict(office.shelf.asked)["hris/time_off"] == {"employee_id": me["id"]}


async def test_without_the_directory_everybody_is_a_stranger() -> None:
    office = changeable()
    office.shelf.down.add("hris/employees")
    seen = await view(office, office.by_title("HR Partner")).open()
    assert seen.asker is None
    assert (await rows_of(seen, ["campaigns"]))["campaigns"]
    with pytest.raises(SourceUnreachable):
        await rows_of(seen, ["employees"])


async def test_what_a_stranger_may_not_see_is_not_fetched() -> None:
    office = Office()
    seen = await view(office).open()
    assert (await rows_of(seen, ["pay", "time_off", "candidates"])) == {
        "pay": [],
        "time_off": [],
        "candidates": [],
    }
    assert not {"hris/employments", "hris/time_off", "ats/candidates"} & set(office.shelf.calls)
