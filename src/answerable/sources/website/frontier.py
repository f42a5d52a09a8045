"""The links not yet visited, best first; a page under several addresses is one page."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from answerable.net.url import origin_of, page_key

# So many pages whose addresses differ only in numbers come before others must have had a turn: an endless
# calendar waits behind the rest of the site. (Two documentation sites have 19 and 20 such: release notes.)
TURN = 20
# So many of them may repeat, numbers apart, what was read before; then those that only such pages link to
# are left out. None of the 1,698 pages of those two sites repeats another; the sandbox's endless calendar
# does from its second page on.
REPEATS = 8

_VARYING = re.compile(r"(?=[a-z]*[0-9])[0-9a-z]{12,}|[0-9]+", re.I)
_VALUE = re.compile(r"=[^&]*")


@dataclass(frozen=True, slots=True)
class Target:
    """One page to read: where it is, how many clicks from a start page, and how promising."""

    url: str
    depth: int = 0
    score: float = 0.0


_Waiting = tuple[int, float, int, Target]  # turn, -score, order, target


class Frontier:
    """Give it targets in any order and take the best; equal ones come out in the order they went in.

    At most `per_host` targets of one host are out at a time, so that a slow host does not hold up the others;
    `come_back` ends such a visit.
    """

    def __init__(self, *, per_host: int) -> None:
        self._per_host = per_host
        self._lanes: dict[str, list[_Waiting]] = {}
        self._out: Counter[str] = Counter()
        self._urls: set[str] = set()
        self._keys: set[str] = set()
        self._read: set[str] = set()
        self._visited: Counter[str] = Counter()  # keys of the pages that are out
        self._doubtful: set[str] = set()
        self._shapes: Counter[str] = Counter()
        self._repeats: Counter[str] = Counter()
        self.left_out: dict[str, list[str]] = {}  # by shape: the addresses that are not visited

    def __len__(self) -> int:
        return sum(map(len, self._lanes.values()))

    def add(self, target: Target, *, doubtful: bool = False) -> None:
        """Add a way on, unless this page was added before under any of its addresses.

        It is doubtful when it was found on a page that told nothing new: so an endless calendar feeds itself.
        """
        url = target.url
        if url in self._urls:
            return
        self._urls.add(url)
        key = page_key(url)
        if key in self._keys:
            return
        self._keys.add(key)
        if doubtful:
            self._doubtful.add(key)
        shape = shape_of(key)
        turn = self._shapes[shape] // TURN
        self._shapes[shape] += 1
        lane = self._lanes.setdefault(origin_of(url)[1], [])
        heapq.heappush(lane, (turn, -target.score, len(self._keys), target))

    def add_all(self, links: Iterable[tuple[str, str]], depth: int, *, doubtful: bool = False) -> None:
        """Add the ways on from one page; nearly all of them are known already."""
        urls = self._urls
        for url, _ in links:
            if url not in urls:
                self.add(Target(url, depth), doubtful=doubtful)

    def take(self) -> Target | None:
        """The best target of a host that has room, or None when there is none at the moment."""
        while host := self._best_host():
            lane = self._lanes[host]
            target = heapq.heappop(lane)[3]
            if not lane:
                del self._lanes[host]
            if not self._needless(target.url):
                self._out[host] += 1
                self._visited[page_key(target.url)] += 1
                return target
        return None

    def come_back(self, target: Target, read_as: str = "") -> None:
        """A visit ended; `read_as` is the key of the page it led to, which need not be visited again."""
        self._out[origin_of(target.url)[1]] -= 1
        self._visited[page_key(target.url)] -= 1
        if read_as:
            self._read.add(read_as)

    def has_read(self, key: str) -> bool:
        """Whether a visit of this crawl led to this page, or is about to."""
        return key in self._read or self._visited[key] > 0

    def repeat(self, url: str) -> None:
        """The page at this address told nothing new."""
        self._repeats[shape_of(page_key(url))] += 1

    def clear(self) -> int:
        """Give up what is waiting; says how many that were."""
        waiting = len(self)
        self._lanes.clear()
        return waiting

    def _best_host(self) -> str | None:
        free = [host for host in self._lanes if self._out[host] < self._per_host]
        if len(free) < 2:
            return free[0] if free else None
        return min(free, key=lambda host: self._lanes[host][0][:3])

    def _needless(self, url: str) -> bool:
        key = page_key(url)
        if key in self._read:
            return True
        shape = shape_of(key)
        if key not in self._doubtful or self._repeats[shape] < REPEATS:
            return False
        self.left_out.setdefault(shape, []).append(url)
        return True


@lru_cache(maxsize=4_096)
def shape_of(key: str) -> str:
    """What stays the same in the addresses of an endless calendar: no numbers, values or repeated folders."""
    path, mark, query = key.partition("?")
    if mark:
        query = "&".join(sorted(set(_VALUE.sub("", query).split("&"))))
    folders = dict.fromkeys(path.split("/"))
    return _VARYING.sub("0", "/".join(folders) + mark + query)
