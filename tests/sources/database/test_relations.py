from __future__ import annotations

import pytest

from answerable.domain.catalog import Catalog
from tests.sources.database.conftest import KINDS, Make


def ways(catalog: Catalog) -> set[tuple[str, str, str, str]]:
    return {(r.table, r.columns[0], r.to_table, r.to_columns[0]) for r in catalog.relations}


UNDECLARED = """
CREATE TABLE Artikel (I_ID INTEGER PRIMARY KEY, Name VARCHAR(20));
CREATE TABLE Preis (m_Artikel INTEGER, EP_CHF INTEGER);
CREATE TABLE Bestand (R_ARTIKEL INTEGER, Menge INTEGER);
INSERT INTO Artikel VALUES (1, 'a'), (2, 'b'), (3, 'c');
INSERT INTO Preis VALUES (1, 1), (2, 2);
INSERT INTO Bestand VALUES (1, 1), (3, 3), (3, 2);
"""


@pytest.mark.parametrize("kind", KINDS)
def test_relations_are_found_without_declared_keys(make: Make, kind: str) -> None:
    found = {(a.lower(), b.lower(), c.lower()) for a, b, c, _ in ways(make(kind, UNDECLARED).catalog())}
    assert found == {("preis", "m_artikel", "artikel"), ("bestand", "r_artikel", "artikel")}


@pytest.mark.parametrize(
    ("target", "column"),
    [
        ("patients (pat_id INTEGER PRIMARY KEY)", "pat_id"),
        ("customers (id INTEGER PRIMARY KEY)", "customer_id"),
        ("customers (id INTEGER PRIMARY KEY)", "customerId"),
        ("companies (id INTEGER PRIMARY KEY)", "company_id"),
        ("Kunde (KundenNr INTEGER PRIMARY KEY)", "KundenNr"),
        ("teams (id INTEGER PRIMARY KEY)", "home_team_id"),
        ("order_items (id INTEGER PRIMARY KEY)", "order_item_id"),
        ("Zweigstelle (ZweigstelleID INTEGER PRIMARY KEY)", "StammZweigstelleID"),
        ("stations (station_id INTEGER PRIMARY KEY)", "start_station_id"),
        ("m_Kunde (I_ID INTEGER PRIMARY KEY)", "I_KundeID"),
        ("Personal (PersNr INTEGER PRIMARY KEY)", "LeiterPersNr"),
        ("tbl_club (club_id INTEGER PRIMARY KEY)", "home_club_id"),
    ],
)
def test_usual_ways_of_naming_are_understood(make: Make, target: str, column: str) -> None:
    name = target.split(maxsplit=1)[0]
    script = f"CREATE TABLE {target}; CREATE TABLE visits (visit INTEGER PRIMARY KEY, {column} INTEGER);"
    script += f"INSERT INTO {name} VALUES (1), (2), (7); INSERT INTO visits VALUES (10, 7), (11, 1), (12, 7);"
    assert [(r.table, r.columns, r.to_table) for r in make("sqlite", script).catalog().relations] == [
        ("visits", (column,), name)
    ]


def test_a_key_of_its_own_points_nowhere(make: Make) -> None:
    script = """CREATE TABLE riders (rider_id INTEGER PRIMARY KEY); CREATE TABLE rides (ride_id INTEGER PRIMARY KEY);
    INSERT INTO riders VALUES (1), (2); INSERT INTO rides VALUES (1), (2), (3);"""
    assert make("sqlite", script).catalog().relations == ()


def test_values_that_are_not_there_disprove_a_guess(make: Make) -> None:
    script = """CREATE TABLE customers (id INTEGER PRIMARY KEY); CREATE TABLE calls (customer_id INTEGER);
    INSERT INTO customers VALUES (1), (2); INSERT INTO calls VALUES (1), (9);"""
    assert make("sqlite", script).catalog().relations == ()


@pytest.mark.parametrize("column", ["size", "quantity", "name", "customer_count", "id", "year"])
def test_a_small_number_is_no_relation(make: Make, column: str) -> None:
    script = f"CREATE TABLE customers (id INTEGER PRIMARY KEY); CREATE TABLE calls ({column} INTEGER);"
    script += "INSERT INTO customers VALUES (1), (2); INSERT INTO calls VALUES (1), (2);"
    assert make("sqlite", script).catalog().relations == ()


def test_a_manager_is_one_of_the_employees(make: Make) -> None:
    script = """CREATE TABLE employees (id INTEGER PRIMARY KEY, manager_id INTEGER, age INTEGER);
    INSERT INTO employees VALUES (1, NULL, 1), (2, 1, 2), (3, 1, 3);"""
    assert ways(make("sqlite", script).catalog()) == {("employees", "manager_id", "employees", "id")}


def test_one_letter_or_a_comment_says_where_a_key_points(make: Make) -> None:
    """Tables with cut-down names and no declared keys."""
    script = """
    CREATE TABLE tbl_Kd (K_ID INTEGER PRIMARY KEY, K_Name TEXT);
    CREATE TABLE tbl_MA (MA_ID INTEGER PRIMARY KEY, MA_Name TEXT, MA_Chef INTEGER);
    CREATE TABLE tbl_Ger (G_ID INTEGER PRIMARY KEY, K_ID INTEGER, G_Bet INTEGER -- Betreuer, tbl_MA
    );
    INSERT INTO tbl_Kd VALUES (1, 'a'), (2, 'b'); INSERT INTO tbl_MA VALUES (1, 'x', NULL), (2, 'y', 1);
    INSERT INTO tbl_Ger VALUES (7, 1, 2), (8, 2, 2);
    """
    assert ways(make("sqlite", script).catalog()) == {
        ("tbl_Ger", "K_ID", "tbl_Kd", "K_ID"),
        ("tbl_Ger", "G_Bet", "tbl_MA", "MA_ID"),
        ("tbl_MA", "MA_Chef", "tbl_MA", "MA_ID"),
    }


def test_declared_keys_are_not_guessed_again(make: Make) -> None:
    script = """CREATE TABLE customers (id INTEGER PRIMARY KEY);
    CREATE TABLE calls (customer_id INTEGER REFERENCES customers (id));
    INSERT INTO customers VALUES (1); INSERT INTO calls VALUES (1);"""
    assert len(make("sqlite", script).catalog().relations) == 1


def test_undeclared_keys_name_no_record(make: Make) -> None:
    script = """
    CREATE TABLE KUNDE (KUNDEN_NR INTEGER, FIRMA TEXT);
    INSERT INTO KUNDE VALUES (7, 'Alster'), (8, 'Kogge');
    """
    assert make("sqlite", script).catalog().entity("KUNDE").key == ("KUNDEN_NR",)
