"""Patience with a clock that only moves when somebody sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from answerable.errors import ModelGarbled, ModelUnreachable
from answerable.models.retry import LONGEST_RETRY_AFTER, Patience, Transient


@dataclass
class Clock:
    now: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def read(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Server:
    """Fails as told, then answers."""

    failures: list[Exception]
    calls: int = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "fine"


def patience(clock: Clock) -> Patience:
    return Patience("test", clock=clock.read, sleep=clock.sleep, chance=lambda: 0.5)


def busy(after: float | None = None) -> Transient:
    return Transient("answered 429", after=after)


def always(error: Callable[[], Exception], counted: list[int]) -> Callable[[], Awaitable[str]]:
    async def attempt() -> str:
        counted.append(1)
        raise error()

    return attempt


async def test_a_passing_failure_is_asked_again() -> None:
    clock, server = Clock(), Server([busy(), busy()])
    assert await patience(clock).ask(server, 60) == "fine"
    assert server.calls == 3
    assert clock.slept == [0.375, 0.75]


async def test_the_server_says_how_long_to_wait() -> None:
    clock, server = Clock(), Server([busy(after=7)])
    assert await patience(clock).ask(server, 60) == "fine"
    assert sum(clock.slept) >= 7


async def test_a_wait_beyond_the_budget_fails_now() -> None:
    clock, server = Clock(), Server([busy(after=30)])
    with pytest.raises(ModelUnreachable, match="answered 429"):
        await patience(clock).ask(server, 5)
    assert server.calls == 1
    assert clock.slept == []


async def test_one_call_learns_for_all_the_others() -> None:
    clock = Clock()
    shared = patience(clock)
    with pytest.raises(ModelUnreachable):
        await shared.ask(Server([busy(after=30)]), 5)
    other = Server([])
    with pytest.raises(ModelUnreachable, match="next try"):
        await shared.ask(other, 5)
    assert other.calls == 0
    clock.now += 31
    assert await shared.ask(other, 5) == "fine"


async def test_an_absurd_wait_is_not_believed() -> None:
    clock = Clock()
    shared = patience(clock)
    with pytest.raises(ModelUnreachable):
        await shared.ask(Server([busy(after=1e9)]), 5)
    clock.now += LONGEST_RETRY_AFTER + 1
    assert await shared.ask(Server([]), 5) == "fine"


async def test_three_failures_end_the_asking() -> None:
    clock, counted = Clock(), list[int]()
    with pytest.raises(ModelUnreachable, match="after 3 tries"):
        await patience(clock).ask(always(busy, counted), 60)
    assert len(counted) == 3


async def test_other_errors_pass_through_unretried() -> None:
    clock, server = Clock(), Server([ModelGarbled("no")])
    with pytest.raises(ModelGarbled):
        await patience(clock).ask(server, 60)
    assert server.calls == 1


async def test_silence_ends_with_the_time_given() -> None:
    async def silent() -> str:
        await asyncio.Event().wait()
        return "never"

    with pytest.raises(ModelUnreachable, match="no reply within"):
        await Patience("test").ask(silent, 0.05)


async def test_no_time_means_no_call() -> None:
    server = Server([])
    with pytest.raises(ModelUnreachable, match="no time is left"):
        await Patience("test").ask(server, 0)
    assert server.calls == 0


async def test_cancelling_is_not_a_failure_of_the_model() -> None:
    shared, begun = Patience("test"), asyncio.Event()

    async def silent() -> str:
        begun.set()
        await asyncio.Event().wait()
        return "never"

    task = asyncio.create_task(shared.ask(silent, 60))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert shared.failures == 0


@pytest.mark.parametrize("after", [None, 0.0, 1.0, 20.0])
async def test_ten_minutes_of_refusals_make_no_storm(after: float | None) -> None:
    clock, counted = Clock(), list[int]()
    shared = patience(clock)
    normal, end = 0, clock.now + 600
    while clock.now < end:
        normal += 1
        with pytest.raises(ModelUnreachable):
            await shared.ask(always(lambda: busy(after), counted), 10)
        clock.now += 0.2
    assert normal > 50
    assert len(counted) <= 1.2 * normal


async def test_a_server_that_often_fails_gets_no_storm() -> None:
    """Every call fails once and would pass then: never enough in a row to wait for all, and twice the calls."""
    shared, made, unanswered = patience(Clock()), 0, 0
    for _ in range(300):
        server = Server([busy()])
        try:
            await shared.ask(server, 60)
        except ModelUnreachable:
            unanswered += 1
        made += server.calls
    assert 0 < unanswered < 300
    assert made <= 1.2 * 300 + 2  # the first two retries are free


async def test_calls_at_once_make_no_storm_either() -> None:
    clock, counted = Clock(), list[int]()
    shared = patience(clock)
    asked = (shared.ask(always(busy, counted), 30) for _ in range(200))
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(error, ModelUnreachable) for error in ended)
    assert len(counted) <= 1.2 * 200


async def test_a_recovered_model_is_trusted_again() -> None:
    clock = Clock()
    shared = patience(clock)
    for _ in range(5):
        with pytest.raises(ModelUnreachable):
            await shared.ask(always(busy, []), 10)
    clock.now += 60
    assert await shared.ask(Server([]), 10) == "fine"
    assert await shared.ask(Server([]), 10) == "fine"
    assert shared.failures == 0
