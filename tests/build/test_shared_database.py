"""Two tenants of one database: each is answered from its own rows, and is offered no name of the other's."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from answerable.asking import answer
from answerable.build import House
from answerable.build.linked import seal_of
from answerable.domain.events import Event, as_record
from answerable.domain.outcome import as_contract
from answerable.domain.question import Tenant, User
from answerable.settings import read_settings
from tests.postgres import PostgresServer, postgres

__all__ = ["postgres"]

SCHEMA = """
CREATE TABLE clients (id INTEGER PRIMARY KEY, tenant_id VARCHAR(10), name VARCHAR(20), city VARCHAR(20));
CREATE TABLE bills (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (id), amount INTEGER);
CREATE TABLE holidays (id INTEGER PRIMARY KEY, name VARCHAR(20));
CREATE TABLE secrets (id INTEGER PRIMARY KEY, motto VARCHAR(20));
INSERT INTO clients VALUES (1, 'acme', 'Amsler', 'Bern'), (2, 'globex', 'Zwicky', 'Chur'), (3, 'acme', 'Abegg', 'Bern');
INSERT INTO bills VALUES (1, 1, 10), (2, 2, 999), (3, 3, 5), (4, 3, 7);
INSERT INTO holidays VALUES (1, 'Easter');
INSERT INTO secrets VALUES (1, 'Excelsior');
"""
NAMES = """
[tenant]
column = "tenant_id"
[tables.holidays]
shared = true
"""


@pytest_asyncio.fixture(params=["sqlite", "postgres"])
async def house(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[House]:
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.database(SCHEMA)
    else:
        url = f"sqlite:///{tmp_path / 'shared.db'}"
        connection = sqlite3.connect(tmp_path / "shared.db")
        connection.executescript(SCHEMA)
        connection.close()
    settings = read_settings()
    folder = settings.home / "assistants" / "billing"
    folder.mkdir(parents=True)
    shown = '[{}]\ntitle = "Bills"\ngreeting = "Ask."\nabout = "bills"\n'
    options = 'walks = "tables"\n[options]\ncatalog = "catalog.toml"\n'
    (folder / "assistant.toml").write_text(options + shown.format("en") + shown.format("de"))
    (folder / "catalog.toml").write_text(NAMES)
    house = House.open(settings)
    for tenant in ("acme", "globex"):
        house.store.links(tenant, seal_of(settings)).put("database", {"url": url})
    yield house
    await house.close()


async def said(house: House, tenant: str, text: str, assistant: str = "billing") -> str:
    """All that a tenant is told: the outcome and every event."""
    heard: list[Event] = []
    user = User("ann", Tenant(tenant))
    outcome = await answer(house, text, assistant=assistant, user=user, tell=heard.append)
    return outcome.text + json.dumps([as_contract(outcome), *map(as_record, heard)], default=str)


async def test_tenants_of_one_database_stay_apart(house: House) -> None:
    asked = {
        "How many clients are there?": ("2", "1"),
        "What is the total amount of all bills?": ("22", "999"),
        "Which clients are in Bern?": ("Amsler", ""),
        "List the clients": ("Abegg", "Zwicky"),
    }
    for text, (one, other) in asked.items():
        acme, globex = await said(house, "acme", text), await said(house, "globex", text)
        assert one in acme, text
        assert other in globex, text
        assert "Zwicky" not in acme, text
        assert not {"Amsler", "Abegg"} & set(globex.replace('"', " ").split()), text


async def test_a_name_nearly_right_offers_nothing_foreign(house: House) -> None:
    question = "What is the total amount of the bills of Zwickky?"
    assert "Zwicky" not in await said(house, "acme", question)
    assert "999" in await said(house, "globex", question)


async def test_a_fence_in_the_link_holds_everywhere(house: House) -> None:
    for tenant in ("acme", "globex"):
        links = house.store.links(tenant, seal_of(house.settings))
        linked = links.get("database") or {}
        links.put("database", {"url": f"{linked['url']}?tenant_column=tenant_id"})
    for text in ("How many clients are there?", "List the clients"):
        heard = await said(house, "acme", text, "warehouse")  # its folder names no fence
        assert "Zwicky" not in heard, text
        assert "3" not in heard.partition("[{")[0], text


async def test_only_shared_tables_are_open_to_all(house: House) -> None:
    for tenant in ("acme", "globex"):
        assert "Easter" in await said(house, tenant, "List the holidays")
        assert "Excelsior" not in await said(house, tenant, "List the secrets")
