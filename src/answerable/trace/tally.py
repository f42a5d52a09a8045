"""What runs came to, as counters and histograms in Prometheus' text format. docs/observability.md lists the names."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from answerable.lists import read_list
from answerable.trace.spans import trace_of
from answerable.trace.trace import ToldBy, Trace

# Seconds of a run, a stage or a model call: from a rule's fraction of a millisecond to a question's default budget.
BUCKETS = (0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
# Runs that are followed at once, and values one label may have. Whatever is beyond is forgotten, or counted as
# "other": a model that makes up names of tools must not fill the memory. Chosen, not measured.
RUNS, VALUES = 1_000, 100

SAYS: dict[str, tuple[str, str]] = read_list(__package__, "metrics.toml")
Labels = tuple[tuple[str, str], ...]


class Tally:
    """Counts runs when they end; of those under way it keeps what they told so far."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, list[ToldBy]] = OrderedDict()
        self._counts: dict[str, Counter[Labels]] = {name: Counter() for name in SAYS}
        self._buckets: dict[tuple[str, Labels], list[int]] = {}
        for name in ("fallbacks", "cost_usd", "model_calls_saved"):
            self._count(f"answerable_{name}_total", 0)  # without labels it is there from the start

    def hear(self, events: Sequence[ToldBy]) -> list[Trace]:
        """Take stored events of any runs; count those that ended with them, and give their traces."""
        ended: list[Trace] = []
        for event in events:
            told = self._open.setdefault(event.run, [])
            told.append(event)
            self._note(event.record)
            if event.record["event"] == "OutcomeSettled":
                ended.append(trace_of(told))
                self.add(ended[-1])
            if event.record["event"] in ("OutcomeSettled", "AnswerReviewed"):  # a review comes after the end
                del self._open[event.run]
            elif len(self._open) > RUNS:
                self._open.popitem(last=False)
        return ended

    def _note(self, record: Mapping[str, Any]) -> None:
        """Count what is not in a trace."""
        match record["event"]:
            case "PageFetched":
                self._count("answerable_pages_total", result="fetched")
            case "PageSkipped":
                self._count("answerable_pages_total", result="skipped")
            case "OverrideUsed":
                self._count("answerable_overrides_total", stage=record["stage"])
            case "PlanReused":
                self._count("answerable_model_calls_saved_total", record["saved"])

    def judged(self, criterion: str, *, good: bool, variant: str) -> None:
        verdict = "good" if good else "bad"
        self._count("answerable_judged_total", criterion=criterion, verdict=verdict, variant=variant)

    def showed(self, variant: str, signs: Mapping[str, float], seconds: float) -> None:
        """Count what a run of a variant showed: each sign, and the run itself."""
        for sign, amount in (("run", 1), *signs.items()):
            self._count("answerable_variant_runs_total", amount, variant=variant, sign=sign)
        self._observe("answerable_variant_seconds", seconds, variant=variant)

    def add(self, trace: Trace) -> None:
        self._count("answerable_runs_total", outcome=trace.outcome, reason=trace.reason)
        self._observe("answerable_run_seconds", trace.usage.get("seconds", 0.0))
        for draft in trace.drafts:
            verdict = "objected" if draft["objections"] else "clean"
            by = draft["by"] if draft["by"] in ("rule", "override", "memory") else "model"
            self._count("answerable_drafts_total", by=by, verdict=verdict)
        for kind in trace.objections:
            self._count("answerable_objections_total", kind=kind)
        if trace.fallback:
            self._count("answerable_fallbacks_total")
        if trace.outcome == "refusal":
            self._count("answerable_refusals_total", reason=trace.reason)
        for why in trace.flags:
            self._count("answerable_flagged_total", why=why)
        for tool, code in trace.tool_errors:
            self._count("answerable_tool_errors_total", source=tool, code=code)
        for way in ("in", "out"):
            self._count("answerable_tokens_total", trace.usage.get(f"tokens_{way}", 0), way=way)
        self._count("answerable_cost_usd_total", trace.usage.get("cost_usd", 0.0))
        for span in trace.spans:
            if span.kind == "stage":
                self._observe("answerable_stage_seconds", span.seconds, stage=span.name)
            elif span.kind == "task":
                self._count("answerable_tasks_total", source=span.name, result=span.error or "found")
            elif span.kind == "model":
                model, result = span.name.removeprefix("chat "), "failed" if span.error else "replied"
                self._count("answerable_model_calls_total", model=model, result=result)
                self._observe("answerable_model_seconds", span.seconds, model=model)
                cached = span.attributes.get("gen_ai.usage.cache_read.input_tokens", 0)
                self._count("answerable_tokens_total", cached, way="cached")

    def lines(self) -> list[str]:
        """Everything counted, in Prometheus' text format."""
        lines = []
        for name, (kind, says) in SAYS.items():
            lines += [f"# HELP {name} {says}", f"# TYPE {name} {kind}"]
            now = dict(self._counts[name])  # a judge counts from its own thread
            for labels, value in sorted(now.items()):
                buckets = kind == "histogram"
                lines += self._histogram(name, labels, value) if buckets else [_line(name, labels, value)]
        return lines

    def _count(self, name: str, amount: float = 1, **labels: str) -> Labels:
        key = tuple(labels.items())
        if key not in self._counts[name] and len(self._counts[name]) >= VALUES:
            key = tuple((label, "other") for label in labels)
        self._counts[name][key] += amount  # type: ignore[assignment]  # money is counted too, and it has cents
        return key

    def _observe(self, name: str, seconds: float, **labels: str) -> None:
        key = self._count(name, seconds, **labels)
        held = self._buckets.setdefault((name, key), [0] * (len(BUCKETS) + 1))
        held[bisect_left(BUCKETS, seconds)] += 1

    def _histogram(self, name: str, labels: Labels, total: float) -> list[str]:
        lines, count = [], 0
        for limit, held in zip((*map(str, BUCKETS), "+Inf"), self._buckets[name, labels], strict=True):
            count += held
            lines.append(_line(f"{name}_bucket", (*labels, ("le", limit)), count))
        return [*lines, _line(f"{name}_sum", labels, total), _line(f"{name}_count", labels, count)]


def _line(name: str, labels: Labels, value: float) -> str:
    said = ",".join(f'{label}="{_escape(held)}"' for label, held in labels)
    return f"{name}{{{said}}} {value:.10g}" if said else f"{name} {value:.10g}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
