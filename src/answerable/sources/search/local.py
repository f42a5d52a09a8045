"""The engine that needs no network: an index over folders, dumps of sites, or pages that were read before."""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
import sqlite3
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urljoin

from answerable.errors import SourceError, StoreError
from answerable.language.words import STOPWORDS, stem, words
from answerable.sources.search.engine import SearchResult
from answerable.sources.search.source import ReadPage, ReadPassage

_SCHEMA = """
CREATE TABLE IF NOT EXISTS page (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT, links TEXT, at REAL, digest TEXT);
CREATE TABLE IF NOT EXISTS passage (id INTEGER PRIMARY KEY, page INTEGER, path TEXT, anchor TEXT, text TEXT);
CREATE INDEX IF NOT EXISTS passage_page ON passage (page);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (title, body, content='', tokenize="unicode61 remove_diacritics 2");
"""
# A page's title tells more of what it is about than its text. Chosen, not measured.
_TITLE = 4.0
# How many passages are ranked for each page wanted: several of one page are usual.
_DEEPER = 12
# Pages of one folder that may stand before all others, so that a site that repeats itself hides nobody. Chosen.
FROM_ONE = 3
READABLE = (".html", ".htm", ".xhtml", ".md", ".markdown", ".txt", ".pdf")
MOST_BYTES = 5_000_000


class Contents(Protocol):
    """What an extractor gives of one page."""

    @property
    def title(self) -> str: ...
    @property
    def passages(self) -> Sequence[Any]: ...  # each with path, anchor, text
    @property
    def links(self) -> Sequence[Any]: ...  # each with href, text


Extract = Callable[[bytes, str, str], Contents]  # body, content type, address


class LocalIndex:
    """Pages with a full-text index in one file (":memory:" for none); an engine and a reader in one."""

    name = "local"

    def __init__(self, path: str | Path = ":memory:") -> None:
        try:
            self._connection = sqlite3.connect(str(path), check_same_thread=False)
            weakref.finalize(self, self._connection.close)  # who forgets to close leaves no open file behind
            self._connection.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise StoreError(
                str(path), f"is no index of pages ({error}).", hint="Name another file."
            ) from error

    def close(self) -> None:
        self._connection.close()

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM page").fetchone()[0])

    def add(self, pages: Iterable[ReadPage]) -> int:
        """Take pages in, replacing what is known under their address; all or none."""
        count = 0
        with self._connection:
            for page in pages:
                self._put(page)
                count += 1
        return count

    def add_folder(
        self, folder: Path, extract: Extract, at: float, *, root: str = ""
    ) -> list[tuple[str, str]]:
        """Every readable file below a folder; `root` is the address they stand for. Says what could not be read."""
        lost: list[tuple[str, str]] = []
        self.add(_read_folder(folder, extract, at, root or folder.resolve().as_uri(), lost))
        return lost

    def _put(self, page: ReadPage) -> None:
        run = self._connection.execute
        digest = hashlib.blake2b(
            "\n".join(p.text for p in page.passages).encode(), digest_size=16
        ).hexdigest()
        known = run("SELECT id, digest FROM page WHERE url = ?", (page.url,)).fetchone()
        if known and known[1] == digest:
            return
        if known:
            self._drop(int(known[0]))
        values = (page.url, page.title, json.dumps(page.links), page.at, digest)
        own = run("INSERT INTO page (url, title, links, at, digest) VALUES (?, ?, ?, ?, ?)", values).lastrowid
        for passage in page.passages:
            row = (own, json.dumps(passage.path), passage.anchor, passage.text)
            place = run("INSERT INTO passage (page, path, anchor, text) VALUES (?, ?, ?, ?)", row).lastrowid
            title = f"{page.title} {' '.join(passage.path)}"
            run(
                "INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)",
                (place, _spoken(title), _spoken(passage.text)),
            )

    def _drop(self, page: int) -> None:
        run = self._connection.execute
        for place, path, text in run("SELECT id, path, text FROM passage WHERE page = ?", (page,)).fetchall():
            title = run("SELECT title FROM page WHERE id = ?", (page,)).fetchone()[0]
            old = (place, _spoken(f"{title} {' '.join(json.loads(path))}"), _spoken(text))
            run("INSERT INTO words (words, rowid, title, body) VALUES ('delete', ?, ?, ?)", old)
        run("DELETE FROM passage WHERE page = ?", (page,))
        run("DELETE FROM page WHERE id = ?", (page,))

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        """Pages whose passages hold the query's words, best first; the best passage is the result's text."""
        wanted = [
            word for word in dict.fromkeys(words(query)) if word not in STOPWORDS["en"] | STOPWORDS["de"]
        ]
        match = " OR ".join(f'"{form}"' for word in wanted for form in _forms(word))
        if not match:
            return []
        rows = self._connection.execute(
            "SELECT page.url, page.title, passage.text FROM words JOIN passage ON passage.id = words.rowid "
            "JOIN page ON page.id = passage.page WHERE words MATCH ? ORDER BY bm25(words, ?, 1.0) LIMIT ?",
            (match, _TITLE, limit * _DEEPER),
        )
        found: dict[str, SearchResult] = {}
        for url, title, text in rows:
            found.setdefault(url, SearchResult(url, title, text))
        return _mixed(list(found.values()))[:limit]

    def holds(self, url: str) -> bool:
        """Whether the host of an address has pages here: it stands for itself, and is not asked for others."""
        root = re.match(r"\w+://[^/]*/", f"{url}/")
        query = "SELECT 1 FROM page WHERE url >= ? AND url < ? LIMIT 1"
        within = (root[0], f"{root[0]}\U0010ffff") if root else ("", "")
        return self._connection.execute(query, within).fetchone() is not None

    def page(self, url: str) -> ReadPage | None:
        """A page as it was indexed."""
        with closing(self._connection.cursor()) as cursor:
            row = cursor.execute(
                "SELECT id, url, title, links, at FROM page WHERE url = ?", (url,)
            ).fetchone()
            if row is None:
                return None
            parts = cursor.execute(
                "SELECT path, anchor, text FROM passage WHERE page = ? ORDER BY id", (row[0],)
            )
            passages = tuple(
                ReadPassage(tuple(json.loads(path)), anchor, text) for path, anchor, text in parts
            )
        links = tuple((link, said) for link, said in json.loads(row[3]))
        return ReadPage(row[1], row[2], passages, links, row[4])


def _mixed(results: Sequence[SearchResult]) -> list[SearchResult]:
    """The same results; of one folder's pages only the first few stand before those of others."""
    seen: Counter[str] = Counter()
    late: list[SearchResult] = []
    first: list[SearchResult] = []
    for result in results:
        folder = result.url.rsplit("/", 1)[0]
        seen[folder] += 1
        (first if seen[folder] <= FROM_ONE else late).append(result)
    return first + late


def _forms(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((word, stem(word, "en"), stem(word, "de"))))


def _spoken(text: str) -> str:
    """A text's words with their stems of both languages, so that either finds them."""
    return " ".join(form for word in words(text) for form in _forms(word))


def _read_folder(
    folder: Path, extract: Extract, at: float, root: str, lost: list[tuple[str, str]]
) -> Iterator[ReadPage]:
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix.lower() not in READABLE:
            continue
        url = f"{root.rstrip('/')}/{path.relative_to(folder).as_posix()}"
        try:
            if path.stat().st_size > MOST_BYTES:
                raise SourceError(url, "is too large")
            kind = mimetypes.guess_type(path.name)[0] or "text/plain"
            yield to_page(url, extract(path.read_bytes(), kind, url), at)
        except (SourceError, OSError) as error:
            lost.append((url, error.why if isinstance(error, SourceError) else str(error.strerror)))


def to_page(url: str, contents: Contents, at: float) -> ReadPage:
    """What an extractor gave, as a page of this room."""
    passages = tuple(ReadPassage(tuple(p.path), p.anchor, p.text) for p in contents.passages)
    links = tuple((urljoin(url, link.href), link.text) for link in contents.links)
    return ReadPage(url, contents.title, passages, links, at)
