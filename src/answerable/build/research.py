"""The engine of an assistant that researches: engines to search with, and pages to read."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from answerable.assistants import Assistant
from answerable.build.rooms import Rooms
from answerable.build.thinking import by_model, thinking
from answerable.build.website import open_browser, open_crawler, open_door
from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Gap
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.models.shown import ShownLimits
from answerable.sources.search.engine import EngineChain, SearchEngine
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.reading import IndexReading, StoredReading
from answerable.sources.search.remote import DuckDuckGo, Google, Tavily
from answerable.sources.search.source import SearchSource
from answerable.sources.website.crawl import Crawler, Site
from answerable.sources.website.extract import extract
from answerable.sources.website.frontier import Target
from answerable.sources.website.rendering import LateRenderer
from answerable.sources.website.scope import Scope
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner
from answerable.stages.draft.of_facts import FactDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan.by_research import ResearchPlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.settle.of_facts import FactSettler
from answerable.stages.verify import Verifier
from answerable.stages.weigh.of_facts import FactWeigher

# Where pages for offline research are kept, in the home folder.
INDEX = "research.db"


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine over the local index and the engines that can be asked; pages are read through the one door."""
    index = open_index(rooms, assistant)
    about = assistant.says(question.language).about
    async with (
        open_door(rooms.settings, question.starts) as door,
        LateRenderer(door, open_browser) as renderer,
        thinking(rooms.settings.model, rooms.patience, rooms.model) as model,
    ):
        crawler = open_crawler(rooms, door, question.user.tenant.id, renderer)
        kept = StoredReading(rooms.store.pages(question.user.tenant.id), _Reader(crawler))
        source = SearchSource(EngineChain(engines(assistant, index)), IndexReading(index, kept))
        plan: Planner = ResearchPlanner(source.engines)
        if model:
            decides = by_model("plan", "by_research_model").ResearchModelPlanner
            plan = decides(plan, model, source.engines, ShownLimits())
        yield Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=plan,
            act=TaskActor({source.card.name: source}, gives_orders),
            weigh=FactWeigher(),
            draft=FactDrafter(),
            verify=Verifier(),
            settle=FactSettler(Settler(about)),
        )


class _Reader:
    """Reads single pages, each within its own site."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    async def __call__(self, urls: Sequence[str], budget: Budget, tell: Tell) -> list[Gap]:
        site = Site(Scope(urls, ()), budget, tell)
        return await self._crawler.crawl([Target(url) for url in urls], site, follow=False)


def open_index(rooms: Rooms, assistant: Assistant) -> LocalIndex:
    """The pages of the home's index and of the folders that the operator named."""

    def read() -> LocalIndex:
        index = LocalIndex(rooms.settings.home / INDEX)
        for folder in assistant.options.get("folders", ()):
            add_folder(index, Path(str(folder)).expanduser())
        return index

    return rooms.keep(f"index of {assistant.name}", read)


def add_folder(index: LocalIndex, folder: Path) -> list[tuple[str, str]]:
    """Put a folder of files (or a dump of a site) into an index; says what could not be read, and why."""

    def read(body: bytes, kind: str, url: str) -> object:
        return extract(body, content_type=kind, charset="utf-8", url=url)

    return index.add_folder(folder, read, time.time())  # type: ignore[arg-type]  # an extracted page has what is asked


def engines(assistant: Assistant, index: LocalIndex) -> list[SearchEngine]:
    """Those of the folder's list that can be asked here, in its order; says how to get one where there is none."""
    found = list(_usable([str(name) for name in assistant.options.get("engines", ("local",))], index))
    if not found:
        hint = (
            "Index a folder (answerable research --folder DIR), set TAVILY_API_KEY, or GOOGLE_API_KEY with "
            "GOOGLE_ENGINE_ID, or install the package ddgs."
        )
        raise SettingsError("search", "there is nothing to search with.", hint=hint)
    return found


def _usable(names: Sequence[str], index: LocalIndex) -> Iterator[SearchEngine]:
    google, engine_id = os.environ.get("GOOGLE_API_KEY", ""), os.environ.get("GOOGLE_ENGINE_ID", "")
    tavily = os.environ.get("TAVILY_API_KEY", "")
    for name in names:
        if name == "local" and len(index):
            yield index
        elif name == "duckduckgo" and find_spec("ddgs"):
            yield DuckDuckGo()
        elif name == "google" and google and engine_id:
            yield Google(google, engine_id)
        elif name == "tavily" and tavily:
            yield Tavily(tavily)
