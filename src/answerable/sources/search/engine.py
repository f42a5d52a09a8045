"""What a search engine is to the house, and how one follows another when it fails or finds nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from answerable.domain.evidence import Gap
from answerable.errors import SourceError

_URL = re.compile(r"https?://[^\s\"'<>\\)\]}]+")
# A result's text beyond this is a whole page; the page itself is read where it matters.
LONGEST = 4_000


@dataclass(frozen=True)
class SearchResult:
    """One result as an engine gave it; whatever it left out is empty."""

    url: str
    title: str = ""
    text: str = ""


class SearchEngine(Protocol):
    """Finds pages for words. Raises only `SourceError`."""

    @property
    def name(self) -> str: ...

    async def search(self, query: str, limit: int) -> list[SearchResult]: ...


@dataclass(frozen=True)
class Searched:
    """What a chain of engines brought: results, who gave them, and who could not."""

    results: tuple[SearchResult, ...] = ()
    engine: str = ""
    gaps: tuple[Gap, ...] = ()


class EngineChain:
    """Engines in the operator's order; each has so many seconds, then the next is asked."""

    def __init__(self, engines: Sequence[SearchEngine], *, seconds: float = 10.0) -> None:
        if not engines:
            raise ValueError(
                "A chain needs at least one search engine; name one (local, duckduckgo, google, tavily)."
            )
        self._engines, self._seconds = tuple(engines), seconds

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(engine.name for engine in self._engines)

    async def search(self, query: str, limit: int, first: str = "") -> Searched:
        """Results of the first engine that has any; `first` names the engine to begin with."""
        ordered = sorted(self._engines, key=lambda engine: engine.name != first)
        gaps: list[Gap] = []
        for engine in ordered:
            asked = f"{engine.name}: {query}"
            try:
                async with asyncio.timeout(self._seconds):
                    results = await engine.search(query, limit)
            except SourceError as error:
                gaps.append(Gap(asked, error.why))
            except TimeoutError:
                gaps.append(Gap(asked, f"gave no answer within {self._seconds:g} s"))
            else:
                if results:
                    return Searched(tuple(results), engine.name, tuple(gaps))
        return Searched(gaps=tuple(gaps))


def read_results(
    rows: Any, *, url: Sequence[str], title: Sequence[str], text: Sequence[str]
) -> list[SearchResult]:
    """Results from whatever an engine sent: a broken row costs that row, and its address is saved if it has one.

    Each field names the keys to try in order: one that is missing, None or empty falls through to the next.
    """
    found: dict[str, SearchResult] = {}
    for row in rows if isinstance(rows, list | tuple) else ():
        result = _result(row, url, title, text)
        if result and result.url not in found:
            found[result.url] = result
    return list(found.values())


def _result(row: Any, url: Sequence[str], title: Sequence[str], text: Sequence[str]) -> SearchResult | None:
    if isinstance(row, Mapping):
        address = _first(row, url)
        if not address.startswith(("http://", "https://")):
            address = ""
        # Nothing usable under the known names: any address in the row is better than losing the result.
        address = address or next(iter(_URL.findall(str(row))), "")
        return (
            SearchResult(address, _first(row, title)[:300], _first(row, text)[:LONGEST]) if address else None
        )
    if isinstance(row, str) and (match := _URL.search(row)):
        return SearchResult(match.group())
    return None


def _first(row: Mapping[Any, Any], keys: Sequence[str]) -> str:
    return next(
        (" ".join(value.split()) for key in keys if isinstance(value := row.get(key), str) and value.strip()),
        "",
    )
