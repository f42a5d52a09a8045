"""Website questions, read from data, and their scores: the right page cited, every fact stated, not too long."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import unquote, urlsplit

from answerable.errors import OperatorError
from answerable.evals.tried import read_rows, share

# An answer longer than this is a pasted page, not an answer.
MAX_CHARS = 1_500
_DROPPED = dict.fromkeys(map(ord, "'\"`*\\‘’‚‛“”„‟«»´\u200b\u200c\u200d\u00ad\u2060\ufeff"))
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
WANT_ANSWER = ("answerable", "followup")
WANT_REFUSAL = ("unanswerable", "irrelevant")


@dataclass(frozen=True)
class Case:
    """One question and what a right outcome must show."""

    id: str
    kind: str
    question: str
    history: tuple[str, ...]  # the questions asked before it in the same conversation
    gold_pages: tuple[str, ...]
    must: tuple[tuple[str, ...], ...]  # every group needs one of its alternatives in the answer


@dataclass(frozen=True)
class Suite:
    """The cases about one site, and where that site is."""

    name: str
    site: dict[str, Any]
    cases: tuple[Case, ...]


def read_suite(folder: Path, name: str) -> Suite:
    """Read `<name>.jsonl` and `<name>.json`; a case without criteria is an error, never a pass."""
    path = folder / f"{name}.jsonl"
    if not path.is_file():
        known = ", ".join(sorted(found.stem for found in folder.glob("*.jsonl"))) or "none"
        raise OperatorError(str(path), "does not exist.", hint=f"Suites here: {known}.")
    site = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    if own := site.get("folder"):  # pages that stand beside the questions
        site["share_folder"] = str((folder / own).resolve())
    return Suite(name, site, tuple(_case(row, where) for row, where in read_rows(path)))


def _case(row: dict[str, Any], where: str) -> Case:
    if row["kind"] not in WANT_ANSWER + WANT_REFUSAL:
        raise OperatorError(where, f"has kind {row['kind']!r}.", hint=f"Kinds: {WANT_ANSWER + WANT_REFUSAL}.")
    if row["kind"] in WANT_ANSWER and not (row["gold_pages"] and row["must"]):
        raise OperatorError(where, "wants an answer but names no page or fact to check it by.")
    history = tuple(turn[0] for turn in row["history"])
    must = tuple(tuple(group) for group in row["must"])
    return Case(row["id"], row["kind"], row["question"], history, tuple(row["gold_pages"]), must)


@dataclass(frozen=True)
class Score:
    case: Case
    outcome: dict[str, Any]
    page: bool
    fact: bool
    trace: str = ""  # the run as a waterfall

    @property
    def refused(self) -> bool:
        return bool(self.outcome["outcome"] == "refusal")

    @property
    def right(self) -> bool:
        return (self.page and self.fact) if self.case.kind in WANT_ANSWER else self.refused

    @property
    def why(self) -> str:
        """The cause of a failure in two words."""
        if self.right:
            return "right"
        if self.case.kind not in WANT_ANSWER:
            return "answered, should refuse"
        if self.refused:
            return f"false refusal ({self.outcome['reason']})"
        return " + ".join(
            word for word, good in (("wrong page", self.page), ("wrong fact", self.fact)) if not good
        )


def judge(case: Case, outcome: dict[str, Any], trace: str = "") -> Score:
    """Compare an outcome (the contract's JSON) with what the case demands."""
    answered = outcome["outcome"] == "answer"
    text = str(outcome["text"])
    page = answered and cites(outcome["citations"], case.gold_pages)
    fact = answered and len(text) <= MAX_CHARS and states(text, case.must)
    return Score(case, outcome, page, fact, trace)


def cites(citations: Sequence[dict[str, Any]], gold: Sequence[str]) -> bool:
    """Does any citation lead to one of these pages?"""
    wanted = [_path(page) for page in gold]
    return any(_path(urlsplit(str(c["url"])).path).endswith(want) for c in citations for want in wanted)


def states(text: str, must: Sequence[Sequence[str]]) -> bool:
    """Does the text hold one alternative of every group?"""
    plain = _plain(text)
    return all(any(_holds(plain, fact) for fact in group) for group in must)


def _holds(plain: str, fact: str) -> bool:
    """At a word's start, and a number not inside a longer one."""
    wanted = _plain(fact)
    pattern = re.escape(wanted)
    if wanted[:1].isalnum():
        pattern = (r"(?<!\d[.,])" if wanted[0].isdigit() else "") + r"(?<![a-z0-9])" + pattern
    if wanted[-1:].isdigit():
        pattern += r"(?!\d)(?![.,]\d)"
    return bool(wanted) and re.search(pattern, plain) is not None


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", html.unescape(text)).translate(_DROPPED).translate(_DASHES)
    return " ".join(text.lower().split())


def _path(path: str) -> str:
    path = unquote(path)
    path += "index.html" if path == "" or path.endswith("/") else ""
    return "/" + re.sub(r"\.en(\.html?)$", r"\1", path.lstrip("/"))


def figures(scores: Sequence[Score]) -> dict[str, float]:
    wanted = [s for s in scores if s.case.kind in WANT_ANSWER]
    unwanted = [s for s in scores if s.case.kind not in WANT_ANSWER]
    lengths = [len(s.outcome["text"]) for s in scores if not s.refused]
    return {
        "overall": share([s.right for s in scores]),
        "both": share([s.right for s in wanted]),
        "page": share([s.page for s in wanted]),
        "page_if_answered": share([s.page for s in wanted if not s.refused]),
        "false_refusals": share([s.refused for s in wanted]),
        "right_refusals": share([s.refused for s in unwanted]),
        "median_chars": float(median(lengths)) if lengths else 0.0,
    }
