"""`answerable serve` says where to look, serves until told to stop, and stays on this machine."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from tests.cli.terminal import hear_interrupts, run


@asynccontextmanager
async def serving(*words: str) -> AsyncIterator[tuple[Process, str]]:
    """The command in a process of its own, and what it said before it waited."""
    command = (sys.executable, "-m", "answerable", "serve", "--port", "0", *words)
    process = await asyncio.create_subprocess_exec(
        *command, stdout=PIPE, stderr=PIPE, preexec_fn=hear_interrupts
    )
    assert process.stdout
    try:
        said = (await process.stdout.readuntil(b"Ctrl+C.\n")).decode()
        yield process, said
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_the_demo_answers_and_stops_politely() -> None:
    async with serving("--demo") as (process, said), aiohttp.ClientSession() as http:
        (page,) = re.findall(r"The page +(\S+)/\n", said)
        (shop,) = re.findall(r"The demo shop +(\S+)/\n", said)
        async with http.get(f"{page}/api/assistants") as reply:
            (offered,) = await reply.json()
        assert offered["starts"] == [shop]
        assert len(offered["starters"]) == 3
        assert all(question in said for question in offered["starters"])
        body = {"question": offered["starters"][0], "site": [shop]}
        async with http.post(f"{page}/api/chat", json=body) as reply:
            outcome = json.loads(await reply.read())
        assert outcome["outcome"] == "answer", outcome
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
        assert (process.returncode, err.decode().strip()) == (130, "")


def test_other_machines_are_not_served_without_keys() -> None:
    told = run("serve", "--host", "0.0.0.0")
    assert told.code == 2
    assert "no API key is configured" in told.err


def test_a_port_out_of_range_is_usage() -> None:
    assert run("serve", "--port", "70000").code == 2
