from __future__ import annotations

import aiohttp

from answerable.sandbox.web.site import WebServer, make_web
from answerable.sandbox.web.traps import PIT


def test_the_web_has_thousands_of_pages_on_many_hosts() -> None:
    web = make_web()
    assert len(web.pages) >= 2_000
    assert len({page.host for page in web.pages.values()}) > 100
    assert sum(1 for _ in web.documents()) == len(web.pages)


async def test_the_server_gives_each_hosts_pages() -> None:
    web = make_web()
    address = next(iter(web.pages))
    async with WebServer(web) as server, aiohttp.ClientSession() as session:
        async with session.get(server.url + address) as reply:
            assert reply.status == 200
            assert await reply.read() == web.pages[address].html()
        async with session.get(server.url + "/nothing/here") as reply:
            assert reply.status == 404


def test_the_pit_has_no_bottom() -> None:
    web = make_web()
    way = next(
        address for address in web.pages if address.startswith(f"/{PIT}/") and "-" in address.split("/")[2]
    )
    below = web.page(way.rsplit("/", 1)[0] + "/987654.html")
    assert below is not None
    assert "See also" in below.body
    assert web.page(f"/{PIT}/nobody/1.html") is None
