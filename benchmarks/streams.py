"""A thousand viewers of the event stream in one process, beside a bare Starlette generator in the same run.

    python benchmarks/streams.py                 all phases, twice, interleaved
    python benchmarks/streams.py --viewers 200   fewer viewers
    python benchmarks/streams.py --rounds 1      once

Each viewer follows a conversation of its own at ten events a second. Staggered: spread evenly over the tenth of
a second. Burst: all at the same moment. Busy (ours only): a hundred viewers while the same process answers
questions about the sandbox shop, crawling it anew for each. Events are pinned as they are after they were stored;
what storing costs is measured by benchmarks/runs.py. Exits with 1 when a limit is passed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route

from answerable.build import House
from answerable.sandbox.shop_site import ShopSite
from answerable.server import create_app
from answerable.server.desk import Desk
from answerable.server.serving import Server, listen
from answerable.server.shapes import Asking
from answerable.settings import Settings
from answerable.store.conversations import StoredEvent

TICK, SECONDS, BUSY_VIEWERS = 0.1, 5.0, 100
# From issue 3: milliseconds that 99 of 100 events may take, CPU beside bare Starlette, kB per idle viewer.
LIMITS = {"staggered": 10.0, "burst": 150.0, "busy": 30.0, "cpu": 1.5, "idle kB": 64.0}


# --- the two servers, each in a process of its own; commands come on stdin, so that nothing else is served


def record(number: int) -> dict[str, Any]:
    return {"event": "PageFetched", "url": f"https://a.example/{number}", "status": 200, "at": time.time()}


async def bare(viewers: int) -> tuple[Any, Any]:
    """The least a stream can be: one generator that waits and speaks."""
    news = [asyncio.Event() for _ in range(viewers)]
    told: list[str] = [""] * viewers

    async def follow(request: Any) -> StreamingResponse:
        mine = int(request.path_params["viewer"])

        async def speak() -> AsyncIterator[str]:
            yield "retry: 1000\n\n"
            while True:
                await news[mine].wait()
                news[mine].clear()
                yield told[mine]

        return StreamingResponse(speak(), media_type="text/event-stream")

    def tell(viewer: int, number: int) -> None:
        told[viewer] = f"id: {number}\ndata: {json.dumps(record(number))}\n\n"
        news[viewer].set()

    return Starlette(routes=[Route("/{viewer}", follow)]), tell


async def ours(viewers: int, home: str) -> tuple[Any, Any]:
    house = House.open(Settings(home=Path(home)))
    for viewer in range(viewers):
        house.store.conversations("local").open(
            f"c{viewer}", user="me", assistant="website", starts=(), name=""
        )
    app = create_app(house)
    desk: Desk = app.state.desk

    def tell(viewer: int, number: int) -> None:
        event = StoredEvent(number, "r", time.time(), record(number))
        desk.board.pin(("local", f"c{viewer}"), [event])

    return app, tell


async def serve(kind: str, viewers: int, home: str) -> None:
    app, tell = await (bare(viewers) if kind == "bare" else ours(viewers, home))
    listening = listen("127.0.0.1", 0)
    if kind == "bare":
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off"))
    else:
        server = Server(app)
    serving = asyncio.create_task(server.serve([listening]))
    print(listening.getsockname()[1], flush=True)
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    numbers = [0] * viewers
    while words := (await lines.readline()).decode().split():
        match words:
            case ["cpu"]:
                used = resource.getrusage(resource.RUSAGE_SELF)
                print(used.ru_utime + used.ru_stime, flush=True)
            case [phase, count, *shop]:
                asking = asyncio.create_task(ask(app.state.desk, shop[0])) if shop else None
                await speak(tell, numbers, int(count), spread=phase != "burst")
                if asking:
                    asking.cancel()
                    await asyncio.wait([asking])
                print("done", flush=True)
    server.should_exit = True
    await serving


async def speak(tell: Any, numbers: list[int], viewers: int, *, spread: bool) -> None:
    """Ten events a second to each viewer."""
    begin = time.monotonic() + 0.2

    async def to(viewer: int) -> None:
        offset = viewer * TICK / viewers if spread else 0.0
        for tick in range(int(SECONDS / TICK)):
            await asyncio.sleep(max(0.0, begin + offset + tick * TICK - time.monotonic()))
            numbers[viewer] += 1
            tell(viewer, numbers[viewer])

    await asyncio.gather(*(to(viewer) for viewer in range(viewers)))


async def ask(desk: Desk, shop: str) -> None:
    """One question after another, each by somebody whose crawl starts from nothing."""
    number = 0
    while True:
        number += 1
        house = desk.house.store.pages("local")
        await asyncio.to_thread(house.forget, [page.key for page in house.of_hosts(["127.0.0.1"])])
        await desk.outcome(await desk.begin(Asking(f"How long is the warranty on item {number}?", [shop])))


# --- the viewers, all in this process


class Viewer(asyncio.Protocol):
    """Reads a stream as cheaply as Python can, so that reading does not show in the times."""

    def __init__(self, path: str, late: list[float], opened: asyncio.Event) -> None:
        self._path, self._late, self._opened, self._rest = path, late, opened, b""
        self.numbers: list[int] = []

    def connection_made(self, transport: Any) -> None:
        transport.write(f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now = time.time()
        self._opened.set()
        *frames, self._rest = (self._rest + data).split(b"\n\n")
        for frame in frames:
            if (place := frame.find(b'"at":')) > 0:
                self._late.append(now - float(frame[place + 5 :].partition(b"}")[0]))
                self.numbers.append(int(frame.partition(b"id: ")[2].partition(b"\n")[0]))


@dataclass
class Times:
    """What one phase measured."""

    late: list[float]
    cpu: float
    lost: int

    def p99(self) -> float:
        return statistics.quantiles(self.late, n=100)[98] * 1e3


@dataclass
class Found:
    """What one server did in one round."""

    idle_kb: float = 0.0
    phases: dict[str, Times] = field(default_factory=dict)


class Child:
    """A server process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    async def say(self, *words: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        if words:
            self.process.stdin.write((" ".join(words) + "\n").encode())
        return (await self.process.stdout.readline()).decode().strip()

    def memory_kb(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024


@asynccontextmanager
async def child(kind: str, viewers: int) -> AsyncIterator[Child]:
    with tempfile.TemporaryDirectory() as home:
        command = (sys.executable, __file__, "--serve", kind, "--viewers", str(viewers), "--home", home)
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        try:
            yield Child(process)
        finally:
            assert process.stdin
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), 10)
            except TimeoutError:
                process.kill()


async def measure(kind: str, viewers: int, shop: str) -> Found:
    found, late = Found(), []  # type: tuple[Found, list[float]]
    async with child(kind, viewers) as server:
        port = int(await server.say())
        before, watching = server.memory_kb(), []
        for viewer in range(viewers):
            path = f"/{viewer}" if kind == "bare" else f"/api/conversations/c{viewer}/events"
            opened = asyncio.Event()
            make = asyncio.get_running_loop().create_connection(
                lambda path=path, opened=opened: Viewer(path, late, opened), "127.0.0.1", port
            )
            watching.append(await make)
            await opened.wait()
        await asyncio.sleep(0.5)
        found.idle_kb = (server.memory_kb() - before) / viewers
        phases = [("staggered", viewers), ("burst", viewers)]
        if kind == "ours":
            phases.append(("busy", min(BUSY_VIEWERS, viewers)))
        for phase, count in phases:
            late.clear()
            cpu = float(await server.say("cpu"))
            await server.say(phase, str(count), *([shop] if phase == "busy" else []))
            await asyncio.sleep(0.3)
            used = float(await server.say("cpu")) - cpu
            found.phases[phase] = Times(list(late), used, count * int(SECONDS / TICK) - len(late))
        for transport, viewer in watching:
            assert viewer.numbers == list(range(1, len(viewer.numbers) + 1)), "out of order"
            transport.close()
    return found


async def main(viewers: int, rounds: int) -> int:
    found: dict[str, list[Found]] = {"bare": [], "ours": []}
    async with ShopSite() as shop:
        for _ in range(rounds):
            for kind, done in found.items():
                done.append(await measure(kind, viewers, shop.url))
    worst: dict[str, float] = {}
    for kind, all_rounds in found.items():
        for phase in all_rounds[0].phases:
            each = [one.phases[phase] for one in all_rounds]
            p99, cpu = statistics.median(t.p99() for t in each), statistics.median(t.cpu for t in each)
            slow = sum(late > 0.1 for t in each for late in t.late) / sum(len(t.late) for t in each)
            lost = sum(t.lost for t in each)
            print(
                f"{kind:5} {phase:10} p99 {p99:7.1f} ms   CPU {cpu:5.2f} s   late {slow:6.2%}   lost {lost}"
            )
            if kind == "ours":
                worst[phase] = p99
                worst["lost"] = worst.get("lost", 0) + lost
    idle = statistics.median(one.idle_kb for one in found["ours"])
    cpu = max(
        statistics.median(one.phases[phase].cpu for one in found["ours"])
        / statistics.median(one.phases[phase].cpu for one in found["bare"])
        for phase in ("staggered", "burst")
    )
    print(f"ours  idle viewer {idle:.0f} kB   CPU beside bare {cpu:.2f}")
    worst |= {"cpu": cpu, "idle kB": idle}
    over = [name for name, limit in LIMITS.items() if worst[name] > limit]
    print(
        "within all limits" if not over and not worst["lost"] else f"over: {', '.join(over) or 'lost events'}"
    )
    return 1 if over or worst["lost"] else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--viewers", type=int, default=1000)
    options.add_argument("--rounds", type=int, default=2)
    options.add_argument("--serve", default="", help=argparse.SUPPRESS)
    options.add_argument("--home", default="", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    if chosen.serve:
        asyncio.run(serve(chosen.serve, chosen.viewers, chosen.home))
    else:
        sys.exit(asyncio.run(main(chosen.viewers, chosen.rounds)))
