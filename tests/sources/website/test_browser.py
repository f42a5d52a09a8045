"""Chromium reads what scripts write, and reaches nothing that the door would not."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pytest
from aiohttp import web

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed (pip install answerable[browser])", allow_module_level=True)

from answerable.errors import FetchRefused, SourceUnreachable
from answerable.net import AddressRules, Door, FetchLimits
from answerable.sandbox.shop_site import ShopSite
from answerable.sources.website.browser import NAMES, RenderLimits, open_renderer
from answerable.sources.website.scope import Scope
from tests.sources.website.small_site import AGENT, Visitor, page, serve

needs_chromium = pytest.mark.skipif(
    not any(map(shutil.which, NAMES)), reason="no Chromium on this machine (apt-get install chromium)"
)

HOSTILE = """<p id="told">nothing</p><script>
new Image().src = "/image";
try { new WebSocket("ws://" + location.host + "/socket") } catch (error) {}
navigator.sendBeacon("/beacon", "x");
fetch("/posted", {method: "POST", body: "x"});
function tell(text) { told.textContent = text }
fetch("http://OTHER/secret").then(function (reply) { return reply.text() }).then(tell);
fetch("/private").then(function (reply) { return reply.text() }).then(tell);
var peer = new RTCPeerConnection({iceServers: [{urls: "stun:127.0.0.1:3478"}]});
peer.createDataChannel("x"); peer.createOffer().then(function (offer) { peer.setLocalDescription(offer) });
setTimeout(function () { location.href = "/elsewhere" }, 50);
</script><iframe src="/frame"></iframe><link rel="prefetch" href="/prefetched">
<link rel="stylesheet" href="/style.css">"""


@needs_chromium
async def test_a_page_for_scripts_is_read_through_the_door(shop: ShopSite, visitor: Visitor) -> None:
    async with Door(agent=AGENT, rules=AddressRules.for_starts([shop.url])) as door:
        renderer = open_renderer(door)
        assert renderer
        async with renderer:
            visitor.renderer = renderer
            crawled = await visitor.crawl(f"{shop.url}/store-finder", follow=False, seconds=60)
    assert crawled.gaps == []
    assert "Repair bench on Wednesdays." in visitor.texts()["/store-finder"]
    assert shop.hits["/assets/stores.json"] == 1
    assert visitor.kept()["/store-finder"].etag == ""


@needs_chromium
async def test_scripts_reach_nothing_the_door_would_not() -> None:
    limits = RenderLimits(seconds=6.0, settle_seconds=1.5)
    async with serve({"*": web.Response(text="SECRET")}) as other, serve({}) as site:
        site.answers = {
            "/": HOSTILE.replace("OTHER", other.url.removeprefix("http://")),
            "/endless": "<script>while (true) {}</script>",
            "/large": '<body><script>document.body.append("x".repeat(3e6))</script>',
            "*": page("any"),
        }

        async def permitted(url: str) -> str | None:
            return Scope([site.url]).objection(url) or ("closed" if "/private" in url else None)

        rules = AddressRules.for_starts([site.url, other.url])
        door = Door(agent=AGENT, rules=rules, limits=FetchLimits(max_bytes=1_000_000))
        async with door:
            renderer = open_renderer(door, limits)
            assert renderer
            async with renderer:
                body = await renderer.render(f"{site.url}/", permitted)
                assert b'<p id="told">nothing</p>' in body
                assert (set(site.hits), set(other.hits)) == ({"/"}, set())
                with pytest.raises(SourceUnreachable, match="6 s"):
                    await renderer.render(f"{site.url}/endless", permitted)
                with pytest.raises(FetchRefused, match="1000000 bytes"):
                    await renderer.render(f"{site.url}/large", permitted)
                with pytest.raises(FetchRefused, match="closed"):
                    await renderer.render(f"{site.url}/private", permitted)


async def test_without_chromium_there_is_no_renderer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert open_renderer(Door(agent=AGENT)) is None
