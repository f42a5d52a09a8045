"""Every kind of suite behind one signature: a folder of suites by kind, figures and failures out."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from answerable.assistants.folder import SHIPPED
from answerable.errors import OperatorError
from answerable.evals.replies import GOLDEN, run_golden, run_replies
from answerable.evals.research import OfflineWeb, read_cases, research_figures, run_research
from answerable.evals.scenarios import Scenario, Theatre, read_scenarios
from answerable.evals.score import WANT_ANSWER, Case, figures, read_suite
from answerable.evals.tables import read_table_suite, run_table_suite, table_figures
from answerable.evals.tried import Ran, Tried, tried
from answerable.evals.website import run_suite
from answerable.evals.workplace import read_work_cases, run_workplace, work_figures
from answerable.sandbox.web.site import make_web
from answerable.settings import Settings

# Every scenario is played so often: what passes once and fails once is not reliable.
TIMES = 4


def run_website(folder: Path, name: str, settings: Settings) -> Ran:
    """Questions about one site."""
    scores = asyncio.run(run_suite(read_suite(folder, name), settings))
    cases = [
        tried(s.case, "" if s.right else f"{s.case.kind}: {s.why}", _wanted(s.case), s.outcome, s.trace)
        for s in scores
    ]
    return Ran(figures(scores), cases)


def _wanted(case: Case) -> str:
    if case.kind not in WANT_ANSWER:
        return "a refusal"
    facts = " and ".join(" or ".join(group) for group in case.must)
    return f"{facts}, from {' or '.join(case.gold_pages)}"


def run_tables(folder: Path, name: str, settings: Settings) -> Ran:  # noqa: ARG001 by rule, whatever is set
    """Questions over one database."""
    scores = run_table_suite(read_table_suite(folder, name))
    cases = [
        Tried(
            id=s.case.id,
            question=s.case.question,
            why="" if s.right else s.why or s.sql,
            expected=str(s.wanted) if s.case.gold else "no answer",
            got=str(s.got) if s.answered else f"no answer: {s.why}",
        )
        for s in scores
    ]
    return Ran(table_figures(scores), cases)


def run_web(folder: Path, name: str, settings: Settings) -> Ran:  # noqa: ARG001 by rule, whatever is set
    """Research over the invented web."""
    cases = read_cases(folder / f"{name}.jsonl")
    scores = asyncio.run(run_research(cases, OfflineWeb(make_web())))
    wanted = {s.case.id: " and ".join(" or ".join(group) for group in s.case.must) for s in scores}
    return Ran(
        research_figures(scores),
        [
            tried(s.case, "" if s.right else s.case.kind, wanted[s.case.id] or "a refusal", s.outcome)
            for s in scores
        ],
    )


def run_company(folder: Path, name: str, settings: Settings) -> Ran:
    """Questions of several people to a company's apps."""
    scores = asyncio.run(run_workplace(read_work_cases(folder / f"{name}.jsonl"), settings))
    cases = [
        tried(s.case, "" if s.right else f"asked by {s.case.user}", str(s.wanted), s.outcome) for s in scores
    ]
    return Ran(work_figures(scores), cases)


def run_scenarios(folder: Path, name: str, settings: Settings) -> Ran:
    """Conversations with an assistant that acts, each played several times."""
    scenarios = read_scenarios(folder / name / "evals.jsonl")
    with tempfile.TemporaryDirectory() as home, Theatre(settings, Path(home)) as theatre:
        return asyncio.run(_play(theatre, scenarios))


async def _play(theatre: Theatre, scenarios: Sequence[Scenario]) -> Ran:
    once = 0
    cases: list[Tried] = []
    for scenario in scenarios:
        runs = [await theatre.play(scenario) for _ in range(TIMES)]
        failed = dict.fromkeys(failure for run in runs for failure in run.failures)
        once += not runs[0].failures
        asked = str(scenario.turns[-1]["user"])
        got = "\n".join(runs[0].transcript)
        cases.append(Tried(id=scenario.id, question=asked, why="; ".join(failed), got=got))
    count = float(len(scenarios))
    always = sum(case.right for case in cases) / count
    return Ran({"cases": count, "pass_1": once / count, f"pass_{TIMES}": always}, cases)


@dataclass(frozen=True)
class SuiteKind:
    """Where suites of one kind lie, how they are found, and how one is run."""

    run: Callable[[Path, str, Settings], Ran]
    pattern: str = "*.jsonl"
    folder: Path | None = None  # where they lie, when that is not below the suites' folder


KINDS: Mapping[str, SuiteKind] = {
    "website": SuiteKind(run_website),
    "tables": SuiteKind(run_tables),
    "workplace": SuiteKind(run_company),
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
