"""Run the research suite over the invented web, by rule and offline, and score hops, answers, citations and honesty."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from answerable.build.research import wired
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell, silence
from answerable.domain.evidence import Gap
from answerable.domain.outcome import as_contract
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import OperatorError
from answerable.evals.score import states
from answerable.evals.tried import Ran, facts, read_rows, share, tried, unpacked
from answerable.facts.relations import RELATIONS
from answerable.language.sentences import split_sentences
from answerable.language.values import Forms, find_values
from answerable.sandbox.demo import as_pages
from answerable.sandbox.web.site import make_web
from answerable.sandbox.web.world import NOW
from answerable.settings import Settings
from answerable.sources.search import EngineChain, ReadPage, SearchSource
from answerable.sources.search.local import LocalIndex
from answerable.stages.plan.by_research import ResearchPlanner
from answerable.stages.settle import Settler

ROOT = "http://web.test"
TODAY = datetime(NOW.year, NOW.month, NOW.day, tzinfo=UTC)  # in the demo's web
LIMITS = Limits(rounds=16, pages=80, seconds=60.0)
KINDS = ("one_hop", "two_hop", "three_hop", "compare", "contradiction", "unanswerable")
# From here on an answer counts as given for sure.
SURE = 0.85
_LABELS = frozenset(noun for attribute in RELATIONS.values() for noun in attribute.nouns)
_MARKED = re.compile(r"(?P<said>[^\[\]]*?)(?P<marks>(?:\s?\[\d+\])+)")


@dataclass(frozen=True)
class ResearchCase:
    """One question with what is true: the answer, the names or pages on the way, the planted lie, what is scrambled."""

    id: str
    kind: str
    language: str
    question: str
    must: tuple[tuple[str, ...], ...]
    hops: tuple[tuple[str, ...], ...]
    conflict: tuple[str, ...]
    scrambled: tuple[str, ...]
    pages: tuple[tuple[str, ...], ...] = ()  # of every group one must be cited


@dataclass(frozen=True)
class ResearchScore:
    case: ResearchCase
    outcome: Mapping[str, Any]
    hops: bool  # every bridge on the way was found
    right: bool
    cited: bool  # every cited sentence is carried by what it cites
    shown: bool  # the contradiction is shown with both values
    fooled: tuple[str, ...]  # scrambled values stated as true


def run_web(folder: Path, name: str, settings: Settings) -> Ran:  # noqa: ARG001 by rule, whatever is set
    """Research over the invented web."""
    path = folder / f"{name}.jsonl"
    scores = asyncio.run(run_research(read_cases(path), _web_of(path)))
    cases = [
        tried(s.case, "" if s.right else s.case.kind, facts(s.case.must) or "a refusal", s.outcome)
        for s in scores
    ]
    return Ran(research_figures(scores), cases)


def _web_of(path: Path) -> OfflineWeb:
    """What a suite is about: the packed web that its first line names, or the demo's."""
    first = next(read_rows(path))[0]
    if "web" not in first:
        return OfflineWeb(make_web().documents())
    with unpacked(path.parent / first["web"]) as folder:
        files = sorted(folder.rglob("*.html"))
        documents = ((f"/{file.relative_to(folder)}", file.read_bytes()) for file in files)
        return OfflineWeb(documents, "https:/", datetime.fromisoformat(first["now"]))


def read_cases(path: Path) -> list[ResearchCase]:
    """The suite's cases; one that demands nothing is an error, never a pass."""
    cases = []
    for row, where in read_rows(path):
        if "web" in row:
            continue
        groups = {name: tuple(map(tuple, row.get(name, ()))) for name in ("must", "hops", "pages")}
        case = ResearchCase(
            **{**row, **groups, "conflict": tuple(row["conflict"]), "scrambled": tuple(row["scrambled"])}
        )
        if case.kind not in KINDS or (case.kind != "unanswerable" and not (case.must or case.conflict)):
            what = "has an unknown kind or nothing to check."
            raise OperatorError(where, what, hint=f"Kinds: {KINDS}.")
        cases.append(case)
    return cases


class OfflineWeb:
    """An invented web behind the local index, and engines over it."""

    def __init__(
        self, documents: Iterable[tuple[str, bytes]], root: str = ROOT, now: datetime = TODAY
    ) -> None:
        self.index, self._now = LocalIndex(), now
        self.index.add(as_pages(documents, root, 0.0))

    async def read(self, urls: Sequence[str], budget: Budget, tell: Tell) -> tuple[list[ReadPage], list[Gap]]:  # noqa: ARG002
        """Pages from the index; one that is not there is a gap."""
        pages, gaps = list[ReadPage](), list[Gap]()
        for url in urls:
            budget.spend("pages")
            page = self.index.page(url)
            if page is None:
                gaps.append(Gap(url, "answered 404."))
            else:
                pages.append(page)
        return pages, gaps

    def engine(self, about: str = "the web") -> Engine:
        """The walk of the research assistant, by rule."""
        source = SearchSource(EngineChain([self.index]), self.read)
        return wired(source, ResearchPlanner(source.engines), Settler(about))

    async def ask(self, text: str, language: str) -> dict[str, Any]:
        """One question from nothing, as the contract's JSON with the evidence behind each citation."""
        question = Question(text, "eval", f"eval {text}", self._now, assistant="research", language=language)
        about = "dem Web" if language == "de" else "the web"
        outcome = await self.engine(about).walk(question, Budget(LIMITS, time.monotonic), silence)
        found = as_contract(outcome)
        for told, citation in zip(found["citations"], getattr(outcome, "citations", ()), strict=True):
            evidence = citation.evidence
            told["ground"] = f"{evidence.title}\n{' '.join(evidence.locator.path)}\n{evidence.text}"
        return found


async def run_research(cases: Sequence[ResearchCase], offline: OfflineWeb) -> list[ResearchScore]:
    return [judge_research(case, await offline.ask(case.question, case.language)) for case in cases]


def judge_research(case: ResearchCase, outcome: Mapping[str, Any]) -> ResearchScore:
    text, answered = str(outcome["text"]), outcome["outcome"] == "answer"
    quotes = " \n ".join(str(c["quote"]) for c in outcome["citations"])
    cited = {str(c["url"]).partition("#")[0] for c in outcome["citations"]}
    values = [str(value) for conflict in outcome["conflicts"] for value in conflict["values"]]
    shown = all(states(" \n ".join(values), [[value]]) for value in case.conflict)
    if case.kind == "unanswerable":
        right = not answered or bool(outcome["gaps"] and outcome["confidence"] < SURE)
    elif case.kind == "contradiction" and not case.must:
        # Where more sources hold it than the lie, it may be settled.
        truth = states(_before_conflicts(text), case.hops)
        right = answered and shown and (outcome["confidence"] < SURE or truth)
    else:
        right = answered and states(_before_conflicts(text), case.must)
    stated = re.sub(r"(?<=\d)[.,’' ](?=\d{3})", "", _before_conflicts(text)) if answered else ""
    fooled = tuple(value for value in case.scrambled if states(stated, [[value]]))
    return ResearchScore(
        case,
        outcome,
        states(f"{text}\n{quotes}", case.hops) and all(cited & set(group) for group in case.pages),
        right,
        _all_carried(outcome, case.question.casefold(), case.language),
        shown,
        fooled,
    )


def _before_conflicts(text: str) -> str:
    """What is stated, without the lines that only tell of a disagreement."""
    told = ("Sources disagree", "Die Quellen widersprechen")
    return "\n".join(line for line in text.split("\n") if not line.startswith(told))


def _all_carried(outcome: Mapping[str, Any], asked: str, language: str) -> bool:
    """Whether every cited sentence's values stand in the evidence it cites, and every quote is verbatim."""
    grounds = {c["id"]: str(c["ground"]) for c in outcome["citations"]}
    for citation in outcome["citations"]:
        if any(part not in grounds[citation["id"]] for part in str(citation["quote"]).split(" … ")):
            return False
    for found in _MARKED.finditer(str(outcome["text"])):
        numbers = [int(n) for n in re.findall(r"\d+", found["marks"])]
        ground = "\n".join(grounds[n] for n in numbers)
        known, low = Forms(find_values(ground)), ground.casefold()
        said = re.sub(r"^.*?(?:about the|widersprechen sich)[^:]*:", "", found["said"])
        own = [one for one in split_sentences(said) if one not in ground]  # the rest is verbatim
        for value in (value for sentence in own for value in find_values(sentence, language)):
            if value.text.casefold() in _LABELS:
                continue
            names = value.kind != "name" or all(word in low for word in value.canonical.split())
            if value.text.casefold() in asked:
                continue
            if not value.weak and not (known.carry(value) or (value.kind == "name" and names)):
                return False
    return True


def research_figures(scores: Sequence[ResearchScore]) -> dict[str, float]:
    chained = [s for s in scores if s.case.kind in ("two_hop", "three_hop")]
    answerable = [s for s in scores if s.case.kind != "unanswerable"]
    answered = [s for s in scores if s.outcome["outcome"] == "answer"]
    return {
        "hops": share([s.hops for s in chained]),
        "right": share([s.right for s in answerable]),
        "declined": share([s.right for s in scores if s.case.kind == "unanswerable"]),
        "cited": share([s.cited for s in answered]),
        "contradictions": share([s.shown for s in scores if s.case.conflict]),
        "fooled": float(sum(len(s.fooled) for s in scores)),
        "sure_and_right": share([s.right for s in answered if s.outcome["confidence"] >= SURE]),
        **{f"right_{kind}": share([s.right for s in scores if s.case.kind == kind]) for kind in KINDS},
    }
