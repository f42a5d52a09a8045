"""A small internet on loopback: every 127.0.0.x is a host of its own, and DNS says what a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from answerable.net import AddressRules, Door, FetchLimits, Pace
from answerable.net.connect import Lookup

AGENT = "Answerable/test (+https://answerable.example/robot)"

Serving = Callable[["Request", asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True)
class Request:
    """What a client sent, as far as tests care."""

    path: str
    headers: dict[str, str]


@dataclass
class Site:
    """A server on one loopback address, counting who comes."""

    host: str
    port: int = 0
    connections: int = 0
    requests: list[Request] = field(default_factory=list)
    waiting: set[asyncio.Task[object]] = field(default_factory=set)

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.requests]


class Loopback:
    """Starts servers and stops them all at the end."""

    def __init__(self) -> None:
        self._servers: list[tuple[asyncio.Server, Site]] = []

    async def serve(self, answer: Serving, host: str = "127.0.0.1", port: int = 0) -> Site:
        site = Site(host)

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            site.connections += 1
            task = asyncio.current_task()
            assert task is not None
            site.waiting.add(task)
            try:
                while request := await _request(reader):
                    site.requests.append(request)
                    await answer(request, writer)
                    await writer.drain()
            except (ConnectionError, asyncio.CancelledError):
                pass
            finally:
                site.waiting.discard(task)
                writer.close()

        server = await asyncio.start_server(connected, host.strip("[]"), port)
        site.port = server.sockets[0].getsockname()[1]
        self._servers.append((server, site))
        return site

    async def close(self) -> None:
        for server, site in self._servers:
            server.close()
            for task in list(site.waiting):
                task.cancel()
            await asyncio.gather(*site.waiting, return_exceptions=True)


async def _request(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    pairs = (line.split(": ", 1) for line in lines)
    return Request(first.split(" ")[1], {name.lower(): value for name, value in pairs})


def page(body: bytes | str = b"hello", status: str = "200 OK", **headers: str) -> bytes:
    """A whole HTTP answer; header names are written with underscores."""
    content = body.encode() if isinstance(body, str) else body
    named = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(content))}
    named |= {name.replace("_", "-").title(): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode("utf-8", "surrogateescape") + content


def says(answers: dict[str, bytes], other: bytes | None = None) -> Serving:
    """A server that gives each path its answer, and everything else 404."""

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        missing = page("no such page", "404 Not Found") if other is None else other
        writer.write(answers.get(request.path, missing))

    return answer


def redirect(to: str, status: str = "302 Found") -> bytes:
    return page(b"", status, location=to)


async def no_names(host: str, port: int) -> Sequence[str]:
    """A DNS that knows nothing, so that no test can reach the real one."""
    raise OSError(f"{host} is not known here")


def everyone(url: str) -> str | None:
    """Permits everything."""
    return None


@dataclass(frozen=True)
class _Pretending(AddressRules):
    """As if one address of this machine were on the public internet."""

    public: str = ""

    def refusal(self, address: str, host: str, port: int) -> str | None:
        return None if address == self.public else super().refusal(address, host, port)


def door_to(
    *sites: Site,
    limits: FetchLimits | None = None,
    pace: Pace | None = None,
    lookup: Lookup = no_names,
    public: str = "",
) -> Door:
    """A door whose operator named these sites; one address may stand for the public internet."""
    rules = _Pretending(named=frozenset((site.host, site.port) for site in sites), public=public)
    return Door(agent=AGENT, rules=rules, limits=limits, pace=pace, lookup=lookup)
