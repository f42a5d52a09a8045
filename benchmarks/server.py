"""How long starting a run takes when fifty come at once, how soon it is seen at work and answers, how soon a stop is
felt, and how much memory the server has taken by then.

    python benchmarks/server.py              thirty rounds of fifty starts, then twenty first events and stops
    python benchmarks/server.py --rounds 3   fewer

The server runs in a process of its own on a fresh home, warmed up, and answers from the sandbox shop, so that runs are
under way while others start. A start is counted from the request to the reply that names the run, which is on the disk
by then; requests are written and replies read as cheaply as Python can, so that the client hardly shows in the times.
The first event and the first sentence, which is told only once it is verified, are those of a warehouse question asked
alone, counted from the request too; the memory is that of all five assistants with their demo worlds in one process.
Exits with 1 when 95 of 100 starts take longer than 50 ms, a first event longer than 100 ms, or a stop longer than
500 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

AT_ONCE, FIRSTS, STOPS = 50, 20, 20
START_MS, FIRST_MS, STOP_MS = 50.0, 100.0, 500.0


@asynccontextmanager
async def served() -> AsyncIterator[tuple[str, str, int]]:
    """`answerable serve --demo`: its address and the shop's, and its process."""
    with tempfile.TemporaryDirectory() as home:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "answerable", "serve", "--demo", "--port", "0"),
            env={**os.environ, "ANSWERABLE_HOME": home},
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout
        said = (await process.stdout.readuntil(b"Ctrl+C.\n")).decode()
        page, shop = (re.search(rf"The {name} +(\S+)/\n", said) for name in ("page", "demo shop"))
        assert page
        assert shop
        try:
            await idle(process.pid)
            yield page[1], shop[1], process.pid
        finally:
            process.terminate()
            await process.wait()


async def idle(process: int) -> None:
    """Wait until a process has done nothing for half a second: then its warm-up is over."""
    before, now = -1, 0
    while now != before:
        await asyncio.sleep(0.5)
        before, now = now, ticks(process)


def ticks(process: int) -> int:
    """The user time of a process."""
    return int(Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11])


def megabytes(process: int) -> float:
    """The memory that a process holds."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


class Line(asyncio.Protocol):
    """A connection that sends one start and keeps when it was sent and what came back."""

    def __init__(self) -> None:
        self.reply: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.said = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def send(self, page: str, shop: str, question: str) -> None:
        body = json.dumps({"question": question, "site": [shop]}).encode()
        head = f"POST /api/runs HTTP/1.1\r\nHost: {urlsplit(page).netloc}\r\nContent-Type: application/json"
        self.begin = time.perf_counter()
        self.transport.write(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)

    def data_received(self, data: bytes) -> None:
        self.said += data
        if self.said.endswith(b"}"):
            self.reply.set_result((time.perf_counter() - self.begin) * 1e3)


async def start(page: str, shop: str, questions: list[str]) -> list[tuple[str, float]]:
    """Start a run for each question, all at once: the runs and how many milliseconds each reply took."""
    host, port = urlsplit(page).netloc.split(":")
    connect = asyncio.get_running_loop().create_connection
    lines = [(await connect(Line, host, int(port)))[1] for _ in questions]
    for line, question in zip(lines, questions, strict=True):
        line.send(page, shop, question)
    started = []
    for line in lines:
        took = await line.reply
        head, _, body = line.said.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 202"), line.said
        started.append((json.loads(body)["run"], took))
        line.transport.close()
    return started


async def finished(http: aiohttp.ClientSession, page: str, run: str) -> None:
    async with http.get(f"{page}/api/runs/{run}/events") as reply:
        await reply.read()


async def first_seen(http: aiohttp.ClientSession, page: str) -> tuple[float, float]:
    """Milliseconds from asking the warehouse something to the first event and to the first sentence of its answer."""
    asked = {"question": "How much stock do we have of article 4711?", "assistant": "warehouse"}
    begin = time.perf_counter()
    async with http.post(f"{page}/api/runs", json=asked) as reply:
        run = (await reply.json())["run"]
    async with http.get(f"{page}/api/runs/{run}/events") as reply:
        seen: list[float] = []
        async for line in reply.content:  # to its end, so that the next one is asked alone
            if line.startswith(b"data:") and (not seen or b'"AnswerReleased"' in line):
                seen.append((time.perf_counter() - begin) * 1e3)
    return seen[0], seen[1]


async def main(rounds: int) -> int:
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=2)  # shorter than the server's
    async with served() as (page, shop, process), aiohttp.ClientSession(connector=connector) as http:
        ((first, _),) = await start(page, shop, ["How long is the warranty?"])
        await finished(http, page, first)
        starts: list[float] = []
        for number in range(rounds):
            asked = [f"How long is the warranty on item {number * AT_ONCE + n}?" for n in range(AT_ONCE)]
            begun = await start(page, shop, asked)
            starts += [took for _, took in begun]
            await asyncio.gather(*(finished(http, page, run) for run, _ in begun))
        seen = [await first_seen(http, page) for _ in range(FIRSTS)]
        firsts, answers = [first for first, _ in seen], [answer for _, answer in seen]
        stops: list[float] = []
        for _ in range(STOPS):
            ((run, _),) = await start(page, f"{shop}/slow", ["How long is the warranty?"])
            begin = time.perf_counter()
            async with http.post(f"{page}/api/runs/{run}/stop") as reply:
                assert (await reply.json())["status"] != "running"
            stops.append((time.perf_counter() - begin) * 1e3)
        held = megabytes(process)
    p95 = statistics.quantiles(starts, n=20)[18]
    print(
        f"start  {len(starts)} of {AT_ONCE} at once: p50 {statistics.median(starts):.1f} ms, p95 {p95:.1f} ms"
    )
    print(f"first  {len(firsts)}: p50 {statistics.median(firsts):.1f} ms, longest {max(firsts):.1f} ms")
    print(f"answer {len(answers)}: p50 {statistics.median(answers):.1f} ms, longest {max(answers):.1f} ms")
    print(f"memory {held:.0f} MB")
    print(f"stop   {len(stops)}: p50 {statistics.median(stops):.1f} ms, longest {max(stops):.1f} ms")
    return 1 if p95 > START_MS or max(firsts) > FIRST_MS or max(stops) > STOP_MS else 0


if __name__ == "__main__":
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=30)
    sys.exit(asyncio.run(main(options.parse_args().rounds)))
