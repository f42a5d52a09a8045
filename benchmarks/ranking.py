"""Which section answers? Words alone, meaning alone and both together, on every question set whose site is installed.

    python benchmarks/ranking.py [SUITE …]

Each site is crawled whole; a question is right at k when the k best sections hold a right page and all its facts.
Prints the CPU time of one question after warm-up beside the number of passages.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from answerable.build import House, check_starts
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.errors import OperatorError
from answerable.evals.score import WANT_ANSWER, Case, Suite, cites, read_suite, states
from answerable.evals.website import served
from answerable.language.asked import Asked, understand
from answerable.language.embed import shared_vectors
from answerable.language.followup import setting_of
from answerable.language.ranking import WEIGHTS
from answerable.language.words import detect_language
from answerable.settings import Settings
from answerable.sources.website.crawl import Site
from answerable.sources.website.frontier import Target
from answerable.sources.website.scope import Scope
from answerable.sources.website.search import Found, SiteSearch
from answerable.store import StoredPage

SUITES = Path("evals/suites/website")
WAYS = {
    "words (BM25)": {"rank": 1.0},
    "meaning": {"meaning": 1.0},
    "both": {"rank": 1.5, "meaning": 11.1, "unit": 3.9, "heading": 1.3},
    "as shipped": WEIGHTS,
}
KS = (1, 3)


async def crawl(suite: Suite, house: House) -> list[StoredPage]:
    """Read the whole site into the house."""
    async with served(suite.site) as starts, house.door(starts) as door:
        scope = Scope(starts)
        site = Site(scope, Budget(Limits(pages=3_000, seconds=600.0), time.monotonic), silence)
        await house.crawler(door, "local").crawl(
            [Target(url) for url in check_starts(starts)], site, follow=True
        )
        return house.store.pages("local").of_hosts(scope.hosts)


def asked_by(case: Case) -> Asked:
    language = detect_language(case.question)
    return understand(case.question, language, setting=setting_of(case.question, case.history, language))


def right(case: Case, found: Sequence[Found]) -> bool:
    text = "\n".join(" ".join(one.fit.section.headings) + "\n" + one.fit.section.text for one in found)
    return cites([{"url": one.hits[0].page.url} for one in found], case.gold_pages) and states(
        text, case.must
    )


def score(found: Sequence[Found], weights: dict[str, float]) -> list[Found]:
    return sorted(found, key=lambda one: -sum(w * getattr(one.fit, name) for name, w in weights.items()))


def measure(suite: Suite) -> None:
    with tempfile.TemporaryDirectory() as home:
        house = House.open(replace(Settings(), home=Path(home)))
        pages = asyncio.run(crawl(suite, house))
        search = SiteSearch(house.store.pages("local"), shared_vectors())
        cases = [case for case in suite.cases if case.kind in WANT_ANSWER]
        search.look(asked_by(cases[0]), pages)  # warm-up: vectors are computed and kept
        began = time.process_time()
        looks = [search.look(asked_by(case), pages) for case in cases]
        spent = (time.process_time() - began) / len(cases)
        passages = house.store.pages("local").count([page.id for page in pages])
        house.store.close()
    print(f"{suite.name}: {len(pages)} pages, {passages} passages, {1000 * spent:.0f} ms CPU a question")
    for way, weights in WAYS.items():
        ranked = [score(look, dict(weights)) for look in looks]
        shares = [sum(right(c, r[:k]) for c, r in zip(cases, ranked, strict=True)) / len(cases) for k in KS]
        print(f"  {way:14s}" + "".join(f"  top {k} {share:.2f}" for k, share in zip(KS, shares, strict=True)))


def main() -> None:
    for name in sys.argv[1:] or sorted(path.stem for path in SUITES.glob("*.jsonl")):
        try:
            measure(read_suite(SUITES, name))
        except OperatorError as error:
            print(f"{name}: skipped, {error}")


if __name__ == "__main__":
    main()
