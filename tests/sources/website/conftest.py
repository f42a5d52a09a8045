"""What the tests of the crawl share: an empty store and a visitor who keeps pages in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.store import Store
from tests.sources.website.small_site import Visitor


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


@pytest.fixture
def visitor(store: Store) -> Visitor:
    return Visitor(store.pages("mine"))
