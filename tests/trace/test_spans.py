"""A trace says what a run did, told live or out of the stored log, and says it without secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from answerable.domain.events import (
    DraftVerified,
    DraftWritten,
    Event,
    LedgerWeighed,
    ModelCalled,
    ModelFailed,
    OutcomeSettled,
    PageFetched,
    PlanMade,
    QueryFailed,
    QueryRan,
    QuestionRuled,
    RunResumed,
    RunStarted,
    TaskEnded,
    TaskStarted,
    TurnsRecalled,
)
from answerable.domain.outcome import Refusal, as_contract
from answerable.testing.scripted_model import ScriptedModel
from answerable.trace.spans import TraceEar, trace_of
from answerable.trace.trace import Trace
from tests.evals.stage import Stage

EMAIL = "nora.lind@example.org"
REFUSED = as_contract(Refusal(text="No.", conversation="c", run="r", reason="ungrounded"))


class Clock:
    """Says what it was set to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def heard(*told: tuple[float, Event]) -> Trace:
    """The trace of events at these seconds after the start."""
    clock = Clock()
    ear = TraceEar(clock)
    for after, event in told:
        clock.now = 1_000.0 + after
        ear.hear(event)
    return ear.trace


def walked() -> Trace:
    return heard(
        (0.0, RunStarted("r", "c", f"I am {EMAIL}")),
        (0.1, QuestionRuled("allow", "")),
        (0.2, TurnsRecalled(0, 0, "")),
        (0.7, ModelCalled("anthropic:claude-x", "plan", 100, 20, 0.01, 0.4, "h")),
        (0.8, PlanMade("act", "look", ("t1", "t2"), "anthropic:claude-x")),
        (0.8, TaskStarted("t1", "site", ("https://a.example/?token=abc",))),
        (1.8, PageFetched("https://a.example/?token=abc", 404, 0.5, 0)),
        (1.8, TaskStarted("t2", "base", ())),
        (2.0, QueryRan("late", 3, 0.1)),
        (2.1, QueryFailed("early", "no table")),
        (2.2, TaskEnded("t2", 1, 0)),
        (2.3, TaskEnded("t1", 0, 1)),
        (2.5, LedgerWeighed(0.9, True, (), "rule")),
        (2.6, ModelFailed("anthropic:claude-x", "draft", "timed out")),
        (2.7, DraftWritten(2, "rule")),
        (3.0, DraftVerified(0, ("number", "leak"))),
        (3.5, OutcomeSettled(REFUSED)),
    )


def test_stages_follow_each_other_without_holes() -> None:
    trace = walked()
    stages = [span for span in trace.spans if span.kind == "stage"]
    assert [span.name for span in stages] == [
        "guard",
        "recall",
        "plan",
        "act",
        "weigh",
        "draft",
        "verify",
        "settle",
    ]
    assert [a.end for a in stages[:-1]] == [b.start for b in stages[1:]]
    assert round(sum(span.seconds for span in stages), 6) == trace.spans[0].seconds == 3.5
    split = trace.latency()
    assert (split["plan"], split["act"], split["of which model"]) == (0.6, 1.5, 0.4)


def test_every_span_hangs_where_it_happened() -> None:
    trace = walked()
    parents = {span.name: trace.spans[span.parent].name for span in trace.spans if span.parent is not None}
    assert parents["plan"] == "invoke_agent answerable"
    assert parents["site"] == parents["base"] == "act"
    assert parents["GET"] == "site"  # the only task then
    assert parents["query"] == "act"  # two tasks at once: nobody says whose
    chats = [trace.spans[s.parent or 0].name for s in trace.spans if s.kind == "model"]
    assert chats == ["plan", "draft"]


def test_attributes_have_the_agreed_names() -> None:
    trace = walked()
    model = next(span for span in trace.spans if span.kind == "model")
    assert (model.name, round(model.seconds, 6)) == ("chat claude-x", 0.4)
    assert model.attributes | {"answerable.prompt": ""} == {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "claude-x",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.usage.input_tokens": 100,
        "gen_ai.usage.output_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 0,
        "answerable.purpose": "plan",
        "answerable.cost_usd": 0.01,
        "answerable.prompt": "",
    }
    assert trace.spans[0].attributes["gen_ai.conversation.id"] == "c"
    assert {span.name: span.error for span in trace.spans if span.error} == {
        "GET": "404", "query": "no table", "site": "gap", "chat claude-x": "timed out",
    }  # fmt: skip


def test_the_time_nobody_walked_is_no_stages() -> None:
    trace = heard(
        (0.0, RunStarted("r", "c", "q")),
        (1.0, QuestionRuled("allow", "")),
        (61.0, RunResumed(1)),
        (62.0, TurnsRecalled(0, 0, "")),
    )
    assert (trace.resumed, trace.latency()) == (1, {"guard": 1.0, "recall": 1.0})
    assert (trace.appended, trace.outcome) == (False, "running")


def test_a_trace_may_begin_in_the_middle() -> None:
    trace = heard(
        (0.0, DraftVerified(0, ("name",))), (0.5, TaskEnded("t", 0, 0)), (1.0, OutcomeSettled(REFUSED))
    )
    assert (trace.run, trace.outcome, trace.spans[0].seconds) == ("r", "refusal", 1.0)


async def test_the_stored_log_gives_the_same_trace(tmp_path: Path) -> None:
    ear = TraceEar()
    with Stage(tmp_path) as stage:
        told = await stage.say(f"where is BK-1001? {EMAIL}", tell=ear.hear)
        events, calls = stage.house.store.traces("local").read(told.run)
    live, stored = ear.trace, trace_of(events)
    assert [(s.name, s.parent) for s in live.spans] == [(s.name, s.parent) for s in stored.spans]
    assert (live.answer, live.outcome, live.plans) == (stored.answer, "answer", stored.plans)
    tool = next(span for span in trace_of(events, calls).spans if span.kind == "tool")
    assert tool.name == "execute_tool lookup_order"
    assert json.loads(tool.attributes["gen_ai.tool.call.arguments"])["email"] == "[e-mail]"
    assert "BK-1001" in tool.attributes["gen_ai.tool.call.result"]


async def traced(home: Path, *replies: Any) -> Trace:
    """The trace of a run in which a model replied so."""
    ear = TraceEar()
    with Stage(home, ScriptedModel(list(replies))) as stage:
        await stage.say(f"return BK-1001 {EMAIL}", tell=ear.hear)
    return ear.trace


async def test_a_skipped_step_is_told_by_its_code(tmp_path: Path) -> None:
    skips = {
        "action": "call",
        "tool": "initiate_return",
        "arguments": {"order_id": "BK-1001", "items": ["1"]},
    }
    trace = await traced(tmp_path, skips, {"action": "ask", "text": "Shall we look at your order first?"})
    assert trace.tool_errors == [("initiate_return", "order_not_verified")]
    chats = [span for span in trace.spans if span.kind == "model"]
    assert [trace.spans[span.parent or 0].name for span in chats] == ["plan", "plan"]


async def test_a_made_up_date_is_told_by_its_code(tmp_path: Path) -> None:
    look = {"action": "call", "tool": "lookup_order", "arguments": {"order_id": "BK-1001", "email": EMAIL}}
    wrong = {"action": "answer", "text": "Your order BK-1001 was delivered on 3 March 2019."}
    trace = await traced(tmp_path, look, wrong, wrong, wrong)
    assert trace.objections
    assert "2019" not in trace.answer
