"""Faults that are nobody's crash: a full disk, damaged rows, a clock that jumps, a record of another version."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from answerable.domain.outcome import Answer
from answerable.store import Store
from tests.runs.world import SlowSource, Worker


def test_a_full_disk_costs_no_conversation(tmp_path: Path) -> None:
    script = [sys.executable, "-m", "tests.runs.full_disk", str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["heard"], told["refused"]) == ("StoreError", "StoreError")
    assert (told["status"], told["outcome"], told["turns"]) == ("completed", "answer", 2)
    assert (told["names"].count("RunStarted"), told["names"].count("OutcomeSettled")) == (2, 2)
    assert (told["later"], told["integrity"]) == ("Answer", "ok")


async def left_behind(home: Path) -> None:
    """Two runs that a worker leaves in the middle."""
    source = SlowSource("faq", "30 days")
    worker = Worker(home, source)
    walks = [worker.ask(run=run, talk=run) for run in ("hurt", "well")]
    await asyncio.gather(*(walk.taken for walk in walks))
    await source.reached.wait()
    await worker.until("PlanMade", "hurt")
    await worker.until("PlanMade", "well")
    await worker.close()


@pytest.mark.parametrize(
    ("damage", "status"),
    [
        ("UPDATE runs SET question = substr(question, 1, 40) WHERE id = 'hurt'", "error"),
        ("UPDATE runs SET question = '{}' WHERE id = 'hurt'", "error"),  # as another version might write it
        ("UPDATE runs SET limits = 'x' WHERE id = 'hurt'", "completed"),
        ("UPDATE steps SET gave = substr(gave, 1, length(gave) / 2) WHERE run = 'hurt'", "error"),
    ],
)
async def test_a_damaged_row_costs_its_run_only(damage: str, status: str, tmp_path: Path) -> None:
    await left_behind(tmp_path)
    store = Store.open(tmp_path)
    with store._engine.begin() as raw:
        assert raw.exec_driver_sql(damage).rowcount > 0
    store.close()
    worker = Worker(tmp_path)
    worker.runs.begin()
    for run in ("hurt", "well"):
        await worker.until("OutcomeSettled", run)
        if walk := worker.runs.find(("local", run)):
            await walk.task
    ended = {run.id: run.status for run in worker.store.runs("local").latest()}
    assert ended == {"hurt": status, "well": "completed"}
    assert isinstance(await worker.ask(run="next", talk="hurt").task, Answer)
    await worker.close()


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
async def test_a_clock_that_jumps_changes_nothing(
    jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, clock = SlowSource("faq", "30 days"), time.time
    worker = Worker(tmp_path, source)
    walk = worker.ask()
    await source.reached.wait()
    monkeypatch.setattr(time, "time", lambda: clock() + jump)
    source.release.set()
    outcome: Any = await walk.task
    assert isinstance(outcome, Answer)
    assert 0 <= outcome.usage.seconds < 60
    stored = worker.store.conversations("local").events("talk")
    assert [event.record["event"] for event in stored][-1] == "OutcomeSettled"
    assert [event.place for event in stored] == list(range(1, len(stored) + 1))
    assert isinstance(await worker.ask("And then?", run="next").task, Answer)
    assert [turn.question for turn in worker.store.conversations("local").turns("talk", last=5)] == [
        "How long?",
        "And then?",
    ]
    await worker.close()
