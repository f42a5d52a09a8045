from __future__ import annotations

import pytest

from answerable.sources.website.extract import PageContent, extract


def page(head: str, body: str = "<p>x</p>", attributes: str = "") -> PageContent:
    html = f"<!doctype html><html {attributes}><head>{head}</head><body>{body}</body></html>"
    return extract(html.encode(), content_type="text/html")


def test_the_head_is_reported_as_written() -> None:
    content = page(
        '<title> My\n page </title><base href="/docs/"><link rel="alternate Canonical" href="./a.html">'
        '<meta name="Description" content="About  it.">',
        attributes='lang="de-AT"',
    )
    assert (content.title, content.language, content.description) == ("My page", "de", "About it.")
    assert (content.base, content.canonical) == ("/docs/", "./a.html")


def test_a_title_is_found_elsewhere() -> None:
    assert page('<meta property="og:title" content="From meta">').title == "From meta"
    assert page("", "<h1>From heading</h1><p>x</p>").title == "From heading"


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; url=next.html", "next.html"),
        ("5;URL='/a b.html'", "/a b.html"),
        ('0;url="x.html"', "x.html"),
        ("300", ""),
        ("0; x.html", "x.html"),
    ],
)
def test_refresh_names_its_target(content: str, target: str) -> None:
    assert (
        page(
            f"<meta http-equiv=Refresh content='{content}'>"
            if "'" not in content
            else f'<meta http-equiv="refresh" content="{content}">'
        ).refresh
        == target
    )


@pytest.mark.parametrize(
    ("content", "noindex"), [("noindex, follow", True), ("NONE", True), ("index", False)]
)
def test_robots_meta_is_read(content: str, noindex: bool) -> None:
    assert page(f'<meta name="robots" content="{content}">').noindex is noindex


def test_an_absent_head_is_empty() -> None:
    content = extract(b"<p>Only this.</p>", content_type="text/html")
    assert (content.title, content.language, content.base, content.canonical, content.refresh) == ("",) * 5
    assert not content.noindex
