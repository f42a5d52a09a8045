"""The queries the guard is tried with: tricks that must be stopped, questions that must not be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from answerable.domain.catalog import Catalog, Entity, Kind, Relation
from answerable.sources.database.shape import TableShape

FOLDER = Path(__file__).parent / "corpus"
DIALECTS = ("sqlite", "postgres", "mysql", "duckdb")
SHOP = """
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(40), email VARCHAR(40), password VARCHAR(40));
CREATE TABLE orders (
    id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id), total DECIMAL(10, 2), status VARCHAR(10)
);
CREATE TABLE secrets (id INTEGER PRIMARY KEY, value VARCHAR(40));
INSERT INTO users VALUES (1, 'Ada', 'ada@shop.example', 'canary-a'), (2, 'Ben', 'ben@shop.example', 'canary-b');
INSERT INTO orders VALUES (1, 1, 12.5, 'open'), (2, 2, 8, 'paid');
INSERT INTO secrets VALUES (1, 'canary-secret');
"""


def hostile(dialect: str) -> list[str]:
    """Statements that must never run, for one dialect."""
    lines = [*_lines("hostile_every"), *_lines(f"hostile_{dialect}")]
    return [_unescaped(line) for line in lines]


def all_hostile() -> set[str]:
    return {line for dialect in DIALECTS for line in hostile(dialect)}


def _lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.sql").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("-- One trick")]


def _unescaped(line: str) -> str:
    def one(found: re.Match[str]) -> str:
        mark = found[0]
        if mark.startswith("\\x"):
            return bytes(int(pair, 16) for pair in mark.split("\\x")[1:]).decode()
        return {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}[mark]

    return re.sub(r"(?:\\x[0-9a-f]{2})+|\\n|\\t|\\\\", one, line)


def legitimate(dialect: str) -> list[str]:
    """Hand-written queries over sales.sql that one dialect can run."""
    text = (FOLDER / "legitimate.sql").read_text(encoding="utf-8")
    queries = []
    for paragraph in text.split("\n\n")[1:]:
        query, _, dialects = paragraph.partition("\n@")
        if not dialects.split() or dialect in dialects.split():
            queries.append(query.replace("\\n", "\n").strip())
    return queries


def sales() -> str:
    return (FOLDER / "sales.sql").read_text(encoding="utf-8")


def hidden(tables: list[TableShape]) -> list[TableShape]:
    """The shop as questions see it: no secrets, no passwords."""
    return [
        replace(
            table,
            columns=tuple(replace(column, hidden=column.name == "password") for column in table.columns),
        )
        for table in tables
        if table.name != "secrets"
    ]


def generated(catalog: Catalog) -> Iterator[str]:
    """What a question parser or a model would ask of any catalog."""
    for entity in catalog.entities:
        yield from _of_one(entity)
    for relation in catalog.relations:
        yield from _of_two(catalog, relation)
    for first, second in product(catalog.relations, repeat=2):
        if first.to_table == second.table and first.table != second.to_table:
            yield from _of_three(first, second)


def _of_one(entity: Entity) -> Iterator[str]:
    table = _q(entity.name)
    yield f"SELECT COUNT(*) FROM {table}"
    yield f"SELECT * FROM {table} LIMIT 5"
    numbers = [_q(f.name) for f in entity.fields if f.kind is Kind.NUMBER]
    texts = [f for f in entity.fields if f.kind is Kind.TEXT]
    days = [_q(f.name) for f in entity.fields if f.kind in (Kind.DATE, Kind.MOMENT)]
    for text in texts:
        column, value = _q(text.name), (text.values or ("x",))[0].replace("'", "''")
        yield f"SELECT {column}, COUNT(*) AS n FROM {table} GROUP BY {column} ORDER BY n DESC, {column} LIMIT 10"
        yield f"SELECT COUNT(*) FROM {table} WHERE {column} = '{value}'"
        yield f"SELECT DISTINCT {column} FROM {table} WHERE LOWER({column}) LIKE '%{value[:3].lower()}%'"
        yield f"SELECT COUNT(*) FROM {table} WHERE {column} NOT IN ('{value}') OR {column} IS NULL"
        for number in numbers:
            yield f"SELECT {column}, SUM({number}), AVG({number}) FROM {table} GROUP BY {column} HAVING COUNT(*) > 1"
            yield (
                f"SELECT {column}, {number}, RANK() OVER (PARTITION BY {column} ORDER BY {number} DESC) AS place "
                f"FROM {table} ORDER BY place LIMIT 20"
            )
            yield (
                f"WITH t AS (SELECT {column} AS a, MAX({number}) AS m FROM {table} GROUP BY {column}) "
                "SELECT a, m FROM t WHERE m = (SELECT MAX(m) FROM t)"
            )
    for number in numbers:
        yield f"SELECT MIN({number}), MAX({number}), ROUND(AVG({number}), 2) FROM {table}"
        yield f"SELECT * FROM {table} WHERE {number} BETWEEN 5 AND 50 ORDER BY {number} DESC LIMIT 3"
        yield f"SELECT 100.0 * SUM(CASE WHEN {number} > 10 THEN 1 ELSE 0 END) / COUNT(*) AS share FROM {table}"
        yield f"SELECT COUNT(*) FROM {table} WHERE {number} > (SELECT AVG({number}) FROM {table})"
    for day in days:
        yield f"SELECT SUBSTR({day}, 1, 7) AS month, COUNT(*) FROM {table} GROUP BY month ORDER BY month"
        yield f"SELECT COUNT(*) FROM {table} WHERE {day} >= '2025-01-01' AND {day} < '2025-07-01'"
        yield f"SELECT COUNT(*) FROM {table} WHERE {day} IS NULL OR {day} < date('now', '-1 month')"


def _of_two(catalog: Catalog, relation: Relation) -> Iterator[str]:
    child, parent = catalog.entity(relation.table), catalog.entity(relation.to_table)
    a, b = _q(child.name), _q(parent.name)
    on = " AND ".join(
        f"c.{_q(x)} = p.{_q(y)}" for x, y in zip(relation.columns, relation.to_columns, strict=True)
    )
    key = _q(relation.to_columns[0])
    yield f"SELECT COUNT(*) FROM {b} AS p WHERE NOT EXISTS (SELECT 1 FROM {a} AS c WHERE {on})"
    yield f"SELECT p.{key}, COUNT(*) AS n FROM {b} AS p JOIN {a} AS c ON {on} GROUP BY p.{key} ORDER BY n DESC LIMIT 5"
    many = f"SELECT p.{key}, COUNT(c.{_q(relation.columns[0])}) AS n FROM {b} AS p LEFT JOIN {a} AS c ON {on}"
    yield f"SELECT AVG(n) FROM ({many} GROUP BY p.{key}) AS t"
    for left, right in product(parent.fields[:6], child.fields[:6]):
        x, y = f"p.{_q(left.name)}", f"c.{_q(right.name)}"
        yield f"SELECT {x}, COUNT(DISTINCT {y}) AS n FROM {b} AS p JOIN {a} AS c ON {on} GROUP BY {x} ORDER BY n DESC"
        yield f"SELECT p.*, {y} FROM {b} AS p LEFT JOIN {a} AS c ON {on} WHERE {x} IS NOT NULL ORDER BY {y} LIMIT 7"


def _of_three(first: Relation, second: Relation) -> Iterator[str]:
    a, b, c = _q(first.table), _q(first.to_table), _q(second.to_table)
    joins = (
        f"{a} AS x JOIN {b} AS y ON x.{_q(first.columns[0])} = y.{_q(first.to_columns[0])} "
        f"JOIN {c} AS z ON y.{_q(second.columns[0])} = z.{_q(second.to_columns[0])}"
    )
    key = _q(second.to_columns[0])
    yield f"SELECT z.{key}, COUNT(*) FROM {joins} GROUP BY z.{key} ORDER BY 2 DESC LIMIT 10"
    yield f"SELECT z.* FROM {c} AS z WHERE z.{key} IN (SELECT y.{_q(second.columns[0])} FROM {joins})"
    yield f"WITH j AS (SELECT z.{key} AS k FROM {joins}) SELECT k, COUNT(*) OVER (PARTITION BY k) AS n FROM j LIMIT 5"


def _q(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
