"""The links not yet visited, best first; a page under several addresses is one page."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from answerable.net.url import page_key


@dataclass(frozen=True)
class Target:
    """One page to read: where it is, and how many clicks from a start page."""

    url: str
    depth: int = 0


class Frontier:
    """Give it targets in any order and take the best; equal scores come out in the order they went in."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Target]] = []
        self._seen: set[str] = set()
        self._count = 0

    def add(self, target: Target, score: float = 0.0) -> None:
        """Add a way on, unless this page was added before under any of its addresses."""
        key = page_key(target.url)
        if key in self._seen:
            return
        self._seen.add(key)
        self._count += 1
        heapq.heappush(self._heap, (-score, self._count, target))

    def take(self) -> Target | None:
        """The best target, or None when there is none at the moment."""
        return heapq.heappop(self._heap)[2] if self._heap else None

    def __len__(self) -> int:
        return len(self._heap)
