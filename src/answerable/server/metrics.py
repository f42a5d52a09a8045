"""Counters in the text format that Prometheus reads, heard from the events of every run."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from answerable.store.conversations import StoredEvent
from answerable.trace import Tally

# Seconds a run may take, from one answered out of what is known to one that spends the default budget of 60.
BUCKETS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """What happened since this process started."""

    def __init__(self) -> None:
        self._runs: Counter[tuple[str, str]] = Counter()
        self._pages: Counter[str] = Counter()
        self._seconds = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0
        self._tally = Tally()

    def hear(self, events: Sequence[StoredEvent]) -> None:
        """Count what a run told."""
        self._tally.hear(events)
        for event in events:
            match event.record["event"]:
                case "PageFetched":
                    self._pages["fetched"] += 1
                case "PageSkipped":
                    self._pages["skipped"] += 1
                case "OutcomeSettled":
                    outcome = event.record["outcome"]
                    seconds = outcome["usage"]["seconds"]
                    self._runs[outcome["outcome"], outcome["reason"] or ""] += 1
                    self._seconds[bisect_left(BUCKETS, seconds)] += 1
                    self._sum += seconds

    def text(self, gauges: Mapping[str, tuple[str, int]]) -> str:
        """Everything as Prometheus text; `gauges` are name -> (what it says, value) of this moment."""
        lines = _head("answerable_runs_total", "counter", "Runs that ended, by outcome and reason.")
        for (outcome, reason), count in sorted(self._runs.items()):
            lines.append(f'answerable_runs_total{{outcome="{outcome}",reason="{reason}"}} {count}')
        lines += _head("answerable_pages_total", "counter", "Pages fetched and skipped.")
        lines += [
            f'answerable_pages_total{{result="{name}"}} {self._pages[name]}'
            for name in ("fetched", "skipped")
        ]
        lines += [*self._histogram(), *self._tally.lines()]
        for name, (says, value) in gauges.items():
            lines += [*_head(name, "gauge", says), f"{name} {value}"]
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        lines = _head("answerable_run_seconds", "histogram", "How long runs took.")
        total = 0
        for limit, count in zip((*map(str, BUCKETS), "+Inf"), self._seconds, strict=True):
            total += count
            lines.append(f'answerable_run_seconds_bucket{{le="{limit}"}} {total}')
        return [
            *lines,
            f"answerable_run_seconds_sum {self._sum:.6f}",
            f"answerable_run_seconds_count {total}",
        ]


def _head(name: str, kind: str, says: str) -> list[str]:
    return [f"# HELP {name} {says}", f"# TYPE {name} {kind}"]
