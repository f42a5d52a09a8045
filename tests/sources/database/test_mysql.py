from __future__ import annotations

import socket

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database


def test_an_unreachable_server_is_a_typed_error() -> None:
    with socket.socket() as taken:  # bound, and nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        database = Database(Address(f"mysql://ada:hush-hush@127.0.0.1:{port}/shop"))
        with pytest.raises(SourceUnreachable, match="mysql database 'shop'") as raised:
            database.catalog()
    assert "hush-hush" not in str(raised.value)
    assert "ada" not in raised.value.why
    database.close()
