"""Figures as drawings: plain SVG whose colours come from the page's style, so that light and dark both read well."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise

from answerable.evals.floors import worse
from answerable.evals.tried import Tried

WIDTH, ROW, LABEL = 640, 26, 170
BANDS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)  # of stated confidence; where the engine's own thresholds lie
BINS = 24
ENDINGS = ("answer", "refusal", "clarification", "failure")
_PLOT = WIDTH - LABEL - 60


def bars(
    figures: Mapping[str, float], floors: Mapping[str, float], before: Mapping[str, float] | None = None
) -> str:
    """Figures between 0 and 1 as bars, each with its floor as a line, or with what it was before as a ring."""
    shown = [(name, value) for name, value in figures.items() if 0 <= value <= 1]
    marks = []
    for place, (name, value) in enumerate(shown):
        y, floor, old = place * ROW + 6, floors.get(name), (before or {}).get(name)
        low = floor is not None and worse(name, value, floor)
        marks += [
            _text(LABEL - 10, y + 12, name.replace("_", " "), "label end"),
            _bar("track", LABEL, y, _PLOT, 14),
            _bar("bad" if low else "good", LABEL, y, value * _PLOT, 14),
            _text(LABEL + _PLOT + 8, y + 12, f"{value:.3f}".rstrip("0").rstrip("."), "value"),
        ]
        if floor is not None and 0 <= floor <= 1:
            x = LABEL + floor * _PLOT
            marks.append(_line("floor", x, y - 4, x, y + 18))
        if old is not None and 0 <= old <= 1:
            marks.append(_ring("before", LABEL + old * _PLOT, y + 7, 5))
    return _svg(marks, len(shown) * ROW + 8, "Scores, with their floors") if shown else ""


def latency(seconds: Sequence[float]) -> str:
    """How long cases took, on a scale of powers of ten, with the median and the slowest hundredth."""
    taken = sorted(max(one, 0.001) for one in seconds)
    if len(taken) < 2:
        return ""
    low = math.floor(math.log10(taken[0]))
    high = max(low + 1, math.ceil(math.log10(taken[-1]) + 1e-9))

    def along(value: float) -> float:
        return (math.log10(value) - low) / (high - low)

    counts = Counter(min(BINS - 1, int(along(one) * BINS)) for one in taken)
    wide, tall = _PLOT / BINS, 90 / max(counts.values())
    marks = [
        _bar("good", LABEL + n * wide, 110 - tall * count, wide - 2, tall * count)
        for n, count in sorted(counts.items())
    ]
    for power in range(low, high + 1):
        marks.append(_text(LABEL + along(10**power) * _PLOT, 128, f"{10**power:g} s", "tick mid"))
    for percent, y in ((50, 12), (99, 26)):
        value = taken[math.ceil(len(taken) * percent / 100) - 1]
        x, side, gap = LABEL + along(value) * _PLOT, "start", 6
        if along(value) > 0.5:
            side, gap = "end", -6
        marks.append(_line("floor", x, 14, x, 112))
        marks.append(_text(x + gap, y, f"p{percent} {value:.2g} s", f"value {side}"))
    marks.append(_text(LABEL - 10, 64, f"{len(taken)} cases", "label end"))
    return _svg(marks, 136, "How long cases took")


def reliability(tried: Iterable[Tried]) -> str:
    """How sure answers were against how often they were right; on the line, what is said is meant."""
    sure = [(one.confidence, one.right) for one in tried if one.confidence is not None]
    if len(sure) < 10:
        return ""
    side = 220
    points, marks = (
        [],
        [_bar("track", LABEL, 10, side, side), _line("diagonal", LABEL, 10 + side, LABEL + side, 10)],
    )
    for low, high in pairwise(BANDS):
        band = [(c, right) for c, right in sure if low <= c < high]
        if not band:
            continue
        stated, right = (sum(float(one[n]) for one in band) / len(band) for n in (0, 1))
        x, y = LABEL + stated * side, 10 + side - right * side
        points.append(f"{x:.1f},{y:.1f}")
        title = f"stated {stated:.2f}, right {right:.2f}, {len(band)} answers"
        marks.append(_ring("good", x, y, 3 + 6 * math.sqrt(len(band) / len(sure)), title))
        marks.append(_text(LABEL + side + 20, 30 + 20 * len(points), title, "tick"))
    marks.insert(2, f'<polyline class="curve" points="{" ".join(points)}"/>')
    for value in (0, 0.5, 1):
        marks.append(_text(LABEL + value * side, side + 28, f"{value:g}", "tick mid"))
        marks.append(_text(LABEL - 8, 14 + side - value * side, f"{value:g}", "tick end"))
    marks.append(_text(LABEL + side / 2, side + 46, "stated confidence", "label mid"))
    marks.append(_text(LABEL - 34, 120, "right", "label end"))
    return _svg(marks, side + 54, "Stated confidence against how often answers were right")


def rates(tried: Sequence[Tried]) -> str:
    """How cases ended, right and wrong, as one bar."""
    ends: dict[str, list[bool]] = {}
    for one in tried:
        word = one.got.partition(":")[0]
        ends.setdefault(word if word in ENDINGS else "case", []).append(one.right)
    x, marks = float(LABEL), [_text(LABEL - 10, 24, "endings", "label end")]
    for place, (word, right) in enumerate(sorted(ends.items())):
        for good, kind in ((True, f"kind{place % 4}"), (False, "bad")):
            if count := right.count(good):
                wide = count / len(tried) * _PLOT
                says = f"{word}, {'right' if good else 'wrong'}: {count}"
                marks.append(_bar(kind, x, 10, max(1.0, wide - 1), 20, says))
                x += wide
        left = LABEL + 150 * place
        marks.append(_bar(f"kind{place % 4}", left, 42, 10, 10))
        marks.append(_text(left + 15, 51, f"{word} {sum(right)}/{len(right)} right", "tick"))
    return _svg(marks, 60, "How cases ended") if len(tried) > 1 else ""


def _bar(kind: str, x: float, y: float, wide: float, tall: float, title: str = "") -> str:
    where = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}" rx="2"'
    return f'<rect class="{kind}" {where}>{_title(title)}</rect>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _ring(kind: str, x: float, y: float, radius: float, title: str = "") -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}">{_title(title)}</circle>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _title(words: str) -> str:
    return f"<title>{escape(words)}</title>" if words else ""


def _svg(marks: Sequence[str], height: float, title: str) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}"'
    return f"<svg {size}>{_title(title)}{''.join(marks)}</svg>"
