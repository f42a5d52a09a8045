"""What a run showed, as numbers that two variants can be compared by."""

from __future__ import annotations

import re

from answerable.evals.judge import manners
from answerable.language.words import detect_language
from answerable.trace.trace import Trace

# Codes with which the permit desk stops a call that skips a step or oversteps a limit; docs/observability.md.
PROTOCOL = re.compile(r"step_missing|.+_not_verified|already_initiated|untrusted_argument|limit_exceeded")
# Yes or no of a run, then amounts.
RATES = ("apology", "correction", "fallback", "refusal", "protocol")
AMOUNTS = ("model_calls", "readability")


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
