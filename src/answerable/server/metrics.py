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

    def text(self, gauges: Sequence[str] = ()) -> str:
        """Everything as Prometheus text, with the lines of the gauges of this moment."""
        committed = {f'{{criterion="{name}"}}': value for name, value in BASELINE.items()}
        says = "Share of good judgements when it was committed."
        baseline = gauge("answerable_judged_baseline", says, committed)
        return "\n".join([*self._tally.lines(), *baseline, *gauges]) + "\n"


def gauge(name: str, says: str, values: Mapping[str, object]) -> list[str]:
    """The lines of one gauge; `values` stand behind their labels, "" for none."""
    told = [f"{name}{labels} {value}" for labels, value in values.items()]
    return [f"# HELP {name} {says}", f"# TYPE {name} gauge", *told]
