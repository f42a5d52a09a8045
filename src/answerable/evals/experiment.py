"""Two or more variants side by side: what their runs showed, and whether the difference is more than chance."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, mean, variance

from answerable.evals.judge import manners
from answerable.evals.judge.replied import GOOD
from answerable.language.words import detect_language
from answerable.store import Store
from answerable.trace import Trace, trace_of

# Codes with which the permit desk stops a call that skips a step or oversteps a limit; docs/observability.md.
PROTOCOL = re.compile(r"step_missing|.+_not_verified|already_initiated|untrusted_argument|limit_exceeded")
# Yes or no of a run, then amounts.
RATES = ("apology", "correction", "fallback", "refusal", "protocol")
AMOUNTS = ("model_calls", "readability")
# A conversation whose last reply is no answer and that nobody has gone on with for so long was given up. Chosen.
GIVEN_UP_SECONDS = 1800.0
# Every sign of every pair is looked at, so each one has to be surer (Bonferroni): all of them together are 95 % sure.
SURE = 0.95
# Amounts of fewer runs say nothing about their spread. Chosen, not measured.
FEW = 10
_PROPORTIONS = (*RATES, "abandonment", "judged_bad")
SHOWN = (*_PROPORTIONS, "seconds", *AMOUNTS)


@dataclass(frozen=True)
class Measured:
    """One sign of one variant."""

    values: tuple[float, ...]  # of each conversation the mean over its runs

    @property
    def mean(self) -> float:
        return mean(self.values) if self.values else 0.0


@dataclass(frozen=True)
class Difference:
    """One sign of a variant against the first variant, with the interval in which the true difference lies."""

    sign: str
    variant: str
    first: float
    value: float
    low: float
    high: float

    @property
    def shown(self) -> bool:
        return self.low > 0 or self.high < 0

    @property
    def words(self) -> str:
        """What may be said about it."""
        if not self.shown:
            return f"no difference shown (between {self.low:+.3g} and {self.high:+.3g})"
        way = "more" if self.low > 0 else "less"
        return (
            f"{way}, by {min(abs(self.low), abs(self.high)):.3g} to {max(abs(self.low), abs(self.high)):.3g}"
        )


def signs_of(trace: Trace) -> dict[str, float]:
    """Each sign of a run that ended: 0 or 1, or an amount."""
    return {
        "apology": float(bool(manners.said("apologies", trace.answer))),
        "correction": float(bool(manners.said("corrects", trace.question))),
        "fallback": float(trace.fallback),
        "refusal": float(trace.outcome == "refusal"),
        "protocol": float(any(PROTOCOL.fullmatch(code) for _, code in trace.tool_errors)),
        "model_calls": float(trace.usage.get("model_calls", 0)),
        "readability": manners.reading_ease(trace.answer, detect_language(trace.answer)),
    }


Variants = dict[str, dict[str, Measured]]


def read_variants(store: Store, tenant: str, experiment: str, now: float | None = None) -> Variants:
    """What every variant's runs showed, sign by sign, out of the stored log."""
    traces = store.traces(tenant)
    runs = [trace_of(*traces.read(run)) for run in traces.in_variants(experiment)]
    ended = [trace for trace in runs if trace.appended]
    names = sorted({trace.variant for trace in ended})
    return {name: _measured(store, tenant, [t for t in ended if t.variant == name], now) for name in names}


def _measured(store: Store, tenant: str, runs: Sequence[Trace], now: float | None) -> dict[str, Measured]:
    """Every sign, one value per conversation: that is what was drawn, and its runs are no separate draws."""
    talks: dict[str, list[Trace]] = {}
    for trace in runs:
        talks.setdefault(trace.conversation, []).append(trace)
    signs = [
        [{**signs_of(t), "seconds": t.usage.get("seconds", 0.0)} for t in talk] for talk in talks.values()
    ]
    found = {
        sign: Measured(tuple(mean(one[sign] for one in talk) for talk in signs))
        for sign in (*RATES, "seconds", *AMOUNTS)
    }
    last = [talk[-1] for talk in talks.values()]
    long_ago = (now or time.time()) - GIVEN_UP_SECONDS
    over = [trace for trace in last if trace.outcome == "answer" or trace.spans[0].end < long_ago]
    found["abandonment"] = Measured(tuple(float(trace.outcome != "answer") for trace in over))
    judged = [
        [one for t in talk for one in store.traces(tenant).judgements(t.run)] for talk in talks.values()
    ]
    found["judged_bad"] = Measured(tuple(mean(float(j.score < GOOD) for j in js) for js in judged if js))
    return found


def differences(variants: Variants) -> list[Difference]:
    """Every later variant against the first, sign by sign."""
    (_, usual), *others = variants.items() if variants else (("", {}),)
    z = NormalDist().inv_cdf(1 - (1 - SURE) / (2 * max(1, len(SHOWN) * len(others))))
    return [
        Difference(
            sign, name, usual[sign].mean, signs[sign].mean, *_interval(sign, usual[sign], signs[sign], z)
        )
        for name, signs in others
        for sign in SHOWN
        if usual[sign].values and signs[sign].values
    ]


def _interval(sign: str, first: Measured, other: Measured, z: float) -> tuple[float, float]:
    """Newcombe's interval for shares, Welch's for amounts."""
    apart = other.mean - first.mean
    if sign in _PROPORTIONS:
        (a, b), (c, d) = (wilson(sum(one.values), len(one.values), z) for one in (first, other))
        return (
            apart - math.hypot(other.mean - c, b - first.mean),
            apart + math.hypot(d - other.mean, first.mean - a),
        )
    if min(len(first.values), len(other.values)) < FEW:
        return -math.inf, math.inf
    spread = z * math.sqrt(sum(variance(one.values) / len(one.values) for one in (first, other)))
    return apart - spread, apart + spread


def wilson(hits: float, count: int, z: float) -> tuple[float, float]:
    """The interval in which a true share lies when so many of so many were seen."""
    share = hits / count
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)
