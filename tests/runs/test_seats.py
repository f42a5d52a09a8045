"""Seats are few; a tenant with a long line does not keep another one waiting."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from answerable.runs.seats import Seats


class Crowd:
    """People who take a seat, say so, and get up when they are told to."""

    def __init__(self, line: Seats) -> None:
        self._line = line
        self.seated: list[str] = []
        self._leave: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def come(self, *names: str) -> None:
        for name in names:
            self._leave[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._sit(name))

    async def _sit(self, name: str) -> None:
        async with self._line.seat(name[0]):
            self.seated.append(name)
            await self._leave[name].wait()

    async def leave(self, *names: str) -> None:
        for name in names:
            self._leave[name].set()
        await asyncio.wait([self.tasks[name] for name in names])
        await asyncio.sleep(0)

    async def settle(self) -> list[str]:
        for _ in range(5):
            await asyncio.sleep(0)
        return self.seated


async def test_tenants_take_turns() -> None:
    crowd = Crowd(Seats(at_once=2, per_tenant=2))
    crowd.come(*(f"a{n}" for n in range(100)), "b0", "c0")
    assert await crowd.settle() == ["a0", "a1"]
    await crowd.leave("a0", "a1")
    assert await crowd.settle() == ["a0", "a1", "b0", "c0"]
    await _send_home(crowd)


async def test_a_tenant_alone_leaves_seats_free() -> None:
    crowd = Crowd(Seats(at_once=3, per_tenant=2))
    crowd.come("a0", "a1", "a2")
    assert await crowd.settle() == ["a0", "a1"]
    crowd.come("b0")
    assert await crowd.settle() == ["a0", "a1", "b0"]
    await _send_home(crowd)


async def test_whoever_gives_up_takes_no_seat() -> None:
    line = Seats(at_once=1, per_tenant=1)
    crowd = Crowd(line)
    crowd.come("a0", "a1", "a2")
    await crowd.settle()
    crowd.tasks["a1"].cancel()
    await crowd.leave("a0")
    assert await crowd.settle() == ["a0", "a2"]
    await _send_home(crowd)


async def test_a_seat_called_too_late_is_passed_on() -> None:
    line = Seats(at_once=1, per_tenant=1)
    crowd = Crowd(line)
    async with AsyncExitStack() as first:
        await first.enter_async_context(line.seat("a"))
        crowd.come("b0", "c0")
        await crowd.settle()
    crowd.tasks["b0"].cancel()  # in the very moment in which its name was called
    assert await crowd.settle() == ["c0"]
    await _send_home(crowd)


async def _send_home(crowd: Crowd) -> None:
    for task in crowd.tasks.values():
        task.cancel()
    await asyncio.gather(*crowd.tasks.values(), return_exceptions=True)
