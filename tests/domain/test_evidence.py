from __future__ import annotations

from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger, Locator, Table
from answerable.domain.plan import Decision, Plan

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


def test_what_a_plan_left_can_be_asked_for() -> None:
    ledger = Ledger(plans=[Plan(Decision.ACT, waits={"web": "its weight"}), Plan(Decision.ENOUGH)])
    assert ledger.waiting("web") == "its weight"
    assert ledger.waiting("missing") is None


def test_an_empty_table_says_so() -> None:
    assert Table(("a", "b"), ()).told(50, 500) == "No records (a, b)."


def test_a_long_table_is_told_in_part() -> None:
    table = Table(("a",), tuple((n,) for n in range(200)), cut=True)
    assert table.told(50, 6_000).startswith("a\n0\n1\n")
    assert table.told(50, 6_000).endswith("… 150 more and others that were not read")
    assert table.told(50, 20).endswith("… 190 more and others that were not read")


def test_one_record_is_told_line_by_line() -> None:
    assert Table(("a", "b", "c"), ((None, True, "x\ny"),)).told(50, 500) == "a: –\nb: True\nc: x\ny"
