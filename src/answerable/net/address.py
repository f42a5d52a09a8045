"""Which IP addresses may be connected to. Asked at connect time, about the very address that is connected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from answerable.net.url import origin_of

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# The operator's own networks: closed to the web, open to an operator who says so. Written out (and not left
# to `ipaddress.is_private`) because that list changed between Python versions.
_PRIVATE = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("10.0.0.0/8", "private"),
        ("172.16.0.0/12", "private"),
        ("192.168.0.0/16", "private"),
        ("127.0.0.0/8", "loopback"),
        ("::1/128", "loopback"),
        ("100.64.0.0/10", "a carrier's shared network"),
        ("fc00::/7", "private"),
        ("fec0::/10", "private"),
    )
)
# Never a website. Clouds keep their metadata (and keys) here, so `allow_private` does not open these.
_NEVER = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("169.254.0.0/16", "link-local, where clouds keep their metadata"),
        ("fe80::/10", "link-local"),
        ("100.100.100.200/32", "a cloud's metadata address"),
        ("fd00:ec2::/32", "a cloud's metadata address"),
        ("168.63.129.16/32", "a cloud's metadata address"),
        ("0.0.0.0/8", "unspecified"),
        ("192.0.0.0/24", "reserved"),
        ("192.0.2.0/24", "reserved for documentation"),
        ("192.88.99.0/24", "reserved"),
        ("198.18.0.0/15", "reserved for benchmarks"),
        ("198.51.100.0/24", "reserved for documentation"),
        ("203.0.113.0/24", "reserved for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
        ("2001:db8::/32", "reserved for documentation"),
        ("3fff::/20", "reserved for documentation"),
        ("ff00::/8", "multicast"),
    )
)
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")
_SPECIAL = IPv6Network("2001::/23")  # protocol assignments; Teredo is looked into first
_GLOBAL = IPv6Network("2000::/3")  # all that is given out to the public internet


@dataclass(frozen=True)
class AddressRules:
    """What the operator opened beyond the public internet.

    `named` holds (host, port) pairs the operator typed: those may lead anywhere, everything else may not.
    `opened` holds networks in CIDR form, for an intranet that is crawled on purpose.
    """

    allow_private: bool = False
    named: frozenset[tuple[str, int]] = frozenset()
    opened: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for network in self.opened:
            ip_network(network)  # a mistyped network must fail here, not silently open nothing

    @classmethod
    def for_starts(cls, urls: Iterable[str], *, allow_private: bool = False) -> AddressRules:
        """Rules under which the URLs an operator typed are reachable wherever they lead."""
        return cls(allow_private=allow_private, named=frozenset(origin_of(url)[1:] for url in urls))

    def refusal(self, address: str, host: str, port: int) -> str | None:
        """Why this address may not be connected to on behalf of this host and port; None when it may."""
        closed = refusal_in_public(address)
        if closed is None or (host, port) in self.named or _in_any(address, self.opened):
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


@lru_cache(maxsize=4_096)
def _in_any(address: str, networks: tuple[str, ...]) -> bool:
    parsed = _parse(address)
    return parsed is not None and any(parsed in ip_network(network) for network in networks)


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
    if address in _MAPPED or address in _NAT64:
        return (IPv4Address(int(address) & 0xFFFFFFFF),)
    if address in _SIX_TO_FOUR:
        return (IPv4Address(int(address) >> 80 & 0xFFFFFFFF),)
    if address in _TEREDO:
        whole = int(address)
        return IPv4Address(whole >> 64 & 0xFFFFFFFF), IPv4Address(~whole & 0xFFFFFFFF)
    return (address,)
