"""What sites say they hold."""

from __future__ import annotations

import gzip
import time

import pytest

from answerable.errors import FetchRefused, SourceUnreachable
from answerable.net.sitemap import MOST_FILES, read_sitemap, walk_sitemaps
from tests.net.loopback import Loopback, door_to, everyone, page, says

HERE = "https://site.test/sitemap.xml"
URLSET = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://site.test/a?x=1&amp;y=2</loc><lastmod>2026-11-01</lastmod></url>
  <url>
    <lastmod> 2026-11-02T10:00:00Z </lastmod>
    <loc>
      https://site.test/b#part
    </loc>
    <image:image><image:loc>https://site.test/picture.png</image:loc></image:image>
  </url>
  <url><loc><![CDATA[https://site.test/c?q=1&r=2]]></loc></url>
  <URL><LOC>/relative</LOC></URL>
  <url><loc>mailto:someone@site.test</loc></url>
  <url><loc>https://site.test/a?x=1&amp;y=2</loc></url>
  <url><lastmod>2026-01-01</lastmod></url>
  <url><loc>https://site.test/last</loc></url>
</urlset>"""
PAGES = (
    "https://site.test/a?x=1&y=2",
    "https://site.test/b",
    "https://site.test/c?q=1&r=2",
    "https://site.test/relative",
    "https://site.test/last",
)


def urlset(*locs: str, kind: str = "urlset", item: str = "url") -> bytes:
    return f"<{kind}>{''.join(f'<{item}><loc>{loc}</loc></{item}>' for loc in locs)}</{kind}>".encode()


@pytest.mark.parametrize(
    "body",
    [
        URLSET.encode(),
        b"\xef\xbb\xbf" + URLSET.encode(),
        b"\xff\xfe" + URLSET.encode("utf-16-le"),
        gzip.compress(URLSET.encode()),
    ],
)
def test_the_pages_of_a_sitemap_are_read(body: bytes) -> None:
    assert read_sitemap(body, HERE).pages == PAGES


def test_an_index_names_further_files() -> None:
    part = read_sitemap(urlset("/one.xml", "/two.xml.gz", kind="sitemapindex", item="sitemap"), HERE)
    assert part.pages == ()
    assert list(part.nested) == [
        "https://site.test/one.xml",
        "https://site.test/two.xml.gz",
    ]


def test_plain_text_is_a_sitemap_too() -> None:
    part = read_sitemap(b"https://site.test/a\r\n\r\n https://site.test/b \nmailto:x@y\n", HERE)
    assert list(part.pages) == ["https://site.test/a", "https://site.test/b"]


def test_the_pages_of_one_file_are_bounded() -> None:
    body = urlset(*(f"/{n}" for n in range(500)))
    assert len(read_sitemap(body, HERE, most=20).pages) == 20
    assert len(read_sitemap("\n".join(f"/{n}" for n in range(500)).encode(), HERE, most=20).pages) == 20


BILLION_LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>
<urlset><url><loc>https://site.test/&lol2;</loc></url></urlset>"""
OUTSIDE = b"""<!DOCTYPE x SYSTEM "file:///etc/passwd"><urlset><url><loc>/a</loc></url></urlset>"""


@pytest.mark.parametrize(
    "body", [BILLION_LAUGHS, OUTSIDE, b"<urlset><!ENTITY a 'b'></urlset>", b"<!doctype html>"]
)
def test_declared_entities_are_refused(body: bytes) -> None:
    with pytest.raises(FetchRefused, match="DOCTYPE"):
        read_sitemap(body, HERE)


def test_a_packed_bomb_is_refused() -> None:
    with pytest.raises(FetchRefused, match="more than 1000000 bytes"):
        read_sitemap(gzip.compress(bytes(50_000_000)), HERE, max_bytes=1_000_000)


def test_a_broken_archive_is_unreachable() -> None:
    with pytest.raises(SourceUnreachable, match="broken"):
        read_sitemap(gzip.compress(b"<urlset>" * 99)[:20] + b"\xff" * 50, HERE)


@pytest.mark.parametrize(
    "body",
    [
        b"<urlset>" + b"<loc>" * 400_000,
        b"<urlset>" + (b"<loc>" + b" " * 4_000) * 500,
        b"<urlset>" + b"<loc>" + b"a" * 2_000_000,
        b"<urlset>" + b"<loc><![CDATA[" * 150_000,
        b"<" * 2_000_000,
        b"\n" * 2_000_000,
    ],
)
def test_hostile_text_takes_no_time(body: bytes) -> None:
    began = time.process_time()
    assert read_sitemap(body, HERE).pages == ()
    assert time.process_time() - began < 0.5


async def test_nested_sitemaps_are_walked(loopback: Loopback) -> None:
    site = await loopback.serve(says({}))
    index = {"kind": "sitemapindex", "item": "sitemap"}
    answers = {
        "/0.xml": page(urlset("/1.xml", "/pages.xml", "/gone.xml", "/0.xml", **index)),
        "/1.xml": page(urlset("/2.xml", **index)),
        "/2.xml": page(urlset("/3.xml", **index)),
        "/3.xml": page(urlset("/too-deep")),
        "/pages.xml": page(gzip.compress(urlset("/a", "/b")), content_type="application/gzip"),
    }
    site = await loopback.serve(says(answers))
    async with door_to(site) as door:
        found = [one async for one in walk_sitemaps(door, [f"{site.base}/0.xml"], permitted=everyone)]
    assert found == [f"{site.base}/a", f"{site.base}/b"]
    assert site.paths == ["/0.xml", "/1.xml", "/pages.xml", "/gone.xml", "/2.xml"]


async def test_a_walk_is_bounded(loopback: Loopback) -> None:
    many = urlset(*(f"/{n}.xml" for n in range(500)), kind="sitemapindex", item="sitemap")
    site = await loopback.serve(says({"/index.xml": page(many)}, other=page(urlset("/a", "/b"))))
    async with door_to(site) as door:
        start = [f"{site.base}/index.xml"]
        found = [entry async for entry in walk_sitemaps(door, start, permitted=everyone, most=5)]
        assert len(found) == 5
        site.requests.clear()
        assert [entry async for entry in walk_sitemaps(door, start, permitted=everyone)] != []
    assert len(site.requests) == MOST_FILES
