"""The passages nearest in meaning: computed once, kept with the name of their table, never mixed with another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from answerable.language.asked import understand
from answerable.language.embed import PlainWords, shared_vectors
from answerable.language.ranking import Vectors, direction
from answerable.sources.website.nearest import AT_ONCE, NearestPassages
from answerable.store import Store, StoredPage, StoredPassage, TenantPages

TOPICS = ("returns and refunds", "delivery abroad", "opening hours", "gift vouchers")


class Table:
    """The real vectors under a name of their own, turned around or not; counts what it was asked for."""

    def __init__(self, name: str = "table 1", *, turned: bool = False) -> None:
        self.fingerprint, self.dimensions = name, shared_vectors().dimensions
        self._sign = -1.0 if turned else 1.0
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        return np.float32(self._sign) * shared_vectors().embed(texts)

    def match(self, words: Sequence[str], texts: Sequence[str]) -> Vectors:
        return shared_vectors().match(words, texts)


@pytest.fixture
def pages(store: Store) -> TenantPages:
    return store.pages("mine")


def keep(pages: TenantPages, *topics: str) -> list[int]:
    """A page for each topic; returns the ids of all pages."""
    for topic in topics:
        url = f"https://a.example/{topic.replace(' ', '-')}"
        page = StoredPage(url, url, "a.example", topic, "en", topic, 1.0)
        pages.put([(page, [StoredPassage((topic,), "", f"All about {topic}.", topic, topic)])])
    return [page.id for page in pages.of_hosts(["a.example"])]


def find(
    pages: TenantPages, table: Table, ids: Sequence[int], text: str = "May I send it back?"
) -> list[str]:
    found = NearestPassages(pages, table).measure(direction(understand(text), table), ids)
    return [hit.path[0] for hit in pages.passages(found.best(3))]


def test_the_nearest_passage_comes_first(pages: TenantPages) -> None:
    ids = keep(pages, *TOPICS)
    assert find(pages, Table(), ids)[0] == TOPICS[0]
    assert find(pages, Table(), ids, "Do you ship to France?")[0] == TOPICS[1]
    assert find(pages, Table(), []) == []


def test_a_process_computes_each_passage_once(pages: TenantPages, store: Store) -> None:
    ids, table = keep(pages, *TOPICS), Table()
    find(pages, table, ids)
    questions = table.texts - len(TOPICS)
    find(store.pages("mine"), table, ids)
    assert table.texts == len(TOPICS) + 2 * questions
    more = keep(pages, "bicycle repairs")
    assert "bicycle repairs" in find(pages, table, more, "Can you mend my bike?")
    assert table.texts == len(TOPICS) + 1 + 3 * questions


def test_another_table_is_never_mixed_in(pages: TenantPages) -> None:
    ids = keep(pages, *TOPICS)
    before = find(pages, Table("table 1"), ids)
    turned = Table("table 2", turned=True)
    assert find(pages, turned, ids) == before  # both sides turned: as near as before, but not to the old rows
    assert turned.texts > len(TOPICS)
    again = Table("table 1")
    assert find(pages, again, ids) == before


def test_pages_left_out_are_not_found(pages: TenantPages) -> None:
    ids, table = keep(pages, *TOPICS), Table()
    find(pages, table, ids)
    assert find(pages, table, ids[1:]) == find(pages, Table("other"), ids[1:])
    assert TOPICS[0] not in find(pages, table, ids[1:])


def test_tenants_do_not_share_what_is_remembered(pages: TenantPages, store: Store) -> None:
    theirs, table = store.pages("theirs"), Table()
    find(pages, table, keep(pages, *TOPICS))
    assert find(theirs, table, keep(theirs, "gift wrapping")) == ["gift wrapping"]


def test_more_passages_than_go_at_once(pages: TenantPages) -> None:
    url = "https://a.example/long"
    parts = [StoredPassage(("Long",), "", f"Part {number}.", "Long", "Part") for number in range(AT_ONCE + 5)]
    pages.put([(StoredPage(url, url, "a.example", "Long", "en", "long", 1.0), parts)])
    (page,) = pages.of_hosts(["a.example"])
    assert find(pages, Table(), [page.id]) == ["Long"] * 3


def test_without_a_table_nothing_is_nearest(pages: TenantPages) -> None:
    ids, plain = keep(pages, *TOPICS), PlainWords()
    found = NearestPassages(pages, plain).measure(direction(understand("refund"), plain), ids)
    assert (found.best(3), found.nearest_of(pages.passage_ids(ids))) == ([], None)


def test_the_nearest_of_some_is_told(pages: TenantPages) -> None:
    ids, table = keep(pages, *TOPICS), Table()
    passages = pages.passage_ids(ids)
    found = NearestPassages(pages, table).measure(direction(understand("May I send it back?"), table), ids)
    each = [found.nearest_of([passage]) for passage in passages]
    assert found.nearest_of(passages) == max(near for near in each if near is not None)
    assert found.nearest_of([passages[0], 10**9]) is None
