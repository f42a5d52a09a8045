from __future__ import annotations

import pytest

from answerable.errors import FetchRefused, SettingsError
from answerable.sources.database.overlay import Overlay
from tests.sources.database.conftest import KINDS, Make

TENANTS = """
CREATE TABLE clients (id INTEGER PRIMARY KEY, tenant_id VARCHAR(10), name VARCHAR(20));
CREATE TABLE bills (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (id), amount INTEGER);
CREATE TABLE parts (id INTEGER PRIMARY KEY, bill_id INTEGER REFERENCES bills (id), what VARCHAR(20));
CREATE TABLE countries (id INTEGER PRIMARY KEY, name VARCHAR(20));
INSERT INTO clients VALUES (1, 'red', 'Ada'), (2, 'blue', 'canary'), (3, 'red', 'Cleo');
INSERT INTO bills VALUES (1, 1, 10), (2, 2, 999), (3, 3, 5);
INSERT INTO parts VALUES (1, 1, 'bolt'), (2, 2, 'canary'), (3, 3, 'nut');
INSERT INTO countries VALUES (1, 'Switzerland');
"""
APART = Overlay(tenant_column="tenant_id")
SHARED = Overlay({"countries": {"shared": True}}, tenant_column="tenant_id")
ASKED = [
    "SELECT * FROM clients",
    "SELECT c.name FROM clients AS c",
    "SELECT COUNT(*) FROM clients",
    "SELECT MAX(amount) FROM bills",
    "SELECT what FROM parts",
    "SELECT * FROM clients WHERE tenant_id = 'blue'",
    "SELECT * FROM clients WHERE 1 = 1 OR tenant_id = 'blue'",
    "SELECT * FROM clients UNION SELECT * FROM clients",
    "SELECT * FROM clients a JOIN clients b ON a.id <> b.id OR TRUE",
    "SELECT (SELECT MAX(name) FROM clients) FROM countries",
    "WITH clients AS (SELECT * FROM clients) SELECT * FROM clients",
    "WITH clients AS (SELECT 2 AS id, 'red' AS tenant_id) SELECT amount FROM bills",
    "WITH bills AS (SELECT 2 AS id, 1 AS client_id) SELECT what FROM parts",
    "SELECT * FROM (SELECT * FROM bills) AS t CROSS JOIN (SELECT * FROM parts) AS u",
    "SELECT name FROM clients WHERE id IN (SELECT client_id FROM bills WHERE amount > 100)",
    "SELECT SUM(amount) OVER () FROM bills",
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM bills WHERE amount > 100) THEN 'canary' ELSE 'no' END FROM countries",
    "SELECT name FROM clients ORDER BY (SELECT MAX(amount) FROM bills) LIMIT 50",
    "SELECT b.* FROM clients c RIGHT JOIN bills b ON FALSE",
]


@pytest.mark.parametrize("kind", KINDS)
def test_no_row_of_another_tenant_is_seen(make: Make, kind: str) -> None:
    database = make(kind, TENANTS, tenant="red", overlay=SHARED)
    for sql in ASKED:
        if kind == "sqlite" and sql.startswith("WITH clients AS (SELECT * FROM clients)"):
            continue  # SQLite takes a CTE that is named like its own table for a circle
        table = database.query(sql)
        assert not {cell for row in table.rows for cell in row} & {"canary", "blue", 999}, sql


def test_a_tenant_sees_all_its_own_rows(make: Make) -> None:
    database = make("sqlite", TENANTS, tenant="red", overlay=SHARED)
    assert database.query("SELECT COUNT(*) FROM clients").rows == ((2,),)
    assert database.query("SELECT SUM(amount) FROM bills").rows == ((15,),)
    assert database.query("SELECT what FROM parts ORDER BY 1").rows == (("bolt",), ("nut",))
    assert database.query("SELECT COUNT(*) FROM countries").rows == ((1,),)


def test_a_table_that_leads_to_no_tenant_is_refused(make: Make) -> None:
    database = make("sqlite", TENANTS, tenant="red", overlay=APART)
    with pytest.raises(FetchRefused, match="mark it as shared"):
        database.query("SELECT * FROM countries")


def test_nobody_reads_without_a_tenant(make: Make) -> None:
    with pytest.raises(SettingsError, match="whose rows"):
        make("sqlite", TENANTS, overlay=APART).catalog()
    with pytest.raises(FetchRefused, match="whose rows"):
        make("sqlite", TENANTS, overlay=SHARED).query("SELECT * FROM clients")


def test_a_tenant_cannot_break_out_of_its_name(make: Make) -> None:
    database = make("sqlite", TENANTS, tenant="x' OR '1'='1", overlay=APART)
    assert database.query("SELECT * FROM clients").rows == ()


def test_numbered_tenants_are_compared_as_numbers(make: Make) -> None:
    script = "CREATE TABLE t (tenant_id INTEGER, a INTEGER); INSERT INTO t VALUES (1, 10), (2, 20);"
    assert make("sqlite", script, tenant="2", overlay=APART).query("SELECT a FROM t").rows == ((20,),)
    with pytest.raises(SettingsError, match="holds numbers"):
        make("sqlite", script, tenant="2 OR 1", overlay=APART).query("SELECT a FROM t")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("tenant", "names", "bills"), [("red", ("Ada", "Cleo"), 2), ("blue", ("canary",), 1)]
)
def test_the_catalog_is_read_behind_the_fence(
    make: Make, kind: str, tenant: str, names: tuple[str, ...], bills: int
) -> None:
    catalog = make(kind, TENANTS, tenant=tenant, overlay=SHARED).catalog()
    clients = catalog.entity("clients")
    assert (clients.rows, clients.field("name").values, clients.field("name").distinct) == (
        len(names), names, len(names)
    )  # fmt: skip
    assert (catalog.entity("bills").rows, catalog.entity("bills").field("id").distinct) == (bills, bills)
    assert catalog.entity("countries").rows == 1


def test_a_table_of_nobody_is_no_entity(make: Make) -> None:
    catalog = make("sqlite", TENANTS, tenant="red", overlay=APART).catalog()
    assert {entity.name for entity in catalog.entities} == {"clients", "bills", "parts"}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_undeclared_keys_are_judged_behind_the_fence(make: Make, kind: str) -> None:
    script = """
    CREATE TABLE clients (id INTEGER PRIMARY KEY, tenant_id VARCHAR(10));
    CREATE TABLE bills (id INTEGER PRIMARY KEY, tenant_id VARCHAR(10), client_id INTEGER);
    INSERT INTO clients VALUES (1, 'red'), (2, 'blue');
    INSERT INTO bills VALUES (1, 'red', 1), (2, 'blue', 1);
    """
    related = {
        tenant: bool(make(kind, script, tenant=tenant, overlay=APART).catalog().relations)
        for tenant in ("red", "blue")
    }
    assert related == {"red": True, "blue": False}  # what blue's bills point at is not blue's
