"""Counters in the text format that Prometheus reads, heard from the events of every run and from its judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from answerable.evals.experiment import signs_of
from answerable.evals.judge.replied import Judgement
from answerable.evals.live import BASELINE
from answerable.store.conversations import StoredEvent
from answerable.trace import Tally


class Metrics:
    """What happened since this process started."""

    def __init__(self) -> None:
        self._tally = Tally()

    def hear(self, events: Sequence[StoredEvent]) -> None:
        for trace in self._tally.hear(events):
            if trace.variant:
                self._tally.showed(trace.variant, signs_of(trace), trace.usage.get("seconds", 0.0))

    def judged(self, variant: str, found: Sequence[Judgement]) -> None:
        for one in found:
            self._tally.judged(one.criterion, good=one.good, variant=variant)

    def text(self, gauges: Mapping[str, tuple[str, int]]) -> str:
        """Everything as Prometheus text; `gauges` are name -> (what it says, value) of this moment."""
        baseline = "answerable_judged_baseline"
        lines = [*self._tally.lines(), *_head(baseline, "Share of good judgements when it was committed.")]
        lines += [f'{baseline}{{criterion="{name}"}} {value}' for name, value in BASELINE.items()]
        for name, (says, value) in gauges.items():
            lines += [*_head(name, says), f"{name} {value}"]
        return "\n".join(lines) + "\n"


def _head(name: str, says: str) -> list[str]:
    return [f"# HELP {name} {says}", f"# TYPE {name} gauge"]
