"""A look shows how many rows a list has and the first three, as far as they are the asker's to see."""

from __future__ import annotations

from answerable.sources.apps.graph import compiled
from answerable.sources.apps.look import CLOSED, looked
from tests.sources.apps.company import NOW, Office


async def look(office: Office, email: str, function: str, **arguments: object) -> str:
    """What somebody's planner sees of a call."""
    name = "listed"
    looks, _ = compiled([(name, function, arguments)], f"SELECT COUNT(*) AS n FROM {name}", NOW)
    handle = await office.apps.handle(email, NOW)
    try:
        piece = await looked(handle, looks[name], name, "says")
    finally:
        handle.close()
    assert piece.table is None  # nothing of it can be told
    return piece.text


async def test_a_look_is_a_count_and_three_rows(office: Office) -> None:
    text = await look(office, "", "crm.leads")
    count, *columns = text.split("\n")
    assert count == f"{len(office.records['crm']['leads'])} rows"
    assert {line.count(" | ") for line in columns} == {2}
    assert next(line for line in columns if line.startswith("created ")).startswith("created date: 20")
    assert not [line for line in columns if line.startswith(("id ", "owner_id "))]


async def test_columns_of_others_are_left_out(office: Office) -> None:
    boss = office.by_title("Platform Manager")
    mine = office.truth.reports(boss)
    texts = [await look(office, boss, "hris.time_off", employee_id=str(one["id"])) for one in mine]
    told = [text for text in texts if "days number" in text]
    assert told
    assert not [text for text in told if "type text" in text]


async def test_what_is_others_is_not_shown(office: Office) -> None:
    engineer = office.by_title("Software Engineer")
    assert await look(office, engineer, "hris.pay") == CLOSED
    assert await look(office, engineer, "hris.time_off", status="REQUESTED") == CLOSED
    assert (await look(office, engineer, "hris.pay", employee_id="$me")).startswith("1 rows")
    hr = str(office.hr()[0]["work_email"])
    assert (await look(office, hr, "hris.pay")).startswith(f"{len(office.truth.staff())} rows")
