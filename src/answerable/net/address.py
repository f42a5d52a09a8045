"""Which IP addresses may be connected to. Asked at connect time, about the very address that is connected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from answerable.lists import read_list
from answerable.net.url import origin_of

Address = IPv4Address | IPv6Address

_LISTED = read_list(__package__, "networks.toml")
_PRIVATE, _NEVER = (
    tuple((ip_network(network), kind) for network, kind in _LISTED[name].items())
    for name in ("private", "never")
)
_NAT64 = IPv6Network("64:ff9b::/96")
_SPECIAL = IPv6Network("2001::/23")  # protocol assignments; Teredo is looked into first
_GLOBAL = IPv6Network("2000::/3")  # all that is given out to the public internet


@dataclass(frozen=True)
class AddressRules:
    """What the operator opened beyond the public internet.

    `named` holds (host, port) pairs the operator typed: those may lead anywhere, everything else may not.
    """

    allow_private: bool = False
    named: frozenset[tuple[str, int]] = frozenset()

    @classmethod
    def for_starts(cls, urls: Iterable[str], *, allow_private: bool = False) -> AddressRules:
        """Rules under which the URLs an operator typed are reachable wherever they lead."""
        return cls(allow_private=allow_private, named=frozenset(origin_of(url)[1:] for url in urls))

    def refusal(self, address: str, host: str, port: int) -> str | None:
        """Why this address may not be connected to on behalf of this host and port; None when it may."""
        closed = refusal_in_public(address)
        if closed is None or (host, port) in self.named:
            return None
        if self.allow_private and _private(address):
            return None
        return closed


@lru_cache(maxsize=4_096)
def refusal_in_public(address: str) -> str | None:
    """Why an address is not on the public internet; None when it is."""
    parsed = _parse(address)
    if parsed is None:
        return f"{address!r} is not a plain IP address"
    for carried in _carried(parsed):
        for network, kind in _NEVER + _PRIVATE:
            if carried in network:
                return f"{address} is {kind}"
        if isinstance(carried, IPv6Address) and (carried not in _GLOBAL or carried in _SPECIAL):
            return f"{address} is not on the public internet"
    return None


@lru_cache(maxsize=4_096)
def _private(address: str) -> bool:
    parsed = _parse(address)
    return parsed is not None and all(
        any(carried in network for network, _ in _PRIVATE)
        and not any(carried in never for never, _ in _NEVER)
        for carried in _carried(parsed)
    )


def _parse(address: str) -> Address | None:
    if "%" in address:  # a zone id names one of our own network cards
        return None
    try:
        return ip_address(address)
    except ValueError:
        return None


def _carried(address: Address) -> tuple[Address, ...]:
    """The addresses a packet sent here can end at: IPv4 inside IPv6 is judged as what it carries."""
    if isinstance(address, IPv4Address):
        return (address,)
    if address in _NAT64:
        return (IPv4Address(int(address) & 0xFFFFFFFF),)
    return address.teredo or (address.ipv4_mapped or address.sixtofour or address,)
