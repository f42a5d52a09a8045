from __future__ import annotations

import time

import pytest

from answerable.domain.catalog import Field, Kind
from answerable.sources.database.values import Bounds, quoted
from tests.sources.database.conftest import Make


def field(make: Make, declared: str, *values: str, name: str = "a", bounds: Bounds | None = None) -> Field:
    script = f"CREATE TABLE t ({name} {declared});" + "".join(f"INSERT INTO t VALUES ({v});" for v in values)
    return make("sqlite", script, bounds=bounds).catalog().entity("t").field(name)


@pytest.mark.parametrize(
    ("declared", "values", "kind"),
    [
        ("TEXT", ("'2024-01-02'", "NULL"), Kind.DATE),
        ("TEXT", ("'2024-01-02 10:00'", "'2024-01-02T10:00:00Z'"), Kind.MOMENT),
        ("TEXT", ("'2024-01-02'", "'soon'"), Kind.TEXT),
        ("", ("1", "2.5"), Kind.NUMBER),
        ("", ("'x'",), Kind.TEXT),
        ("STRING", ("'x'",), Kind.TEXT),
        ("DATETIME", ("'2024-01-02'",), Kind.DATE),
        ("DATE", (), Kind.DATE),
        ("BOOLEAN", ("1", "0"), Kind.BOOL),
        ("INTEGER", ("1", "0"), Kind.NUMBER),
        ("BLOB", ("x'00'",), Kind.OTHER),
    ],
)
def test_what_is_in_a_column_decides_its_kind(
    make: Make, declared: str, values: tuple[str, ...], kind: Kind
) -> None:
    assert field(make, declared, *values).kind is kind


@pytest.mark.parametrize("name", ["is_open", "hasChildren", "ist_aktiv", "active"])
def test_zero_and_one_are_truths_by_name(make: Make, name: str) -> None:
    assert field(make, "INTEGER", "0", "1", name=name).kind is Kind.BOOL


def test_zeros_and_ones_are_truths_unless_they_count(make: Make) -> None:
    assert field(make, "INTEGER", "0", "1", "1", "0", name="balcony").kind is Kind.BOOL
    assert field(make, "INTEGER", "0", "1", "1", "0", name="home_goals").kind is Kind.NUMBER


def test_too_many_values_are_marked_incomplete(make: Make) -> None:
    values = [f"'v{n}'" for n in range(20)]
    found = field(make, "TEXT", *values, bounds=Bounds(values_per_column=8))
    assert (len(found.values), found.complete, found.distinct) == (8, False, 20)


def test_prose_is_not_kept_as_values(make: Make) -> None:
    found = field(make, "TEXT", *(f"'{n} {'word ' * 60}'" for n in range(4)))
    assert (found.values, found.complete) == ((), False)


def test_the_look_ends_when_its_time_is_over(make: Make) -> None:
    script = "".join(f"CREATE TABLE t{n} (a TEXT); INSERT INTO t{n} VALUES ('x');" for n in range(5))
    database = make("sqlite", script, bounds=Bounds(seconds=0.0))
    began = time.monotonic()
    assert [entity.rows for entity in database.catalog().entities] == [0] * 5
    assert time.monotonic() - began < 1.0


def test_one_broken_view_does_not_hide_the_tables(make: Make) -> None:
    script = "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('y'); CREATE TABLE gone (z INT);"
    script += "CREATE VIEW broken AS SELECT z FROM gone; DROP TABLE gone;"
    database = make("sqlite", script)
    assert database.catalog().entity("a").field("x").values == ("y",)


def test_odd_names_are_read_like_any(make: Make) -> None:
    script = (
        'CREATE TABLE "sel""ect from" ("a b" TEXT, "ü%s" INT); INSERT INTO "sel""ect from" VALUES (\'x\', 1);'
    )
    database = make("sqlite", script)
    (entity,) = database.catalog().entities
    assert (entity.name, entity.field("a b").values) == ('sel"ect from', ("x",))
    assert database.query(f"SELECT {quoted('ü%s', 'sqlite')} FROM {quoted(entity.name, 'sqlite')}").rows == (
        (1,),
    )
