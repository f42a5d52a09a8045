from __future__ import annotations

from answerable.sources.website.extract import Link, PageContent
from answerable.sources.website.links import ADDRESSES_KEPT, LinkReader
from answerable.sources.website.scope import Scope

SITE = "https://shop.example"


def reader(most: int = 100) -> LinkReader:
    return LinkReader(Scope([f"{SITE}/"]), most=most)


def found(links: LinkReader, url: str, *hrefs: str, base: str = "") -> list[str]:
    content = PageContent(links=tuple(Link(href, f"to {href}") for href in hrefs), base=base)
    return [address.removeprefix(SITE) for address, _ in links.links(content, url)]


def test_links_are_resolved_against_their_page() -> None:
    links = reader()
    assert found(links, f"{SITE}/a/b?x=1", "c", "../d", "/e", "?y=2") == ["/a/c", "/d", "/e", "/a/b?y=2"]
    assert found(links, f"{SITE}/a/z", "c", "?y=2", "") == ["/a/c", "/a/z?y=2", "/a/z"]
    assert found(links, f"{SITE}/f/", "c", "../d") == ["/f/c", "/d"]


def test_a_base_moves_every_link() -> None:
    assert found(reader(), f"{SITE}/a/", "c", base="/other/") == ["/other/c"]
    assert found(reader(), f"{SITE}/a/", "c", base="http://169.254.169.254/") == []


def test_links_outside_or_to_nothing_are_dropped() -> None:
    assert found(reader(), f"{SITE}/", "https://evil.example/", "javascript:x", "http://[", "/a") == ["/a"]


def test_one_address_is_one_link_with_its_words() -> None:
    content = PageContent(links=(Link("/a", "Returns", "In the shop"), Link("/a?utm_source=x", "again")))
    assert reader().links(content, f"{SITE}/") == ((f"{SITE}/a", "Returns — In the shop"),)


def test_a_refresh_counts_only_without_text() -> None:
    assert reader().refresh(PageContent(refresh="/b"), f"{SITE}/a") == f"{SITE}/b"
    assert reader().refresh(PageContent(), f"{SITE}/a") is None


def test_what_is_remembered_is_bounded() -> None:
    links = reader(most=ADDRESSES_KEPT * 2)
    for start in range(0, ADDRESSES_KEPT + 5_000, 5_000):
        names = [f"/{number}" for number in range(start, start + 5_000)]
        assert found(links, f"{SITE}/", *names) == names
