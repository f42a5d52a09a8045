from __future__ import annotations

import asyncio

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.search.engine import EngineChain, SearchResult, read_results

FIELDS = {"url": ("url", "link"), "title": ("title",), "text": ("raw_content", "content")}


class SetEngine:
    def __init__(self, name: str, *urls: str, down: bool = False, slow: bool = False) -> None:
        self.name, self._urls, self._down, self._slow = name, urls, down, slow
        self.asked = 0

    async def search(self, query: str, limit: int) -> list[SearchResult]:
        self.asked += 1
        if self._down:
            raise SourceUnreachable(self.name, "answered 500.")
        if self._slow:
            await asyncio.Event().wait()
        return [SearchResult(url) for url in self._urls][:limit]


def test_none_falls_through_to_the_next_field() -> None:
    rows = [{"url": "https://a.example", "title": None, "raw_content": None, "content": "short"}]
    assert read_results(rows, **FIELDS) == [SearchResult("https://a.example", "", "short")]
    rows = [{"url": "https://a.example", "raw_content": None, "content": None}]
    assert read_results(rows, **FIELDS)[0].text == ""


def test_a_broken_row_costs_only_itself() -> None:
    rows = [
        None,
        7,
        {"url": "https://a.example", "content": 12},
        {"url": "https://b.example", "content": "good"},
    ]
    assert [r.url for r in read_results(rows, **FIELDS)] == ["https://a.example", "https://b.example"]


def test_addresses_are_saved_from_odd_rows() -> None:
    rows = [
        {"page": {"href": "https://a.example/x"}},
        "see https://b.example/y now",
        {"url": "javascript:alert(1)"},
    ]
    assert [r.url for r in read_results(rows, **FIELDS)] == ["https://a.example/x", "https://b.example/y"]


@pytest.mark.parametrize("rows", [None, "text", 3, {}])
def test_what_is_no_list_gives_nothing(rows: object) -> None:
    assert read_results(rows, **FIELDS) == []


async def test_the_next_engine_follows_errors_and_silence() -> None:
    down, empty, good = SetEngine("one", down=True), SetEngine("two"), SetEngine("three", "https://a.example")
    found = await EngineChain([down, empty, good]).search("cheese", 5)
    assert (found.engine, [r.url for r in found.results]) == ("three", ["https://a.example"])
    assert [gap.why for gap in found.gaps] == ["answered 500."]


async def test_a_slow_engine_is_not_waited_for() -> None:
    found = await EngineChain(
        [SetEngine("slow", slow=True), SetEngine("good", "https://a.example")], seconds=0.01
    ).search("x", 5)
    assert found.engine == "good"
    assert "no answer" in found.gaps[0].why


async def test_a_named_engine_is_asked_first() -> None:
    one, two = SetEngine("one", "https://a.example"), SetEngine("two", "https://b.example")
    assert (await EngineChain([one, two]).search("x", 5, "two")).engine == "two"
    assert one.asked == 0


def test_a_chain_without_engines_is_refused() -> None:
    with pytest.raises(ValueError, match="name one"):
        EngineChain([])
