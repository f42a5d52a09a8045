"""The web pages of one tenant: read once, kept with their passages, links and a full-text index."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Engine, or_, select, text

from answerable.store.handle import TenantHandle
from answerable.store.page_writer import (
    Batch,
    KnownPage,
    PageWriter,
    StoredPage,
    StoredPassage,
    pages,
    passages,
)
from answerable.store.passage_index import best_passages, holding
from answerable.store.schema import counters
from answerable.store.shelf import Value, shelf_of

NO_PAGES: Mapping[int, StoredPage] = MappingProxyType({})
_PASSAGES_OF = text(
    "SELECT id FROM passages WHERE tenant = :tenant"
    " AND page IN (SELECT value FROM json_each(:pages)) ORDER BY id"
)
_VECTORS = text(
    "SELECT id, substr(vector, :size + 1) FROM passages WHERE tenant = :tenant"
    " AND id IN (SELECT value FROM json_each(:ids)) AND substr(vector, 1, :size) = :table"
)

__all__ = ["Hit", "KnownPage", "StoredPage", "StoredPassage", "TenantPages"]


@dataclass(frozen=True)
class Hit:
    """A passage that came out of the index, with its page."""

    id: int
    page: StoredPage
    place: int
    path: tuple[str, ...]
    anchor: str
    text: str


class TenantPages(TenantHandle):
    """Cannot see another tenant's pages: the tenant is bound here and added to every statement."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        super().__init__(engine, tenant)
        self._shelf = shelf_of(engine)

    def kept(self, name: Hashable, read: Callable[[], Value], size: Callable[[Value], int]) -> Value:
        """What `read` gives, remembered in this process until these pages change; `size` is in bytes."""
        now = self._value(select(counters.c.value).where(self._mine(counters, name="pages"))) or 0
        return self._shelf.kept((self._tenant, name), now, read, size)

    def recall(self, name: Hashable) -> object | None:
        """What this process remembers under this name, whatever has changed since."""
        return self._shelf.get((self._tenant, name), 0)

    def remember(self, name: Hashable, value: object, size: int) -> None:
        """Remember what no change makes untrue, such as the vector of a passage; `size` is in bytes."""
        self._shelf.put((self._tenant, name), 0, value, size)

    def put(self, batch: Batch) -> list[str]:
        """Keep pages with their passages, all or none; says for each whose twin it is (a key, or "")."""
        with self._writing() as connection:
            return PageWriter(connection, self._tenant).put(batch)

    def touch(self, keys: Sequence[str], fetched_at: float) -> None:
        """Note that pages were looked at again and had not changed."""
        statement = "UPDATE pages SET fetched_at = ? WHERE tenant = ? AND key = ?"
        with self._writing() as connection:
            connection.exec_driver_sql(statement, [(fetched_at, self._tenant, key) for key in keys])
            PageWriter(connection, self._tenant).changed()

    def forget(self, keys: Sequence[str]) -> None:
        """Drop pages that are no longer there."""
        with self._writing() as connection:
            PageWriter(connection, self._tenant).forget(keys)

    def known(self, key: str) -> KnownPage | None:
        """What a crawl must know of a page before it asks for it again."""
        return self._known(pages.c.key == key).get(key)

    def known_of(self, hosts: Iterable[str]) -> dict[str, KnownPage]:
        """The same for every page of these hosts and their subdomains, by key."""
        return self._known(_on_hosts(hosts))

    def _known(self, condition: ColumnElement[bool]) -> dict[str, KnownPage]:
        columns = (pages.c.key, pages.c.fetched_at, pages.c.etag, pages.c.last_modified)
        query = select(*columns, pages.c.digest + pages.c.twin_of).where(self._mine(pages) & condition)
        rows = self._rows(query)
        return {key: KnownPage(at, etag, when, whole != "") for key, at, etag, when, whole in rows}

    def get(self, key: str) -> StoredPage | None:
        found = self._pages(pages.c.key == key)
        return found[0] if found else None

    def of_hosts(self, hosts: Iterable[str]) -> list[StoredPage]:
        """All pages read from these hosts and their subdomains, in the order they were read."""
        names = frozenset(hosts)
        found = self.kept(("pages", names), lambda: self._pages(_on_hosts(names)), _size_of_pages)
        return found.copy()

    def _pages(self, condition: ColumnElement[bool]) -> list[StoredPage]:
        query = select(pages).where(self._mine(pages) & condition).order_by(pages.c.id)
        return [_to_page(row._mapping) for row in self._rows(query)]

    def search(self, words: Sequence[str], page_ids: Sequence[int], *, limit: int) -> list[tuple[int, float]]:
        """Passage ids of these pages that hold any of the words, best first, with their BM25 rank."""
        with self._engine.connect() as connection:
            return best_passages(connection, words, self._own(page_ids), limit=limit)

    def counts(self, words: Sequence[str], page_ids: Sequence[int]) -> list[int]:
        """How many passages of these pages hold each word."""
        own = self._own(page_ids)
        with self._engine.connect() as connection:
            return [len(own.intersection(holding(connection, word))) for word in words]

    def _own(self, page_ids: Sequence[int]) -> frozenset[int]:
        """The fence of the two above: the index holds the passages of all tenants, and knows only their ids."""
        name = ("own", tuple(page_ids))
        return self.kept(name, lambda: frozenset(self.passage_ids(page_ids)), _size_of_ids)

    def passage_ids(self, page_ids: Sequence[int]) -> tuple[int, ...]:
        """The passages of these pages, in the order they were kept."""
        return self.kept(("passages", tuple(page_ids)), lambda: self._passage_ids(page_ids), _size_of_ids)

    def _passage_ids(self, page_ids: Sequence[int]) -> tuple[int, ...]:
        rows = self._rows(_PASSAGES_OF, tenant=self._tenant, pages=json.dumps(list(page_ids)))
        return tuple(row[0] for row in rows)

    def count(self, page_ids: Sequence[int]) -> int:
        return len(self.passage_ids(page_ids))

    def passages(self, ids: Sequence[int], known: Mapping[int, StoredPage] = NO_PAGES) -> list[Hit]:
        """These passages with their pages, in the order asked for; pages that are `known` by id are not read."""
        query = select(passages).where(self._mine(passages) & passages.c.id.in_(ids))
        rows = {row.id: row for row in self._rows(query)}
        unknown = {row.page for row in rows.values()}.difference(known)
        pages_by_id = {**known, **{page.id: page for page in self._pages(pages.c.id.in_(unknown))}}
        found = (rows[i] for i in ids if i in rows)
        return [
            Hit(row.id, pages_by_id[row.page], row.place, tuple(json.loads(row.path)), row.anchor, row.text)
            for row in found
        ]

    def under(
        self, places: Iterable[tuple[int, tuple[str, ...]]], known: Mapping[int, StoredPage] = NO_PAGES
    ) -> list[Hit]:
        """Every passage under these headings of these pages."""
        wanted = {(page, json.dumps(path)) for page, path in places}
        mine = (
            self._mine(passages)
            & passages.c.page.in_({page for page, _ in wanted})
            & passages.c.path.in_({path for _, path in wanted})
        )
        query = select(passages.c.id, passages.c.page, passages.c.path).where(mine).order_by(passages.c.id)
        found = [row.id for row in self._rows(query) if (row.page, row.path) in wanted]
        return self.passages(found, known)

    def vectors(self, ids: Sequence[int], table: bytes) -> dict[int, bytes]:
        """The vectors of these passages, as far as they were computed with the table of this name."""
        rows = self._rows(
            _VECTORS, tenant=self._tenant, ids=json.dumps(list(ids)), size=len(table), table=table
        )
        return {row[0]: row[1] for row in rows}

    def set_vectors(self, vectors: Iterable[tuple[int, bytes]], table: bytes) -> None:
        """Keep vectors that were computed when first needed, each behind the name of its table."""
        with self._writing() as connection:
            connection.exec_driver_sql(
                "UPDATE passages SET vector = ? WHERE id = ? AND tenant = ?",
                [(table + vector, passage, self._tenant) for passage, vector in vectors],
            )


def _size_of_pages(found: list[StoredPage]) -> int:
    """About: a link takes 300 bytes in memory on postgresql-doc, a page without its links 2,000."""
    return sum(2_000 + 300 * len(page.links) for page in found)


def _size_of_ids(found: Collection[int]) -> int:
    return 80 * len(found)


def _on_hosts(hosts: Iterable[str]) -> ColumnElement[bool]:
    names = sorted(hosts)
    below = (pages.c.host.endswith("." + name, autoescape=True) for name in names)
    return or_(pages.c.host.in_(names), *below)


def _to_page(row: Any) -> StoredPage:
    values = {name: row[name] for name in StoredPage.__dataclass_fields__}
    values["links"] = tuple((url, words) for url, words in json.loads(row["links"]))
    return StoredPage(**values)
