from __future__ import annotations

from collections.abc import Sequence

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell, silence
from answerable.domain.evidence import Gap
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent
from answerable.sources.search import EngineChain, ReadPage, SearchSource
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.source import MAZE_TRUST, ODD_TRUST, ReadPassage, page_evidence
from answerable.testing.house import NOON

ACME = ReadPage(
    "https://a.example/acme",
    "Acme",
    (
        ReadPassage(("Acme",), "top", "Acme was founded by Anna Keller."),
        ReadPassage(("Acme", "Press"), "", "Nothing new."),
    ),
    (
        ("https://a.example/anna", "Anna Keller"),
        ("https://a.example/imprint", "Imprint"),
        ("mailto:x@a.example", "Mail"),
    ),
)
QUESTION = Question("Who founded Acme?", "talk", "run", NOON)


async def read(urls: Sequence[str], budget: Budget, tell: Tell) -> tuple[list[ReadPage], list[Gap]]:
    known = [ACME for url in urls if url == ACME.url]
    return known, [Gap(url, "answered 404.") for url in urls if url != ACME.url]


def source() -> SearchSource:
    index = LocalIndex()
    index.add([ACME])
    return SearchSource(EngineChain([index]), read)


def budget(**limits: int) -> Budget:
    return Budget(Limits(**limits), lambda: 0.0)


async def test_results_become_evidence_and_leads() -> None:
    task = Task("1", "search", "search", "Acme founder", arguments={"query": "Acme founder"})
    found = await source().read(task, QUESTION, budget(), silence)
    assert [piece.text for piece in found.evidence] == ["Acme was founded by Anna Keller."]
    assert [(lead.url, lead.source) for lead in found.leads] == [(ACME.url, "search")]
    page = page_evidence(ACME, "Acme")[0]
    assert found.evidence[0].trust < page.trust


async def test_pages_become_passages_and_side_leads() -> None:
    task = Task("1", "search", "follow", "Anna Keller", (ACME.url, "https://a.example/none"))
    found = await source().read(task, QUESTION, budget(), silence)
    assert [piece.locator.path for piece in found.evidence] == [("Acme",), ("Acme", "Press")]
    assert found.evidence[0].locator.address == "https://a.example/acme#top"
    assert [gap.asked for gap in found.gaps] == ["https://a.example/none"]
    assert [lead.url for lead in found.leads] == ["https://a.example/anna", "https://a.example/imprint"]


async def test_a_search_costs_a_query() -> None:
    task = Task("1", "search", "search", "Acme")
    with pytest.raises(BudgetSpent):
        await source().read(task, QUESTION, budget(queries=0), silence)


def test_a_maze_of_links_is_trusted_less() -> None:
    links = tuple((f"https://a.example/x/{n}.html", "more") for n in range(10_000, 10_008))
    maze = ReadPage("https://a.example/x", "X", ACME.passages, links)
    assert {piece.trust for piece in page_evidence(maze, "X")} == {ODD_TRUST}
    numbered = tuple((url, f"more {n}") for n, (url, _) in enumerate(links))
    maze = ReadPage("https://a.example/x", "X", ACME.passages, numbered)
    assert {piece.trust for piece in page_evidence(maze, "X")} == {MAZE_TRUST}


def test_a_row_of_links_tells_nothing() -> None:
    links = (("https://a.example/people", "People"), ("https://a.example/anna", "Anna Keller"))
    text = "People Anna Keller\n\nCEO | Anna Keller\n\nAnna Keller likes People."
    page = ReadPage("https://a.example/x", "X", (ReadPassage(("X",), "", text),), links)
    (piece,) = page_evidence(page, "X")
    assert piece.text.strip().split("\n\n") == ["CEO | Anna Keller", "Anna Keller likes People."]
