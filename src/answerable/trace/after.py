"""Work on runs that ended, in a thread of its own: whoever asked never waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from contextlib import suppress

from answerable.trace.trace import ToldBy

_log = logging.getLogger("answerable.trace")


class AfterRuns:
    """Takes up runs one after the other; never raises, never holds one up. What is too much is dropped and counted."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self.done = self.dropped = 0
        self._waiting: queue.Queue[tuple[str, str] | None] = queue.Queue(most)
        self._thread = threading.Thread(target=self._go_on, name=name, daemon=True)
        self._thread.start()

    def wants(self, run: str) -> bool:  # noqa: ARG002 - for those who choose
        """Whether this run is worked on at all."""
        return True

    def work(self, tenant: str, run: str) -> bool:
        """Do it; False where it was left undone."""
        raise NotImplementedError

    def hear(self, tenant: str, events: Sequence[ToldBy]) -> None:
        """Take stored events; the runs that ended with them are worked on."""
        for event in events:
            if event.record["event"] == "OutcomeSettled" and self.wants(event.run):
                try:
                    self._waiting.put_nowait((tenant, event.run))
                except queue.Full:
                    self.dropped += 1

    def close(self, patience: float) -> None:
        """Finish what waits, and stop."""
        with suppress(queue.Full):
            self._waiting.put(None, timeout=patience)
            self._thread.join(patience)

    def _go_on(self) -> None:
        while (taken := self._waiting.get()) is not None:
            try:
                good = self.work(*taken)
            except Exception as error:  # noqa: BLE001 - store, model or collector: no run is worth the thread
                good, lost = False, self.dropped + 1
                if lost.bit_count() == 1:  # the 1st, 2nd, 4th …: what stays broken fills no disk
                    _log.warning("Dropped by %s: %d, the last because %s", self._name, lost, error)
            self.done += good
            self.dropped += not good
