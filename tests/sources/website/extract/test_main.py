"""Furniture goes, documents stay whole."""

from __future__ import annotations

import pytest

from answerable.sources.website.extract import PageContent, extract

PROSE = [
    f"Paragraph {number} tells the story in two full sentences, with commas and all. It goes on for a while, "
    f"so that nobody takes it for a caption, a teaser or a button, and then it ends at last."
    for number in range(6)
]
STORY = "".join(f"<p>{text}</p>" for text in PROSE)
ARTICLE = '<meta property="og:type" content="article">'
MENU = "".join(f'<li><a href="/{n}">Menu entry {n}</a></li>' for n in range(30))


def page(body: str, head: str = "") -> PageContent:
    html = f"<html><head><title>T</title>{head}</head><body>{body}</body></html>"
    return extract(html.encode(), content_type="text/html")


@pytest.mark.parametrize("head", ["", ARTICLE])
@pytest.mark.parametrize(
    "furniture",
    [
        f"<nav><ul>{MENU}</ul></nav>",
        f'<div class="navbar"><ul>{MENU}</ul></div>',
        f'<div id="sidebar"><ul>{MENU}</ul></div>',
        f"<aside><p>Menu entry. {PROSE[0]}</p></aside>",
        "<footer><p>Menu entry of the footer, with the imprint and other words of the law.</p></footer>",
        '<div class="cookie-banner"><p>Menu entry: we use cookies, please accept all of them.</p></div>',
        '<div role="navigation">Menu entry</div>',
        '<div class="breadcrumbs"><a href="/">Menu entry</a> › Here</div>',
        '<ul class="social-share"><li>Menu entry</li></ul>',
    ],
)
def test_furniture_does_not_become_passages(head: str, furniture: str) -> None:
    content = page(f'{furniture}<div class="text">{STORY}</div>{furniture}', head)
    assert "Menu entry" not in content.main_text
    assert all(text in content.main_text for text in PROSE)


@pytest.mark.parametrize(
    "furniture",
    [
        '<div class="comments">'
        + "".join(f"<p>Comment: I disagree. {text}</p>" for text in PROSE)
        + "</div>",
        f'<div class="related-posts"><p>Comment: {PROSE[0]}</p></div>',
        '<p><a href="/other">Comment: another article you may like to read</a></p>',
        '<div class="author-bio"><p>Comment: she writes, and lives in a town by the sea.</p></div>',
    ],
)
def test_articles_lose_what_surrounds_them(furniture: str) -> None:
    content = page(
        f'<div class="post"><h1>T</h1><div class="entry-content">{STORY}</div>{furniture}</div>', ARTICLE
    )
    assert "Comment" not in content.main_text
    assert all(text in content.main_text for text in PROSE)


def test_documents_keep_everything_in_order() -> None:
    body = (
        f"<div class=header><a href=/>Home</a></div><div class=chapter><h1>Guide</h1>{STORY}"
        "<div class=toc><ul><li><a href=a.html>Part A</a></li><li><a href=b.html>Part B</a></li></ul></div>"
        "<table><tr><th>Key</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></table><pre>code</pre>"
        "<dl><dt>term</dt><dd>meaning</dd></dl><h2>Last</h2><p>End.</p></div>"
    )
    text = page(body).main_text
    for part in ("- Part A\n- Part B", "Key | Value\na | 1", "    code", "term: meaning", "Last", "End."):
        assert part in text


def test_the_landmark_is_the_document() -> None:
    content = page(
        f"<div>{MENU}</div><div role=main><h1>Guide</h1>{STORY}</div><p>Other words. {PROSE[1]}</p>"
    )
    assert "Other words" not in content.main_text
    assert "Menu entry" not in content.main_text
    assert PROSE[5] in content.main_text


def test_an_empty_landmark_does_not_hide_the_page() -> None:
    assert PROSE[0] in page(f"<main></main><div>{STORY}</div>").main_text


def test_a_wrapper_named_like_furniture_is_kept() -> None:
    for name in ("content with-sidebar", "page-wrapper no-footer", "social", "modal"):
        assert PROSE[0] in page(f'<div class="{name}">{STORY}</div>', ARTICLE).main_text


def test_text_without_paragraphs_is_found() -> None:
    lines = "<br><br>".join(PROSE)
    content = page(f"<ul>{MENU}</ul><div><span>{lines}<div></div></span></div>", ARTICLE)
    assert all(text in content.main_text for text in PROSE)
    assert "Menu entry" not in content.main_text


def test_pages_of_links_are_not_empty() -> None:
    assert "Menu entry 7" in page(f"<h1>Index</h1><ul>{MENU}</ul>").main_text


WAYS_AROUND = (
    '<nav aria-label="Breadcrumb"><a href="/">Home</a> <a href="/help">Help</a></nav>',
    '<div class="breadcrumbs"><a href="/">Home</a> / Help</div>',
    '<div class="social-share"><span>Share this page</span> <a href="/x">Mail</a></div>',
    '<div role="navigation"><a href="/next">Next page</a></div>',
    '<ul class="pagination"><li><a href="?page=2">2</a></li></ul>',
)


@pytest.mark.parametrize("part", WAYS_AROUND)
def test_ways_around_inside_the_main_part_go(part: str) -> None:
    content = page(f"<main><h1>Returns</h1>{part}{STORY}</main>")
    assert content.main_text == "\n\n".join(["Returns", *PROSE])


@pytest.mark.parametrize(
    "part",
    [
        "<aside><p>Gift cards cannot be returned.</p></aside>",
        '<nav class="toc"><ul><li><a href="/a">Gift cards</a></li></ul></nav>',
        "<footer><p>Gift cards are listed apart.</p></footer>",
    ],
)
def test_the_authors_own_parts_stay(part: str) -> None:
    assert "Gift cards" in page(f"<main><h1>Returns</h1>{part}{STORY}</main>").main_text
