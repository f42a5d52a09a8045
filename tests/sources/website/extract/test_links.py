from __future__ import annotations

from answerable.sources.website.extract import Link, extract
from answerable.sources.website.extract.links import MAX_LINKS


def links(body: str) -> tuple[Link, ...]:
    return extract(f"<body>{body}</body>".encode(), content_type="text/html").links


def test_one_link_per_address_without_fragment() -> None:
    found = links(
        '<a href="a.html#x">A</a><a href="a.html">B</a><a href="a.html#y">C</a><a href="b.html">D</a>'
    )
    assert [(link.href, link.text) for link in found] == [("a.html", "A"), ("b.html", "D")]


def test_better_words_replace_empty_ones() -> None:
    found = links(
        '<a href="/r"><img src="i.png"></a><a href="/r">Read more</a><a href="/r">Return policy</a>'
    )
    assert [(link.href, link.text) for link in found] == [("/r", "Return policy")]


def test_words_fall_back_to_what_there_is() -> None:
    found = links(
        '<a href="1" title="T"></a><a href="2" aria-label="L"></a><a href="3"><img alt="I"></a>'
        '<a href="4"></a>'
    )
    assert [link.text for link in found] == ["T", "L", "I", ""]


def test_menus_count_but_dead_ends_do_not() -> None:
    found = links(
        '<nav><a href="/menu">Menu</a></nav><a href="#top">Top</a><a href="mailto:a@b.c">Mail</a>'
        '<a href="JavaScript:void(0)">Do</a><a href="">Empty</a><a href="#/route">Route</a><a>None</a>'
    )
    assert [link.href for link in found] == ["/menu", "#/route"]


def test_frames_and_areas_are_ways_on() -> None:
    content = extract(
        b'<frameset><frame src="left.html" name="menu"><frame src="m.html"></frameset>',
        content_type="text/html",
    )
    assert [link.href for link in content.links] == ["left.html", "m.html"]
    assert [link.href for link in links('<map><area href="/region" alt="Region"></map>')] == ["/region"]


def test_context_is_the_item_or_the_heading() -> None:
    found = links(
        '<h2>Guides</h2><ul><li><a href="1">Setup</a> for new customers</li></ul>'
        '<div><a href="2">Other</a></div>'
    )
    assert [link.context for link in found] == ["Setup for new customers", "Guides"]


def test_nofollow_is_reported() -> None:
    assert [
        link.rel_nofollow for link in links('<a rel="noopener NoFollow" href="1">x</a><a href="2">y</a>')
    ] == [True, False]


def test_the_number_of_links_is_finite() -> None:
    assert (
        len(links("".join(f'<a href="/{number}">x{number}</a>' for number in range(MAX_LINKS + 50))))
        == MAX_LINKS
    )
