"""Suites of website questions, read from data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.errors import OperatorError
from answerable.evals.rows import read_rows

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
    return Suite(name, site, tuple(_case(row, where) for row, where in read_rows(path)))


def _case(row: dict[str, Any], where: str) -> Case:
    if row["kind"] not in WANT_ANSWER + WANT_REFUSAL:
        raise OperatorError(where, f"has kind {row['kind']!r}.", hint=f"Kinds: {WANT_ANSWER + WANT_REFUSAL}.")
    if row["kind"] in WANT_ANSWER and not (row["gold_pages"] and row["must"]):
        raise OperatorError(where, "wants an answer but names no page or fact to check it by.")
    history = tuple(turn[0] for turn in row["history"])
    must = tuple(tuple(group) for group in row["must"])
    return Case(row["id"], row["kind"], row["question"], history, tuple(row["gold_pages"]), must)
