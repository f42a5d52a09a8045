"""Counters read as Prometheus expects them."""

from __future__ import annotations

from answerable.server.metrics import Metrics, gauge
from answerable.store.conversations import StoredEvent


def event(name: str, **fields: object) -> StoredEvent:
    return StoredEvent(1, "r", 0.0, {"event": name, **fields})


def settled(seconds: float, outcome: str = "answer", reason: str | None = None) -> StoredEvent:
    return event(
        "OutcomeSettled", outcome={"outcome": outcome, "reason": reason, "usage": {"seconds": seconds}}
    )


def test_runs_are_counted_by_outcome_and_reason() -> None:
    metrics = Metrics()
    metrics.hear([settled(0.1), settled(0.1), settled(0.1, "refusal", "off_topic")])
    text = metrics.text()
    assert 'answerable_runs_total{outcome="answer",reason=""} 2\n' in text
    assert 'answerable_runs_total{outcome="refusal",reason="off_topic"} 1\n' in text


def test_buckets_hold_all_that_is_shorter() -> None:
    metrics = Metrics()
    metrics.hear([settled(0.05), settled(0.06), settled(1000)])
    text = metrics.text()
    for limit, count in (("0.05", 1), ("0.1", 2), ("60.0", 2), ("+Inf", 3)):
        assert f'answerable_run_seconds_bucket{{le="{limit}"}} {count}\n' in text
    assert "answerable_run_seconds_count 3\n" in text
    assert "answerable_run_seconds_sum 1000.11\n" in text


def test_pages_and_gauges_are_told() -> None:
    metrics = Metrics()
    metrics.hear([event("PageFetched"), event("PageSkipped"), event("PageFetched"), event("PlanMade")])
    text = metrics.text(gauge("answerable_viewers", "Streams being followed.", {"": 3}))
    assert 'answerable_pages_total{result="fetched"} 2\n' in text
    assert 'answerable_pages_total{result="skipped"} 1\n' in text
    assert "# TYPE answerable_viewers gauge\nanswerable_viewers 3\n" in text


def test_pins_and_saved_calls_are_told() -> None:
    metrics = Metrics()
    metrics.hear(
        [event("OverrideUsed", stage="draft"), event("PlanReused", saved=2), event("PlanReused", saved=1)]
    )
    text = metrics.text()
    assert 'answerable_overrides_total{stage="draft"} 1\n' in text
    assert "answerable_model_calls_saved_total 3\n" in text
