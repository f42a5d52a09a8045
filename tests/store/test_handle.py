"""The fence of every handle, and write transactions."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from answerable.store import Store
from answerable.store.conversations import events
from answerable.store.handle import TenantHandle, writing


@pytest.fixture
def handle(tmp_path: Path) -> TenantHandle:
    return TenantHandle(Store.open(tmp_path)._engine, "acme")


def test_every_condition_begins_with_the_tenant(handle: TenantHandle) -> None:
    assert str(handle._mine(events)) == "events.tenant = :tenant_1"
    both = str(handle._mine(events, run="r", place=1))
    assert both == "events.tenant = :tenant_1 AND events.run = :run_1 AND events.place = :place_1"


def test_a_value_that_is_not_named_is_any(handle: TenantHandle) -> None:
    assert str(handle._among(events, run="", conversation="")) == str(handle._mine(events))
    assert str(handle._among(events, run="r", conversation="")) == str(handle._mine(events, run="r"))


def test_a_write_that_breaks_leaves_nothing(handle: TenantHandle) -> None:
    row = {"tenant": "acme", "conversation": "c", "place": 1, "run": "r", "created_at": 0.0, "record": "{}"}
    with pytest.raises(IntegrityError), handle._writing() as connection:
        connection.execute(events.insert(), [row, row | {"place": 2}, row])
    assert handle._rows(select(events)) == []


def test_an_open_transaction_is_written_into(handle: TenantHandle) -> None:
    with writing(handle._engine, sturdy=True) as connection:
        with TenantHandle(handle._engine, "acme", connection)._writing() as same:
            assert same is connection
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    with writing(handle._engine) as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1
