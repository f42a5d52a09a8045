"""Every kind of suite behind one signature: a folder of suites by kind, figures and failures out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from answerable.assistants.folder import SHIPPED
from answerable.errors import OperatorError
from answerable.evals.replies import GOLDEN, run_golden, run_replies
from answerable.evals.research import run_web
from answerable.evals.scenarios import run_scenarios
from answerable.evals.tables import run_tables
from answerable.evals.tried import Ran
from answerable.evals.website import run_website
from answerable.evals.workplace import run_workplace
from answerable.settings import Settings


@dataclass(frozen=True)
class SuiteKind:
    """Where suites of one kind lie, how they are found, and how one is run."""

    run: Callable[[Path, str, Settings], Ran]
    pattern: str = "*.jsonl"
    folder: Path | None = None  # where they lie, when that is not below the suites' folder


KINDS: Mapping[str, SuiteKind] = {
    "website": SuiteKind(run_website),
    "tables": SuiteKind(run_tables),
    "workplace": SuiteKind(run_workplace),
    "research": SuiteKind(run_web),
    "scenarios": SuiteKind(run_scenarios, "*/evals.jsonl", SHIPPED),
    "judge": SuiteKind(run_golden, f"*/{GOLDEN.name}", GOLDEN.parents[1]),
    "replies": SuiteKind(run_replies),
}


def find_suites(root: Path) -> dict[str, tuple[SuiteKind, Path, str]]:
    """Every suite by `kind/name`."""
    found: dict[str, tuple[SuiteKind, Path, str]] = {}
    for kind, suite_kind in KINDS.items():
        folder = suite_kind.folder or root / kind
        for path in sorted(folder.glob(suite_kind.pattern)):
            name = path.parent.name if suite_kind.folder else path.stem
            found[f"{kind}/{name}"] = (suite_kind, folder, name)
    return found


def chosen(wanted: Sequence[str], root: Path) -> dict[str, tuple[SuiteKind, Path, str]]:
    """The suites that are named by kind, by name or by both; all where none is named."""
    every = find_suites(root)
    found: dict[str, tuple[SuiteKind, Path, str]] = {}
    if not every:
        raise OperatorError(str(root), "holds no suites.", hint="Run this from the project's root.")
    for word in wanted or every:
        matching = {full: suite for full, suite in every.items() if word in (full, *full.split("/"))}
        if not matching:
            raise OperatorError(word, "is no suite.", hint=f"Suites here: {', '.join(every)}.")
        found |= matching
    return found
