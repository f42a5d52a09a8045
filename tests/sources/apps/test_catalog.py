from __future__ import annotations

from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from answerable.domain.catalog import Catalog, Kind
from answerable.errors import AssistantError
from answerable.sources.apps.catalog import BusinessWords
from answerable.sources.apps.shapes import SHAPES
from tests.sources.apps.company import FOLDER, NOW, Office, meaning


async def catalog(office: Office, email: str = "") -> Catalog:
    return (await office.apps.index(email, NOW)).catalog


async def test_every_table_has_words(office: Office) -> None:
    made = await catalog(office)
    assert {entity.name for entity in made.entities} == set(SHAPES)
    assert all(entity.label and entity.key for entity in made.entities)
    assert made.dialect == "duckdb"


async def test_names_that_questions_use_are_known(office: Office) -> None:
    employees = (await catalog(office)).entity("employees")
    assert "Bangalore" in employees.field("city").values
    assert employees.field("city").complete
    assert "Bangalore" not in employees.field("location").values  # told once
    assert "Bill" in employees.field("first_name").values
    assert "VP Sales" in employees.field("job_title").values
    assert employees.field("start_date").kind is Kind.DATE


async def test_meanings_are_stated(office: Office) -> None:
    made = await catalog(office)
    assert all(term.says for term in made.terms if "country" not in term.sql)
    note = made.entity("invoices").field("revenue").note
    assert note.startswith("revenue = receivable invoices that are neither draft nor void ||")
    assert made.entity("invoices").field("revenue").unit == "USD"
    assert made.entity("time_off_balances").field("days").note.startswith("days = hours in the HR app / 8 ||")
    words = {word: term.says for term in made.terms for word in term.words}
    assert words["P0"].startswith("P0 = priority urgent ||")
    assert words["Indien"] == ""


async def test_units_and_measures_have_a_language(office: Office) -> None:
    index = await office.apps.index("", NOW)
    for said, unit, owed in (
        (index.catalog, "days", "amount owed by us"),
        (index.german, "Tage", "von uns geschuldeter Betrag"),
    ):
        assert said.entity("time_off_balances").field("days").unit == unit
        assert owed in [term.words[0] for term in said.terms if term.measure]


async def test_my_team_means_what_i_lead(office: Office) -> None:
    for title, says in (
        ("Platform Manager", "reports to me directly"),
        ("Software Engineer", "the team I am in"),
    ):
        terms = (await catalog(office, office.by_title(title))).terms
        assert says in next(term.says for term in terms if "my team" in term.words)


async def test_candidates_are_named_to_their_own(office: Office) -> None:
    everybody = (
        (await catalog(office, office.by_title("Content Writer"))).entity("candidates").field("last_name")
    )
    hr = (await catalog(office, office.by_title("HR Partner"))).entity("candidates").field("last_name")
    assert len(hr.values) > 10
    assert set(everybody.values) < set(hr.values)


async def test_nothing_private_is_among_the_values(office: Office) -> None:
    made = await catalog(office, office.by_title("Software Engineer"))
    for table in (
        "pay",
        "personal",
        "time_off",
        "time_off_balances",
        "employments",
        "team_cost",
        "former_employees",
    ):
        assert all(field.values == () for field in made.entity(table).fields)
    assert made.entity("pay").rows == 0


def test_every_meaning_is_a_plain_condition() -> None:
    for term in meaning().terms:
        tree = sqlglot.parse_one(term["sql"], read="duckdb")
        assert not tree.find(exp.Select)
        assert all(not column.table for column in tree.find_all(exp.Column))


@pytest.mark.parametrize(
    ("text", "where"),
    [("[entities.teams.fields]\nnmae = []", "'nmae'"), ("[entities.tems]\nlabel='x'", "'tems'"),
     ("[relations]\n'teams.boss_id' = ['teams', 'boss']", "'boss_id'"), ("x = [", "cannot be read"),
     ("[[terms]]\nwords=['a']\nentity='teams'\nsql='nmae = 1'", "'nmae'"),
     ("[[terms]]\nwords=['a']\nentity='teams'\nsql='name = = 1'", "no SQL")],
)  # fmt: skip
def test_wrong_words_are_named(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(AssistantError, match=where):
        BusinessWords.read(path)


def test_the_shipped_words_are_right() -> None:
    assert BusinessWords.read(FOLDER / "catalog.toml").indexed


async def test_chiefs_are_known_by_their_initials(office: Office) -> None:
    titles = {str(one["job_title"]) for one in office.records["hris"]["employments"]}
    chiefs = {one for one in titles if one.startswith("Chief ")}
    told = {term.sql for term in (await catalog(office)).terms if "job_title" in term.sql}
    assert chiefs
    assert told == {f"job_title = '{one}'" for one in chiefs}


def test_wordings_say_it_in_plain_words() -> None:
    plain = meaning().plain
    assert plain("What do the ten largest customers contribute?") == (
        "What do the ten top customers bring in in revenue?"
    )
    assert plain("How many people do we employ in Oslo?") == "How many people work in Oslo?"
    assert plain("How many people have left?") == "how many former employees left?"
    assert plain("How many days do I have left?") == "How many days do I have remaining?"
    assert plain("Break down our leads by source") == "number of leads per source"
    assert plain("Wessen Chef ist Jens Öhler?") == "which people report to Jens Öhler?"


def test_ones_manager_is_somebody_with_a_name() -> None:
    plain = meaning().plain
    assert plain("How much does my boss earn?", "Ada One") == "How much does Ada One earn?"
    assert plain("Who is my manager's manager?", "Ada One") == "Who is Ada One's manager?"
    assert plain("Who is my manager?", "Ada One") == "Who is my manager?"
    assert plain("How much does my boss earn?") == "How much does my boss earn?"


def test_a_wording_that_is_no_pattern_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "catalog.toml"
    path.write_text('[[wordings]]\nmeans = "x"\nsaid = ["(open"]\n', "utf-8")
    with pytest.raises(AssistantError, match="no pattern"):
        BusinessWords.read(path)
