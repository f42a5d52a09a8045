from __future__ import annotations

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import shared_lexicon
from answerable.tables.vocabulary import Vocabulary


def _naming(entity: str, *columns: str) -> tuple[str, ...]:
    fields = tuple(Field(name=column, kind=Kind.TEXT) for column in columns)
    catalog = Catalog(entities=(Entity(name=entity, fields=fields, key=(columns[0],)),))
    return Vocabulary(catalog, shared_lexicon()).naming(entity)


def test_a_key_does_not_name_a_record() -> None:
    assert _naming("titles", "title_id", "title", "type") == ("title",)


def test_people_are_named_by_both_names() -> None:
    assert _naming("authors", "au_id", "first_name", "last_name") == ("first_name", "last_name")
