from __future__ import annotations

import pytest

from answerable.domain.catalog import Catalog, Entity, Field, Kind

BOOKS = Entity(name="books", fields=(Field(name="title", kind=Kind.TEXT),))
CATALOG = Catalog(entities=(BOOKS,))


def test_things_are_found_by_name() -> None:
    assert CATALOG.entity("books").field("title").kind is Kind.TEXT


def test_what_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="films"):
        CATALOG.entity("films")
    with pytest.raises(KeyError, match="pages"):
        BOOKS.field("pages")
