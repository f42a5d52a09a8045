"""Hosts are asked as fast as is polite, and no faster."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from answerable.errors import SourceUnreachable
from answerable.net import Pace
from answerable.net.pace import LONGEST_GAP
from tests.net.loopback import Loopback, Request, door_to, everyone, page


class Crowd:
    """Takes turns and stays in them until let go; knows how many were in at once."""

    def __init__(self, pace: Pace) -> None:
        self.pace, self.inside, self.most = pace, 0, 0
        self.leave = asyncio.Event()

    async def visit(self, host: str) -> None:
        async with self.pace.turn(host):
            self.inside += 1
            self.most = max(self.most, self.inside)
            await self.leave.wait()
            self.inside -= 1


async def once(pace: Pace, host: str) -> None:
    """One turn, to be had at once."""
    async with asyncio.timeout(1), pace.turn(host):
        await asyncio.sleep(0)


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_eight_turns_at_once_per_host() -> None:
    crowd = Crowd(Pace())
    visits = [asyncio.create_task(crowd.visit("a.test")) for _ in range(20)]
    await settled()
    assert crowd.inside == 8
    crowd.leave.set()
    await asyncio.gather(*visits)
    assert (crowd.most, crowd.inside) == (8, 0)


async def test_sixteen_turns_at_once_overall() -> None:
    crowd = Crowd(Pace())
    visits = [asyncio.create_task(crowd.visit(f"{n % 5}.test")) for n in range(40)]
    await settled()
    assert crowd.inside == 16
    crowd.leave.set()
    await asyncio.gather(*visits)


async def test_a_slow_host_does_not_stop_others() -> None:
    crowd = Crowd(Pace(per_host=2, overall=4))
    visits = [asyncio.create_task(crowd.visit("slow.test")) for _ in range(50)]
    await settled()
    visits.append(asyncio.create_task(crowd.visit("quick.test")))
    await settled()
    assert crowd.inside == 3
    crowd.leave.set()
    await asyncio.gather(*visits)


async def test_a_gap_is_kept_between_starts() -> None:
    pace = Pace()
    pace.keep_gap("a.test", 0.03)
    starts: list[float] = []

    async def visit() -> None:
        async with pace.turn("a.test"):
            starts.append(asyncio.get_running_loop().time())

    await asyncio.gather(*(visit() for _ in range(4)))
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    assert min(gaps) > 0.029


async def test_a_long_gap_is_capped() -> None:
    pace = Pace()
    pace.keep_gap("a.test", 3_600)
    await once(pace, "a.test")
    second = asyncio.create_task(Crowd(pace).visit("a.test"))
    await settled()
    assert not second.done()
    second.cancel()
    assert LONGEST_GAP == 10


async def test_quiet_grows_with_every_complaint() -> None:
    pace = Pace()
    assert [pace.back_off("a.test") for _ in range(4)] == [1, 2, 4, 8]
    pace.settle("a.test")
    assert pace.back_off("a.test") == 1
    assert pace.back_off("a.test", 7.5) == 7.5


async def test_a_host_is_quiet_as_long_as_asked() -> None:
    pace = Pace()
    pace.back_off("a.test", 0.05)
    before = asyncio.get_running_loop().time()
    async with pace.turn("a.test"):
        assert asyncio.get_running_loop().time() - before >= 0.045


async def test_quiet_of_one_host_is_its_own() -> None:
    pace = Pace()
    pace.back_off("a.test", 3_600)
    with pytest.raises(SourceUnreachable, match="left alone for another 3600 s"):
        async with pace.turn("a.test"):
            pass
    await once(pace, "b.test")


async def test_failed_and_stopped_turns_are_given_back() -> None:
    pace = Pace(per_host=1, overall=1)
    with pytest.raises(ZeroDivisionError):
        async with pace.turn("a.test"):
            raise ZeroDivisionError
    crowd = Crowd(pace)
    visits = [asyncio.create_task(crowd.visit("a.test")) for _ in range(3)]
    await settled()
    for visit in visits:
        visit.cancel()
    await asyncio.gather(*visits, return_exceptions=True)
    await once(pace, "a.test")


async def test_six_pages_are_fetched_at_once(loopback: Loopback) -> None:
    together = asyncio.Barrier(6)

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await together.wait()  # nobody is answered before all six are here
        writer.write(page(request.path))

    site = await loopback.serve(answer)
    async with door_to(site) as door, asyncio.timeout(3):
        pages = await asyncio.gather(*(door.fetch(f"{site.base}/{n}", permitted=everyone) for n in range(6)))
    assert [fetched.body for fetched in pages] == [f"/{n}".encode() for n in range(6)]
