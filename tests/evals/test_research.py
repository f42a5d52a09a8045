from __future__ import annotations

import json
import tarfile
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.research import (
    KINDS,
    OfflineWeb,
    ResearchCase,
    judge_research,
    read_cases,
    research_figures,
    run_research,
    run_web,
)
from answerable.sandbox.web.site import make_web
from answerable.settings import Settings

SUITE = Path(__file__).parents[2] / "evals" / "suites" / "research" / "web.jsonl"
FOUNDED = "Anna Keller founded Acme."
CASE = ResearchCase("x", "one_hop", "en", "Who founded Acme?", (("Anna Keller",),), (), (), ("Bad Liar",))


def outcome(text: str, **more: object) -> dict[str, object]:
    return {
        "outcome": "answer",
        "text": text,
        "citations": [],
        "conflicts": [],
        "gaps": [],
        "confidence": 0.9,
        **more,
    }


def test_the_suite_has_every_kind() -> None:
    cases = read_cases(SUITE)
    assert len(cases) >= 60
    assert {case.kind for case in cases} == set(KINDS)
    assert sum(case.language == "de" for case in cases) >= 15


def test_a_case_that_demands_nothing_is_an_error(tmp_path: Path) -> None:
    case = {"id": "a", "kind": "one_hop", "language": "en", "question": "?"}
    nothing: dict[str, list[str]] = {"must": [], "hops": [], "conflict": [], "scrambled": []}
    (tmp_path / "bad.jsonl").write_text(json.dumps({**case, **nothing}))
    with pytest.raises(OperatorError, match="nothing to check"):
        read_cases(tmp_path / "bad.jsonl")


def test_scrambled_values_are_noticed() -> None:
    assert judge_research(CASE, outcome("Acme was founded by Anna Keller.")).right
    fooled = judge_research(CASE, outcome("Acme was founded by Bad Liar."))
    assert (fooled.right, fooled.fooled) == (False, ("Bad Liar",))


def test_a_citation_must_carry_its_sentence() -> None:
    cited = {"id": 1, "url": "https://acme.example/", "quote": FOUNDED, "ground": FOUNDED}
    good = outcome("Anna Keller founded Acme. [1]", citations=[cited])
    wrong = outcome("Per Berg founded Acme in 1999. [1]", citations=[cited])
    assert judge_research(CASE, good).cited
    assert not judge_research(CASE, wrong).cited


def test_pages_on_the_way_must_be_cited() -> None:
    case = replace(CASE, pages=(("https://acme.example/", "https://wiki.example/acme"),))
    cited = {"id": 1, "url": "https://acme.example/#top", "quote": FOUNDED, "ground": FOUNDED}
    other = {**cited, "url": "https://blog.example/"}
    assert judge_research(case, outcome(f"{FOUNDED} [1]", citations=[cited])).hops
    assert not judge_research(case, outcome(f"{FOUNDED} [1]", citations=[other])).hops


def test_a_suite_may_bring_its_web(tmp_path: Path) -> None:
    page = tmp_path / "acme.example" / "index.html"
    page.parent.mkdir()
    page.write_text("<title>Acme</title><h1>Acme</h1><p>Acme was founded by Anna Keller in 1987.</p>")
    with tarfile.open(tmp_path / "web.tar.xz", "w:xz") as packed:
        packed.add(page, "acme.example/index.html")
    case = {**asdict(CASE), "pages": [["https://acme.example/index.html"]]}
    head = {"web": "web.tar.xz", "now": "2026-11-16T12:00:00+00:00"}
    (tmp_path / "own.jsonl").write_text(f"{json.dumps(head)}\n{json.dumps(case)}")
    assert run_web(tmp_path, "own", Settings()).figures["right"] == 1.0


async def test_a_part_of_the_suite_is_answered() -> None:
    kinds = dict.fromkeys(KINDS, 0)
    cases = []
    for case in read_cases(SUITE):
        if kinds[case.kind] < 1 and case.kind != "contradiction":
            cases.append(case)
            kinds[case.kind] += 1
    scores = await run_research(cases, OfflineWeb(make_web(7, ("first",)).documents()))
    figures = research_figures(scores)
    assert figures["right"] == 1.0
    assert figures["fooled"] == 0.0
