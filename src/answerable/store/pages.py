"""The web pages of one tenant: read once, kept with their passages, links and a full-text index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, func, or_, select, text
from sqlalchemy.exc import DatabaseError

from answerable.errors import StoreError
from answerable.store.page import KnownPage, StoredPage, StoredPassage
from answerable.store.page_writer import Batch, PageWriter
from answerable.store.schema import pages, passages

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


class TenantPages:
    """Cannot see another tenant's pages: the tenant is bound here and added to every statement."""

    def __init__(self, engine: Engine, tenant: str) -> None:
        self._engine = engine
        self._tenant = tenant

    def put(self, batch: Batch) -> list[str]:
        """Keep pages with their passages, all or none; says for each whose twin it is (a key, or "")."""
        with self._writing() as connection:
            return PageWriter(connection, self._tenant).put(batch)

    def touch(self, keys: Sequence[str], fetched_at: float) -> None:
        """Note that pages were looked at again and had not changed."""
        statement = "UPDATE pages SET fetched_at = ? WHERE tenant = ? AND key = ?"
        with self._writing() as connection:
            connection.exec_driver_sql(statement, [(fetched_at, self._tenant, key) for key in keys])

    def forget(self, keys: Sequence[str]) -> None:
        """Drop pages that are no longer there."""
        with self._writing() as connection:
            PageWriter(connection, self._tenant).forget(keys)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        except DatabaseError as error:
            raise StoreError(
                str(self._engine.url.database),
                f"cannot be written ({error.orig}).",
                hint="Check that the disk has room and that no other program holds the file.",
            ) from error

    def known(self, key: str) -> KnownPage | None:
        """What a crawl must know of a page before it asks for it again."""
        return self._known(pages.c.key == key).get(key)

    def known_of(self, hosts: Iterable[str]) -> dict[str, KnownPage]:
        """The same for every page of these hosts and their subdomains, by key."""
        return self._known(_on_hosts(hosts))

    def _known(self, condition: ColumnElement[bool]) -> dict[str, KnownPage]:
        columns = (pages.c.key, pages.c.fetched_at, pages.c.etag, pages.c.last_modified)
        query = select(*columns, pages.c.digest + pages.c.twin_of)
        with self._engine.connect() as connection:
            rows = connection.execute(query.where((pages.c.tenant == self._tenant) & condition))
            return {key: KnownPage(at, etag, when, whole != "") for key, at, etag, when, whole in rows}

    def get(self, key: str) -> StoredPage | None:
        """One page by its identity."""
        found = self._pages(pages.c.key == key)
        return found[0] if found else None

    def of_hosts(self, hosts: Iterable[str]) -> list[StoredPage]:
        """All pages read from these hosts and their subdomains, in the order they were read."""
        return self._pages(_on_hosts(hosts))

    def _pages(self, condition: Any, limit: int | None = None) -> list[StoredPage]:
        query = select(pages).where((pages.c.tenant == self._tenant) & condition).order_by(pages.c.id)
        with self._engine.connect() as connection:
            return [_to_page(row._mapping) for row in connection.execute(query.limit(limit))]

    def search(self, words: Sequence[str], page_ids: Iterable[int], *, limit: int) -> list[tuple[int, float]]:
        """Passage ids of these pages that hold any of the words, best first, with their BM25 rank."""
        if not words:
            return []
        # Heading words count three times (measured on the website suites: docs/decisions/passage-search.md).
        query = text(
            "SELECT p.id, -bm25(passage_index, 3.0, 1.0) AS rank FROM passage_index "
            "JOIN passages p ON p.id = passage_index.rowid "
            "WHERE passage_index MATCH :match AND p.tenant = :tenant AND p.page IN :pages "
            "ORDER BY rank DESC LIMIT :limit"
        ).bindparams(bindparam("pages", expanding=True))
        match = " OR ".join(f'"{word}"' for word in words)
        values = {"match": match, "tenant": self._tenant, "pages": list(page_ids), "limit": limit}
        with self._engine.connect() as connection:
            return [(row[0], float(row[1])) for row in connection.execute(query, values)]

    def count(self, page_ids: Sequence[int]) -> int:
        """How many passages these pages have."""
        mine = (passages.c.tenant == self._tenant) & passages.c.page.in_(page_ids)
        with self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(passages).where(mine)) or 0

    def counts(self, words: Sequence[str], page_ids: Sequence[int]) -> list[int]:
        """How many passages of these pages hold each word."""
        query = text(
            "SELECT count(*) FROM passage_index JOIN passages p ON p.id = passage_index.rowid "
            "WHERE passage_index MATCH :match AND p.tenant = :tenant AND p.page IN :pages"
        ).bindparams(bindparam("pages", expanding=True))
        shared = {"tenant": self._tenant, "pages": list(page_ids)}
        with self._engine.connect() as connection:
            return [connection.scalar(query, {**shared, "match": f'"{word}"'}) or 0 for word in words]

    def passages(self, ids: Sequence[int]) -> list[Hit]:
        """These passages with their pages, in the order asked for."""
        query = select(passages).where((passages.c.tenant == self._tenant) & passages.c.id.in_(ids))
        with self._engine.connect() as connection:
            rows = {row.id: row for row in connection.execute(query)}
        pages_by_id = {
            page.id: page for page in self._pages(pages.c.id.in_({row.page for row in rows.values()}))
        }
        found = (rows[i] for i in ids if i in rows)
        return [
            Hit(row.id, pages_by_id[row.page], row.place, tuple(json.loads(row.path)), row.anchor, row.text)
            for row in found
        ]

    def under(self, places: Iterable[tuple[int, tuple[str, ...]]]) -> list[Hit]:
        """Every passage under these headings of these pages."""
        wanted = {(page, json.dumps(path)) for page, path in places}
        mine = (
            (passages.c.tenant == self._tenant)
            & passages.c.page.in_({page for page, _ in wanted})
            & passages.c.path.in_({path for _, path in wanted})
        )
        query = select(passages.c.id, passages.c.page, passages.c.path).where(mine).order_by(passages.c.id)
        with self._engine.connect() as connection:
            rows = list(connection.execute(query))
        return self.passages([row.id for row in rows if (row.page, row.path) in wanted])

    def vectors(self, page_ids: Sequence[int]) -> list[tuple[int, bytes | None]]:
        """The vector of every passage of these pages; None where none was computed yet."""
        mine = (passages.c.tenant == self._tenant) & passages.c.page.in_(page_ids)
        query = select(passages.c.id, passages.c.vector).where(mine).order_by(passages.c.id)
        with self._engine.connect() as connection:
            return [(row[0], row[1]) for row in connection.execute(query)]

    def set_vectors(self, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Keep vectors that were computed when first needed."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.exec_driver_sql(
                "UPDATE passages SET vector = ? WHERE id = ? AND tenant = ?",
                [(vector, passage, self._tenant) for passage, vector in vectors],
            )


def _on_hosts(hosts: Iterable[str]) -> ColumnElement[bool]:
    names = sorted(hosts)
    below = (pages.c.host.endswith("." + name, autoescape=True) for name in names)
    return or_(pages.c.host.in_(names), *below)


def _to_page(row: Any) -> StoredPage:
    values = {name: row[name] for name in StoredPage.__dataclass_fields__}
    values["links"] = tuple((url, words) for url, words in json.loads(row["links"]))
    return StoredPage(**values)
