"""What a run's spans come to: codes, flags, the split of its time; all of it without secrets."""

from __future__ import annotations

import json

from answerable.domain.events import ConversationEscalated, Event, QuestionRuled, RunStarted, TextFlagged
from answerable.trace.trace import Trace, TraceSpan
from tests.trace.test_spans import EMAIL, heard, walked


def test_time_is_split_by_stage_and_wait() -> None:
    spans = [
        TraceSpan("run", "run", 0, 9, None),
        TraceSpan("plan", "stage", 0, 2),
        TraceSpan("plan", "stage", 4, 7),
    ]
    spans += [
        TraceSpan("chat x", "model", 1, 2),
        TraceSpan("site", "task", 7, 9),
        TraceSpan("late", "stage", 9, 8),
    ]
    assert Trace(spans=spans).latency() == {"plan": 5, "of which model": 1, "late": 0}


def test_ids_are_never_redacted() -> None:
    told = Trace(run="01712345678", conversation="4111111111111111", question="01712345678").as_json()
    assert (told["run"], told["conversation"], told["question"]) == (
        "01712345678",
        "4111111111111111",
        "[phone]",
    )


def test_verdict_codes_and_history_are_told() -> None:
    trace = walked()
    assert (trace.outcome, trace.reason, trace.fallback, trace.appended) == (
        "refusal",
        "ungrounded",
        True,
        True,
    )
    assert trace.objections == ["number", "leak"]
    assert trace.flags == ("leak",)
    assert trace.drafts == [
        {"by": "rule", "claims": 2, "objections": ["number", "leak"], "kept": False, "passed": 0}
    ]
    assert trace.plans[0]["tasks"] == ["t1", "t2"]


def test_a_trace_holds_no_secret() -> None:
    words = json.dumps(walked().as_json())
    assert EMAIL not in words
    assert "token=abc" not in words
    assert "[e-mail]" in words


def test_an_attack_is_flagged() -> None:
    trace = heard((0.0, RunStarted("r", "c", "q")), (0.1, QuestionRuled("refuse", "injection")))
    assert (trace.ruling, trace.flags) == ("injection", ("injection",))


def test_people_who_are_wanted_are_counted() -> None:
    told: list[Event] = [RunStarted("r", "c", "When?"), TextFlagged("answer", "violence", "list")]
    told += [TextFlagged("question", "hate", "list"), ConversationEscalated("asked", staffed=True)]
    assert heard(*((0.0, event) for event in told)).flags == ("flagged", "escalation")
