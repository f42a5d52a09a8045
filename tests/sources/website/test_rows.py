from __future__ import annotations

from dataclasses import replace

from answerable.net import Fetched
from answerable.sources.website.extract import PageContent, Passage
from answerable.sources.website.rows import likeness, other_names, page_row, passage_rows

URL = "https://www.shop.example/returns/"


def fetched(url: str = URL) -> Fetched:
    return Fetched(url, url, (url,), 200, "text/html", "utf-8", b"", '"1"', "yesterday", 0.1)


def content(text: str = "Thirty days.", *, language: str = "en", noindex: bool = False) -> PageContent:
    passages = (Passage(("Returns", "How long"), "long", text),) if text else ()
    return PageContent(title="Returns", language=language, passages=passages, noindex=noindex)


def test_a_page_is_kept_under_its_plain_host() -> None:
    row = page_row(fetched(), content(), (), depth=1, at=5.0, whole=True)
    assert (row.key, row.host, row.etag) == ("https://www.shop.example/returns", "shop.example", '"1"')


def test_equal_texts_of_a_site_have_equal_digests() -> None:
    rows = [
        page_row(fetched(url), content(text), (), depth=0, at=0.0, whole=True)
        for url, text in ((URL, "a"), ("https://docs.shop.example/", "a"), (URL, "b"))
    ]
    assert rows[0].digest == rows[1].digest != rows[2].digest


def test_the_copy_on_another_site_is_no_twin() -> None:
    urls = (URL, "https://other.example/", "http://127.0.0.1:81/", "http://127.0.0.1:82/")
    rows = [page_row(fetched(url), content(), (), depth=0, at=0.0, whole=True) for url in urls]
    assert len({row.digest for row in rows}) == len(urls)


def test_pages_without_text_have_digests_of_their_own() -> None:
    urls = ("https://a.example/", "https://b.example/")
    for nothing in (content(""), content(noindex=True)):
        digests = {page_row(fetched(url), nothing, (), depth=0, at=0.0, whole=True).digest for url in urls}
        assert len(digests) == 2


def test_a_page_not_read_whole_has_no_digest() -> None:
    assert page_row(fetched(), content(), (), depth=0, at=0.0, whole=False).digest == ""


def test_pages_that_differ_in_numbers_are_alike() -> None:
    assert likeness(content("Page 12 of the year 2026")) == likeness(content("Page 3 of the year 1999"))
    assert likeness(content("Page one")) != likeness(content("Page two"))


def test_german_words_are_indexed_as_stems() -> None:
    (english,) = passage_rows(content("Sendungen dauern"))
    (german,) = passage_rows(content("Sendungen dauern", language="de"))
    assert english.body == "Sendungen dauern" == german.text
    assert german.body == "sendung dau"


def test_a_footer_tells_how_to_reach() -> None:
    footer = (
        Passage(("Hours",), "", "- Returns\n- Our journal\nMon 9:00–17:00"),
        Passage((), "", "All rights reserved"),
    )
    page = replace(content("Welcome"), footer=footer)
    assert [row.text for row in passage_rows(page)] == ["Welcome", "Mon 9:00–17:00"]


def test_an_unindexed_page_has_no_passages() -> None:
    assert passage_rows(content(noindex=True)) == []


def test_every_hop_becomes_another_name() -> None:
    hops = ("http://shop.example/old", "https://shop.example/old", URL)
    names = other_names(hops, URL, depth=2, at=7.0)
    assert [name.key for name in names] == ["http://shop.example/old", "https://shop.example/old"]
    assert {name.twin_of for name in names} == {"https://www.shop.example/returns"}
    assert other_names((URL,), URL, depth=0, at=0.0) == ()
