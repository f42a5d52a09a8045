from __future__ import annotations

from datetime import timedelta

from answerable.sandbox.merge.server import MergeServer
from answerable.sources.apps.apps import Apps
from answerable.sources.apps.client import MergeClient
from answerable.sources.apps.ruling import understand
from tests.sources.apps.company import NOW, TODAY, Office, changeable, meaning, permissions


async def test_the_same_words_are_not_made_twice(office: Office) -> None:
    fresh = Office()
    first = await fresh.apps.index("", NOW)
    calls = fresh.shelf.calls.total()
    assert await fresh.apps.index("", NOW + timedelta(minutes=1)) is first
    assert fresh.shelf.calls.total() == calls
    assert await fresh.apps.index("", NOW + timedelta(days=1)) is not first


async def test_each_person_has_an_index_of_their_own(office: Office) -> None:
    hr, other = office.by_title("HR Partner"), office.by_title("Content Writer")
    one, two = await office.apps.index(hr, NOW), await office.apps.index(other, NOW)
    assert one.asker is not None
    assert two.asker is not None
    assert (one.asker.email, two.asker.email) == (hr, other)
    assert one.catalog != two.catalog


async def test_an_app_that_is_down_leaves_its_words_out() -> None:
    office = changeable()
    office.shelf.down.add("crm")
    index = await office.apps.index("", NOW)
    assert index.catalog.entity("employees").field("city").values
    assert index.catalog.entity("accounts").field("name").values == ()
    assert {gap.asked.partition("/")[0] for gap in index.gaps} == {"crm"}


async def test_the_official_sdk_carries_it_all() -> None:
    """From the sandbox server over HTTP and the SDK to a joined answer."""
    async with MergeServer(today=TODAY) as server:
        apps = Apps.linked(MergeClient(server.url, "key", "marlow"), permissions(), meaning())
        handle = await apps.handle("", NOW)
        joined = "join accounts a on a.id = t.account_id join customers c on c.account_id = a.id"
        sql = f"select count(*) from tickets t {joined}"
        rows = (await handle.query(understand(sql))).rows
        handle.close()
        await apps.close()
    assert rows[0][0] > 100


async def test_a_question_may_start_from_a_record(office: Office) -> None:
    index = await office.apps.index(office.by_title("Content Writer"), NOW)
    ticket = office.records["ticketing"]["tickets"][0]
    deal = office.records["crm"]["opportunities"][0]
    account = office.records["crm"]["accounts"][0]
    links = (ticket["ticket_url"], f"https://crm.example/deals?id={deal['id']}")
    assert index.here("status of this ticket", links) == "status of ticket startrecordtickets"
    made = {
        term.entity: term.sql for term in index.starting(links, "en").terms if "startrecord" in term.words[0]
    }
    assert made == {"tickets": f"id = '{ticket['id']}'", "opportunities": f"id = '{deal['id']}'"}
    text = index.here("tickets of this company", (f"https://crm.example/{account['id']}/",))
    assert text == f"tickets of {account['name']}"
    assert index.starting(("https://elsewhere.example/1",), "en") is index.catalog


async def test_full_names_are_found_in_texts(office: Office) -> None:
    index = await office.apps.index("", NOW)
    one = office.truth.person(office.by_title("HR Partner"))
    name = f"{one['first_name']} {one['last_name']}"
    assert index.named(f"Your manager: {name}.") == [name]
    assert index.named(str(one["first_name"])) == []
