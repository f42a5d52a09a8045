"""The passages of a site that are nearest to a question in meaning.

Vectors are computed when a passage is first looked at, kept in the store behind the name of the table they came
from, and remembered in the process: reading 25,000 of them anew for every question took 160 ms, this takes two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from answerable.language.embed import nearness
from answerable.language.ranking import Embedder, Vectors
from answerable.store.pages import TenantPages

# Passages computed in one go. Chosen: a thousand texts and their vectors are a few megabytes.
AT_ONCE = 1_000


@dataclass(frozen=True)
class _Remembered:
    """Rows of unit length by passage, sorted by its id. No id ever names another text, so none goes stale."""

    ids: NDArray[np.int64]
    rows: Vectors


@dataclass(frozen=True)
class Nearness:
    """How near each passage of some pages is to one question; sorted by passage."""

    ids: NDArray[np.int64]
    near: Vectors

    def best(self, limit: int) -> list[int]:
        """The nearest passages, nearest first."""
        best = np.argsort(-self.near, kind="stable")[:limit]
        return [int(passage) for passage in self.ids[best]]

    def nearest_of(self, passages: Sequence[int]) -> float | None:
        """How near the nearest of these passages is; None when one of them was not measured."""
        wanted = np.array(passages, np.int64)
        places = np.searchsorted(self.ids, wanted)
        if not len(self.ids) or not np.array_equal(self.ids[np.minimum(places, len(self.ids) - 1)], wanted):
            return None
        return float(self.near[places].max())


class NearestPassages:
    """Looks through the passages of one tenant's pages."""

    def __init__(self, pages: TenantPages, embedder: Embedder) -> None:
        self._pages, self._embedder = pages, embedder
        self._table = embedder.fingerprint.encode()

    def measure(self, towards: Vectors, page_ids: Sequence[int]) -> Nearness:
        """How near the passages of these pages lie to a direction."""
        ids = np.array(self._pages.passage_ids(page_ids), np.int64)
        if not towards.any():  # no word of the question is known, or no table is installed: none is nearer
            ids = ids[:0]
        return Nearness(ids, nearness(self._rows(ids), towards) if len(ids) else np.empty(0, np.float32))

    def _rows(self, ids: NDArray[np.int64]) -> Vectors:
        name = ("vectors", self._table)
        known = self._pages.recall(name)
        if not isinstance(known, _Remembered):
            known = _Remembered(np.empty(0, np.int64), np.empty((0, self._embedder.dimensions), np.float32))
        if np.array_equal(known.ids, ids):
            return known.rows
        missing = np.setdiff1d(ids, known.ids, assume_unique=True)
        if len(missing):
            known = _joined(known, self._read(missing))
            self._pages.remember(name, known, known.rows.nbytes + known.ids.nbytes)
        return known.rows[np.searchsorted(known.ids, ids)]

    def _read(self, ids: NDArray[np.int64]) -> _Remembered:
        """From the store, as far as they were computed with this table; the others are computed now."""
        rows = np.zeros((len(ids), self._embedder.dimensions), np.float32)
        for start in range(0, len(ids), AT_ONCE):
            part = [int(passage) for passage in ids[start : start + AT_ONCE]]
            kept = self._pages.vectors(part, self._table)
            kept |= self._compute([passage for passage in part if passage not in kept])
            for place, passage in enumerate(part, start):
                if passage in kept:  # another process may have dropped it meanwhile
                    rows[place] = np.frombuffer(kept[passage], np.float16)
        return _Remembered(ids, rows)

    def _compute(self, ids: Sequence[int]) -> dict[int, bytes]:
        if not ids:
            return {}
        hits = self._pages.passages(ids)
        vectors = self._embedder.embed([f"{' '.join(hit.path[-2:])}. {hit.text}" for hit in hits])
        computed = {hit.id: row.astype(np.float16).tobytes() for hit, row in zip(hits, vectors, strict=True)}
        self._pages.set_vectors(computed.items(), self._table)
        return computed


def _joined(known: _Remembered, more: _Remembered) -> _Remembered:
    ids = np.concatenate((known.ids, more.ids))
    order = np.argsort(ids, kind="stable")
    return _Remembered(ids[order], np.concatenate((known.rows, more.rows))[order])
