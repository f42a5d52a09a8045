from __future__ import annotations

import pytest

from answerable.sources.website.extract import extract
from answerable.sources.website.extract.html import read_html


def test_a_page_that_is_only_scripts_says_so() -> None:
    content = read_html('<body><div id="root"></div><script src="/app.js"></script></body>')
    assert content.script_only
    assert read_html(
        "<body><noscript>Enable it.</noscript><div id=app>Loading…</div><script src=a.js></script>"
    ).script_only


def test_a_page_with_text_needs_no_scripts() -> None:
    assert not read_html(
        f"<body><p>{'Words of the page. ' * 20}</p><script src=a.js></script></body>"
    ).script_only
    assert not read_html("<body><p>Short, but no script.</p></body>").script_only


def test_a_forwarding_page_needs_no_browser() -> None:
    assert not read_html('<meta http-equiv="refresh" content="0;url=/x"><script>go()</script>').script_only


def test_xhtml_elements_may_close_themselves() -> None:
    body = b'<?xml version="1.0"?><html><head><title/></head><body><a id="x"/><p>Text</p></body></html>'
    assert extract(body, content_type="application/xhtml+xml").passages[0].text == "Text"


def test_broken_markup_is_read_like_a_browser_does() -> None:
    content = read_html("<p>One<p>Two<ul><li>a<li>b</ul></div></b><h2>Three</p>four")
    assert "One\n\nTwo\n\n- a\n- b" in content.passages[0].text


def test_an_empty_body_has_no_passages() -> None:
    assert read_html("<html></html>").passages == ()


@pytest.mark.parametrize("mark", ["<footer>", '<div id="footer">', '<div class="footer wide">'])
def test_a_footer_is_read_on_demand(mark: str) -> None:
    inside = "<footer><p>Written by Anna.</p></footer>"
    end = mark[1:].split(maxsplit=1)[0].rstrip(">")
    page = (
        f"<body><main><p>{'Words of the page. ' * 20}</p>{inside}</main>{mark}"
        f"<h4>Hours</h4><p>Mon 9:00–17:00</p></{end}></body>"
    )
    (below,) = read_html(page, footer=True).footer
    assert (below.path, below.text) == (("Hours",), "Mon 9:00–17:00")
    assert read_html(page).footer == ()
