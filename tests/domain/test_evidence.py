from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger, Locator
from answerable.domain.plan import Decision, Plan, Task

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def piece(name: str, score: float = 0.5, text: str = "words") -> Evidence:
    return Evidence(
        name, text, "Title", Locator("website", f"https://shop.example/{name}"), NOON, score=score
    )


def lead(name: str, score: float) -> Lead:
    return Lead(f"https://shop.example/{name}", name, score, "website")


def test_a_locator_reads_as_its_path() -> None:
    where = Locator("website", "https://shop.example/returns", "fees", ("Returns", "Fees"))
    assert str(where) == "Returns › Fees"
    assert where.address == "https://shop.example/returns#fees"


def test_a_locator_without_a_path_reads_as_its_address() -> None:
    where = Locator("website", "https://shop.example/returns")
    assert str(where) == where.address == "https://shop.example/returns"


def test_an_anchor_alone_is_no_address() -> None:
    assert Locator("database", anchor="fees", path=("orders", "17")).address == ""


def test_a_ledger_counts_what_is_new() -> None:
    ledger = Ledger()
    assert ledger.add(Findings((piece("a"), piece("b")))) == 2
    assert ledger.add(Findings((piece("b"), piece("c")))) == 1
    assert len(ledger) == 3


def test_a_later_look_may_rank_better() -> None:
    ledger = Ledger()
    ledger.add(Findings((piece("a", 0.2), piece("b", 0.4))))
    ledger.add(Findings((piece("a", 0.9),)))
    assert [e.id for e in ledger.best(5)] == ["a", "b"]
    assert ledger["a"].score == 0.9


def test_equal_scores_have_one_order() -> None:
    ledger = Ledger()
    ledger.add(Findings((piece("b"), piece("a"))))
    assert [e.id for e in ledger.best(2)] == ["a", "b"]


def test_the_same_gap_is_kept_once() -> None:
    ledger = Ledger()
    for _ in range(2):
        ledger.add(Findings(gaps=(Gap("crm", "nobody answered"),)))
    assert ledger.gaps == [Gap("crm", "nobody answered")]


def test_recalled_evidence_does_not_replace_fresh() -> None:
    ledger = Ledger()
    ledger.add(Findings((piece("a", text="new words"),)))
    ledger.recall([piece("a", text="old words"), piece("b")])
    assert ledger["a"].text == "new words"
    assert "b" in ledger


def test_leads_already_taken_are_not_open() -> None:
    ledger = Ledger()
    ledger.add(Findings(leads=(lead("low", 0.1), lead("high", 0.8), lead("taken", 0.9))))
    ledger.visited.add("https://shop.example/taken")
    assert [way.text for way in ledger.open_leads()] == ["high", "low"]


def test_a_ledger_never_forgets_pages() -> None:
    ledger = Ledger()
    ledger.add(Findings(pages=12))
    ledger.add(Findings(pages=3))
    assert ledger.pages == 12


def test_a_ledger_knows_what_it_holds() -> None:
    ledger = Ledger()
    ledger.add(Findings((piece("a"),)))
    assert "a" in ledger
    assert "made-up" not in ledger
    assert [e.id for e in ledger] == ["a"]


def test_one_source_is_seen_alone() -> None:
    ledger = Ledger(
        plans=[Plan(Decision.ACT, (Task("q", "database", "query", ""), Task("w", "search", "search", "")))]
    )
    row = replace(piece("row"), locator=Locator("database"))
    page, misfit = (
        replace(piece(name, score), locator=Locator("search")) for name, score in (("page", 1), ("no", -1))
    )
    ledger.add(Findings((row, page, misfit)))
    assert [one.id for one in ledger.only("search")] == ["page"]
    assert [one.id for one in ledger.without("search")] == ["row"]
    assert [task.id for task in ledger.without("search").plans[0].tasks] == ["q"]


def test_what_a_plan_left_can_be_asked_for() -> None:
    ledger = Ledger(plans=[Plan(Decision.ACT, waits={"web": "its weight"}), Plan(Decision.ENOUGH)])
    assert ledger.waiting("web") == "its weight"
    assert ledger.waiting("missing") is None
