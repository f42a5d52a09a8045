from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from answerable.errors import SettingsError
from answerable.sources.database.address import Address

SECRET = "postgresql://ada:s3cr%40t-word@db.example:5433/shop?sslpassword=other-word"


def test_an_address_prints_without_credentials() -> None:
    address = Address(SECRET)
    assert str(address) == "postgres database 'shop' at db.example:5433"
    assert all(word not in repr(address) for word in ("ada", "s3cr", "other-word"))


def test_messages_are_cleaned_of_credentials() -> None:
    said = Address(SECRET).clean(
        'FATAL: password "s3cr@t-word" (s3cr%40t-word) failed\nfor user "ada" other-word'
    )
    assert said == 'FATAL: password "…" (…) failed for user "…" …'


@pytest.mark.parametrize(
    ("url", "dialect"),
    [
        ("postgresql://h/d", "postgres"),
        ("postgresql+psycopg2://h/d", "postgres"),
        ("mariadb://h/d", "mysql"),
        ("mysql+mysqldb://h/d", "mysql"),
    ],
)
def test_any_driver_of_a_known_database_will_do(url: str, dialect: str) -> None:
    assert Address(url).dialect == dialect


@pytest.mark.parametrize(
    "url", ["", "no url", "://", "postgresql://ada:hush@h:port/x", "oracle://ada:hush@h/d", "sqlite://"]
)
def test_a_wrong_url_is_never_repeated(url: str) -> None:
    with pytest.raises(SettingsError) as raised:
        Address(url)
    assert "hush" not in str(raised.value)
    assert raised.value.hint


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no file"):
        Address(f"sqlite:///{tmp_path}/gone.db")


def test_a_plain_path_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "shop.anything"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (a)")
    connection.close()
    assert Address(str(path)).dialect == "sqlite"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(SettingsError, match="neither a SQLite nor a DuckDB file"):
        Address(str(tmp_path / "notes.txt"))


def test_a_fence_in_the_url_is_ours() -> None:
    address = Address("postgresql://ada@db/shop?tenant_column=firm_id&sslmode=require")
    assert address.tenant_column == "firm_id"
    assert dict(address.url.query) == {"sslmode": "require"}
    for broken in ("?tenant_column=", "?tenant_column", "?tenant_column=a%20b"):
        with pytest.raises(SettingsError, match="names no column"):
            Address(f"postgresql://ada@db/shop{broken}")
