"""Equal texts are kept once, and whatever changes, no text is lost and none is left behind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.store import Store, StoredPage, StoredPassage, TenantPages

TREES = ("maple", "oak", "birch", "elm")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


@pytest.fixture
def pages(store: Store) -> TenantPages:
    return store.pages("mine")


def entry(
    name: str, text: str, *, digest: str | None = None, alias_of: str = ""
) -> tuple[StoredPage, list[StoredPassage]]:
    """A page whose digest is its text, so that a test can see which texts are equal."""
    page = StoredPage(
        key=name,
        url=f"https://a.example/{name}",
        host="a.example",
        title=name,
        language="en",
        digest=text if digest is None else digest,
        fetched_at=1.0,
        twin_of=alias_of,
    )
    return page, [StoredPassage((), "", text, name, text)] if text else []


def found(pages: TenantPages, word: str) -> list[str]:
    """The pages on which the index finds a word."""
    ids = [page.id for page in pages.of_hosts(["a.example"])]
    passages = [passage for passage, _ in pages.search([word], ids, limit=50)]
    return sorted(hit.page.key for hit in pages.passages(passages))


def twins(pages: TenantPages) -> dict[str, str]:
    return {page.key: page.twin_of for page in pages.of_hosts(["a.example"])}


def test_equal_texts_of_one_batch_are_kept_once(pages: TenantPages) -> None:
    assert pages.put([entry("a", "maple"), entry("b", "maple"), entry("c", "oak")]) == ["", "a", ""]
    assert found(pages, "maple") == ["a"]


def test_equal_texts_of_two_batches_are_kept_once(pages: TenantPages) -> None:
    pages.put([entry("a", "maple")])
    assert pages.put([entry("b", "maple")]) == ["a"]
    assert found(pages, "maple") == ["a"]


def test_a_changed_page_replaces_its_text(pages: TenantPages) -> None:
    pages.put([entry("a", "maple")])
    (before,) = pages.of_hosts(["a.example"])
    pages.put([entry("a", "oak")])
    (after,) = pages.of_hosts(["a.example"])
    assert before.id == after.id
    assert (found(pages, "maple"), found(pages, "oak")) == ([], ["a"])


def test_an_unchanged_page_keeps_its_passages(pages: TenantPages) -> None:
    pages.put([entry("a", "maple")])
    (page,) = pages.of_hosts(["a.example"])
    (passage,) = pages.passage_ids([page.id])
    pages.set_vectors([(passage, b"vector")], b"table")
    pages.put([entry("a", "maple")])
    assert pages.passage_ids([page.id]) == (passage,)
    assert pages.vectors([passage], b"table") == {passage: b"vector"}


def test_ids_of_forgotten_passages_never_return(pages: TenantPages) -> None:
    pages.put([entry("a", "maple"), entry("b", "oak")])
    before = {page.id: pages.passage_ids([page.id]) for page in pages.of_hosts(["a.example"])}
    pages.forget([page.key for page in pages.of_hosts(["a.example"])])
    pages.put([entry("c", "larch")])
    (after,) = pages.of_hosts(["a.example"])
    assert after.id not in before
    assert set(pages.passage_ids([after.id])).isdisjoint(id for ids in before.values() for id in ids)


def test_a_twin_inherits_what_its_original_said(pages: TenantPages) -> None:
    pages.put([entry("a", "maple"), entry("b", "maple"), entry("c", "maple")])
    pages.put([entry("a", "oak")])
    assert found(pages, "maple") == ["b"]
    assert twins(pages) == {"a": "", "b": "", "c": "b"}


def test_a_twin_that_comes_with_the_change_inherits(pages: TenantPages) -> None:
    pages.put([entry("a", "maple"), entry("b", "maple")])
    pages.put([entry("b", "maple"), entry("c", "maple"), entry("a", "oak")])
    assert found(pages, "maple") == ["b"]
    assert twins(pages) == {"a": "", "b": "", "c": "b"}


def test_a_forgotten_page_leaves_its_text_to_a_twin(pages: TenantPages) -> None:
    pages.put([entry("a", "maple"), entry("b", "maple")])
    pages.forget(["a", "never-seen"])
    assert (found(pages, "maple"), twins(pages)) == (["b"], {"b": ""})
    pages.forget(["b"])
    assert (found(pages, "maple"), twins(pages)) == ([], {})


def test_the_last_of_two_readings_counts(pages: TenantPages) -> None:
    assert pages.put([entry("a", "maple"), entry("a", "oak")]) == ["", ""]
    assert (found(pages, "maple"), found(pages, "oak")) == ([], ["a"])


def test_another_name_of_a_page_has_no_text(pages: TenantPages) -> None:
    pages.put([entry("new", "maple"), entry("old", "", digest="", alias_of="new")])
    pages.put([entry("new", "oak")])
    assert (found(pages, "maple"), found(pages, "oak")) == ([], ["new"])
    assert twins(pages) == {"new": "", "old": "new"}


def test_a_page_that_moved_leaves_no_text(pages: TenantPages) -> None:
    pages.put([entry("old", "maple")])
    pages.put([entry("new", "maple"), entry("old", "", digest="", alias_of="new")])
    assert found(pages, "maple") == ["new"]


def test_a_page_not_read_whole_is_replaced_each_time(pages: TenantPages) -> None:
    for text in ("maple", "maple", "oak"):
        pages.put([entry("a", text, digest="")])
    assert (found(pages, "maple"), found(pages, "oak")) == ([], ["a"])


def test_pages_without_text_are_nobodys_twins(pages: TenantPages) -> None:
    assert pages.put([entry("a", "", digest="same"), entry("b", "", digest="same")]) == ["", ""]


@pytest.mark.parametrize("seed", range(8))
def test_after_any_history_each_text_is_found_once(pages: TenantPages, seed: int) -> None:
    dice = random.Random(seed)
    truth: dict[str, str] = {}
    for _ in range(40):
        batch = [entry(dice.choice("abcdefgh"), dice.choice(TREES)) for _ in range(4)]
        pages.put(batch)
        truth |= {page.key: page.digest for page, _ in batch}
        gone = dice.sample("abcdefgh", dice.choice([0, 0, 0, 2]))
        pages.forget(gone)
        truth = {key: said for key, said in truth.items() if key not in gone}
    for text in TREES:
        saying = {key for key, said in truth.items() if said == text}
        assert len(found(pages, text)) == min(1, len(saying))
        assert set(found(pages, text)) <= saying
    assert set(twins(pages)) == set(truth)
    originals = {key: twin or key for key, twin in twins(pages).items()}
    assert all(truth[original] == truth[key] for key, original in originals.items())
