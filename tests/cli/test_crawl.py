from __future__ import annotations

import json

import pytest

from answerable.sandbox.shop_site import ShopSite
from tests.cli.terminal import run, run_beside


async def test_the_log_says_what_became_of_each_page(shop: ShopSite) -> None:
    told = await run_beside("crawl", shop.url)
    assert told.code == 0, told
    assert f"fetched   {shop.url}/returns" in told.out
    assert f"duplicate {shop.url}/print/shipping (same text as {shop.url}/shipping)" in told.out
    assert f"skipped   {shop.url}/stock-levels (answered 500.)" in told.out
    assert "pages of the site are known" in told.out.splitlines()[-1]


async def test_json_tells_every_page(shop: ShopSite) -> None:
    told = await run_beside("crawl", f"{shop.url}/", "--max-pages", "5", "--json")
    record = json.loads(told.out)
    assert record["counts"]["fetched"] == 5
    assert record["starts"] == [f"{shop.url}/"]
    assert record["known"] == 5
    assert "5 pages" in record["unread"][0]["why"]
    assert {page["became"] for page in record["pages"]} == {"fetched", "skipped"}


async def test_a_second_crawl_fetches_only_what_is_missing(shop: ShopSite) -> None:
    await run_beside("crawl", f"{shop.url}/returns", "--max-pages", "5")
    before = dict(shop.hits)
    told = await run_beside("crawl", f"{shop.url}/returns", "--max-pages", "5", "--json")
    assert json.loads(told.out)["known"] == 10
    assert shop.hits["/returns"] == before["/returns"]


def test_a_site_that_is_down_is_not_found() -> None:
    told = run("crawl", "http://127.0.0.1:9/")
    assert told.code == 3
    assert "skipped" in told.out
    assert told.out.endswith("0 pages of the site are known\n")


def test_a_word_that_is_no_address_is_a_usage_error() -> None:
    told = run("crawl", "larchwick")
    assert told.code == 2
    assert "https://larchwick" in told.err
    assert run("crawl").code == 2


async def test_a_terminal_gets_a_table(shop: ShopSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    told = await run_beside("crawl", f"{shop.url}/", "--max-pages", "5")
    assert "became" in told.out
    assert "known" in told.out
