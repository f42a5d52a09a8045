"""One spelling for what is fetched, one key for what is a page."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from ada_url import join_url

from answerable.net.url import LONGEST_URL, canonical, host_of, origin_of, page_key

BASE = "https://docs.example.org/3/library/task.html?x=1#top"

JOINS = [
    ("../reference/", "https://docs.example.org/3/reference/"),
    ("other.html#part", "https://docs.example.org/3/library/other.html"),
    ("", "https://docs.example.org/3/library/task.html?x=1"),
    ("#only", "https://docs.example.org/3/library/task.html?x=1"),
    ("?y=2", "https://docs.example.org/3/library/task.html?y=2"),
    ("//cdn.example.org/a", "https://cdn.example.org/a"),
    ("/a/./b/../c", "https://docs.example.org/a/c"),
    ("/a/%2e%2e/b", "https://docs.example.org/b"),
    ("  /spaced \n", "https://docs.example.org/spaced"),
    ("\\back\\slash", "https://docs.example.org/back/slash"),
    ("HTTP://EXAMPLE.org:80/", "http://example.org/"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("http://example.org:8080/a", "http://example.org:8080/a"),
    ("/a?", "https://docs.example.org/a"),
    ("/ä?ö=ü", "https://docs.example.org/%C3%A4?%C3%B6=%C3%BC"),
]


@pytest.mark.parametrize(("href", "expected"), JOINS)
def test_links_join_as_browsers_join_them(href: str, expected: str) -> None:
    assert canonical(href, BASE) == expected


MARKED = [
    ("/a?utm_source=1&utm_medium=2", "/a"),
    ("/a?UTM_Source=1&id=7", "/a?id=7"),
    ("/a?id=7&gclid=x&b=&fbclid=y&mc_cid=z", "/a?id=7&b="),
    ("/a;jsessionid=0A1B?id=7", "/a?id=7"),
    ("/a;JSESSIONID=0A1B/b", "/a/b"),
    ("/a?PHPSESSID=abc", "/a"),
    ("/a?sid=0123456789abcdef0123", "/a"),
    ("/a?sid=5", "/a?sid=5"),
    ("/a?s=shoes", "/a?s=shoes"),
    ("/a?session=winter-2026", "/a?session=winter-2026"),
    ("/a?ASPSESSIONIDQQ=XY&p=1", "/a?p=1"),
    ("/a;version=2?id=7", "/a;version=2?id=7"),
    ("/a?b=2&a=1&b=3", "/a?b=2&a=1&b=3"),
]


@pytest.mark.parametrize(("href", "expected"), MARKED)
def test_marks_of_a_visit_are_dropped(href: str, expected: str) -> None:
    assert canonical(href, "http://site.test/") == f"http://site.test{expected}"


UNFETCHABLE = [
    "mailto:a@site.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://site.test/",
    "ws://site.test/",
    "gopher://site.test:6379/_x",
    "blob:http://site.test/1",
    "http://",
    "http://user@site.test/",
    "http://user:word@site.test/",
    "http://:word@site.test/",
    "http://site.test:0/",
    "http://site.test:99999/",
    "http://[::1%25lo]/",
    "http://a..test/",
    "http://.test/",
    "http://si te.test/",
    "http://si%00te.test/",
    "http://site.test%40evil.test/",
    "http://" + "a" * 64 + ".test/",
    "http://" + "a." * 127 + "test/",
    "http://site.test/" + "a" * LONGEST_URL,
    "http://256.256.256.256/",
    "http://1.2.3.4.5/",
    "http://xn--a/",
    "http://a!b.test/",
    "\ud800",
]


@pytest.mark.parametrize("href", UNFETCHABLE)
def test_what_cannot_be_fetched_is_none(href: str) -> None:
    assert canonical(href, "http://site.test/") is None
    assert canonical(href) is None


HOSTS = [
    ("http://EXAMPLE.com/", "example.com"),
    ("http://example.com./", "example.com."),
    ("http://example.com.evil.test/", "example.com.evil.test"),
    ("http://bücher.example/", "xn--bcher-kva.example"),
    ("http://BÜCHER.example/", "xn--bcher-kva.example"),
    ("http://faß.example/", "xn--fa-hia.example"),
    ("http://ｅｘａｍｐｌｅ.com/", "example.com"),
    ("http://example。com/", "example.com"),
    ("http://ex\u00adample.com/", "example.com"),
    ("http://ex%61mple.com/", "example.com"),
    ("http:example.com/", "example.com"),
    ("http:/example.com/", "example.com"),
    ("http:///example.com/", "example.com"),
    ("http:\\\\example.com\\x", "example.com"),
    ("http://evil.test\\@example.com/", "evil.test"),
    ("http://evil.test#@example.com/", "evil.test"),
    ("http://evil.test?@example.com/", "evil.test"),
    ("http://evil.test/@example.com/", "evil.test"),
    ("http://exam\tple.com/", "example.com"),
    ("http://exam\nple.com/", "example.com"),
    ("http://127.1/", "127.0.0.1"),
    ("http://0x7f000001/", "127.0.0.1"),
    ("http://2130706433/", "127.0.0.1"),
    ("http://0177.0.0.1/", "127.0.0.1"),
    ("http://127.0.0.1./", "127.0.0.1"),
    ("http://[::FFFF:127.0.0.1]/", "[::ffff:7f00:1]"),
    ("http://[0:0:0:0:0:0:0:1]/", "[::1]"),
    ("http://under_score.test/", "under_score.test"),
]


@pytest.mark.parametrize(("url", "host"), HOSTS)
def test_hosts_are_read_as_browsers_read_them(url: str, host: str) -> None:
    assert host_of(url) == host


@pytest.mark.parametrize(("url", "host"), HOSTS)
def test_canonical_urls_leave_nothing_to_dispute(url: str, host: str) -> None:
    """Once canonical, even a parser of the other school sees the same host."""
    fetched = canonical(url)
    assert fetched is not None
    assert urlsplit(fetched).hostname == host.strip("[]")
    assert canonical(fetched) == fetched


SAME_PAGE = [
    "http://site.test/a",
    "http://site.test/a/",
    "http://site.test/a#x",
    "http://site.test/a?utm_source=1",
    "http://site.test/a/index.html",
    "http://site.test/a/index.php",
    "http://SITE.test:80/a/",
    "http://site.test./a",
    "http://site.test/%61",
    "http://site.test/b/../a",
    "http://site.test/a;jsessionid=1",
]


@pytest.mark.parametrize("url", SAME_PAGE)
def test_spellings_of_one_page_share_a_key(url: str) -> None:
    assert page_key(url) == page_key("http://site.test/a")


def test_the_front_page_has_one_key() -> None:
    keys = {page_key(f"http://site.test{path}") for path in ("", "/", "/index.html", "/?utm_id=1", "/#a")}
    assert len(keys) == 1


DIFFERENT_PAGES = [
    "http://site.test/A",
    "http://site.test/a?id=1",
    "http://site.test:8080/a",
    "http://other.test/a",
    "http://site.test/a.html",
    "http://site.test/a/index.htmlx",
    "http://site.test/a%2Fb",
]


@pytest.mark.parametrize("url", DIFFERENT_PAGES)
def test_different_pages_have_different_keys(url: str) -> None:
    assert page_key(url) != page_key("http://site.test/a")


def test_keys_ignore_how_escapes_are_written() -> None:
    assert page_key("http://site.test/%c3%a4") == page_key("http://site.test/ä")


def test_an_origin_is_scheme_host_port() -> None:
    assert origin_of("https://Site.test/a") == ("https", "site.test", 443)
    assert origin_of("http://[::1]:8080/") == ("http", "[::1]", 8080)
    assert origin_of("http://[::1]/") == ("http", "[::1]", 80)


def test_an_unfetchable_url_has_no_origin() -> None:
    with pytest.raises(ValueError, match="has no origin"):
        origin_of("mailto:a@site.test")


PLAIN_LINKS = (
    "a.html",
    "../a",
    "../../x/y.html",
    "../../../../up",
    "a/b/c",
    "A-b_c.d",
    "7",
    "..a",
    "a..b",
    "-",
    "x/",
)


@pytest.mark.parametrize("href", PLAIN_LINKS)
@pytest.mark.parametrize("page", ["/", "/p", "/d/e/p.html", "/d/e/", "/d/p?q=/x/y", "/d//e/p"])
def test_plain_links_are_resolved_as_all_others(page: str, href: str) -> None:
    base = canonical(f"https://a.example{page}")
    assert base
    assert canonical(href, base) == join_url(base, href)


def test_a_plain_link_can_be_too_long() -> None:
    base = canonical("https://a.example/")
    assert canonical("a" * LONGEST_URL, base) is None
