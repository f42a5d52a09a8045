"""A report is one file of escaped text that says what is below its floor and shows every failure."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

from answerable.evals.experiment import SHOWN, Measured, differences
from answerable.evals.report_page import FAILURES, compare_page, run_page, variants_page
from answerable.evals.tried import Ran, Tried

NOW = datetime(2026, 6, 1, tzinfo=UTC)
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def ran(count: int = 30, wrong: int = 3) -> Ran:
    cases = [
        Tried(
            id=f"c{n}",
            question=f"Question {n} {EVIL}",
            why=EVIL if n < wrong else "",
            expected="30 days",
            got=f"answer: {EVIL}",
            citations=(EVIL,),
            seconds=0.01 * (n + 1),
            confidence=0.5 + n / 100,
            trace=f"guard {EVIL}" if n < wrong else "",
        )
        for n in range(count)
    ]
    return Ran({"cases": float(count), "overall": 1 - wrong / count, "false_refusals": 0.0}, cases)


class Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def test_a_report_is_text_and_drawings_alone() -> None:
    text = run_page({"website/shop": ran()}, {"website/shop": {"overall": 0.95}}, NOW)
    read = Reader(text)
    assert not {"script", "img", "link", "iframe"} & set(read.tags)
    assert not [name for name, _ in read.attributes if name.startswith("on") or name in ("src", "style")]
    links = [value or "" for name, value in read.attributes if name == "href"]
    assert links
    assert all(link.startswith("#") for link in links)
    assert read.tags.count("svg") == 4
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    assert style
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'" in text


def test_a_figure_below_its_floor_is_said_and_marked() -> None:
    low = run_page({"s": ran()}, {"s": {"overall": 0.95}}, NOW)
    assert "1 figures are below their floor." in low
    assert 'rect class="bad"' in low.split("endings")[0]
    good = run_page({"s": ran(wrong=0)}, {"s": {"overall": 0.95}}, NOW)
    assert "Every figure holds its floor." in good


def test_every_failure_has_its_trace() -> None:
    text = run_page({"s": ran()}, {}, NOW)
    for place in ("s/c0", "s/c1", "s/c2"):
        assert f'id="{place}"' in text
        assert f'href="#{place}/trace"' in text
        assert f'id="{place}/trace"' in text
    assert "s/c3/trace" not in text


def test_a_long_list_is_cut_and_counted() -> None:
    text = run_page({"s": ran(FAILURES + 7, FAILURES + 7)}, {}, NOW)
    assert text.count("<details") == FAILURES
    assert "and 7 more" in text


def test_a_comparison_says_better_and_worse() -> None:
    before = {"s": {"overall": 0.5, "false_refusals": 0.1, "old": 1.0}}
    text = compare_page(before, {"s": {"overall": 0.6, "false_refusals": 0.2, "new": 1.0}}, NOW)
    assert re.findall(r'class="(better|worse)"', text) == ["better", "worse"]
    assert text.count('class="before"') == 2
    assert ">gone<" in text
    assert ">new<" in text


def test_variants_are_shown_side_by_side() -> None:
    signs = {sign: Measured((0.0, 1.0) * 10) for sign in SHOWN}
    variants = {"x/a": signs, "x/<b>": signs}
    text = variants_page("x", variants, differences(variants), NOW)
    assert "x/&lt;b&gt;" in text
    assert text.count("no difference shown") == len(SHOWN)
