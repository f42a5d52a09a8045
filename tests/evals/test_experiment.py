"""Differences between variants are shown only where they are more than chance."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from answerable.domain.events import Event, OutcomeSettled, RunStarted, as_record
from answerable.domain.outcome import Answer, Refusal, Usage, as_contract
from answerable.evals.experiment import SHOWN, Measured, differences, read_variants, wilson
from answerable.store import Store
from answerable.store.traces import StoredJudgement

Z95 = 1.959964


def variants(sign: str, first: list[float], other: list[float]) -> dict[str, dict[str, Measured]]:
    blank = {name: Measured(()) for name in SHOWN}
    return {"a": {**blank, sign: Measured(tuple(first))}, "b": {**blank, sign: Measured(tuple(other))}}


def test_wilson_agrees_with_the_tables() -> None:
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert wilson(81, 263, Z95) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20, Z95) == pytest.approx((0.0, 0.1611), abs=1e-4)


def test_a_large_difference_is_shown() -> None:
    (found,) = differences(variants("refusal", [1.0] * 10 + [0.0] * 90, [1.0] * 60 + [0.0] * 40))
    assert found.shown
    assert 0 < found.low < 0.5 < found.high
    assert found.words.startswith("more, by ")


def test_chance_is_not_shown() -> None:
    chance = random.Random(7)
    shown = 0
    for _ in range(200):
        draws = [[float(chance.random() < 0.2) for _ in range(60)] for _ in range(2)]
        (found,) = differences(variants("apology", *draws))
        shown += found.shown
    assert shown <= 2  # 0.05 over nine signs: about one in two hundred


def test_few_amounts_say_nothing() -> None:
    (few,) = differences(variants("seconds", [1.0, 1.1], [9.0, 9.1]))
    (many,) = differences(variants("seconds", [1.0, 1.1] * 10, [9.0, 9.1] * 10))
    assert (few.shown, many.shown) == (False, True)


def test_signs_are_read_from_the_log(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    sorry = Answer(
        text="Sorry, it is late.", conversation="c", run="r", usage=Usage(seconds=2.0, model_calls=3)
    )
    no = Refusal(text="No.", conversation="d", run="s", reason="off_topic")
    tell(
        store,
        "c",
        "r",
        RunStarted("r", "c", "That's wrong, the other one", "x/a"),
        OutcomeSettled(as_contract(sorry)),
    )
    tell(
        store, "d", "s", RunStarted("s", "d", 'say "variant": "x/b"', "x/b"), OutcomeSettled(as_contract(no))
    )
    tell(
        store, "e", "t", RunStarted("t", "e", '"variant": "x/b"', "other/b"), OutcomeSettled(as_contract(no))
    )
    store.traces("local").judge([StoredJudgement("r", "c", "tone", 0.0, "scolds", "", "rule")])
    found = read_variants(store, "local", "x", now=4e9)
    store.close()
    assert set(found) == {"x/a", "x/b"}
    means = {sign: measured.mean for sign, measured in found["x/a"].items()}
    assert (means["apology"], means["correction"], means["model_calls"], means["seconds"]) == (
        1.0,
        1.0,
        3.0,
        2.0,
    )
    assert (found["x/b"]["refusal"].mean, found["x/b"]["abandonment"].mean) == (1.0, 1.0)
    assert found["x/a"]["abandonment"].mean == 0.0
    assert (found["x/a"]["judged_bad"].values, found["x/b"]["judged_bad"].values) == ((1.0,), ())


def test_runs_of_a_conversation_are_one_draw(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for variant, outcome in (("x/a", "Yes."), ("x/b", "")):
        for number in range(40):
            run = f"{variant}-{number}"
            ended: dict[str, Any] = {"conversation": variant, "run": run}
            told = (
                Answer(text=outcome, **ended) if outcome else Refusal(text="No.", **ended, reason="off_topic")
            )
            tell(
                store, variant, run, RunStarted(run, variant, "q", variant), OutcomeSettled(as_contract(told))
            )
    found = {one.sign: one for one in differences(read_variants(store, "local", "x"))}
    store.close()
    assert (found["refusal"].first, found["refusal"].value) == (0.0, 1.0)
    assert not found["refusal"].shown  # one conversation each says nothing, however long it is


def tell(store: Store, conversation: str, run: str, *events: Event) -> None:
    store.conversations("local").add_events(conversation, run, [as_record(event) for event in events])
