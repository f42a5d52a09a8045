"""Counters hold what the seed's operator wants to see, and cannot be made to grow without end."""

from __future__ import annotations

import re

from answerable.domain.events import (
    Event,
    ModelCalled,
    OutcomeSettled,
    RunStarted,
    TaskEnded,
    TaskStarted,
    as_record,
)
from answerable.domain.evidence import Gap
from answerable.domain.outcome import Answer, Refusal, Usage, as_contract
from answerable.store.conversations import StoredEvent
from answerable.trace.tally import RUNS, SAYS, VALUES, Tally
from answerable.trace.trace import Trace, TraceSpan
from tests.trace.test_spans import walked


def values(tally: Tally) -> dict[str, float]:
    """Every series with its labels, as Prometheus would read it."""
    pairs = (line.rsplit(" ", 1) for line in tally.lines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def events(run: str, *told: Event) -> list[StoredEvent]:
    return [StoredEvent(place, run, float(place), as_record(event)) for place, event in enumerate(told, 1)]


def test_a_run_is_counted_once_it_ended() -> None:
    tally = Tally()
    tally.add(walked())
    now = values(tally)
    assert now['answerable_drafts_total{by="rule",verdict="objected"}'] == 1
    assert now['answerable_objections_total{kind="number"}'] == 1
    assert now["answerable_fallbacks_total"] == 1
    assert now['answerable_refusals_total{reason="ungrounded"}'] == 1
    assert now['answerable_flagged_total{why="leak"}'] == 1
    assert now['answerable_tasks_total{source="site",result="gap"}'] == 1
    assert now['answerable_tasks_total{source="base",result="found"}'] == 1
    assert now['answerable_model_calls_total{model="claude-x",result="failed"}'] == 1
    assert now['answerable_stage_seconds_count{stage="act"}'] == 1
    assert now['answerable_stage_seconds_sum{stage="act"}'] == 1.5
    assert now['answerable_stage_seconds_bucket{stage="act",le="1.0"}'] == 0
    assert now['answerable_stage_seconds_bucket{stage="act",le="2.5"}'] == 1
    assert now['answerable_stage_seconds_bucket{stage="act",le="+Inf"}'] == 1


def test_errors_of_tools_are_counted_by_code() -> None:
    gaps = (
        Gap("initiate_return", "eligibility_not_verified: Call it first."),
        Gap("a page", "note: nothing"),
    )
    refused = Refusal(text="No.", conversation="c", run="r", reason="not_found", gaps=gaps)
    told = events(
        "r", RunStarted("r", "c", "q"), TaskStarted("t", "initiate_return", ()), TaskEnded("t", 0, 1)
    )
    tally = Tally()
    tally.hear(told)
    assert [value for name, value in values(tally).items() if "refusals" in name] == []
    tally.hear(events("r", OutcomeSettled(as_contract(refused))))
    now = values(tally)
    assert now['answerable_tool_errors_total{source="initiate_return",code="eligibility_not_verified"}'] == 1
    assert sum(value for name, value in now.items() if "tool_errors" in name) == 1


def test_tokens_and_cost_add_up() -> None:
    usage = Usage(tokens_in=100, tokens_out=20, cost_usd=0.015)
    told = OutcomeSettled(as_contract(Answer(text="Yes.", conversation="c", run="r", usage=usage)))
    called = ModelCalled("openai:gpt-x", "draft", 100, 20, 0.015, 0.5, "ab", cached=80)
    tally = Tally()
    for _ in range(3):
        tally.hear(events("r", called, told))
    now = values(tally)
    assert now['answerable_tokens_total{way="in"}'] == 300
    assert now['answerable_tokens_total{way="cached"}'] == 240
    assert now["answerable_cost_usd_total"] == 0.045


def test_runs_that_never_end_are_forgotten() -> None:
    tally = Tally()
    for number in range(RUNS + 50):
        tally.hear(events(f"r{number}", RunStarted(f"r{number}", "c", "q")))
    assert len(tally._open) <= RUNS + 1


def test_made_up_names_do_not_fill_the_memory() -> None:
    tally = Tally()
    for number in range(VALUES * 3):
        tally.add(Trace(spans=[TraceSpan(f"tool {number}", "task", 0.0, 1.0)]))
    now = values(tally)
    assert now['answerable_tasks_total{source="other",result="other"}'] == VALUES * 2
    assert sum(name.startswith("answerable_tasks_total") for name in now) == VALUES + 1


def test_labels_are_escaped() -> None:
    tally = Tally()
    tally.add(Trace(outcome="refusal", reason='a"b\\c\nd'))
    assert 'answerable_refusals_total{reason="a\\"b\\\\c\\nd"} 1' in tally.lines()


def test_every_series_says_what_it_is() -> None:
    lines = Tally().lines()
    for name, (kind, _) in SAYS.items():
        assert f"# TYPE {name} {kind}" in lines
        assert re.fullmatch(r"answerable_[a-z_]+(_total|_seconds)", name)


def test_judgements_and_variants_are_counted() -> None:
    tally = Tally()
    tally.judged("tone", good=False, variant="x/a")
    tally.showed("x/a", {"refusal": 1.0, "model_calls": 3.0}, 0.2)
    tally.showed("x/a", {"refusal": 0.0, "model_calls": 2.0}, 0.2)
    now = values(tally)
    assert now['answerable_judged_total{criterion="tone",verdict="bad",variant="x/a"}'] == 1
    assert now['answerable_variant_runs_total{variant="x/a",sign="run"}'] == 2
    assert now['answerable_variant_runs_total{variant="x/a",sign="refusal"}'] == 1
    assert now['answerable_variant_runs_total{variant="x/a",sign="model_calls"}'] == 5
    assert now['answerable_variant_seconds_count{variant="x/a"}'] == 2
