"""The web pages of one tenant: read once, kept with their passages, links and a full-text index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, or_, select, text, update

from answerable.store.schema import pages, passages


@dataclass(frozen=True)
class StoredPassage:
    """One passage as it is kept; `heading` and `body` are the words that feed the index."""

    path: tuple[str, ...]
    anchor: str
    text: str
    heading: str
    body: str


@dataclass(frozen=True)
class StoredPage:
    """One page as it is kept."""

    key: str
    url: str
    host: str
    title: str
    language: str
    digest: str
    fetched_at: float
    etag: str = ""
    last_modified: str = ""
    depth: int = 0
    links: tuple[tuple[str, str], ...] = ()
    twin_of: str = ""
    id: int = 0


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

    def put(self, batch: Sequence[tuple[StoredPage, Sequence[StoredPassage]]]) -> None:
        """Keep pages with their passages; a page that was there is replaced whole, in one transaction."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            for page, parts in batch:
                self._forget(connection, page.key)
                row = insert(pages).values(tenant=self._tenant, **_page_row(page))
                page_id = connection.execute(row).inserted_primary_key
                assert page_id is not None
                self._put_passages(connection, page_id[0], parts)

    def _put_passages(self, connection: Connection, page_id: int, parts: Sequence[StoredPassage]) -> None:
        if not parts:
            return
        first = connection.scalar(select(func.coalesce(func.max(passages.c.id), 0) + 1)) or 1
        connection.exec_driver_sql(
            "INSERT INTO passages (id, tenant, page, place, path, anchor, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (first + place, self._tenant, page_id, place, json.dumps(part.path), part.anchor, part.text)
                for place, part in enumerate(parts)
            ],
        )
        connection.exec_driver_sql(
            "INSERT INTO passage_index (rowid, heading, body) VALUES (?, ?, ?)",
            [(first + place, part.heading, part.body) for place, part in enumerate(parts)],
        )

    def _forget(self, connection: Connection, key: str) -> None:
        mine = (pages.c.tenant == self._tenant) & (pages.c.key == key)
        page_id = connection.scalar(select(pages.c.id).where(mine))
        if page_id is None:
            return
        connection.execute(
            text("DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE page = :page)"),
            {"page": page_id},
        )
        connection.execute(delete(passages).where(passages.c.page == page_id))
        connection.execute(delete(pages).where(pages.c.id == page_id))

    def get(self, key: str) -> StoredPage | None:
        """One page by its identity."""
        found = self._pages(pages.c.key == key)
        return found[0] if found else None

    def twin(self, digest: str, key: str) -> str:
        """The key of another page with the same main text, or an empty string."""
        same = (pages.c.digest == digest) & (pages.c.key != key) & (pages.c.twin_of == "")
        found = self._pages(same, limit=1)
        return found[0].key if found else ""

    def touch(self, key: str, fetched_at: float) -> None:
        """Note that a page was looked at again and had not changed."""
        mine = (pages.c.tenant == self._tenant) & (pages.c.key == key)
        with self._engine.begin() as connection:
            connection.execute(update(pages).where(mine).values(fetched_at=fetched_at))

    def of_hosts(self, hosts: Iterable[str]) -> list[StoredPage]:
        """All pages read from these hosts and their subdomains, in the order they were read."""
        names = sorted(hosts)
        below = (pages.c.host.endswith("." + name, autoescape=True) for name in names)
        return self._pages(or_(pages.c.host.in_(names), *below))

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
        pages_by_id = {page.id: page for page in self._pages(pages.c.id.in_({row.page for row in rows.values()}))}
        found = (rows[i] for i in ids if i in rows)
        return [
            Hit(row.id, pages_by_id[row.page], row.place, tuple(json.loads(row.path)), row.anchor, row.text)
            for row in found
        ]

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


def _page_row(page: StoredPage) -> dict[str, Any]:
    row = {name: getattr(page, name) for name in StoredPage.__dataclass_fields__ if name != "id"}
    row["links"] = json.dumps(page.links, ensure_ascii=False)
    return row


def _to_page(row: Any) -> StoredPage:
    values = {name: row[name] for name in StoredPage.__dataclass_fields__}
    values["links"] = tuple((url, words) for url, words in json.loads(row["links"]))
    return StoredPage(**values)
