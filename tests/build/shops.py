"""A house over one small database that several tenants use."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from answerable.build import House
from answerable.build.linked import seal_of
from answerable.language.embed import shared_vectors
from answerable.models import Model
from answerable.settings import DatabaseSettings, read_settings
from answerable.store import Store

SCHEMA = """
CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT, price REAL, city TEXT, sold_on DATE);
INSERT INTO articles VALUES (1, 'Lamp', 20, 'Bern', '2025-02-01'), (2, 'Cable', 5, 'Basel', '2026-02-01'),
  (3, 'Switch', 8, 'Bern', '2026-03-01'), (4, 'Fuse', 3, 'Chur', '2026-04-01');
"""


def shop(folder: Path) -> Path:
    """The database, with four articles in three towns."""
    path = folder / "shop.db"
    if not path.exists():
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executescript(SCHEMA)
    return path


def shop_house(folder: Path, *tenants: str, model: Model | None = None, store: Store | None = None) -> House:
    """A house whose own tenant and these ones answer from the shop."""
    url = f"sqlite:///{shop(folder)}"
    settings = replace(read_settings(), database=DatabaseSettings(url=url))
    house = House(settings, store or Store.open(settings.home), shared_vectors(), model)
    for tenant in tenants:
        house.store.links(tenant, seal_of(settings)).put("database", {"url": url})
    return house
