"""A table is made from the noun that its rows are read as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from sqlalchemy import Table, create_engine, insert, select, text
from sqlalchemy.schema import CreateTable

from answerable.store.schema import FrailJson, metadata, table_of


@dataclass(frozen=True)
class Shelf:
    """One of every kind of field."""

    place: int
    name: str
    side: Literal["left", "right"]
    height: float
    holds: Mapping[str, Any]
    labels: tuple[str, ...]
    photo: bytes | None = None


@pytest.fixture
def shelves() -> Iterator[Table]:
    made = table_of("shelves", Shelf, key=("room", "place"), also={"room": str}, later={"name": "new"})
    yield made
    metadata.remove(made)


def test_columns_follow_the_fields(shelves: Table) -> None:
    words = " ".join(str(CreateTable(shelves)).split())
    assert words == (
        "CREATE TABLE shelves ( tenant TEXT NOT NULL, room TEXT NOT NULL, place INTEGER NOT NULL,"
        " name TEXT DEFAULT 'new' NOT NULL, side TEXT NOT NULL, height FLOAT NOT NULL, holds TEXT NOT NULL,"
        " labels TEXT NOT NULL, photo BLOB, PRIMARY KEY (tenant, room, place) )"
    )


def test_rows_come_back_as_they_were_kept(shelves: Table) -> None:
    engine = create_engine("sqlite://")
    kept = Shelf(1, "a", "left", 2.5, {"ü": [1, None]}, ("x", "y"))
    with engine.begin() as connection:
        shelves.create(connection)
        connection.execute(insert(shelves), vars(kept) | {"tenant": "acme", "room": "hall"})
        columns = [shelves.c[name] for name in Shelf.__dataclass_fields__]
        assert Shelf(*connection.execute(select(*columns)).one()) == kept
        assert connection.scalar(text("SELECT holds FROM shelves")) == '{"ü": [1, null]}'
    engine.dispose()


def test_one_column_may_name_a_row_alone() -> None:
    made = table_of("alone", Shelf, alone="place")
    metadata.remove(made)
    assert [column.name for column in made.primary_key] == ["place"]
    assert "tenant" in made.c


def test_a_damaged_value_is_read_as_empty_where_it_may_be() -> None:
    frail = FrailJson()
    assert [frail.process_result_value(words, None) for words in ("{bad", None, '{"a": 1}')] == [
        {},
        None,
        {"a": 1},
    ]
