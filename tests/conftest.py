"""What every test gets: a closed network, an empty home, and nothing of the last test left running.

The guard over `socket` is a safety belt, not a mock: what it stops would be a bug in the test.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import ipaddress
import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from answerable.sandbox.shop_site import ShopSite

# The same examples on every machine, no matter how slow it is, and no folder of old ones beside the code.
hypothesis.settings.register_profile("house", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("house")

OPERATORS_OWN = ("ANSWERABLE_", "ANTHROPIC_", "OPENAI_")


@pytest.fixture(autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No setting, key or page of the person who runs the tests can be seen by them."""
    for variable in list(os.environ):
        if variable.startswith(OPERATORS_OWN):
            monkeypatch.delenv(variable)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("ANSWERABLE_HOME", str(home))
    return home


@pytest.fixture
async def shop() -> AsyncIterator[ShopSite]:
    """The sandbox shop on free ports of loopback."""
    async with ShopSite(slow_seconds=0.05) as site:
        yield site


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def near(host: object) -> bool:
    """Whether a host is this machine; Unix sockets and empty names are."""
    if not isinstance(host, str) or host in ("", "localhost"):
        return True
    address = _literal(host)
    return address is not None and address.is_loopback


@pytest.fixture(scope="session")
def reached() -> Iterator[list[str]]:
    """Closes the network for the whole run; every attempt to leave the machine is written down here."""
    attempts: list[str] = []
    stop = pytest.MonkeyPatch()

    def close(name: str) -> None:
        inner = getattr(socket.socket, name)

        def guarded(self: socket.socket, *args: Any) -> Any:
            address = args[-1]
            host = address[0] if isinstance(address, tuple) else None
            if self.family in (socket.AF_INET, socket.AF_INET6) and not near(host):
                attempts.append(f"{name} {address!r}")
                raise ConnectionRefusedError(f"the tests' network is closed: {name} {address!r}")
            return inner(self, *args)

        stop.setattr(socket.socket, name, guarded)

    for name in ("connect", "connect_ex", "sendto"):
        close(name)
    look_up = socket.getaddrinfo

    def guarded_look_up(host: Any, *args: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if not near(name) and not _literal(name):
            if not name.rstrip(".").endswith(".invalid"):  # a name that never resolves, by RFC 2606
                attempts.append(f"look up {name!r}")
            raise socket.gaierror(f"the tests' network is closed: look up {name!r}")
        return look_up(host, *args, **options)

    stop.setattr(socket, "getaddrinfo", guarded_look_up)
    yield attempts
    stop.undo()


@pytest.fixture(autouse=True)
def closed_network(reached: list[str]) -> Iterator[None]:
    """A test that tried to leave this machine fails, even if the code under test swallowed the error."""
    reached.clear()
    yield
    tried, reached[:] = list(reached), []
    assert tried == [], f"left loopback: {tried}"


@pytest.fixture(autouse=True)
def quiet_end(request: pytest.FixtureRequest) -> None:
    """An asynchronous test must await or cancel everything that it started."""
    test = getattr(request.node, "obj", None)
    if inspect.iscoroutinefunction(test):
        request.getfixturevalue("no_task_left")


@pytest.fixture
async def no_task_left() -> AsyncIterator[None]:
    yield
    for _ in range(3):  # what was cancelled in the last line of a test may need a turn of the loop to end
        await asyncio.sleep(0)
    own = asyncio.current_task()
    left = [task for task in asyncio.all_tasks() if task is not own and not task.done()]
    assert left == [], f"still running: {left}"


@pytest.fixture(scope="session", autouse=True)
def no_socket_left() -> Iterator[None]:
    """After the last test no more sockets are open than before the first."""
    before = _sockets()
    yield
    gc.collect()
    assert _sockets() <= before, "a test left sockets open"


def _sockets() -> int:
    listing = Path("/proc/self/fd")
    if not listing.is_dir():
        return 0
    return sum(os.path.realpath(entry).split("/")[-1].startswith("socket:") for entry in listing.iterdir())
