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
from pathlib import Path

import aiohttp

from answerable.store import Store
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
            offered = (await reply.json())[0]
        assert offered["starts"] == [shop]
        assert len(offered["starters"]) == 3
        assert all(question in said for question in offered["starters"][:2])
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


async def test_other_machines_are_served_with_keys(empty_home: Path) -> None:
    store = Store.open(empty_home)
    secret, _ = store.keys().new("acme", scopes=("ask", "read"))
    store.close()
    async with serving("--host", "0.0.0.0") as (process, said), aiohttp.ClientSession() as http:
        assert "Every request needs an API key" in said
        port = re.findall(r"http://0\.0\.0\.0:(\d+)/\n", said)[0]
        url, shown = f"http://127.0.0.1:{port}/api/conversations", {"Authorization": f"Bearer {secret}"}
        async with http.get(url) as without, http.get(url, headers=shown) as reply:
            assert (without.status, reply.status) == (401, 200)
        process.send_signal(signal.SIGINT)
        await process.communicate()


def test_a_revoked_key_is_no_key(empty_home: Path) -> None:
    store = Store.open(empty_home)
    _, key = store.keys().new("acme", scopes=("ask",))
    store.keys().revoke(key.id)
    store.close()
    assert run("serve", "--host", "0.0.0.0").code == 2


def test_a_port_out_of_range_is_usage() -> None:
    assert run("serve", "--port", "70000").code == 2
