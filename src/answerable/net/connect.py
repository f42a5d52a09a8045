"""Where names become sockets: every address is vetted twice, after DNS and as its socket is made.

The second look is the one that counts: it sees the address the connection will use, literal or resolved, so
nothing a name server says in between can slip past it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar

from aiohttp.abc import AbstractResolver, ResolveResult

from answerable.errors import AddressRefused
from answerable.net.address import AddressRules, refusal_in_public

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
AddrInfo = tuple[int | socket.AddressFamily, int | socket.SocketKind, int, str, tuple[object, ...]]

# On whose behalf this task connects; the connector is not told when it asks for a socket. Connecting for
# nobody means no exemption at all.
connecting_for: ContextVar[tuple[str, int]] = ContextVar("connecting_for", default=("", 0))


async def system_lookup(host: str, port: int) -> Sequence[str]:
    """The addresses the operating system knows for a name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class VettedResolver(AbstractResolver):
    """Resolves names and lets only permitted addresses through; also makes the sockets.

    A named host that once had a public address stays public: being named opens the operator's own
    servers, and must not let a public site move into the operator's network later.
    """

    def __init__(self, rules: AddressRules, lookup: Lookup = system_lookup) -> None:
        self._rules = rules
        self._lookup = lookup
        self._public: set[tuple[str, int]] = set()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        addresses = await self._lookup(host, port)
        if (host, port) in self._rules.named and any(refusal_in_public(a) is None for a in addresses):
            self._public.add((host, port))
        refusals = {address: self.refusal(address, host, port) for address in addresses}
        fit = [address for address, refusal in refusals.items() if refusal is None]
        if addresses and not fit:
            raise _refused(host, str(refusals[addresses[0]]))
        if not fit:
            raise OSError(None, f"{host} has no address")
        return [_result(host, port, address, family) for address in fit]

    async def close(self) -> None:
        """Nothing is held open."""

    def refusal(self, address: str, host: str, port: int) -> str | None:
        """Why this address may not be connected to on behalf of this host and port."""
        if (host, port) in self._public:
            return refusal_in_public(address)
        return self._rules.refusal(address, host, port)

    def socket_for(self, addr_info: AddrInfo) -> socket.socket:
        """The socket a connection will use, made only when its very address is permitted."""
        family, kind, proto, _, sockaddr = addr_info
        host, port = connecting_for.get()
        refusal = self.refusal(str(sockaddr[0]), host, port)
        if refusal is None and len(sockaddr) == 4 and sockaddr[3]:
            refusal = f"{sockaddr[0]} is tied to one network card"
        if refusal is not None:
            raise _refused(host, refusal)
        return socket.socket(family=family, type=kind, proto=proto)


def _refused(host: str, refusal: str) -> AddressRefused:
    return AddressRefused(host, f"its address {refusal}; only public addresses are open.")


def _result(host: str, port: int, address: str, family: socket.AddressFamily) -> ResolveResult:
    own = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=own if family == socket.AF_UNSPEC else family,
        proto=0,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
