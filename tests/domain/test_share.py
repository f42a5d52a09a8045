"""Several that answer one question: what each sees of it."""

from __future__ import annotations

from datetime import UTC, datetime

from answerable.domain.evidence import Evidence, Findings, Gap, Lead, Ledger, Locator
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question, Turn
from answerable.domain.share import SAID, SHARES, TOLD, Share, entry_of, hand_back

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ROWS = Share("shop", frozenset({"database"}))
PAGES = Share("web", frozenset({"search"}), frozenset({"search"}), replies=True)
QUERY = Task("q", "database", "query", "How many?", arguments={"name": "q", "sql": "S"})
SEARCH = Task("s", "search", "search", "Acme", ("“Acme”",), arguments={"query": "Acme"})


def evidence(name: str, source: str, score: float = 1.0) -> Evidence:
    return Evidence(name, name, "", Locator(source), NOW, score=score)


def known() -> Ledger:
    rows = Plan(Decision.ACT, (QUERY,), why="counted", waits={"reading": "r"})
    shares = {"shop": entry_of("How many?", rows), "web": entry_of("Who?", Plan(Decision.ACT, (SEARCH,)))}
    ledger = Ledger(plans=[Plan(Decision.ACT, (QUERY, SEARCH), waits={SHARES: shares})])
    gaps = (Gap("q", "no table"), Gap("local: Acme", "no index"), Gap("http://a.example", "answered 404."))
    found = (evidence("row", "database"), evidence("page", "search"))
    ledger.add(Findings(found, gaps, (Lead("http://b.example", "b", 1.0, "website"),)))
    return ledger


def test_each_sees_its_own_plan_and_tasks() -> None:
    rows, pages = ROWS.of(known()), PAGES.of(known())
    assert [(plan.why, plan.tasks, plan.waits) for plan in rows.plans] == [
        ("counted", (QUERY,), {"reading": "r"})
    ]
    assert [plan.tasks for plan in pages.plans] == [(SEARCH,)]


def test_gaps_of_others_are_not_its_own() -> None:
    assert [gap.asked for gap in ROWS.of(known()).gaps] == ["q"]
    assert [gap.asked for gap in PAGES.of(known()).gaps] == ["local: Acme", "http://a.example"]


def test_evidence_and_leads_are_those_it_reads() -> None:
    assert [piece.id for piece in PAGES.of(known())] == ["page"]
    assert PAGES.of(known()).leads == {}
    assert [piece.id for piece in ROWS.of(known())] == ["row", "page"]


def test_tasks_given_up_are_not_seen_again() -> None:
    ledger = known()
    assert ROWS.of(ledger, without=("q",)).plans[0].tasks == ()
    gone = {"shop": entry_of("How many?", Plan(Decision.ENOUGH), without=("q",))}
    ledger.plans.append(Plan(Decision.ENOUGH, waits={SHARES: gone}))
    assert [plan.tasks for plan in ROWS.of(ledger).plans] == [(), ()]


def test_what_is_added_to_a_view_comes_back() -> None:
    ledger = known()
    view = PAGES.of(ledger)
    view.add(Findings((evidence("line", "search"), evidence("page", "search", -1.0))))
    hand_back(view, ledger)
    assert ledger["line"].text == "line"
    assert ledger["page"].score == -1.0
    assert ledger["row"].score == 1.0


def test_nobody_is_asked_what_is_not_theirs() -> None:
    assert ROWS.part(known()) == "How many?"
    assert Share("site", frozenset({"website"})).part(known()) == ""


def test_a_turn_gives_each_what_it_left_there() -> None:
    left = {TOLD: {"shop": {"reading": "r"}, "web": {}}, "rejected": ["x"]}
    question = Question("And the blue ones?", "c", "r", NOW, turns=(Turn("q", "t", "answer", waits=left),))
    assert ROWS.asked(question, "the blue ones").turns[0].waits == {
        "rejected": ["x"],
        "reading": "r",
        SAID: question.text,
    }
    pages = PAGES.asked(question, "the blue ones").turns[0].waits
    assert pages == {"rejected": ["x"], SAID: question.text}


def test_a_yes_goes_on_with_the_part_alone() -> None:
    waits = {"goes_on": "How many, and who?"}
    asked = Turn("How many, and who?", "Shall I?", "clarification", choices=(("Yes", "Yes"),), waits=waits)
    question = Question("Yes", "c", "r", NOW, turns=(asked,))
    assert question.goes_on == "How many, and who?"
    assert (PAGES.asked(question, "who?").text, PAGES.asked(question, "who?").goes_on) == ("Yes", "who?")
    assert ROWS.asked(question, "How many").text == "How many"
