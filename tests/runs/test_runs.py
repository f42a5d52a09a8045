"""A run goes on after a crash, stops when told, waits for its user, and always ends in one of its states."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from answerable.domain.outcome import Answer, Claim, Clarification, Draft, Failure, Outcome, Refusal
from answerable.domain.plan import Decision, Plan
from answerable.runs import runs as room
from answerable.runs.runs import ConversationBusy, RunLeft, status_of
from answerable.testing.house import FakeSource
from tests.runs.world import SlowSource, Worker


@pytest.fixture
def fast_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: a killed process leaves the same behind there as on a disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def test_a_killed_run_goes_on_or_asks(fast_folder: Path) -> None:
    script = Path(__file__).with_name("crashes.py")
    # Two threads tick, so that a sweep may step over one tick: the one between a call and its receipt must be met.
    for sweep in ("first", "second", "third"):
        home = fast_folder / sweep
        home.mkdir()
        done = subprocess.run([sys.executable, script, home], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        deaths = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(deaths) > 20
        assert sum(len(way["deaths"]) == 3 for way in deaths) > 2
        for way in deaths:
            _check_death(way)
        if any(way["status"] == "waiting" for way in deaths):
            return
    raise AssertionError("nobody died between a call and its receipt")


def _check_death(way: dict[str, Any]) -> None:
    died, happened = way["deaths"], Counter(way["happened"])
    assert way["again"] == [], f"{died}: a recorded task was read again"
    assert happened["d"] <= 1, f"{died}: a call was made twice"
    assert happened["e"] == 1, f"{died}: a call was lost"
    told = Counter(record["event"] for record in way["events"])
    assert (told["RunStarted"], told["OutcomeSettled"], way["turns"]) == (1, 1, 1), died
    if way["status"] == "waiting":
        assert way["outcome"]["reason"] == "in_doubt", died
    else:
        assert (way["status"], way["outcome"]["outcome"]) == ("completed", "answer"), died
        assert happened["d"] == 1, f"{died}: answered without the call"
        assert way["outcome"]["usage"]["queries"] == 6, f"{died}: what was spent before is forgotten"
        assert (told["PlanMade"], told["LedgerWeighed"], told["DraftVerified"]) == (3, 2, 1), died


def test_a_return_is_started_exactly_once(fast_folder: Path) -> None:
    script = [sys.executable, "-m", "tests.runs.broken_returns", str(fast_folder), "3"]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    deaths = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(deaths) > 4
    for way in deaths:
        assert (way["returns"], way["calls"], way["status"]) == (1, 1, "completed"), way
        assert "is started" in way["outcome"]["text"], way


async def test_an_answered_run_is_completed(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    walk = worker.ask()
    assert isinstance(await walk.task, Answer)
    stored = worker.store.runs("local").get("run")
    assert stored is not None
    assert (stored.status, stored.outcome) == ("completed", worker.heard[-1].record["outcome"])
    assert worker.names()[0] == "RunStarted"
    assert worker.names()[-1] == "OutcomeSettled"
    assert [event.place for event in worker.heard] == list(range(1, len(worker.heard) + 1))
    await worker.close()


async def test_a_stop_takes_effect_at_once(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    worker = Worker(tmp_path, source)
    walk = worker.ask()
    await source.reached.wait()
    began = time.perf_counter()
    assert await worker.runs.stop(("local", "talk"))
    assert time.perf_counter() - began < 0.5
    outcome = await walk.task
    assert (outcome.reason, outcome.text) == ("stopped", "Stopped before an answer was found.")
    assert worker.names()[-1] == "OutcomeSettled"
    stored = worker.store.runs("local").get("run")
    assert stored is not None
    assert stored.status == "stopped"
    assert not await worker.runs.stop(("local", "talk"))
    await worker.close()


async def test_another_process_stops_a_run_in_time(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    worker, other = Worker(tmp_path, source), Worker(tmp_path)
    worker.runs.begin()
    walk = worker.ask()
    await source.reached.wait()
    began = time.perf_counter()
    assert await other.runs.stop(("local", "talk"))
    outcome = await walk.task
    assert time.perf_counter() - began < 0.5
    assert outcome.reason == "stopped"
    await worker.close()
    await other.close()


@pytest.mark.parametrize("stage", ["guard", "recall", "plan", "act", "weigh", "draft", "verify"])
async def test_a_run_stops_in_every_stage(stage: str, tmp_path: Path) -> None:
    reached = asyncio.Event()

    async def hang(*given: Any) -> Any:
        reached.set()
        await asyncio.Event().wait()

    worker = Worker(tmp_path, stages={stage: hang})
    walk = worker.ask()
    await reached.wait()
    assert await worker.runs.stop(("local", "talk"))
    assert (await walk.task).reason == "stopped"
    assert len(worker.store.conversations("local").told("talk")) == 1
    await worker.close()


async def test_a_run_left_behind_goes_on(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    first = Worker(tmp_path, source)
    walk = first.ask()
    await source.reached.wait()
    await first.until("PlanMade")
    await first.close()
    with pytest.raises(RunLeft):
        await walk.task
    second = Worker(tmp_path)
    second.runs.begin()
    settled = await second.until("OutcomeSettled")
    assert settled["outcome"]["outcome"] == "answer"
    assert second.heard[0].record == {"event": "RunResumed", "step": 3}  # nothing before it is told again
    assert second.names().count("RunStarted") == 1
    await second.close()


async def test_a_run_whose_owner_is_silent_is_taken_over(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    frozen, other = Worker(tmp_path, source), Worker(tmp_path, lease=0.4)
    walk = frozen.ask()  # never begins its shift, as a stopped process shows no sign of life
    await source.reached.wait()
    other.runs.begin()
    settled = await other.until("OutcomeSettled")
    assert settled["outcome"]["outcome"] == "answer"
    told = other.names()
    source.release.set()  # the frozen one comes back, and may write nothing
    with pytest.raises(RunLeft):
        await walk.task
    assert other.names() == told
    assert len(other.store.conversations("local").told("talk")) == 1
    await frozen.close()
    await other.close()


async def test_a_live_run_is_walked_once(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    worker, other = Worker(tmp_path, source, lease=0.4), Worker(tmp_path, lease=0.4)
    worker.runs.begin()
    other.runs.begin()
    walk = worker.ask()
    await source.reached.wait()
    with pytest.raises(ConversationBusy):
        await other.ask(run="second").task
    await asyncio.sleep(1.0)  # more than two leases of beating
    source.release.set()
    assert isinstance(await walk.task, Answer)
    assert (len(other.runs), other.opened) == (0, 0)
    await worker.close()
    await other.close()


class AskingPlanner:
    """Asks back, until the turn before this one asked."""

    async def __call__(self, question: Any, *given: Any) -> Plan:
        if question.turns:
            return Plan(Decision.REFUSE, reason="not_found", says=f"You chose {question.text}.")
        choices = (("Bill Turner", "bill-1"), ("Bill Gates", "bill-2"))
        return Plan(Decision.ASK, says="Which Bill?", choices=choices, waits={"entity": "bill"})


async def test_a_waiting_run_is_answered_from_elsewhere(tmp_path: Path) -> None:
    first = Worker(tmp_path, stages={"plan": AskingPlanner()})
    assert isinstance(await first.ask().task, Clarification)
    await first.close()
    second = Worker(tmp_path, stages={"plan": AskingPlanner()})
    second.runs.begin()
    waiting = second.store.runs("local").latest(status="waiting")
    assert [run.id for run in waiting] == ["run"]
    reply = second.ask("Bill Turner", run="reply")
    turn = reply.question.turns[-1]
    assert (turn.choices[0], turn.waits) == (("Bill Turner", "bill-1"), {"entity": "bill"})
    assert (await reply.task).text == "You chose Bill Turner."
    assert [run.status for run in second.store.runs("local").latest()] == ["completed", "completed"]
    await second.close()


async def test_what_breaks_once_is_tried_again(tmp_path: Path) -> None:
    worker = Worker(tmp_path)

    def stumble() -> None:
        if worker.opened == 1:
            raise OSError("the disk blinked")

    worker.opening = stumble
    assert isinstance(await worker.ask().task, Answer)
    assert worker.opened == 2
    await worker.close()


async def test_a_run_that_breaks_late_repeats_nothing(tmp_path: Path) -> None:
    source, falls = FakeSource("faq", "30 days"), 2

    async def draft(question: Any, ledger: Any, *given: Any) -> Draft:
        nonlocal falls
        falls -= 1
        if falls >= 0:
            raise TimeoutError("the model hung")
        return Draft(tuple(Claim(piece.text, (piece.id,), piece.text) for piece in ledger))

    worker = Worker(tmp_path, source, stages={"draft": draft})
    assert isinstance(await worker.ask().task, Answer)
    assert len(source.asked) == 1
    assert worker.names().count("RunResumed") == 2
    assert worker.names().count("TaskEnded") == 1
    await worker.close()


async def test_a_reached_answer_is_not_taken_back(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    reached = asyncio.Event()

    async def linger() -> None:
        reached.set()
        await asyncio.Event().wait()

    worker.closing = linger  # its sentences are told, and the engine takes its time to close
    walk = worker.ask()
    await reached.wait()
    assert await worker.runs.stop(("local", "talk"))
    assert isinstance(await walk.task, Answer)
    assert worker.names().count("AnswerReleased") == 1
    await worker.close()


async def test_a_stop_before_anything_is_written(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    walk = worker.ask()
    assert await worker.runs.stop(("local", "talk"))
    assert (await walk.task).reason == "stopped"
    assert worker.opened == 0
    await worker.close()


async def test_what_breaks_always_ends_as_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    worker = Worker(tmp_path)

    def fall() -> None:
        raise OSError("the disk is gone")

    worker.opening = fall
    outcome = await worker.ask().task
    assert (outcome.reason, status_of(outcome)) == ("failure", "error")
    assert worker.names() == ["RunStarted", "OutcomeSettled"]
    assert "the disk is gone" in caplog.text
    await worker.close()


async def test_a_run_that_kills_workers_is_given_up(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    first = Worker(tmp_path, source)
    first.ask()
    await source.reached.wait()
    await first.close()
    owner = ""
    for number in range(room.TRIES):  # each takes it over, and is never heard of again
        journal = first.store.journal(f"elsewhere/{number}/x")
        journal.write([partial(journal.take_over, owner=owner)])
        owner = journal.worker
    last = Worker(tmp_path, lease=0.0)
    last.runs.begin()
    settled = await last.until("OutcomeSettled")
    assert (settled["outcome"]["outcome"], settled["outcome"]["reason"]) == ("failure", "failure")
    assert "several times" in settled["outcome"]["text"]
    await last.close()


async def test_an_old_run_is_not_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SlowSource("faq", "30 days")
    first = Worker(tmp_path, source)
    first.ask()
    await source.reached.wait()
    await first.close()
    monkeypatch.setattr(room, "DEADLINE_SECONDS", 0.0)
    second = Worker(tmp_path)
    second.runs.begin()
    settled = await second.until("OutcomeSettled")
    assert settled["outcome"]["reason"] == "deadline"
    await second.close()


async def test_tenants_share_the_seats(tmp_path: Path) -> None:
    source = SlowSource("faq", "30 days")
    worker = Worker(tmp_path, source)
    crowd = [worker.ask(run=f"r{n}", talk=f"t{n}", tenant="many") for n in range(20)]
    await source.reached.wait()
    one = worker.ask(run="x", talk="x", tenant="few")
    await one.taken
    await worker.until("TaskStarted", run="x")  # it is under way, though twenty came before it
    begun = {event.run for event in worker.heard if event.record["event"] == "TaskStarted"}
    assert len(begun - {"x"}) == room.PER_TENANT
    source.release.set()
    await asyncio.gather(one.task, *(walk.task for walk in crowd))
    await worker.close()


def test_every_outcome_has_its_status() -> None:
    said: dict[str, Any] = {"text": "", "conversation": "c", "run": "r"}
    ends: list[Outcome] = [
        Answer(**said),
        Refusal(**said),
        Clarification(**said),
        Failure(**said),
        Failure(**said, reason="stopped"),
    ]
    assert [status_of(end) for end in ends] == ["completed", "completed", "waiting", "error", "stopped"]
