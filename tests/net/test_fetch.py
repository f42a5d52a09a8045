"""One page at a time: hops, conditions, retries and limits."""

from __future__ import annotations

import asyncio
import gzip
import resource
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from answerable.errors import FetchRefused, SettingsError, SourceUnreachable
from answerable.net import FetchLimits
from tests.net.loopback import AGENT, Loopback, Request, Site, door_to, everyone, page, redirect, says

QUICK = FetchLimits(seconds=0.3, connect_seconds=0.3, max_bytes=200_000)


async def test_a_page_comes_back_whole(loopback: Loopback) -> None:
    answer = page("<p>hello", etag='"v1"', last_modified="Sun, 15 Nov 2026 09:00:00 GMT")
    site = await loopback.serve(says({"/a?id=1": answer}))
    async with door_to(site) as door:
        fetched = await door.fetch(f"{site.base}/x/../a?id=1&utm_source=y#top", permitted=everyone)
    assert (fetched.status, fetched.body, fetched.unchanged) == (200, b"<p>hello", False)
    assert (fetched.content_type, fetched.charset) == ("text/html", "utf-8")
    assert (fetched.etag, fetched.last_modified) == ('"v1"', "Sun, 15 Nov 2026 09:00:00 GMT")
    assert fetched.url == f"{site.base}/a?id=1"
    assert fetched.asked == f"{site.base}/x/../a?id=1&utm_source=y#top"
    assert fetched.hops == (fetched.url,)
    assert 0 < fetched.seconds < 5


async def test_the_robot_says_who_it_is(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page()}))
    async with door_to(site) as door:
        await door.fetch(f"{site.base}/", permitted=everyone)
    headers = site.requests[0].headers
    assert headers["user-agent"] == AGENT
    assert headers["accept-encoding"] == "gzip"
    assert not {"cookie", "authorization", "referer"} & set(headers)


async def test_a_missing_page_is_told_as_such(loopback: Loopback) -> None:
    site = await loopback.serve(says({}))
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/gone", permitted=everyone)).status == 404


async def test_what_is_not_permitted_is_not_asked(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page()}))
    async with door_to(site) as door:
        with pytest.raises(FetchRefused, match="outside"):
            await door.fetch(f"{site.base}/", permitted=lambda url: "it is outside the site.")
    assert site.connections == 0


async def test_every_hop_needs_its_permission(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/a": redirect("b"), "/b": redirect("/secret/c"), "/secret/c": page()}))

    async def permitted(url: str) -> str | None:
        return "it is secret." if "/secret/" in url else None

    async with door_to(site) as door:
        with pytest.raises(FetchRefused, match=r"/secret/c: it is secret\."):
            await door.fetch(f"{site.base}/a", permitted=permitted)
    assert site.paths == ["/a", "/b"]


async def test_ten_redirects_are_followed(loopback: Loopback) -> None:
    chain = {f"/{n}": redirect(f"/{n + 1}") for n in range(10)} | {"/10": page("there")}
    site = await loopback.serve(says(chain))
    async with door_to(site) as door:
        fetched = await door.fetch(f"{site.base}/0", permitted=everyone)
    assert (fetched.body, len(fetched.hops)) == (b"there", 11)


async def test_eleven_redirects_are_too_many(loopback: Loopback) -> None:
    site = await loopback.serve(says({f"/{n}": redirect(f"/{n + 1}") for n in range(20)}))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="more than 10 times"):
            await door.fetch(f"{site.base}/0", permitted=everyone)
    assert len(site.requests) == 11


@pytest.mark.parametrize("to", ["/a", "/a#again", "/a?utm_source=loop", "/b"])
async def test_redirects_in_a_circle_end(loopback: Loopback, to: str) -> None:
    site = await loopback.serve(says({"/a": redirect(to), "/b": redirect("/a")}))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="in a circle"):
            await door.fetch(f"{site.base}/a", permitted=everyone)


async def test_a_redirect_in_latin_letters_is_read(loopback: Loopback) -> None:
    latin = redirect("/caf\udce9")
    site = await loopback.serve(says({"/a": latin, "/caf%C3%A9": page("coffee")}))
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/a", permitted=everyone)).body == b"coffee"


async def test_cookies_are_not_kept(loopback: Loopback) -> None:
    site = await loopback.serve(
        says({"/a": page(b"", "302 Found", location="/b", set_cookie="k=v"), "/b": page()})
    )
    async with door_to(site) as door:
        await door.fetch(f"{site.base}/a", permitted=everyone)
    assert "cookie" not in site.requests[1].headers


async def test_an_unchanged_page_is_not_sent_again(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        same = request.headers.get("if-none-match") == '"v1"'
        writer.write(b'HTTP/1.1 304 Not Modified\r\nETag: "v1"\r\n\r\n' if same else page("new", etag='"v1"'))

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        first = await door.fetch(f"{site.base}/", permitted=everyone)
        again = await door.fetch(f"{site.base}/", permitted=everyone, etag=first.etag)
    assert (first.unchanged, again.unchanged, again.body, again.etag) == (False, True, b"", '"v1"')


async def test_conditions_stay_with_their_site(loopback: Loopback) -> None:
    other = await loopback.serve(says({"/": page()}), "127.0.0.2")
    site = await loopback.serve(says({"/": redirect(f"{other.base}/")}))
    async with door_to(site, other) as door:
        await door.fetch(f"{site.base}/", permitted=everyone, etag='"v1"', last_modified="then\r\nX: y")
    assert site.requests[0].headers["if-modified-since"] == "thenX: y"
    assert not {"if-none-match", "if-modified-since"} & set(other.requests[0].headers)


async def test_an_unasked_unchanged_is_no_page(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": b"HTTP/1.1 304 Not Modified\r\n\r\n"}))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="304"):
            await door.fetch(f"{site.base}/", permitted=everyone)


async def test_a_busy_host_is_asked_once_more(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        busy = len(site.requests) == 1
        writer.write(page("busy", "429 Too Many Requests", retry_after="0") if busy else page("now"))

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/", permitted=everyone)).body == b"now"
    assert len(site.requests) == 2


async def test_a_host_that_stays_busy_is_left(loopback: Loopback) -> None:
    site = await loopback.serve(says({}, other=page("busy", "429 Too Many Requests", retry_after="0")))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="answered 429"):
            await door.fetch(f"{site.base}/", permitted=everyone)
    assert len(site.requests) == 2


async def test_a_long_wait_is_not_waited(loopback: Loopback) -> None:
    site = await loopback.serve(says({}, other=page("busy", "503 Service Unavailable", retry_after="120")))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="come back in 120 s"):
            await door.fetch(f"{site.base}/", permitted=everyone)
        with pytest.raises(SourceUnreachable, match="left alone"):
            await door.fetch(f"{site.base}/other", permitted=everyone)
    assert len(site.requests) == 1


async def test_a_host_that_is_down_is_left(loopback: Loopback) -> None:
    site = await loopback.serve(says({}, other=page("down", "503 Service Unavailable")))
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match=r"answered 503\."):
            await door.fetch(f"{site.base}/", permitted=everyone)
    assert len(site.requests) == 1


async def test_a_dropped_connection_is_tried_again(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        if len(site.requests) == 2:  # the kept connection is dropped just as it is used again
            writer.transport.abort()
            return
        writer.write(page(f"answer {len(site.requests)}"))

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/a", permitted=everyone)).body == b"answer 1"
        assert (await door.fetch(f"{site.base}/b", permitted=everyone)).body == b"answer 3"


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("GZIP", gzip.compress),
        ("identity", bytes),
    ],
)
async def test_packed_pages_are_unpacked(
    loopback: Loopback, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    plain = b"<p>hello again</p>" * 5_000
    site = await loopback.serve(says({"/": page(pack(plain), content_encoding=encoding)}))
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/", permitted=everyone)).body == plain


async def test_the_start_of_a_body_may_do(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page(gzip.compress(b"a" * 50_000), content_encoding="gzip")}))
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/", permitted=everyone, cut_at=100)).body == b"a" * 100


async def _pour(writer: asyncio.StreamWriter, head: bytes, piece: bytes) -> None:
    """Send without end, until the client has had enough."""
    writer.write(head)
    while True:
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0)


def _endless_gzip() -> tuple[bytes, bytes]:
    """The start of a gzip stream, and a piece of 10 kB that unpacks to 10 MB as often as it is sent."""
    packer = zlib.compressobj(9, wbits=31)
    head = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    pieces = [packer.compress(bytes(1_000_000)) for _ in range(10)]
    return head, b"".join(pieces) + packer.flush(zlib.Z_FULL_FLUSH)


BOMB_HEAD, BOMB_PIECE = _endless_gzip()
GZIPPED = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n"
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
BOMBS = {
    "ten gigabytes of zeros": (GZIPPED + BOMB_HEAD, BOMB_PIECE),
    "a body without end": (PLAIN, b"x" * 65_536),
    "a body of nothing": (GZIPPED + gzip.compress(b"")[:10], b"\x00\x00\x00\xff\xff" * 10_000),
}


@pytest.mark.parametrize("bomb", BOMBS)
async def test_bombs_do_not_fill_the_memory(loopback: Loopback, bomb: str) -> None:
    head, piece = BOMBS[bomb]

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await _pour(writer, head, piece)

    site = await loopback.serve(answer)
    before = _peak_kilobytes(fresh=True)
    async with door_to(site, limits=FetchLimits(max_bytes=5_000_000, seconds=5)) as door:
        with pytest.raises(FetchRefused, match="larger than 5000000 bytes"):
            await door.fetch(f"{site.base}/", permitted=everyone)
    assert _peak_kilobytes() - before <= 64_000


def _peak_kilobytes(*, fresh: bool = False) -> int:
    """The most memory this process has held, since `fresh` was asked for where Linux can forget the past."""
    try:
        if fresh:
            Path("/proc/self/clear_refs").write_text("5")
        status = Path("/proc/self/status").read_text()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(status.partition("VmHWM:")[2].split()[0])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (page(b"short", content_length="100", connection="close"), "before its stated length"),
        (page(b"x", content_length="10000000000"), "10000000000 bytes"),
        (page(b"x" * 200_001), "200001 bytes"),
        (page(b"x", content_encoding="br"), "encoded as 'br'"),
        (page(b"x", content_encoding="gzip, gzip"), "we asked for gzip"),
        (page(b"not gzip at all", content_encoding="gzip"), "broken"),
        (page(gzip.compress(b"cut" * 999)[:-20], content_encoding="gzip"), "ends in the middle"),
        (page(gzip.compress(b"") * 999, content_encoding="gzip"), "joined together"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "not readable as HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "not readable as HTTP"),
        (b"HTTP/1.1 200 OK\r\nX-Long: " + b"y" * 40_000 + b"\r\n\r\n", "not readable as HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X-Many: y\r\n" * 5_000 + b"\r\n", "not readable as HTTP"),
        (page(b"", "302 Found", location="javascript:alert(1)"), "cannot be fetched"),
    ],
)
async def test_bad_answers_are_told_plainly(loopback: Loopback, answer: bytes, why: str) -> None:
    async def hang_up(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    site = await loopback.serve(hang_up)
    async with door_to(site, limits=QUICK) as door:
        with pytest.raises((FetchRefused, SourceUnreachable), match=why):
            await door.fetch(f"{site.base}/", permitted=everyone)


async def _drip(writer: asyncio.StreamWriter, head: bytes) -> None:
    writer.write(head)
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("head", [b"", PLAIN, b"HTTP/1.1 200 OK\r\nX-Slow: "])
async def test_a_dripping_page_ends_in_time(loopback: Loopback, head: bytes) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await _drip(writer, head)

    site = await loopback.serve(answer)
    async with door_to(site, limits=QUICK) as door:
        began = time.monotonic()
        with pytest.raises(SourceUnreachable):
            await door.fetch(f"{site.base}/", permitted=everyone)
    assert time.monotonic() - began < 0.3 + 0.25


async def test_time_is_counted_over_all_hops(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.08)
        writer.write(redirect(f"/{len(site.requests)}"))

    site = await loopback.serve(answer)
    async with door_to(site, limits=QUICK) as door:
        with pytest.raises(SourceUnreachable, match=r"longer than 0\.3 s"):
            await door.fetch(f"{site.base}/", permitted=everyone)
    assert len(site.requests) < 6


async def test_an_endless_header_is_cut_short(loopback: Loopback) -> None:
    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        await _pour(writer, b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n" * 100)

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        with pytest.raises(SourceUnreachable, match="not readable as HTTP"):
            await door.fetch(f"{site.base}/", permitted=everyone)


async def test_a_closed_port_is_unreachable() -> None:
    nobody = Site("127.0.0.1", 1)
    async with door_to(nobody) as door:
        with pytest.raises(SourceUnreachable, match="refused the connection"):
            await door.fetch(f"{nobody.base}/", permitted=everyone)


async def test_an_unknown_name_is_unreachable() -> None:
    async with door_to() as door:
        with pytest.raises(SourceUnreachable, match="name is not known"):
            await door.fetch("http://nowhere.test/", permitted=everyone)


async def test_plain_http_behind_https_is_told(loopback: Loopback) -> None:
    site = await loopback.serve(says({}))
    async with door_to(site, limits=QUICK) as door:
        with pytest.raises(SourceUnreachable):
            await door.fetch(f"https://{site.host}:{site.port}/", permitted=everyone)


async def test_a_stopped_fetch_gives_back_its_turn(loopback: Loopback) -> None:
    arrived = asyncio.Event()

    async def answer(request: Request, writer: asyncio.StreamWriter) -> None:
        arrived.set()
        if request.path == "/slow":
            await asyncio.sleep(60)
        writer.write(page("quick"))

    site = await loopback.serve(answer)
    async with door_to(site) as door:
        for _ in range(20):
            arrived.clear()
            slow = asyncio.create_task(door.fetch(f"{site.base}/slow", permitted=everyone))
            await arrived.wait()
            slow.cancel()
            await asyncio.gather(slow, return_exceptions=True)
        assert (await door.fetch(f"{site.base}/", permitted=everyone)).body == b"quick"


async def test_a_shut_door_fetches_nothing(loopback: Loopback) -> None:
    site = await loopback.serve(says({"/": page()}))
    door = door_to(site)
    with pytest.raises(RuntimeError, match="closed"):
        await door.fetch(f"{site.base}/", permitted=everyone)


async def test_no_proxy_is_taken_from_outside(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = await loopback.serve(says({}), "127.0.0.2")
    site = await loopback.serve(says({"/": page("direct")}))
    monkeypatch.setenv("HTTP_PROXY", proxy.base)
    monkeypatch.setenv("http_proxy", proxy.base)
    async with door_to(site) as door:
        assert (await door.fetch(f"{site.base}/", permitted=everyone)).body == b"direct"
    assert proxy.connections == 0


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), 0.0, -1.0])
def test_a_limit_that_bounds_nothing_is_refused(seconds: float) -> None:
    with pytest.raises(SettingsError, match=r"net\.seconds"):
        FetchLimits(seconds=seconds)
