"""Figures as drawings: plain SVG whose colours come from the page's style, so that light and dark both read well."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise

from answerable.evals.floors import worse
from answerable.evals.tried import Tried

WIDTH, ROW, LABEL = 640, 26, 170
BANDS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)  # of stated confidence; where the engine's own thresholds lie
BINS = 24
_PLOT = WIDTH - LABEL - 60


def bars(
    figures: Mapping[str, float], floors: Mapping[str, float], before: Mapping[str, float] | None = None
) -> str:
    """Figures between 0 and 1 as bars, each with its floor as a line, or with what it was before as a ring."""
    shown = [(name, value) for name, value in figures.items() if 0 <= value <= 1]
    marks = []
    for place, (name, value) in enumerate(shown):
        y = place * ROW + 6
        floor = floors.get(name)
        low = floor is not None and worse(name, value, floor)
        marks += [
            _text(LABEL - 10, y + 12, name.replace("_", " "), "label end"),
            f'<rect class="track" x="{LABEL}" y="{y}" width="{_PLOT}" height="14" rx="3"/>',
            f'<rect class="{"bad" if low else "good"}" x="{LABEL}" y="{y}" width="{_at(value)}" height="14" rx="3"/>',
            _text(LABEL + _PLOT + 8, y + 12, _plain(value), "value"),
        ]
        if floor is not None and 0 <= floor <= 1:
            x = LABEL + _at(floor)
            marks.append(f'<line class="floor" x1="{x}" x2="{x}" y1="{y - 4}" y2="{y + 18}"/>')
        if before and (old := before.get(name)) is not None and 0 <= old <= 1:
            marks.append(f'<circle class="before" cx="{LABEL + _at(old)}" cy="{y + 7}" r="5"/>')
    return _svg(marks, len(shown) * ROW + 8, "Scores, with their floors") if shown else ""


def latency(seconds: Sequence[float]) -> str:
    """How long cases took, on a scale of powers of ten, with the median and the slowest hundredth."""
    taken = sorted(max(one, 0.001) for one in seconds)
    if len(taken) < 2:
        return ""
    low, high = math.floor(math.log10(taken[0])), math.ceil(math.log10(taken[-1]) + 1e-9)
    high = max(high, low + 1)

    def x(value: float) -> float:
        return round(LABEL + (math.log10(value) - low) / (high - low) * _PLOT, 1)

    counts = [0] * BINS
    for one in taken:
        counts[min(BINS - 1, int((math.log10(one) - low) / (high - low) * BINS))] += 1
    wide, top = _PLOT / BINS, max(counts)
    marks = [
        f'<rect class="good" x="{LABEL + n * wide:.1f}" y="{110 - 90 * count / top:.1f}" width="{wide - 2:.1f}" '
        f'height="{90 * count / top:.1f}" rx="2"/>'
        for n, count in enumerate(counts)
        if count
    ]
    for power in range(low, high + 1):
        marks += [_text(x(10**power), 128, f"{10**power:g} s", "tick mid")]
    for percent in (50, 99):
        value = taken[min(len(taken) - 1, math.ceil(len(taken) * percent / 100) - 1)]
        anchor = "end" if x(value) > LABEL + _PLOT / 2 else "start"
        marks.append(f'<line class="floor" x1="{x(value)}" x2="{x(value)}" y1="14" y2="112"/>')
        gap = -6 if anchor == "end" else 6
        marks.append(
            _text(x(value) + gap, 12 + (percent == 99) * 14, f"p{percent} {value:.2g} s", f"value {anchor}")
        )
    marks += [_text(LABEL - 10, 64, f"{len(taken)} cases", "label end")]
    return _svg(marks, 136, "How long cases took")


def reliability(tried: Iterable[Tried]) -> str:
    """How sure answers were against how often they were right; on the line, what is said is meant."""
    sure = [(one.confidence, one.right) for one in tried if one.confidence is not None]
    bands = [[(c, right) for c, right in sure if low <= c < high] for low, high in pairwise(BANDS)]
    held = [band for band in bands if band]
    if len(sure) < 10 or not held:
        return ""
    side, left = 220, LABEL
    marks = [
        f'<rect class="track" x="{left}" y="10" width="{side}" height="{side}" rx="3"/>',
        f'<line class="diagonal" x1="{left}" y1="{10 + side}" x2="{left + side}" y2="10"/>',
    ]
    points = []
    for band in held:
        stated, right = (sum(float(one[n]) for one in band) / len(band) for n in (0, 1))
        cx, cy = round(left + stated * side, 1), round(10 + side - right * side, 1)
        points.append(f"{cx},{cy}")
        radius = 3 + 6 * math.sqrt(len(band) / len(sure))
        title = f"stated {stated:.2f}, right {right:.2f}, {len(band)} answers"
        marks.append(
            f'<circle class="good" cx="{cx}" cy="{cy}" r="{radius:.1f}"><title>{title}</title></circle>'
        )
        marks.append(_text(left + side + 20, 30 + 20 * len(points), title, "tick"))
    marks.insert(2, f'<polyline class="curve" points="{" ".join(points)}"/>')
    for value in (0, 0.5, 1):
        marks += [
            _text(left + value * side, side + 28, f"{value:g}", "tick mid"),
            _text(left - 8, 14 + side - value * side, f"{value:g}", "tick end"),
        ]
    marks += [
        _text(left + side / 2, side + 46, "stated confidence", "label mid"),
        _text(left - 34, 120, "right", "label end"),
    ]
    return _svg(marks, side + 54, "Stated confidence against how often answers were right")


def rates(tried: Sequence[Tried]) -> str:
    """How cases ended, right and wrong, as one bar."""
    ends: dict[str, list[bool]] = {}
    for one in tried:
        word = one.got.partition(":")[0]
        ends.setdefault(
            word if word in ("answer", "refusal", "clarification", "failure") else "case", []
        ).append(one.right)
    marks, x = [], float(LABEL)
    marks.append(_text(LABEL - 10, 24, "endings", "label end"))
    legend = LABEL
    for place, (word, right) in enumerate(sorted(ends.items())):
        for good, kind in ((True, f"kind{place % 4}"), (False, "bad")):
            count = right.count(good)
            wide = count / len(tried) * _PLOT
            if count:
                says = f"{word}, {'right' if good else 'wrong'}: {count}"
                marks.append(
                    f'<rect class="{kind}" x="{x:.1f}" y="10" width="{max(1.0, wide - 1):.1f}" height="20">'
                )
                marks.append(f"<title>{says}</title></rect>")
            x += wide
        marks.append(f'<rect class="kind{place % 4}" x="{legend}" y="42" width="10" height="10" rx="2"/>')
        marks.append(_text(legend + 15, 51, f"{word} {sum(right)}/{len(right)} right", "tick"))
        legend += 150
    return _svg(marks, 60, "How cases ended") if len(tried) > 1 else ""


def _at(value: float) -> float:
    return round(value * _PLOT, 1)


def _plain(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if value else "0"


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _svg(marks: Sequence[str], height: float, title: str) -> str:
    inside = "".join(marks)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )
