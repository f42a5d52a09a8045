from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import AssistantError
from answerable.sources.apps.permissions import Permissions
from tests.sources.apps.company import FOLDER, NOW, Office, meaning, paid, person, rows_of, tiny

PRIVATE = ("pay", "employments", "personal", "time_off", "time_off_balances", "team_cost", "former_employees")
RECRUITING = ("candidates", "applications", "interviews", "interview_interviewers", "offers", "scorecards")


async def seen(office: Office, email: str, *tables: str) -> dict[str, list[dict[str, object]]]:
    handle = await office.apps.handle(email, NOW)
    handle.close()
    return await rows_of(handle.view, tables)


async def test_ordinary_people_hold_their_own_rows(office: Office) -> None:
    me = office.by_title("Content Writer")
    key = office.truth.person(me)["id"]
    rows = await seen(office, me, *PRIVATE)
    assert {row["employee_id"] for table in PRIVATE[:5] for row in rows[table]} == {key}
    assert rows["team_cost"] == rows["former_employees"] == []


async def test_managers_hold_rows_below_them(office: Office) -> None:
    boss = office.by_title("Director of Platform")
    below = {one["id"] for one in office.truth.below(office.truth.person(boss)["id"])}
    rows = await seen(office, boss, *PRIVATE)
    me = {office.truth.person(boss)["id"]}
    assert {row["employee_id"] for row in rows["time_off_balances"]} == below | me
    assert {row["employee_id"] for row in rows["time_off"]} <= below | me
    assert {row["employee_id"] for row in rows["pay"]} == me
    assert {row["manager_id"] for row in rows["team_cost"]} <= below | me
    assert all(row["reason"] is None for row in rows["time_off"] if row["employee_id"] not in me)


async def test_strangers_hold_nothing_private(office: Office) -> None:
    for email in ("", "stranger@larkfield.example", "nina.graf@marlow.example"):
        rows = await seen(office, email, *PRIVATE, *RECRUITING, "employees", "tickets")
        assert all(not rows[table] for table in (*PRIVATE, *RECRUITING))
        assert len(rows["employees"]) == len(office.truth.staff())
        assert rows["tickets"]


async def test_hr_holds_everything(office: Office) -> None:
    rows = await seen(office, office.by_title("HR Partner"), *PRIVATE, *RECRUITING)
    assert len(rows["pay"]) == len(office.truth.staff())
    assert len(rows["candidates"]) == 150
    assert len(rows["former_employees"]) == 8


async def test_people_who_left_are_strangers(office: Office) -> None:
    gone = next(one for one in office.records["hris"]["employees"] if one["employment_status"] == "INACTIVE")
    rows = await seen(office, gone["work_email"], "pay", "time_off_balances")
    assert rows == {"pay": [], "time_off_balances": []}


async def test_confidential_jobs_are_for_their_own() -> None:
    office = tiny(
        [person("a", "Ada One"), person("b", "Bea Two")],
        ats_users=[{"id": "u", "email": "ada@tiny.example"}],
        ats_jobs=[
            {"id": 1, "name": "Open"},
            {"id": 2, "name": "Secret", "confidential": True, "hiring_managers": ["u"]},
        ],
    )
    assert len((await seen(office, "ada@tiny.example", "jobs"))["jobs"]) == 2
    assert [row["name"] for row in (await seen(office, "bea@tiny.example", "jobs"))["jobs"]] == ["Open"]


async def test_no_column_of_the_directory_is_private(office: Office) -> None:
    row = (await seen(office, "", "employees"))["employees"][0]
    assert not {"personal_email", "date_of_birth", "ssn", "mobile_phone", "annual_pay"} & set(row)


async def test_pay_never_shows_in_any_table(office: Office) -> None:
    """Every table but HR's own, as an ordinary person: no amount anybody else is paid stands in it."""
    me = office.by_title("Content Writer")
    own = office.truth.pay(office.truth.person(me)["id"])
    amounts = {office.truth.pay(one["id"]) for one in office.truth.staff()} - {own}
    handle = await office.apps.handle(me, NOW)
    handle.close()
    for table in meaning().entities:
        for row in (await rows_of(handle.view, [table], "job_title"))[table]:
            if table not in {"invoices", "payments", "opportunities"}:  # amounts of their own
                assert not amounts & {value for value in row.values() if isinstance(value, float)}


@pytest.mark.parametrize(
    "change",
    [("[tables.pay]", "[tables.pai]"), ('owner = "employee_id"', 'owner = "employe"'), ('"above"', '"beneath"'),
     ("[hr]", "[h]"), ("reason =", "raeson ="), ('owner = "manager_id"\n', "")],
)  # fmt: skip
def test_wrong_rules_are_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    text = (FOLDER / "permissions.toml").read_text("utf-8")
    assert change[0] in text
    path = tmp_path / "permissions.toml"
    path.write_text(text.replace(*change), "utf-8")
    with pytest.raises(AssistantError):
        Permissions.read(path)


async def test_a_tenant_may_name_other_hr_teams(tmp_path: Path) -> None:
    office = tiny(
        [person("a", "Ada One", team="t"), person("b", "Bea Two")],
        hris_teams=[{"id": "t", "name": " human resources "}],
        hris_employments=[paid("b", 10)],
    )
    assert await office.may("ada@tiny.example", "select avg(annual_pay) from pay")
    assert not await office.may("bea@tiny.example", "select avg(annual_pay) from pay")
