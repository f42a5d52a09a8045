"""Passing stored events on to everyone who watches a conversation; the store is not asked again and again."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from answerable.server.wire import Batch
from answerable.store import Store
from answerable.store.conversations import StoredEvent
from answerable.tools.escalation import WITH_PERSON

# Events kept for a watcher who reads slower than a run tells. A run over 100 pages tells about 240; whoever
# falls further behind is served from the store again, so nothing is lost and no memory grows.
WAITING = 256
# Events read from the store at once when a watcher catches up.
PAGE = 500
# Events after which an operator's list is another one.
STIRRING = frozenset({"ConversationEscalated", "PersonJoined", "PersonLeft", "TextFlagged"})

Place = tuple[str, str]  # tenant and conversation


class Watch:
    """One watcher of one conversation: first what is stored after `place`, then what is told, each once."""

    def __init__(self, store: Store, where: Place, place: int) -> None:
        self._log = store.conversations(where[0])
        self._conversation = where[1]
        self.place = place
        self._waiting: deque[StoredEvent] = deque()
        self._behind = True  # the store has not been asked yet
        self._ended = False
        self._loop = asyncio.get_running_loop()
        # What a reader waits for: events, none of them after silence; None says to look around again.
        self._news: asyncio.Future[Batch | None] | None = None
        self._since = 0.0  # when the wait began
        self._alarm: asyncio.TimerHandle | None = None

    async def read(self, patience: float) -> Batch | None:
        """The next events; none after so many seconds of silence, None when no more will come."""
        while True:
            if self._behind:
                if found := await self._catch_up():
                    return found
            elif found := self._take():
                return found
            elif self._behind:
                continue
            elif self._ended:
                return None
            elif (told := await self._wait(patience)) is not None:
                return told

    def close(self) -> None:
        """Wake nobody any more."""
        if self._alarm:
            self._alarm.cancel()

    def tell(self, events: Batch) -> None:
        """Hand over events that were just stored: to a reader who waits for just these at once."""
        waits = self._news and not self._news.done() and not self._waiting and not self._behind
        if waits and events.follow(self.place):
            self.place = events[-1].place
            self._wake(events)
            return
        self._waiting.extend(events)
        if len(self._waiting) > WAITING:
            self._waiting.clear()
            self._behind = True
        self._wake()

    def look_again(self) -> None:
        """Say that the store may hold more than was handed over."""
        self._behind = True
        self._wake()

    def end(self) -> None:
        """Say that nothing more will come."""
        self._ended = True
        self._wake()

    async def _wait(self, patience: float) -> Batch | None:
        """The news, or an empty batch after so many seconds without.

        One alarm serves many waits: it looks how long the present one has lasted, and is set again. An alarm for
        each would cost as much as all the rest of passing an event on.
        """
        self._news, self._since = self._loop.create_future(), self._loop.time()
        if self._alarm is None:
            self._alarm = self._loop.call_later(patience, self._ring, patience)
        return await self._news

    def _ring(self, patience: float) -> None:
        left = self._since + patience - self._loop.time()
        self._alarm = self._loop.call_later(left, self._ring, patience) if left > 0 else None
        if left <= 0:
            self._wake(Batch())

    def _wake(self, news: Batch | None = None) -> None:
        if self._news and not self._news.done():
            self._news.set_result(news)

    async def _catch_up(self) -> Batch:
        self._behind = False  # set again by whoever overflows while the store is read
        found = await asyncio.to_thread(self._log.events, self._conversation, after=self.place, limit=PAGE)
        if len(found) == PAGE:
            self._behind = True
        if found:
            self.place = found[-1].place
        return Batch(found)

    def _take(self) -> Batch:
        """What waits, in order and without what was already read; a hole sends us to the store."""
        taken = Batch()
        while self._waiting:
            event = self._waiting.popleft()
            if event.place <= self.place:
                continue
            if event.place != self.place + 1:  # another process wrote in between
                self._waiting.clear()
                self._behind = True
                break
            self.place = event.place
            taken.append(event)
        return taken


class Board:
    """Where runs pin their events and watchers read them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watches: dict[Place, set[Watch]] = {}
        self._inboxes: dict[str, set[asyncio.Event]] = {}  # whoever has a tenant's inbox open
        self.closed = False

    def __len__(self) -> int:
        return sum(map(len, self._watches.values()))

    @contextmanager
    def watch(self, where: Place, after: int) -> Iterator[Watch]:
        """Watch a conversation from a number on, for as long as the block lasts."""
        watch = Watch(self._store, where, after)
        watches = self._watches.setdefault(where, set())
        watches.add(watch)
        if self.closed:
            watch.end()
        try:
            yield watch
        finally:
            watch.close()
            watches.discard(watch)
            if not watches and self._watches.get(where) is watches:
                del self._watches[where]

    def pin(self, where: Place, events: Sequence[StoredEvent]) -> None:
        """Pass stored events on to everyone who watches."""
        batch = Batch(events)
        for watch in self._watches.get(where, ()) if batch else ():
            watch.tell(batch)
        if where[0] in self._inboxes and any(_stirs(event.record) for event in events):
            self._ring([where[0]])

    def look_again(self, places: Iterable[Place]) -> None:
        """Another process is at work in these conversations: whoever watches one must look into the store."""
        for where in places:
            for watch in self._watches.get(where, ()):
                watch.look_again()
            self._ring([where[0]])

    def end(self, where: Place) -> None:
        """The conversation is gone: end its watches."""
        for watch in self._watches.get(where, ()):
            watch.end()

    def close(self) -> None:
        """The server is going: end all watches, and those to come."""
        self.closed = True
        for where in list(self._watches):
            self.end(where)
        self._ring(list(self._inboxes))

    @contextmanager
    def inbox(self, tenant: str) -> Iterator[asyncio.Event]:
        """Set whenever a tenant's inbox may list something else, for as long as the block lasts."""
        news = asyncio.Event()
        inboxes = self._inboxes.setdefault(tenant, set())
        inboxes.add(news)
        try:
            yield news
        finally:
            inboxes.discard(news)

    def _ring(self, tenants: Iterable[str]) -> None:
        for tenant in tenants:
            for news in self._inboxes.get(tenant, ()):
                news.set()


def _stirs(record: Mapping[str, Any]) -> bool:
    """Whether an event changes what an inbox lists."""
    kept = record["event"] == "OutcomeSettled" and record["outcome"]["reason"] == WITH_PERSON
    return kept or record["event"] in STIRRING
