"""A walk over a record repeats nothing, tells nothing twice, and comes to the same end byte for byte."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, OutcomeSettled, Tell
from answerable.domain.evidence import Findings
from answerable.domain.outcome import Weighing, as_contract
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.runs.durable import RecordDiffers, RunClock, Tape, replay
from answerable.store.runs import StoredStep
from answerable.testing.house import CitationChecker, FakeHouse, FakeSource, OpenGuard


class Spender(FakeSource):
    """Spends, so that a purse can be seen to be restored."""

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        budget.spend("pages", 2)
        return await super().read(task, question, budget, tell)


class ThreeWaves:
    """Two reads, a call, and a read behind them; then enough."""

    async def __call__(self, question: Any, ledger: Any, *given: Any) -> Plan:
        if ledger.plans:
            return Plan(Decision.ENOUGH)
        tasks = (
            Task("a", "faq", "look", "?"),
            Task("b", "shop", "look", "?"),
            Task("c", "shop", "call", "?"),
            Task("d", "faq", "look", "?", needs=("a", "c")),
        )
        return Plan(Decision.ACT, tasks)


def house(**stages: Any) -> FakeHouse:
    faq, shop = Spender("faq", "You have 30 days."), Spender("shop", "Opens at 9.", "Closes at 18.")
    return FakeHouse(faq, shop, plan=stages.pop("plan", ThreeWaves()), **stages)


class Recorder:
    """Keeps steps in memory, and dies after so many."""

    def __init__(self, lives: int = 1000) -> None:
        self.steps: list[StoredStep] = []
        self.told: list[Event] = []
        self._lives = lives

    def keep(self, step: StoredStep) -> asyncio.Future[Any]:
        if len(self.steps) >= self._lives:
            raise ConnectionAbortedError
        kept = json.loads(json.dumps([step.gave, dict(step.spent)]))
        self.steps.append(StoredStep(step.place, step.name, kept[0], kept[1]))
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    async def walk(self, fakes: FakeHouse, recorded: list[StoredStep] | None = None) -> str:
        tape = Tape(recorded or [], Limits(), self.keep, self.told.append)
        return _bytes(await tape.walk(fakes.engine, fakes.question("How long?")))


def _bytes(outcome: Any) -> str:
    return json.dumps(as_contract(outcome))


async def test_calls_never_share_a_record() -> None:
    recorder = Recorder()
    await recorder.walk(house())
    assert [step.name for step in recorder.steps] == [
        *("guard", "recall", "plan", "act", "act", "act", "weigh", "plan", "draft", "verify", "settle")
    ]
    journeys = [len(step.gave["added"]["journey"]) for step in recorder.steps if step.name == "act"]
    assert journeys == [2, 1, 1]


async def test_a_replay_is_equal_byte_for_byte() -> None:
    recorder, again = Recorder(), house()
    said = await recorder.walk(house())
    outcome = await replay(again.engine, again.question("How long?"), recorder.steps, Limits())
    assert _bytes(outcome) == said
    assert json.loads(said)["usage"]["pages"] == 8


@pytest.mark.parametrize("ending", ["refused", "asks", "objections"])
async def test_every_ending_replays(ending: str) -> None:
    async def ask(*given: Any) -> Plan:
        return Plan(Decision.ASK, says="Which?", choices=(("A", "a"),), waits={"k": 1})

    def fakes() -> FakeHouse:
        ways: dict[str, Any] = {
            "refused": {"guard": OpenGuard("unsafe")},
            "asks": {"plan": ask},
            "objections": {"verify": CitationChecker(objects=1)},
        }
        return house(**ways[ending])

    recorder, again = Recorder(), fakes()
    said = await recorder.walk(fakes())
    outcome = await replay(again.engine, again.question("How long?"), recorder.steps, Limits())
    assert _bytes(outcome) == said


async def test_a_walk_goes_on_after_every_step() -> None:
    whole = Recorder()
    said = json.loads(await whole.walk(house()))
    for lives in range(len(whole.steps)):
        first, second = Recorder(lives), Recorder()
        with pytest.raises(ConnectionAbortedError):
            await first.walk(house())
        ended = json.loads(await second.walk(house(), first.steps))
        assert len(first.steps) + len(second.steps) == len(whole.steps)
        assert ended | {"usage": 0} == said | {"usage": 0}
        assert ended["usage"] | {"seconds": 0} == said["usage"] | {"seconds": 0}


async def test_what_was_told_is_not_told_again() -> None:
    first, second = Recorder(4), Recorder()
    with pytest.raises(ConnectionAbortedError):
        await first.walk(house())
    fakes = house()
    told = len(first.told)  # all of it reached the log: four steps, and what came behind the last one
    before = 4 + 4  # the start, the ruling, what is known, the plan, and two tasks begun and ended
    tape = Tape(first.steps, Limits(), second.keep, second.told.append, told=told - before)
    await tape.walk(fakes.engine, fakes.question("How long?"))
    names = [type(event).__name__ for event in (*first.told, *second.told)]
    assert names.count("RunStarted") == names.count("RunResumed") == names.count("OutcomeSettled") == 1
    assert names.count("PlanMade") == 2


async def test_what_any_stage_adds_is_recorded() -> None:
    async def weigh(question: Any, ledger: Any, seat: Any) -> Weighing:
        piece = next(iter(ledger))
        ledger.add(Findings((replace(piece, id="concluded", text="So 30 days it is."),)))
        return Weighing(1.0, enough=True)

    async def forget(question: Any, ledger: Any, seat: Any) -> Weighing:
        raise AssertionError("it is on record")

    recorder, again = Recorder(), house(weigh=forget)
    said = await recorder.walk(house(weigh=weigh))
    outcome = await replay(again.engine, again.question("How long?"), recorder.steps, Limits())
    assert _bytes(outcome) == said
    assert "So 30 days it is." in outcome.text


async def test_a_changed_walk_is_found_out() -> None:
    recorder, again = Recorder(), house(guard=OpenGuard("unsafe"))
    await recorder.walk(house())
    refused = StoredStep(
        1, "guard", {"gave": {"allowed": False, "reason": "unsafe"}}, recorder.steps[0].spent
    )
    with pytest.raises(RecordDiffers, match=r"Step 2 was 'recall'; the walk now does 'settle'"):
        await replay(again.engine, again.question("?"), [refused, *recorder.steps[1:]], Limits())
    fresh = house()
    with pytest.raises(RecordDiffers, match="record ends after 3 steps; the walk goes on to 'act'"):
        await replay(fresh.engine, fresh.question("?"), recorder.steps[:3], Limits())


async def test_a_replay_is_silent_and_reads_nothing() -> None:
    recorder = Recorder()
    await recorder.walk(house())
    source = FakeSource("faq", "changed since")
    fakes = FakeHouse(source)
    outcome = await replay(fakes.engine, fakes.question("How long?"), recorder.steps, Limits())
    assert source.asked == []
    assert "30 days" in outcome.text
    assert any(isinstance(event, OutcomeSettled) for event in recorder.told)


def test_a_clock_goes_on_and_stands_still() -> None:
    now = 100.0
    clock = RunClock(lambda: now)
    assert clock() == 0.0
    now = 101.5
    assert clock() == 1.5
    clock.set(20.0)
    now = 102.0
    assert clock() == 20.5
    clock.hold(20.5)
    now = 500.0
    assert clock() == 20.5
