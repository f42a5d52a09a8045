"""Run a website suite: serve the site on loopback, ask every question, score every outcome."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from aiohttp import web

from answerable.asking import answer
from answerable.build import House
from answerable.domain.outcome import as_contract
from answerable.domain.question import Tenant
from answerable.errors import OperatorError
from answerable.evals.score import WANT_ANSWER, Case, Score, Suite, figures, judge, read_suite
from answerable.evals.tried import Ran, facts, tried
from answerable.sandbox.loopback import listening
from answerable.sandbox.shop_site import ShopSite
from answerable.settings import Settings
from answerable.trace import trace_of, waterfall

SHARE = Path("/usr/share")
# What every case may read: the start page and at most so many pages in all.
MAX_PAGES = 60


def run_website(folder: Path, name: str, settings: Settings) -> Ran:
    """Questions about one site."""
    scores = asyncio.run(run_suite(read_suite(folder, name), settings))
    cases = [
        tried(s.case, "" if s.right else f"{s.case.kind}: {s.why}", _wanted(s.case), s.outcome, s.trace)
        for s in scores
    ]
    return Ran(figures(scores), cases)


def _wanted(case: Case) -> str:
    if case.kind not in WANT_ANSWER:
        return "a refusal"
    return f"{facts(case.must)}, from {' or '.join(case.gold_pages)}"


async def run_suite(suite: Suite, settings: Settings) -> list[Score]:
    """Every case starts with an empty home and the start page, as a new user would."""
    async with served(suite.site) as starts:
        return [judge(case, *await _ask(case, starts, settings)) for case in suite.cases]


async def _ask(case: Case, starts: Sequence[str], settings: Settings) -> tuple[dict[str, Any], str]:
    with tempfile.TemporaryDirectory() as home:
        website = replace(settings.website, max_pages=MAX_PAGES, max_urls_per_iteration=MAX_PAGES // 5)
        house = House.open(replace(settings, home=Path(home), website=website))
        for earlier in case.history:
            await answer(house, earlier, starts=starts, conversation=case.id)
        outcome = as_contract(await answer(house, case.question, starts=starts, conversation=case.id))
        told = trace_of(*house.store.traces(Tenant().id).read(outcome["run"]))
        house.store.close()
    return outcome, "\n".join(waterfall(told))


@asynccontextmanager
async def served(site: dict[str, Any]) -> AsyncIterator[Sequence[str]]:
    if site.get("sandbox") == "shop":
        async with ShopSite(slow_seconds=0.2) as shop:
            yield (shop.url, shop.docs_url)
        return
    folder = SHARE / site["share_folder"]
    if not folder.is_dir():
        package = site["apt_package"]
        raise OperatorError(str(folder), "is not there.", hint=f"Install it: apt-get install {package}")
    async with listening(web.static("/", folder, follow_symlinks=True)) as port:
        yield (f"http://127.0.0.1:{port}/{site['start_path']}",)
