"""Drawings show their numbers, and draw nothing where there is nothing to see."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from answerable.evals.plots import bars, latency, rates, reliability
from answerable.evals.tried import Tried


def case(number: int, **more: object) -> Tried:
    return Tried(id=f"c{number}", question="q", **more)  # type: ignore[arg-type]  # fields of the noun


def test_bars_are_as_long_as_their_figures() -> None:
    svg = bars({"half": 0.5, "whole": 1.0, "chars": 400.0}, {"half": 0.75})
    widths = [float(found) for found in re.findall(r'class="(?:good|bad)"[^>]*width="([\d.]+)"', svg)]
    assert widths[1] == 2 * widths[0]
    assert svg.count('class="floor"') == 1
    assert svg.count('class="bad"') == 1
    assert "chars" not in svg


def test_a_ceiling_is_missed_from_above() -> None:
    assert 'class="bad"' in bars({"false_refusals": 0.2}, {"false_refusals": 0.1})
    assert 'class="bad"' not in bars({"false_refusals": 0.05}, {"false_refusals": 0.1})


def test_latency_names_its_percentiles() -> None:
    svg = latency([0.1] * 98 + [2.0, 3.0])
    assert "p50 0.1 s" in svg
    assert "p99 2 s" in svg
    assert latency([1.0]) == ""


def test_reliability_puts_each_band_where_it_is() -> None:
    sure = [case(n, confidence=0.9, why="" if n % 2 else "wrong") for n in range(20)]
    assert "stated 0.90, right 0.50, 20 answers" in reliability(sure)
    assert reliability(sure[:5]) == ""
    assert reliability([case(n) for n in range(20)]) == ""


def test_rates_count_endings() -> None:
    tried = [case(1, got="answer: x"), case(2, got="answer: y", why="wrong"), case(3, got="refusal: z")]
    svg = rates(tried)
    assert "answer 1/2 right" in svg
    assert "refusal 1/1 right" in svg


def test_every_drawing_is_well_formed() -> None:
    tried = [case(n, got="answer: <&>", confidence=n / 20, seconds=n + 0.5) for n in range(20)]
    for svg in (
        bars({"a<b": 0.5}, {}),
        latency([t.seconds or 0 for t in tried]),
        reliability(tried),
        rates(tried),
    ):
        assert ElementTree.fromstring(svg).get("role") == "img"
