"""Lines of pages as evidence: those about the thing, and that speak of what was asked."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from answerable.domain.budget import Budget, Limits
from answerable.domain.evidence import Evidence, Findings, Ledger, Locator, Table
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.language.embed import shared_vectors
from answerable.stages.base import Seat
from answerable.stages.weigh.with_web import LineWeigher

NOW = datetime(2026, 3, 1, tzinfo=UTC)
SEAT = Seat(Budget(Limits(), time.monotonic), lambda _: None)
ROW = Table(("article", "name", "maker"), (("4711", "Lamp", "Lumen"),))


def known(*pages: str, wanted: str = "warranty", language_row: Table | None = ROW) -> Ledger:
    ledger = Ledger(plans=[Plan(Decision.ACT, waits={"wanted": wanted.split()})])
    evidence = [
        Evidence(f"p{place}", text, "", Locator("search", f"http://{place}.example"), NOW, score=0.5)
        for place, text in enumerate(pages)
    ]
    row = [Evidence("row", "", "", Locator("database"), NOW, table=language_row)] if language_row else []
    ledger.add(Findings((*row, *evidence)))
    return ledger


async def lines(ledger: Ledger, language: str = "en") -> tuple[list[str], Weighing]:
    asked = Question("its warranty", "c", "r", NOW, language=language)
    weighing = await LineWeigher("search", shared_vectors())(asked, ledger, SEAT)
    return [piece.text for piece in ledger.best(9) if piece.score > 0], weighing


async def test_only_lines_that_speak_of_it_are_kept() -> None:
    found, weighing = await lines(known("Lumen lamps last. The warranty is 24 months. We like light."))
    assert found == ["The warranty is 24 months."]
    assert weighing.confidence > 0.8
    assert not weighing.missing


async def test_a_word_of_the_same_meaning_counts() -> None:
    found, _ = await lines(known("Lumen gives a warranty of 24 months.", wanted="guarantee"))
    assert found == ["Lumen gives a warranty of 24 months."]


async def test_compounds_of_one_word_count() -> None:
    page = "Lumen: Betriebstemperatur bis 50 °C."
    found, _ = await lines(known(page, wanted="Temperaturbereich"), "de")
    assert found == [page]


async def test_a_page_about_something_else_gives_nothing() -> None:
    found, weighing = await lines(known("Another firm gives a warranty of 99 months."))
    assert found == []
    assert (weighing.confidence, weighing.missing) == (0.0, ("its warranty",))


async def test_without_a_row_any_page_counts_but_less() -> None:
    _, sure = await lines(known("Lumen's warranty is 24 months."))
    _, unsure = await lines(known("Lumen's warranty is 24 months.", language_row=None))
    assert unsure.confidence < sure.confidence


async def test_an_open_question_is_told_the_best_page_in_order() -> None:
    found, weighing = await lines(known("Lumen was founded.", "Lamp by Lumen.\nweight | 2 kg", wanted=""))
    assert found == ["Lamp by Lumen.", "weight | 2 kg"]
    assert not weighing.missing


async def test_lines_of_a_lesser_page_step_back() -> None:
    ledger = known("Lumen sells all kinds.", wanted="")
    assert (await lines(ledger))[0] == ["Lumen sells all kinds."]
    better = Evidence("p9", "Lamp by Lumen.", "", Locator("search", "http://9.example"), NOW, score=0.5)
    ledger.add(Findings((better,)))
    assert (await lines(ledger))[0] == ["Lamp by Lumen."]
