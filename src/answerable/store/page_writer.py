"""Writes pages inside one open transaction: each is kept whole or not at all, and equal texts are kept once.

A page with the text of another page is its twin: it has a row and links, but no passages of its own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from json.encoder import encode_basestring_ascii
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Index

from answerable.store.schema import table_of


class StoredPassage(NamedTuple):
    """One passage as it is kept; `heading` and `body` are the words that feed the index."""

    path: tuple[str, ...]
    anchor: str
    text: str
    heading: str
    body: str


@dataclass(frozen=True)
class StoredPage:
    """One page as it is kept. An empty digest: it was not read whole, and is asked for again next time."""

    key: str  # identity of the page: /a, /a/ and /a#x share one
    url: str  # where it was really read, after redirects
    host: str
    title: str
    language: str
    digest: str  # of the main text: equal digests are one page
    fetched_at: float
    etag: str = ""
    last_modified: str = ""
    depth: int = 0
    links: tuple[tuple[str, str], ...] = ()
    twin_of: str = ""  # key of the page with the same digest
    id: int = 0


pages = table_of("pages", StoredPage, alone="id", also={"links": str})
Index("pages_by_key", pages.c.tenant, pages.c.key, unique=True)
Index("pages_by_host", pages.c.tenant, pages.c.host)
Index("pages_by_digest", pages.c.tenant, pages.c.digest)
passages = table_of(
    "passages",
    alone="id",
    also={
        "id": int,
        "page": int,
        "place": int,  # its order on the page
        "path": str,  # JSON: the headings above it
        "anchor": str,
        "text": str,
        "vector": bytes | None,  # filled in when first needed
    },
)
Index("passages_by_page", passages.c.page)


@dataclass(frozen=True, slots=True)
class KnownPage:
    """What decides whether a page is asked for again, and how."""

    fetched_at: float
    etag: str
    last_modified: str
    whole: bool


# Plain statements, sent with executemany: built with the expression language the same rows took five times as
# long (0.8 ms a page more, benchmarks/crawl.py).
_OF_PAGE = [part.name for part in fields(StoredPage) if part.name not in ("id", "links", "twin_of")]
_CHANGED = ", ".join(f"{name} = excluded.{name}" for name in (*_OF_PAGE[1:], "links", "twin_of"))
_PAGE = (
    f"INSERT INTO pages (id, tenant, {', '.join(_OF_PAGE)}, links, twin_of)"  # noqa: S608 - names of ours
    f" VALUES (?, ?, {', '.join('?' * len(_OF_PAGE))}, ?, ?) ON CONFLICT (tenant, key) DO UPDATE SET {_CHANGED}"
)
_of_page = attrgetter(*_OF_PAGE)
_PASSAGE = "INSERT INTO passages (id, tenant, page, place, path, anchor, text) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INDEX = "INSERT INTO passage_index (rowid, heading, body) VALUES (?, ?, ?)"
_NO_INDEX = "DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE page = ?)"
_COUNTER = (
    "INSERT INTO counters (tenant, name, value) VALUES (?, ?, ?)"
    " ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value"
)
_ONE_OF = "IN (SELECT value FROM json_each(?))"
_KNOWN = f"SELECT key, id, digest, twin_of FROM pages WHERE tenant = ? AND key {_ONE_OF}"  # noqa: S608 - no word from outside
_ORIGINALS = f"SELECT digest, key FROM pages WHERE tenant = ? AND twin_of = '' AND digest {_ONE_OF}"  # noqa: S608 - as above
_TWINS = "SELECT id, key FROM pages WHERE tenant = ? AND digest = ? AND twin_of = ? ORDER BY id"
_NEW_ORIGINAL = "UPDATE pages SET twin_of = ? WHERE tenant = ? AND digest = ? AND twin_of = ?"

_LINKS = json.JSONEncoder(ensure_ascii=False)  # made once: json.dumps would make one for every page

Batch = Sequence[tuple[StoredPage, Sequence[StoredPassage]]]
_Row = tuple[int, str, str]  # id, digest, twin_of


class PageWriter:
    """One tenant's pages, in one transaction that the caller opened for writing."""

    def __init__(self, connection: Connection, tenant: str) -> None:
        self._connection = connection
        self._tenant = tenant

    def put(self, batch: Batch) -> list[str]:
        """Keep these pages; says for each the key of the page whose twin it is, or ""."""
        latest = {page.key: (page, passages) for page, passages in batch}
        # Ids before anything goes: a replaced page must not hand the ids of its passages on to another text.
        page_id, passage_id = self._next_id("pages"), self._next_id("passages")
        known = self._make_room(latest)
        digests = json.dumps([page.digest for page, _ in latest.values()])
        originals = dict(iter(self._run(_ORIGINALS, self._tenant, digests)))
        rows: list[tuple[Any, ...]] = []
        parts: list[tuple[int, int, int, StoredPassage]] = []
        twins: dict[str, str] = {}
        for key, (page, passages) in latest.items():
            own, *was = known.get(key) or (page_id, "", "")
            page_id += own == page_id
            twin = twins[key] = page.twin_of or _twin(page, passages, originals)
            rows.append((own, self._tenant, *_of_page(page), _LINKS.encode(page.links), twin))
            if twin or (page.digest and was == [page.digest, twin]):
                continue  # the same text as before keeps its passages, their ids and their vectors
            parts += [(passage_id + place, own, place, part) for place, part in enumerate(passages)]
            passage_id += len(passages)
        self._insert(rows, parts)
        self._count(("", "pages", page_id - 1), ("", "passages", passage_id - 1))
        self.changed()
        return [twins[page.key] for page, _ in batch]

    def forget(self, keys: Iterable[str]) -> None:
        """Drop pages that are no longer there; a twin of one inherits its passages."""
        for key in keys:
            for page, digest, twin_of in self._known([key]).values():
                if not twin_of:
                    self._hand_on(page, key, digest)
                self._run("DELETE FROM pages WHERE id = ?", page)
                self.changed()

    def changed(self) -> None:
        """Let every process see that what it remembers of these pages is old: a number nobody has seen."""
        self._count((self._tenant, "pages", secrets.randbits(62)))

    def _make_room(self, latest: Mapping[str, tuple[StoredPage, Sequence[StoredPassage]]]) -> dict[str, _Row]:
        """Take away the passages of pages that now say something else; returns what is known after that."""
        emptied: set[str] = set()
        while True:
            known = self._known(latest)
            changed = [
                (page, key, digest)
                for key, (page, digest, twin_of) in known.items()
                if key not in emptied and not twin_of and (not digest or digest != latest[key][0].digest)
            ]
            if not changed:
                return known
            for page, key, digest in changed:
                self._hand_on(page, key, digest)  # perhaps to a page that has changed as well: look again
                emptied.add(key)

    def _known(self, keys: Iterable[str]) -> dict[str, _Row]:
        found = self._run(_KNOWN, self._tenant, json.dumps(list(keys)))
        return {key: (page, digest, twin_of) for key, page, digest, twin_of in found}

    def _next_id(self, table: str) -> int:
        """One more than was ever given out: the id of a passage that is gone must not name another text."""
        ((kept,),) = self._run(f"SELECT coalesce(max(id), 0) FROM {table}")  # noqa: S608 - two names of ours
        given = list(self._run("SELECT value FROM counters WHERE tenant = '' AND name = ?", table))
        return 1 + max([int(kept), *(int(value) for (value,) in given)])

    def _count(self, *rows: tuple[str, str, int]) -> None:
        self._connection.exec_driver_sql(_COUNTER, list(rows))

    def _hand_on(self, page: int, key: str, digest: str) -> None:
        """The text of this page goes: to its first twin, which becomes the original, or away."""
        heirs = list(self._run(_TWINS, self._tenant, digest, key)) if digest else []
        if heirs:
            heir, heir_key = heirs[0]
            self._run("UPDATE passages SET page = ? WHERE page = ?", heir, page)
            self._run(_NEW_ORIGINAL, heir_key, self._tenant, digest, key)
            self._run("UPDATE pages SET twin_of = '' WHERE id = ?", heir)
        else:
            self._run(_NO_INDEX, page)
            self._run("DELETE FROM passages WHERE page = ?", page)
        self._run("UPDATE pages SET digest = '' WHERE id = ?", page)

    def _insert(self, rows: list[tuple[Any, ...]], parts: list[tuple[int, int, int, StoredPassage]]) -> None:
        if rows:
            self._connection.exec_driver_sql(_PAGE, rows)
        if parts:
            kept = [
                (own, self._tenant, page, place, path_json(part.path), part.anchor, part.text)
                for own, page, place, part in parts
            ]
            self._connection.exec_driver_sql(_PASSAGE, kept)
            words = [(own, part.heading, part.body) for own, _, _, part in parts]
            self._connection.exec_driver_sql(_INDEX, words)

    def _run(self, statement: str, *values: Any) -> Any:
        return self._connection.exec_driver_sql(statement, values)


def path_json(path: tuple[str, ...]) -> str:
    """As json.dumps writes it, in a fifth of the time: there is one for every passage."""
    return f"[{', '.join(map(encode_basestring_ascii, path))}]"


def _twin(page: StoredPage, passages: Sequence[StoredPassage], originals: dict[str, str]) -> str:
    """The key of the page that already has this text; without one, this page is the original from now on."""
    if not page.digest or not passages:
        return ""
    original = originals.setdefault(page.digest, page.key)
    return "" if original == page.key else original
