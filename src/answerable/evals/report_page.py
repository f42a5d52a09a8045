"""A report that one file holds: figures, drawings, and every case that failed. No script, nothing from elsewhere.

Everything in it is escaped text; its policy allows its own style by its hash and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from answerable.evals.experiment import Difference, Variants
from answerable.evals.floors import Floors, misses, way
from answerable.evals.plots import bars, latency, rates, reliability
from answerable.evals.tried import Ran, Tried

_STYLE = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
# A report is read by people: more failures than these are counted, and listed by `--failures`.
FAILURES = 200


def run_page(suites: Mapping[str, Ran], floors: Floors, now: datetime | None = None) -> str:
    below = [miss for name, ran in suites.items() for miss in misses(name, ran.figures, floors)]
    words = f"{len(below)} figures are below their floor." if below else "Every figure holds its floor."
    verdict = f'<div class="verdict{" low" if below else ""}">{words}{_list(below)}</div>'
    rows = [
        [f'<a href="#{escape(name)}">{escape(name)}</a>', str(len(ran.tried)), str(len(ran.failures))]
        for name, ran in suites.items()
    ]
    table = f"<section>{_table(['suite', 'cases', 'failed'], rows)}</section>"
    parts = [_suite(name, ran, floors.get(name, {})) for name, ran in suites.items()]
    return _page("Eval report", "".join([verdict, table, *parts]), now)


def compare_page(
    before: Mapping[str, Mapping[str, float]],
    after: Mapping[str, Mapping[str, float]],
    now: datetime | None = None,
) -> str:
    """What changed between two measurements; rings are where a figure was before."""
    parts = []
    for name in sorted({*before, *after}):
        old, new = before.get(name, {}), after.get(name, {})
        rows = [
            [escape(f), _number(old.get(f)), _number(new.get(f)), _way(f, old, new)] for f in {**old, **new}
        ]
        drawn = bars(new, {}, old)
        parts.append(
            f"<section><h2>{escape(name)}</h2>{drawn}{_table(['figure', 'before', 'after', ''], rows)}</section>"
        )
    return _page("Eval comparison", "".join(parts), now)


def variants_page(
    name: str, variants: Variants, found: Sequence[Difference], now: datetime | None = None
) -> str:
    """An experiment's variants side by side, and what may be said about them."""
    signs = list(next(iter(variants.values()), {}))
    rows = [
        [
            escape(sign),
            *(f"{variants[one][sign].mean:.3g} ({len(variants[one][sign].values)})" for one in variants),
        ]
        for sign in signs
    ]
    said = [[escape(one.sign), escape(one.variant), escape(one.words)] for one in found]
    tables = _table(["sign (conversations)", *map(escape, variants)], rows) + "<h3>against the first</h3>"
    body = f"<section>{tables}{_table(['sign', 'variant', 'difference, 95 % sure over all signs'], said, 3)}</section>"
    return _page(f"Experiment {name}", body, now)


def _suite(name: str, ran: Ran, floors: Mapping[str, float]) -> str:
    plain = {figure: value for figure, value in ran.figures.items() if not 0 <= value <= 1}
    tiles = "".join(f"<div><b>{_number(value)}</b>{escape(figure)}</div>" for figure, value in plain.items())
    drawings = {
        "scores; the line is the floor": bars(ran.figures, floors),
        "endings": rates(ran.tried),
        "seconds": latency([one.seconds for one in ran.tried if one.seconds is not None]),
        "confidence against truth": reliability(ran.tried),
    }
    drawn = "".join(f"<h3>{escape(title)}</h3>{svg}" for title, svg in drawings.items() if svg)
    failed = [one for one in ran.tried if not one.right]
    rest = f"<p>… and {len(failed) - FAILURES} more.</p>" if len(failed) > FAILURES else ""
    shown = "".join(_failure(name, one) for one in failed[:FAILURES]) + rest
    heading = f"<h3>{len(failed)} of {len(ran.tried)} cases failed</h3>"
    tiles = f'<div class="tiles">{tiles}</div>' if tiles else ""
    return f'<section id="{escape(name)}"><h2>{escape(name)}</h2>{tiles}{drawn}{heading}{shown}</section>'


def _failure(suite: str, one: Tried) -> str:
    place = escape(f"{suite}/{one.id}")
    said = {"wrong": one.why, "expected": one.expected, "got": one.got, "cites": "\n".join(one.citations)}
    pairs = "".join(f"<dt>{name}</dt><dd>{escape(words)}</dd>" for name, words in said.items() if words)
    trace = ""
    if one.trace:
        pairs += f'<dt>trace</dt><dd><a href="#{place}/trace">what the run did</a></dd>'
        trace = f'<pre id="{place}/trace">{escape(one.trace)}</pre>'
    head = f"<summary><code>{escape(one.id)}</code> {escape(one.question)}</summary>"
    return f'<details id="{place}">{head}<dl>{pairs}</dl>{trace}</details>'


def _way(figure: str, old: Mapping[str, float], new: Mapping[str, float]) -> str:
    said = way(figure, old.get(figure), new.get(figure))
    return f'<span class="{said}">{said}</span>'


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}" if value > 1 else f"{value:.3f}"


def _list(lines: Iterable[str]) -> str:
    inside = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{inside}</ul>" if inside else ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """Cells are ready-made HTML; the first `texts` of a row are words, the others numbers."""

    def row(tag: str, cells: Sequence[str]) -> str:
        kinds = ("" if n < texts else ' class="n"' for n in range(len(cells)))
        inside = "".join(f"<{tag}{k}>{cell}</{tag}>" for k, cell in zip(kinds, cells, strict=True))
        return f"<tr>{inside}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', heads)}</thead><tbody>{body}</tbody></table>"


def _page(title: str, body: str, now: datetime | None) -> str:
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    when = (now or datetime.now(UTC)).strftime("%Y-%m-%d %H:%M UTC")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f'<body><main><h1>{escape(title)}</h1><p class="sub">{when}</p>{body}</main></body></html>\n'
    )
