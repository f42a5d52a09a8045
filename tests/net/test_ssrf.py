"""No spelling of one of our own addresses reaches us: not typed, not linked, not by redirect, not as a result."""

from __future__ import annotations

import asyncio
import os
import sys
import time
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell, silence
from answerable.domain.evidence import Gap
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.errors import AddressRefused, FetchRefused
from answerable.net import Door, Robots, canonical
from answerable.net.sitemap import read_sitemap
from answerable.sources.search import EngineChain, SearchResult, SearchSource
from answerable.sources.search.reading import StoredReading
from answerable.sources.website import crawl
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.store import Store
from answerable.testing.house import NOON
from tests.net.loopback import Loopback, Request, Site, door_to, everyone, page, redirect, says

HOSTS = [
    # IPv4 in every way it has been written
    *("127.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "127.1.", "127.000.000.001", "127.127.127.127"),
    *("2130706433", "0x7f000001", "0X7F000001", "0x7f.0.0.1", "0x7f.1", "0x7f.0x0.0x0.0x1", "0x00007f000001"),
    *("0177.0.0.1", "0177.1", "017700000001", "0177.0000.0000.0001", "0177.0x0.0.1", "127.0x1"),
    *("0", "00", "0x0", "0.0.0.0", "0.0", "000.000.000.000", "0.1.2.3"),
    # IPv6, and IPv4 hidden in it
    *("[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[0:0:0:0:0:FFFF:127.0.0.1]", "[::127.0.0.1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]"),
    *("[::ffff:0.0.0.0]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]"),
    *("[2002:7f00:1::]", "[2002:7f00:1::1]", "[2001:0:7f00:1::]", "[2001:0:808:808:0:0:80ff:fffe]"),
    *("[fe80::1]", "[fe80::1%25lo]", "[fe80::1%lo]", "[::1%25lo]", "[::1%lo]", "[fc00::1]", "[fd12:3456::1]"),
    *("[fec0::1]", "[ff02::1]", "[2001:db8::1]"),
    # metadata, private, shared, reserved
    *("169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.254.43518", "169.16689662"),
    *("[::ffff:169.254.169.254]", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16", "192.0.0.192"),
    *("10.0.0.1", "10.1", "0x0a000001", "012.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1"),
    *("192.168.1", "3232235521", "100.64.0.1", "198.18.0.1", "192.0.2.1", "203.0.113.1", "224.0.0.1"),
    *("240.0.0.1", "255.255.255.255", "4294967295", "0xffffffff"),
    # names, and letters that become names or numbers
    *("localhost", "LOCALHOST", "localhost.", "sub.localhost", "ｌocalhost", "loc%61lhost"),
    *("lo\u00adcalhost", "localhost\u3002", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "１２７.０.０.１", "127。0。0。1", "127．0．0．1"),
    *("127｡0｡0｡1", "①②⑦.0.0.1", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "0ₓ7f000001", "127.0\t.0.1"),
    *("𝟏𝟐𝟕.𝟎.𝟎.𝟏", "127.0.0.1.nip.test", "7f000001.rebind.test", "metadata.google.internal"),
    *("ip6-localhost", "intranet"),
    *(
        "instance-data",
        "kubernetes.default.svc",
        "169.254.169.254.nip.test",
        "customer.app.127.0.0.1.nip.test",
    ),
    # octal as other languages write it, and an IPv6 address without its brackets
    *("o177.0.0.1", "0o177.0.0.1", "q177.0.0.1", "0000::1", "127.0.0.0", "127.0.1.3", "3232235777"),
    # the digits of every script there is
    *(
        "127.0.0.1".translate({ord(str(n)): chr(zero + n) for n in range(10)})
        for zero in range(sys.maxunicode)
        if unicodedata.decimal(chr(zero), None) == 0 and chr(zero) != "0"
    ),
    # userinfo, and the characters on which parsers disagree
    *("site.test@127.0.0.1", "site.test:80@127.0.0.1", "127.0.0.1@site.test", "site.test%40127.0.0.1"),
    *("site.test\\@127.0.0.1", "127.0.0.1\\@site.test", "127.0.0.1\\.site.test", "127.0.0.1%00.site.test"),
    *("127.0.0.1:80\\@site.test", "127.0.0.1:80\\@@site.test", "127.0.0.1:80:\\@@site.test"),
    *("site.test:80\\@127.0.0.1", "site.test:80#\\@127.0.0.1", "site.test &@127.0.0.1# @site.test"),
    *("127.0.0.1%20", "127.0.0.1%09.site.test", "[127.0.0.1]", "[localhost]", "127.0.0.1,site.test"),
]
URLS = [
    *("http://127.0.0.1#@site.test:{port}/", "http://127.0.0.1?@site.test:{port}/"),
    *("http:\\\\127.0.0.1:{port}\\", "///127.0.0.1:{port}/", "\\/\\127.0.0.1:{port}/"),
    *("//127.0.0.1:{port}/", "//localhost:{port}/", "//[::1]:{port}/", "https://127.0.0.1:{port}/"),
    *("https:127.0.0.1:{port}/", "https:/127.0.0.1:{port}/", "ht\ttp://127.0.0.1:{port}/"),
    *("file:///etc/passwd", "gopher://127.0.0.1:{port}/_GET", "ftp://127.0.0.1:{port}/"),
    *("ws://127.0.0.1:{port}/", "dict://127.0.0.1:{port}/", "javascript:fetch('http://127.0.0.1:{port}/')"),
    *(f"{scheme}://127.0.0.1:{{port}}/x" for scheme in ("sftp", "tftp", "ldap", "netdoc", "jar:ftp", "php")),
    *(
        "http://127.0.0.1:{port}/%61dmin",
        "http://127.0.0.1:{port}/%2561dmin",
        "http://127.0.0.1:{port}//site.test/",
    ),
    *(
        "localhost:+{port}aaa",
        "localhost:000{port}aaaa",
        "http://localhost:+{port}/",
        "http://127.0.0.1:0{port}/",
    ),
    *("data:text/html,hello", "jar:http://127.0.0.1:{port}/!/", "view-source:http://127.0.0.1:{port}/"),
]


def tricky(port: int) -> list[str]:
    return [f"http://{host}:{port}/" for host in HOSTS] + [url.replace("{port}", str(port)) for url in URLS]


async def every_name_is_us(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1", "::1"]


class Sentinels:
    """Servers on our own addresses that nobody may ever reach, beside one open site with the same port."""

    def __init__(self, site: Site, sentinels: list[Site]) -> None:
        self.site, self.sentinels = site, sentinels

    @property
    def hits(self) -> int:
        return sum(sentinel.connections for sentinel in self.sentinels)

    def door(self) -> Door:
        return door_to(self.site, lookup=every_name_is_us)


@pytest.fixture
async def sentinels(loopback: Loopback) -> Sentinels:
    async def lead_on(request: Request, writer: asyncio.StreamWriter) -> None:
        targets = tricky(site.port)
        kind, _, number = request.path.strip("/").partition("/")
        writer.write(redirect(targets[int(number)]) if kind == "to" else page("the open site"))

    hosts = ["127.0.0.1", "127.127.127.127"] + (["[::1]"] if await _speaks_ipv6() else [])
    for _ in range(20):  # until a port is free on all of them; what was begun is closed with the rest
        site = await loopback.serve(lead_on, "127.0.0.2")
        with suppress(OSError):
            return Sentinels(site, [await loopback.serve(says({}), host, site.port) for host in hosts])
    pytest.fail("no port is free on all of these addresses")


async def _speaks_ipv6() -> bool:
    try:
        server = await asyncio.start_server(lambda reader, writer: None, "::1", 0)
    except OSError:
        return False
    server.close()
    return True


def test_the_table_is_long_enough() -> None:
    assert len(set(HOSTS)) + len(set(URLS)) > 220


async def test_no_typed_address_reaches_us(sentinels: Sentinels) -> None:
    async with sentinels.door() as door:
        for url in tricky(sentinels.site.port):
            with pytest.raises((AddressRefused, FetchRefused)):
                await door.fetch(url, permitted=everyone)
    assert sentinels.hits == 0


async def test_no_linked_address_reaches_us(sentinels: Sentinels) -> None:
    """Links, `<base>`, meta refresh and canonical links all pass through `canonical` with a base."""
    refused = 0
    async with sentinels.door() as door:
        for href in tricky(sentinels.site.port):
            url = canonical(href, sentinels.site.base + "/page")
            if url is None:
                refused += 1
                continue
            with pytest.raises((AddressRefused, FetchRefused)):
                await door.fetch(url, permitted=everyone)
    assert sentinels.hits == 0
    assert refused > 20


async def test_no_redirect_reaches_us(sentinels: Sentinels) -> None:
    async with sentinels.door() as door:
        for number in range(len(tricky(sentinels.site.port))):
            with pytest.raises((AddressRefused, FetchRefused)):
                await door.fetch(f"{sentinels.site.base}/to/{number}", permitted=everyone)
    assert sentinels.hits == 0
    assert len(sentinels.site.requests) == len(tricky(sentinels.site.port))


async def test_no_search_result_reaches_us(sentinels: Sentinels, tmp_path: Path) -> None:
    """Each result is followed as if the operator had opened its host to the crawl."""
    urls = tricky(sentinels.site.port)

    class Liar:
        name = "liar"

        async def search(self, query: str, limit: int) -> list[SearchResult]:
            return [SearchResult(url, "a title", "") for url in urls]

    async with sentinels.door() as door:
        store = Store.open(tmp_path)

        async def read(targets: Sequence[str], budget: Budget, tell: Tell) -> list[Gap]:
            crawler = crawl.Crawler(door, store.pages("t"), crawl.CrawlLimits(), time.time)
            site = crawl.Site(Scope(targets), budget, tell)
            return await crawler.crawl([Target(url) for url in targets], site, follow=True)

        source = SearchSource(EngineChain([Liar()]), StoredReading(store.pages("t"), read))
        question, purse = Question("Who?", "talk", "run", NOON), Budget(Limits(), time.monotonic)
        found = await source.read(Task("1", "search", "search", "Who?"), question, purse, silence)
        assert len(found.leads) > 100
        for lead in found.leads:
            await source.read(Task("1", "search", "follow", "Who?", (lead.url,)), question, purse, silence)
        store.close()
    assert sentinels.hits == 0


def honest_names() -> list[str]:
    """Names that only look like addresses; with ANSWERABLE_HOST_NAMES those of a file, one a line."""
    if named := os.environ.get("ANSWERABLE_HOST_NAMES"):
        return Path(named).read_text(encoding="utf-8").split()
    looks = (
        "127",
        "0x7f",
        "10minutes",
        "localhost",
        "internal",
        "metadata",
        "192-168-0-1",
        "0",
        "4images",
        "a1",
    )
    ends = (
        "com",
        "de",
        "co.uk",
        "io",
        "xn--p1ai",
        "museum",
        "localhost.example",
        "10.example",
        "1.2.3.example",
    )
    return [f"{look}.{end}" for look in looks for end in ends] + ["bücher.example", "a_b.example", "café.fr"]


async def test_honest_names_are_not_blocked(loopback: Loopback) -> None:
    site = await loopback.serve(says({}, other=page("open")), "127.0.0.2")

    async def public(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.2"]

    blocked = []
    async with door_to(lookup=public, public="127.0.0.2") as door:
        for name in honest_names():
            try:
                await door.fetch(f"http://{name}:{site.port}/", permitted=everyone)
            except (AddressRefused, FetchRefused) as refused:
                blocked.append((name, str(refused)))
    assert len(blocked) <= len(honest_names()) / 1_000, blocked


async def test_the_open_site_stays_reachable(sentinels: Sentinels) -> None:
    async with sentinels.door() as door:
        fetched = await door.fetch(f"{sentinels.site.base}/", permitted=everyone)
    assert fetched.body == b"the open site"


async def test_another_port_is_not_named(loopback: Loopback, sentinels: Sentinels) -> None:
    neighbour = await loopback.serve(says({}), "127.0.0.2")
    async with sentinels.door() as door:
        with pytest.raises(AddressRefused):
            await door.fetch(f"{neighbour.base}/", permitted=everyone)
    assert neighbour.connections == 0


async def test_ten_hops_do_not_tire_the_check(loopback: Loopback) -> None:
    sentinel = await loopback.serve(says({}))
    chain = {f"/{n}": redirect(f"/{n + 1}") for n in range(9)} | {"/9": redirect(f"{sentinel.base}/")}
    site = await loopback.serve(says(chain), "127.0.0.2")
    asked: list[str] = []
    async with door_to(site) as door:
        with pytest.raises(AddressRefused, match="loopback"):
            await door.fetch(f"{site.base}/0", permitted=asked.append)
    assert sentinel.connections == 0
    assert asked == [*(f"{site.base}/{n}" for n in range(10)), f"{sentinel.base}/"]


async def test_robots_and_sitemaps_reach_us_no_more(loopback: Loopback) -> None:
    sentinel = await loopback.serve(says({}))
    site = await loopback.serve(says({"/robots.txt": redirect(f"{sentinel.base}/robots.txt")}), "127.0.0.2")
    named = read_sitemap(f"<urlset><url><loc>{sentinel.base}/</loc></url></urlset>".encode(), site.base)
    async with door_to(site) as door:
        assert "could not be read" in str(await Robots(door).allowed(f"{site.base}/"))
        with pytest.raises(AddressRefused):
            await door.fetch(named.pages[0], permitted=everyone)
    assert sentinel.connections == 0
