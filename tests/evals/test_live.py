"""Live runs are judged after they ended, within their share and their hour, and never at a run's expense."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.question import User
from answerable.evals.judge import CRITERIA, Judgement
from answerable.evals.live import BASELINE, LiveJudge, live_judge, sampled
from answerable.sandbox.demo import stocked
from answerable.settings import JudgingSettings, Settings
from answerable.store.conversations import StoredEvent

ENDED = {"event": "OutcomeSettled"}


class Heard:
    """What the judge told, and a way to wait for it."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Sequence[Judgement]]] = []
        self._told = threading.Semaphore(0)

    def __call__(self, variant: str, found: Sequence[Judgement]) -> None:
        self.found.append((variant, found))
        self._told.release()

    async def wait(self) -> None:
        assert await asyncio.to_thread(self._told.acquire, timeout=20)


@contextmanager
def judge(house: House, heard: Heard, busy: Callable[[], bool] = lambda: False) -> Iterator[LiveJudge]:
    opened = live_judge(house, heard, busy)
    assert opened
    try:
        yield opened
    finally:
        opened.close(10.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = Settings(home=tmp_path, judging=JudgingSettings(share=1.0, per_hour=3))
    house = House.open(stocked(settings, "bookstore"))
    yield house
    house.store.close()


async def ended(house: House, *texts: str) -> list[StoredEvent]:
    """One conversation, and the events that say how its runs ended."""
    runs = []
    for text in texts:
        question = take(house, text, assistant="bookstore", conversation="c", user=User())
        runs.append((await pursue(house, question)).run)
    return [StoredEvent(1, run, 0.0, ENDED) for run in runs]


async def test_a_run_is_judged_by_what_applies(house: House) -> None:
    heard = Heard()
    events = await ended(house, "How long do I have to return a book?", "Where is my order?")
    with judge(house, heard) as judging:
        judging.hear("local", events)
        await heard.wait()
        await heard.wait()
    answer, back = (house.store.traces("local").judgements(event.run) for event in events)
    assert {one.criterion: one.score for one in answer} == {"grounding": 1.0, "policy": 1.0, "tone": 1.0}
    assert {one.criterion for one in back} == {"grounding", "tone", "clarifying"}
    assert judging.done == 2


async def test_no_run_is_judged_while_others_walk(house: House) -> None:
    heard, walking = Heard(), threading.Event()
    walking.set()
    asked = threading.Event()

    def busy() -> bool:
        asked.set()
        return walking.is_set()

    events = await ended(house, "How long do I have to return a book?")
    with judge(house, heard, busy) as judging:
        judging.hear("local", events)
        assert await asyncio.to_thread(asked.wait, 10)
        assert heard.found == []
        walking.clear()
        await heard.wait()
    assert judging.done == 1


async def test_an_hour_has_its_limit(house: House) -> None:
    heard = Heard()
    (event,) = await ended(house, "How long do I have to return a book?")
    with judge(house, heard) as judging:
        judging.hear("local", [event] * 5)
        for _ in range(3):
            await heard.wait()
    assert (judging.done, len(heard.found)) == (3, 3)


async def test_a_deleted_conversation_is_passed_over(house: House) -> None:
    heard = Heard()
    gone = await ended(house, "How long do I have to return a book?")
    house.store.conversations("local").delete("c")
    left = await ended(house, "Can I return an e-book?")
    with judge(house, heard) as judging:
        judging.hear("local", [*gone, *left])
        await heard.wait()
    assert len(heard.found) == 1
    assert house.store.traces("local").judgements(gone[0].run) == []


def test_without_a_share_nobody_judges(tmp_path: Path) -> None:
    house = House.open(Settings(home=tmp_path))
    assert live_judge(house, Heard(), lambda: False) is None
    house.store.close()


def test_a_share_is_drawn_by_the_run() -> None:
    runs = [f"run-{number}" for number in range(2_000)]
    assert 250 < sum(sampled(run, 0.15) for run in runs) < 350
    assert all(sampled(run, 1.0) and not sampled(run, 0.0) for run in runs)
    assert all(sampled(run, 0.5) for run in runs if sampled(run, 0.15))


def test_the_baseline_names_what_is_judged() -> None:
    assert set(BASELINE) == set(CRITERIA) - {
        "refusal"
    }  # nobody says of a live run what would have been right
    assert all(0 < share <= 1 for share in BASELINE.values())
