from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tests.cli.terminal import hear_interrupts, run


def test_the_shop_answers_one_question() -> None:
    told = run("sandbox", "shop", "--ask", "How many days do I have to return something?")
    assert told.code == 0, told
    assert "30 days" in told.out


def test_nothing_is_left_in_the_home(empty_home: Path) -> None:
    run("sandbox", "shop", "--ask", "How many days do I have to return something?")
    assert list(empty_home.iterdir()) == []


async def test_the_shop_is_served_until_interrupted() -> None:
    words = ("-u", "-m", "answerable", "sandbox", "shop", "--port", "0", "--docs-port", "0")
    serving = await asyncio.create_subprocess_exec(
        sys.executable, *words, stdout=asyncio.subprocess.PIPE, env=os.environ, preexec_fn=hear_interrupts
    )
    assert serving.stdout
    told = (await serving.stdout.readline()).decode()
    place = urlsplit(told.split()[4])
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    writer.write(b"GET /returns HTTP/1.0\r\n\r\n")
    assert b"200 OK" in await reader.readline()
    writer.close()
    await writer.wait_closed()
    serving.send_signal(signal.SIGINT)
    assert await serving.wait() == 130
    # The pipe's transport ends one turn of the loop after the process does.
    await serving.stdout.read()


def test_a_port_that_is_none_is_a_usage_error() -> None:
    assert run("sandbox", "shop", "--port", "70000").code == 2
