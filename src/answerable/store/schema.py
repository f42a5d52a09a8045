"""How tables are made. Each stands in the file of its handle, beside the noun that its rows are read as.

Every table carries its tenant; handles add it to every statement.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text, TypeDecorator

metadata = MetaData()


class Json(TypeDecorator[Any]):
    """Plain data, kept as JSON; compared as the words that it is kept as."""

    impl, cache_ok = Text, True

    def process_bind_param(self, value: Any, _: Any) -> str:
        return json.dumps(value, ensure_ascii=False, default=str)

    def process_result_value(self, value: str | None, _: Any) -> Any:
        return None if value is None else json.loads(value)

    def coerce_compared_value(self, *_: Any) -> Text:
        return Text()


class JsonTuple(Json):
    """The same for a list, which comes back as a tuple."""

    cache_ok = True

    def process_result_value(self, value: str | None, _: Any) -> Any:
        return tuple(json.loads(value or "[]"))


class FrailJson(Json):
    """The same where a damaged value must cost its own row, and no list of rows: it is read as empty."""

    cache_ok = True

    def process_result_value(self, value: str | None, _: Any) -> Any:
        try:
            return super().process_result_value(value, _)
        except ValueError:
            return {}


# What a field's values are kept as; whatever is not named here is kept as JSON.
_KINDS: dict[Any, Any] = {str: Text, Literal: Text, int: Integer, float: Float, bytes: LargeBinary}
_KINDS |= {tuple: JsonTuple, FrailJson: FrailJson}


def table_of(
    name: str,
    noun: type | None = None,
    *,
    key: tuple[str, ...] = (),
    alone: str = "",
    also: Mapping[str, Any] | None = None,
    later: Mapping[str, str] | None = None,
) -> Table:
    """A table with the fields of a noun, and `also` others or the same as something else.

    A row is named by its tenant and its `key`, or by one column `alone`. Columns that came `later` have a default, for
    the rows of older homes.
    """
    fields = {"tenant": str, **(get_type_hints(noun) if noun else {}), **(also or {})}
    named = (alone,) if alone else ("tenant", *key)
    columns = (
        _column(field, fields[field], named=field in named, default=(later or {}).get(field))
        for field in dict.fromkeys((*named, *fields))
    )
    return Table(name, metadata, *columns)


def _column(name: str, hint: Any, *, named: bool, default: str | None) -> Column[Any]:
    kinds = get_args(hint)
    optional = type(None) in kinds
    plain = kinds[0] if optional else hint
    kind = _KINDS.get(get_origin(plain) or plain, Json)
    return Column(name, kind, primary_key=named, nullable=optional, server_default=default)


# Tenant "": the highest id ever given out, by table. A tenant: "pages" changes whenever its pages do.
counters = table_of("counters", key=("name",), also={"name": str, "value": int})

# SQLite's full-text index; rowid = passages.id. FTS5's own Porter stemmer runs in C while a page is written, so
# indexing costs no Python time per word. `detail=column` is enough for an OR of words with column weights.
SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS passage_index USING fts5("
    "heading, body, detail=column, tokenize='porter unicode61 remove_diacritics 2')"
)
