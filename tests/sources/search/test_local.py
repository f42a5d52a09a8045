from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.source import ReadPage, ReadPassage
from answerable.sources.website.extract import PageContent, extract


def page(url: str, title: str, *texts: str) -> ReadPage:
    return ReadPage(
        url,
        title,
        tuple(ReadPassage((title,), "", text) for text in texts),
        (("https://b.example", "B"),),
        7.0,
    )


def take_apart(body: bytes, kind: str, url: str) -> PageContent:
    return extract(body, content_type=kind, charset="utf-8", url=url)


async def test_pages_are_found_by_their_words() -> None:
    index = LocalIndex()
    index.add(
        [
            page("https://a.example/1", "Cheese", "Acme makes cheese."),
            page("https://a.example/2", "Saws", "Belmo makes saws."),
        ]
    )
    assert (await index.search("who makes cheese", 5))[0].url == "https://a.example/1"
    assert await index.search("the of and", 5) == []
    assert await index.search("unheardof", 5) == []


async def test_other_forms_and_umlauts_match() -> None:
    index = LocalIndex()
    index.add([page("https://a.example/1", "Mühlau", "Die Gründerin wohnt in Mühlau.")])
    for query in ("muhlau", "Mühlau Gründer", "gruenderin mühlau"):
        assert await index.search(query, 5), query


async def test_a_page_comes_back_whole() -> None:
    index = LocalIndex()
    index.add([page("https://a.example/1", "Cheese", "One.", "Two.")])
    kept = index.page("https://a.example/1")
    assert kept == page("https://a.example/1", "Cheese", "One.", "Two.")
    assert index.page("https://a.example/none") is None


async def test_a_changed_page_replaces_the_old(tmp_path: Path) -> None:
    index = LocalIndex(tmp_path / "index.db")
    index.add([page("https://a.example/1", "Cheese", "Acme makes cheese.")])
    index.add([page("https://a.example/1", "Saws", "Acme makes saws.")])
    assert len(index) == 1
    assert await index.search("cheese", 5) == []
    assert await index.search("saws", 5)
    index.close()


async def test_a_folder_of_files_is_indexed(tmp_path: Path) -> None:
    (tmp_path / "acme.example").mkdir()
    (tmp_path / "acme.example" / "a.html").write_text(
        "<h1>Acme</h1><p>Acme was founded by Anna Keller in the year of the great rain.</p>"
    )
    (tmp_path / "notes.md").write_text("# Notes\n\nBelmo sells saws.\n")
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "skip.bin").write_bytes(b"\0")
    index = LocalIndex()
    lost = index.add_folder(tmp_path, take_apart, 1.0)
    assert len(index) == 2
    assert [url.rsplit("/", 1)[-1] for url, _ in lost] == ["empty.html"]
    found = await index.search("Acme founded", 5)
    assert found[0].url.endswith("/acme.example/a.html")


async def test_words_cannot_break_the_query() -> None:
    index = LocalIndex()
    index.add([page("https://a.example/1", "Cheese", "Acme makes cheese.")])
    for query in ('"', "cheese OR", 'NEAR("a" "b")', "title:cheese", "*", "cheese'; DROP TABLE page; --"):
        await index.search(query, 5)
    assert len(index) == 1


def test_a_file_that_is_no_index_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="no index"):
        LocalIndex(tmp_path / "x.db")
