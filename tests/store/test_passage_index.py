"""The passages that fit best are the same as if all had been ranked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from answerable.store.passage_index import best_passages, holding
from answerable.store.schema import SQLITE_INDEX, metadata

WORDS = ("table", "view", "index", "vacuum", "trigger", "the", "of", "and")
COMMON = (2, 2, 3, 1, 1, 40, 30, 20)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """3,000 passages of a few words, some frequent and some rare."""
    folder: Path = tmp_path_factory.mktemp("index")
    dice = random.Random(5)
    with create_engine(f"sqlite:///{folder / 'x.db'}").connect() as connection:
        metadata.create_all(connection)
        connection.exec_driver_sql(SQLITE_INDEX)
        for number in range(1, 3_001):
            heading, body = (
                " ".join(dice.choices(WORDS, COMMON, k=size)) for size in (2, dice.randint(3, 60))
            )
            connection.exec_driver_sql(
                "INSERT INTO passages VALUES (?, 'a', 1, 0, '[]', '', '', NULL)", (number,)
            )
            connection.exec_driver_sql(
                "INSERT INTO passage_index (rowid, heading, body) VALUES (?, ?, ?)", (number, heading, body)
            )
        yield connection


def all_ranked(connection: Connection, words: list[str]) -> list[tuple[int, float]]:
    query = "SELECT rowid, -bm25(passage_index, 3.0, 1.0) FROM passage_index WHERE passage_index MATCH ?"
    rows = connection.exec_driver_sql(query, (" OR ".join(words),))
    return sorted(((row[0], row[1]) for row in rows), key=lambda one: (-one[1], one[0]))


@pytest.mark.parametrize(
    "words", [["vacuum"], ["vacuum", "the"], ["table", "view", "of"], ["the", "and"], ["nothing"]]
)
def test_the_best_are_those_of_a_whole_ranking(connection: Connection, words: list[str]) -> None:
    own = frozenset(range(1, 3_001))
    assert best_passages(connection, words, own, limit=60) == all_ranked(connection, words)[:60]


def test_passages_of_others_are_left_out(connection: Connection) -> None:
    own = frozenset(range(1, 3_001, 7))
    mine = [one for one in all_ranked(connection, ["trigger", "of"]) if one[0] in own]
    assert best_passages(connection, ["trigger", "of"], own, limit=20) == mine[:20]
    assert best_passages(connection, ["trigger"], frozenset(), limit=20) == []


def test_words_are_matched_by_their_stem(connection: Connection) -> None:
    assert holding(connection, "tables") == holding(connection, "table") != []
