"""A trace as lines a person reads: each part below what it belongs to, with a bar that shows when it was under way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from answerable.trace.trace import Trace

# Characters of the bar, and of what a span says about itself.
BAR, SAID = 24, 60
_SHOWN = (
    "url.full",
    "db.query.summary",
    "gen_ai.tool.call.arguments",
    "answerable.purpose",
    "answerable.task",
)


def waterfall(trace: Trace) -> Iterator[str]:
    """One line per span."""
    run = trace.spans[0]
    scale = BAR / (run.seconds or 1.0)

    def below(place: int, depth: int) -> Iterator[str]:
        span = trace.spans[place]
        begin = min(BAR - 1, max(0, int((span.start - run.start) * scale)))
        bar = " " * begin + "━" * max(1, min(BAR - begin, round(span.seconds * scale)))
        name = f"{'  ' * depth}{span.name}"
        said = f"! {span.error}" if span.error else _said(span.attributes)
        yield f"{name:32.32} {span.seconds:8.3f} s  {bar:{BAR}}  {said[:SAID]}".rstrip()
        for inner in sorted(
            (n for n, s in enumerate(trace.spans) if s.parent == place), key=lambda n: trace.spans[n].start
        ):
            yield from below(inner, depth + 1)

    yield from below(0, 0)


def _said(attributes: dict[str, Any]) -> str:
    return next((str(attributes[name]) for name in _SHOWN if attributes.get(name)), "")
