from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import AssistantError
from answerable.sources.database.overlay import Overlay
from tests.sources.database.conftest import Make
from tests.sources.database.corpus import SHOP

FULL = """
[tables.users]
label = "customer"
synonyms = ["Kunde"]
names = ["NAME", "nosuch"]
[tables.users.columns.email]
hidden = true
[tables.users.columns.password]
hidden = false
label = "hash"
[tables.secrets]
hidden = true
[tables.orders.columns.total]
unit = "CHF"
note = "without tax"
[tables.nosuch]
label = "nothing"
[[relations]]
table = "orders"
columns = ["user_id"]
to_table = "users"
to_columns = ["id"]
label = "buyer"
[[relations]]
table = "nosuch"
columns = ["a"]
to_table = "users"
to_columns = ["id"]
[[terms]]
words = ["revenue", "Umsatz"]
entity = "orders"
sql = "total"
measure = true
[[terms]]
words = ["x"]
entity = "nosuch"
sql = "1"
"""


def read(tmp_path: Path, text: str) -> Overlay:
    path = tmp_path / "names.toml"
    path.write_text(text, encoding="utf-8")
    return Overlay.read(path)


def test_tables_get_their_business_names(tmp_path: Path, make: Make) -> None:
    catalog = make("sqlite", SHOP, overlay=read(tmp_path, FULL)).catalog()
    users, total = catalog.entity("users"), catalog.entity("orders").field("total")
    assert (users.label, users.synonyms, users.names) == ("customer", ("Kunde",), ("name",))
    assert (total.unit, total.note) == ("CHF", "without tax")
    assert [field.name for field in users.fields] == ["id", "name", "password"]
    assert {entity.name for entity in catalog.entities} == {"users", "orders"}
    assert [(r.table, r.label) for r in catalog.relations] == [("orders", "buyer")]
    assert [term.words for term in catalog.terms] == [("revenue", "Umsatz")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tabels.users]", "tabels"),
        ("[tables.users]\nlable = 'x'", "lable"),
        ("[tables.users]\nsynonyms = 'x'", "must be a list"),
        ("[tables.users.columns.a]\nunits = 'x'", "units"),
        ("[[terms]]\nwords = ['x']", "lacks"),
        ("tables = 3 =", "cannot be read"),
        ("[tables]\nusers = 3", "must be a table"),
        ("[tenant]", "lacks the column"),
        ("[tenant]\ncolumns = 'firm'", "columns"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(AssistantError, match=words):
        read(tmp_path, text)


def test_views_named_in_the_file_are_read(tmp_path: Path, make: Make) -> None:
    script = SHOP + "CREATE VIEW rich AS SELECT id, name FROM users WHERE id > 1;"
    overlay = read(tmp_path, "[tables.rich]\nlabel = 'rich people'")
    database = make("sqlite", script, overlay=overlay)
    assert database.catalog().entity("rich").rows == 1
    assert database.query("SELECT name FROM rich").rows == (("Ben",),)


@pytest.mark.parametrize(
    "name", ["password", "user_password", "PasswortHash", "api_key", "apiToken", "pwd", "salt"]
)
def test_columns_of_secrets_are_hidden(make: Make, name: str) -> None:
    catalog = make("sqlite", f"CREATE TABLE t (a INT, {name} TEXT)").catalog()
    assert [field.name for field in catalog.entity("t").fields] == ["a"]


@pytest.mark.parametrize("name", ["passenger", "compass", "salted", "keyword", "tokenised"])
def test_columns_that_only_sound_secret_are_shown(make: Make, name: str) -> None:
    catalog = make("sqlite", f"CREATE TABLE t ({name} TEXT, a INT)").catalog()
    assert catalog.entity("t").fields[0].name == name
