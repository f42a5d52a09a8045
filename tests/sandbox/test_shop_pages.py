"""The shop's content files and their templates."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from answerable.sandbox.shop_pages import fill, read_pages, sitemap

ROOTS = {"shop": "http://shop.test", "docs": "http://docs.test"}


def test_a_file_becomes_a_path() -> None:
    pages = read_pages("main")
    assert pages["/"].lang == "en"
    assert pages["/de/versand"].title == "Versandkosten und Lieferzeiten"
    assert pages["/returns/international"].section == "Help"


@pytest.mark.parametrize("root", ["main", "docs"])
def test_no_placeholder_is_left_over(root: str) -> None:
    for page in read_pages(root).values():
        document = page.render(ROOTS).decode(page.charset)
        assert "{{" not in document, page.path
        assert f"<h1>{page.title}</h1>" in document or page.template == "bare"


def test_a_page_names_its_canonical_address() -> None:
    document = read_pages("main")["/shipping"].render(ROOTS).decode()
    assert '<link rel="canonical" href="http://shop.test/shipping">' in document


def test_another_template_keeps_the_words() -> None:
    page = read_pages("main")["/shipping"]
    printed = page.render(ROOTS, template="print").decode()
    assert fill(page.body, ROOTS) in printed
    assert "<nav" not in printed


def test_the_sitemap_leaves_out_internal_pages() -> None:
    pages = read_pages("main")
    tree = ElementTree.fromstring(sitemap(pages, "http://shop.test").encode())
    listed = {place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")}
    assert "http://shop.test/recalls" in listed
    assert listed == {f"http://shop.test{path}" for path in pages if not path.startswith("/internal/")}
