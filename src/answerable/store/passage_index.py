"""Asks the full-text index: which passages hold a word, and which of some passages fit several words best."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from sqlalchemy import Connection

_HOLDING = "SELECT rowid FROM passage_index WHERE passage_index MATCH ?"
# The plus keeps SQLite from looking each id up in the index by itself, which takes a hundred times as long.
# Heading words count three times (measured on the website suites: docs/decisions/passage-search.md).
_RANKED = (
    "SELECT rowid, -bm25(passage_index, 3.0, 1.0) FROM passage_index"
    " WHERE passage_index MATCH ? AND +rowid IN (SELECT value FROM json_each(?))"
)
# SQLite's bm25() has k1 = 1.2: however often a word stands in a passage, it adds less than this times its idf.
_MOST_OF_A_WORD = 2.2
_LEAST_IDF = 1e-6  # what SQLite gives a word that stands in more than half of all passages
# Passages ranked first; twice as many follow while they can still be better. Ten questions on 29,577 passages took
# 20.8, 19.5, 18.9, 23.5 and 23.8 ms each with 100, 200, 400, 800 and 1,600.
_AT_FIRST = 400


def holding(connection: Connection, word: str) -> list[int]:
    """The passages of anybody that hold a word; whoever asks must know which are his."""
    return [row[0] for row in connection.exec_driver_sql(_HOLDING, (_quoted(word),))]


def best_passages(
    connection: Connection, words: Sequence[str], own: frozenset[int], *, limit: int
) -> list[tuple[int, float]]:
    """The best of `own` that hold any of the words, with their BM25 rank.

    The index reads each passage anew to rank it (0.01 ms), so only those are ranked whose words could lift them
    above what was found: the same answer in a quarter of the time.
    """
    bounds = _bounds(connection, words, own)
    order = sorted(bounds, key=lambda passage: (-bounds[passage], passage))
    match = " OR ".join(map(_quoted, words))
    found: list[tuple[int, float]] = []
    done, step = 0, _AT_FIRST
    while done < len(order) and (len(found) < limit or bounds[order[done]] > found[limit - 1][1]):
        some = json.dumps(order[done : done + step])
        found += [(row[0], float(row[1])) for row in connection.exec_driver_sql(_RANKED, (match, some))]
        found.sort(key=lambda one: (-one[1], one[0]))
        done, step = done + step, 2 * step
    return found[:limit]


def _bounds(connection: Connection, words: Sequence[str], own: frozenset[int]) -> dict[int, float]:
    """What BM25 can give each passage at most, by the words it holds."""
    bounds: dict[int, float] = {}
    ((highest,),) = connection.exec_driver_sql("SELECT coalesce(max(id), 0) FROM passages")
    for word in words:
        rows = holding(connection, word)
        # The index counts everybody's passages; ids are never given out twice, so there are no more than these.
        most = math.log((highest - len(rows) + 0.5) / (len(rows) + 0.5)) if len(rows) <= highest else 0.0
        for passage in own.intersection(rows):
            bounds[passage] = bounds.get(passage, 0.0) + _MOST_OF_A_WORD * max(most, _LEAST_IDF)
    return bounds


def _quoted(word: str) -> str:
    return f'"{word}"'  # words hold letters and digits only
