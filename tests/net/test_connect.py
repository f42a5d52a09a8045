"""Names become sockets only for addresses that were vetted, whatever DNS says next."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Sequence

import pytest

from answerable.errors import AddressRefused, SourceError
from answerable.net.address import AddressRules
from answerable.net.connect import VettedResolver, connecting_for, system_lookup
from tests.net.loopback import Loopback, door_to, everyone, page, says

PUBLIC = "93.184.216.34"


class Flipping:
    """A name server that changes its mind with every query."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        answer = self.answers[self.asked % len(self.answers)]
        self.asked += 1
        return answer


async def test_a_flipping_name_never_reaches_us(loopback: Loopback) -> None:
    vetted = await loopback.serve(says({"/": page("fine", connection="close")}), "127.0.0.2")
    sentinel = await loopback.serve(says({}), "127.0.0.1", vetted.port)
    dice = random.Random(7)
    good, bad, mapped, unspecified = "127.0.0.2", "127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0"
    answers = ([good], [good, bad], [bad, good], [mapped, good], [bad], [mapped], [unspecified], ["::1"])

    async def flip(host: str, port: int) -> Sequence[str]:
        return dice.choice(answers)

    reached = refused = 0

    async def ask(number: int) -> None:
        nonlocal reached, refused
        try:
            fetched = await door.fetch(f"http://h{number}.test:{vetted.port}/", permitted=everyone)
        except AddressRefused:
            refused += 1
        else:
            reached += fetched.body == b"fine"

    async with door_to(lookup=flip, public="127.0.0.2") as door:
        for start in range(0, 1_000, 8):
            await asyncio.gather(*(ask(number) for number in range(start, min(start + 8, 1_000))))
    assert (sentinel.connections, reached + refused) == (0, 1_000)
    assert reached == vetted.connections > 300


async def test_a_public_name_may_not_mean_loopback(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page()}))
    async with door_to(site, lookup=Flipping(["127.0.0.1"])) as door:
        with pytest.raises(AddressRefused, match="loopback"):
            await door.fetch(f"http://public.test:{site.port}/", permitted=everyone)
    assert site.connections == 0


async def test_a_named_name_may_mean_loopback(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page("mine")}))
    site.host = "intranet.test"
    async with door_to(site, lookup=Flipping(["127.0.0.1"])) as door:
        fetched = await door.fetch(f"{site.base}/", permitted=everyone)
        with pytest.raises(AddressRefused):
            await door.fetch("http://intranet.test:1/", permitted=everyone)
    assert fetched.body == b"mine"


async def test_a_named_public_site_stays_public() -> None:
    rules = AddressRules(named=frozenset({("site.test", 80)}))
    resolver = VettedResolver(rules, Flipping([PUBLIC, "10.0.0.1"], ["10.0.0.1"]))
    assert [found["host"] for found in await resolver.resolve("site.test", 80)] == [PUBLIC]
    with pytest.raises(AddressRefused, match="private"):
        await resolver.resolve("site.test", 80)
    connecting_for.set(("site.test", 80))
    with pytest.raises(AddressRefused):
        resolver.socket_for((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 80)))


async def test_unfit_addresses_are_left_out() -> None:
    resolver = VettedResolver(AddressRules(), Flipping(["127.0.0.1", PUBLIC, "::1", "2606:4700::1"]))
    assert [found["host"] for found in await resolver.resolve("site.test", 443)] == [PUBLIC, "2606:4700::1"]


async def test_a_name_without_address_is_unknown() -> None:
    with pytest.raises(OSError, match="no address"):
        await VettedResolver(AddressRules(), Flipping([])).resolve("site.test", 80)


def test_a_socket_for_nobody_has_no_exemption() -> None:
    resolver = VettedResolver(AddressRules(named=frozenset({("127.0.0.1", 80)})))
    with pytest.raises(AddressRefused):
        resolver.socket_for((socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80)))


def test_a_socket_tied_to_a_card_is_refused() -> None:
    resolver = VettedResolver(AddressRules())
    with pytest.raises(AddressRefused, match="network card"):
        resolver.socket_for((socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("2606:4700::1", 80, 0, 2)))


async def test_the_system_knows_localhost() -> None:
    assert set(await system_lookup("localhost", 80)) <= {"127.0.0.1", "::1"}


async def test_a_name_no_codec_takes_is_unreachable() -> None:
    async with door_to(lookup=system_lookup) as door:
        with pytest.raises(SourceError):
            await door.fetch("http://-.-.invalid./", permitted=everyone)
