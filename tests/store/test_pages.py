"""The pages of one tenant: kept, found, never seen by another."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.store import Store, StoredPage, StoredPassage, TenantPages


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


@pytest.fixture
def pages(store: Store) -> TenantPages:
    return store.pages("mine")


def entry(name: str, *texts: str, host: str = "a.example") -> tuple[StoredPage, list[StoredPassage]]:
    page = StoredPage(
        key=f"https://{host}/{name}",
        url=f"https://{host}/{name}",
        host=host,
        title=f"Page {name}",
        language="en",
        digest=f"{name} {texts}",
        fetched_at=1.0,
        etag='"1"',
        last_modified="Mon, 02 Feb 2026 00:00:00 GMT",
        depth=2,
        links=((f"https://{host}/next", "Näher"),),
    )
    return page, [StoredPassage(("Top", name), "here", text, f"Top {name}", text) for text in texts]


def search(pages: TenantPages, word: str) -> list[str]:
    ids = [page.id for page in pages.of_hosts(["a.example", "b.example"])]
    return [hit.text for hit in pages.passages([found for found, _ in pages.search([word], ids, limit=9)])]


def test_a_page_comes_back_as_it_was_put(pages: TenantPages) -> None:
    page, _ = entry("one", "Returns take 30 days.")
    pages.put([entry("one", "Returns take 30 days.")])
    kept = pages.get(page.key)
    assert kept
    assert (kept.links, kept.title, kept.depth, kept.etag) == (page.links, page.title, 2, '"1"')
    assert search(pages, "return") == ["Returns take 30 days."]


def test_what_a_crawl_must_know_is_told(pages: TenantPages) -> None:
    pages.put([entry("one", "text"), entry("two", "other", host="docs.a.example")])
    known = pages.known("https://a.example/one")
    assert known
    assert (known.fetched_at, known.etag, known.whole) == (1.0, '"1"', True)
    assert pages.known("https://a.example/never") is None
    assert set(pages.known_of(["a.example"])) == {"https://a.example/one", "https://docs.a.example/two"}


def test_touched_pages_are_fresh_again(pages: TenantPages) -> None:
    pages.put([entry("one", "text"), entry("two", "other")])
    pages.touch(["https://a.example/one"], 9.0)
    times = {page.title: page.fetched_at for page in pages.of_hosts(["a.example"])}
    assert times == {"Page one": 9.0, "Page two": 1.0}


def test_subdomains_belong_to_their_host(pages: TenantPages) -> None:
    pages.put([entry("x", "t", host="docs.a.example"), entry("y", "u", host="nota.example")])
    assert [page.host for page in pages.of_hosts(["a.example"])] == ["docs.a.example"]


def test_two_tenants_never_see_each_other(store: Store) -> None:
    mine, theirs = store.pages("mine"), store.pages("theirs")
    mine.put([entry("one", "my secret")])
    theirs.put([entry("one", "their secret"), entry("two", "my secret")])
    assert search(mine, "secret") == ["my secret"]
    assert sorted(search(theirs, "secret")) == ["my secret", "their secret"]
    ids = [page.id for page in theirs.of_hosts(["a.example"])]
    passages = theirs.passage_ids(ids)
    theirs.set_vectors([(passage, b"theirs") for passage in passages], b"table")
    assert (mine.search(["secret"], ids, limit=9), mine.counts(["secret"], ids), mine.count(ids)) == (
        [],
        [0],
        0,
    )
    assert (mine.passage_ids(ids), mine.vectors(passages, b"table")) == ((), {})
    theirs.touch(["https://a.example/one"], 5.0)
    theirs.forget(["https://a.example/one"])
    kept = mine.get("https://a.example/one")
    assert kept
    assert kept.fetched_at == 1.0
    assert search(mine, "secret") == ["my secret"]


def test_a_batch_is_kept_whole_or_not_at_all(pages: TenantPages) -> None:
    good = entry("good", "text")
    bad = entry("bad", "text that cannot be bound")
    bad[1][0] = StoredPassage((), "", object(), "", "")  # type: ignore[arg-type]  # what no column can hold
    with pytest.raises(StoreError):
        pages.put([good, bad])
    assert pages.of_hosts(["a.example"]) == []
    pages.put([good])
    assert search(pages, "text") == ["text"]


def test_a_store_that_cannot_be_written_says_so(pages: TenantPages, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "answerable.db")
    other.execute("DROP TABLE passages")
    other.close()
    with pytest.raises(StoreError, match=r"answerable\.db: cannot be read or written"):
        pages.put([entry("one", "text")])


def test_vectors_of_another_table_are_not_told(pages: TenantPages) -> None:
    pages.put([entry("one", "maple")])
    (passage,) = pages.passage_ids([page.id for page in pages.of_hosts(["a.example"])])
    pages.set_vectors([(passage, b"old")], b"table 1")
    assert pages.vectors([passage], b"table 2") == {}
    pages.set_vectors([(passage, b"new")], b"table 2")
    assert pages.vectors([passage], b"table 2") == {passage: b"new"}


def test_what_is_remembered_ends_with_a_change(pages: TenantPages, store: Store) -> None:
    read: list[int] = []

    def count() -> int:
        read.append(1)
        return len(read)

    def ask(handle: TenantPages) -> int:
        return handle.kept("name", count, lambda _: 8)

    pages.put([entry("one", "maple")])
    assert (ask(pages), ask(pages), ask(store.pages("mine"))) == (1, 1, 1)
    assert ask(store.pages("theirs")) == 2
    store.pages("theirs").put([entry("one", "oak")])
    assert ask(pages) == 1
    for change in (
        lambda: pages.put([entry("two", "oak")]),
        lambda: pages.touch(["https://a.example/two"], 2.0),
        lambda: pages.forget(["https://a.example/two"]),
    ):
        before = ask(pages)
        change()
        assert ask(pages) > before


def test_another_process_changes_what_is_remembered(tmp_path: Path, pages: TenantPages) -> None:
    pages.put([entry("one", "maple")])
    assert len(pages.of_hosts(["a.example"])) == 1
    other = Store.open(tmp_path)
    other.pages("mine").put([entry("two", "oak")])
    other.close()
    assert [page.title for page in pages.of_hosts(["a.example"])] == ["Page one", "Page two"]
