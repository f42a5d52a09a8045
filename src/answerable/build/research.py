"""The engine of an assistant that researches: engines to search with, and pages to read."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from answerable.assistants import Assistant
from answerable.build.beside import open_beside, together
from answerable.build.linked import home_of
from answerable.build.plugged import open_part
from answerable.build.rooms import Given, Rooms
from answerable.build.thinking import by_model
from answerable.build.website import check_starts, open_browser, open_crawler, open_door, trusted
from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Gap
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import PluginError, SettingsError, SourceUnreachable
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits
from answerable.sources.search.engine import EngineChain, SearchEngine, SearchResult
from answerable.sources.search.local import LocalIndex
from answerable.sources.search.reading import IndexReading, StoredReading
from answerable.sources.search.remote import DuckDuckGo, Google, Tavily
from answerable.sources.search.source import SearchSource
from answerable.sources.website.crawl import Site
from answerable.sources.website.extract import extract
from answerable.sources.website.frontier import Target
from answerable.sources.website.rendering import LateRenderer
from answerable.sources.website.scope import Scope
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner
from answerable.stages.draft.of_facts import FactDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan.approved import ApprovedPlanner
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
    """An engine over the local index, the engines that can be asked, and the records and sites of other assistants."""
    says = assistant.says(question.language)
    async with (
        open_search(rooms, assistant, question) as source,
        rooms.thinking(question) as model,
        open_beside(rooms, assistant, question) as beside,
    ):
        if source is None and not beside:
            hint = (
                "Index a folder (answerable research --folder DIR), set TAVILY_API_KEY, or GOOGLE_API_KEY with "
                "GOOGLE_ENGINE_ID, or install the package ddgs."
            )
            raise SettingsError("search", "there is nothing to search with.", hint=hint)
        settler = Settler(says.about, {question.language: says.refusal})
        web = _web(source, assistant, settler, model) if source else None
        if beside:
            approve, rounds = _approves(assistant), rooms.settings.website.max_iterations + 1
            yield together(beside, web, settler, rounds, approve=approve)
        elif web:
            yield web


def _web(source: SearchSource, assistant: Assistant, settler: Settler, model: MeteredModel | None) -> Engine:
    plan: Planner = ResearchPlanner(source.engines)
    if model:
        decides = by_model("plan", "by_research_model").ResearchModelPlanner
        plan = decides(plan, model, source.engines, ShownLimits())
    return wired(source, plan, settler, approve=_approves(assistant))


def _approves(assistant: Assistant) -> bool:
    return bool(assistant.options.get("approve", False))


def wired(source: SearchSource, plan: Planner, settler: Settler, *, approve: bool = False) -> Engine:
    """The walk of research over one source; with `approve` every plan is shown before it is followed."""
    return Engine(
        guard=QuestionGuard(),
        recall=TurnRecall(),
        plan=ApprovedPlanner(plan, source.engines, always=approve),
        act=TaskActor({source.card.name: source}, gives_orders),
        weigh=FactWeigher(),
        draft=FactDrafter(),
        verify=Verifier(),
        settle=FactSettler(settler),
    )


@asynccontextmanager
async def open_search(
    rooms: Rooms, assistant: Assistant, question: Question
) -> AsyncIterator[SearchSource | None]:
    """The engines of an assistant's folder that can be asked here, and a reader for what they find; or None."""
    async with AsyncExitStack() as opened:
        usable = await engines(Given(rooms, assistant, question, {}), opened)
        if not usable:
            yield None
            return
        tenant = question.user.tenant.id
        starts = trusted(rooms.settings, tenant, check_starts(question.starts))
        door = await opened.enter_async_context(open_door(rooms.settings, starts))
        renderer = await opened.enter_async_context(LateRenderer(door, open_browser))
        crawler = open_crawler(rooms, door, tenant, renderer)

        async def read(urls: Sequence[str], budget: Budget, tell: Tell) -> list[Gap]:
            """Single pages, each within its own site."""
            site = Site(Scope(urls, ()), budget, tell)
            return await crawler.crawl([Target(url) for url in urls], site, follow=False)

        kept = StoredReading(rooms.store.pages(tenant), read)
        yield SearchSource(EngineChain(usable), IndexReading(open_index(rooms, assistant, tenant), kept))


def open_index(rooms: Rooms, assistant: Assistant, tenant: str) -> LocalIndex:
    """The pages of the home's index and of the folders that the operator named."""

    def read() -> LocalIndex:
        home = home_of(rooms.settings, tenant)
        home.mkdir(parents=True, exist_ok=True)
        index = LocalIndex(home / str(assistant.options.get("index", INDEX)))
        for folder in assistant.options.get("folders", ()):
            add_folder(index, Path(str(folder)).expanduser())
        return index

    return rooms.keep(f"index of {tenant} {assistant.name}", read)


def add_folder(index: LocalIndex, folder: Path) -> list[tuple[str, str]]:
    """Put a folder of files (or a dump of a site) into an index; says what could not be read, and why."""

    def read(body: bytes, kind: str, url: str) -> object:
        return extract(body, content_type=kind, charset="utf-8", url=url)

    return index.add_folder(folder, read, time.time())  # type: ignore[arg-type]  # an extracted page has what is asked


async def engines(given: Given, opened: AsyncExitStack) -> list[SearchEngine]:
    """Those of the folder's list that can be asked here, in its order.

    An engine's way of opening gives None where what it needs (a key, a package) is not there.
    """
    names = [str(name) for name in given.assistant.options.get("engines", ())]
    found = [await _open_engine(name, given, opened) for name in names]
    return [engine for engine in found if engine]


async def _open_engine(name: str, given: Given, opened: AsyncExitStack) -> SearchEngine | None:
    try:
        engine: SearchEngine | None = await open_part("engines", name, given, opened)
    except PluginError as error:
        return ClosedEngine(name, error)
    return engine


@dataclass(frozen=True)
class ClosedEngine:
    """A plug-in's engine that cannot be loaded: a gap when it is asked, and the next one is."""

    name: str
    why: PluginError

    async def search(self, query: str, limit: int) -> list[SearchResult]:  # noqa: ARG002 an engine's signature
        """Say that it is closed; the operator reads the rest in `answerable doctor`."""
        raise SourceUnreachable(self.name, "its plug-in cannot be loaded") from self.why


def open_local(given: Given) -> SearchEngine | None:
    """The pages that were indexed on this machine."""
    index = open_index(given.rooms, given.assistant, given.question.user.tenant.id)
    return index if len(index) else None


def open_duckduckgo(_: Given) -> SearchEngine | None:
    """DuckDuckGo, where its package is installed."""
    return DuckDuckGo() if find_spec("ddgs") else None


def open_google(_: Given) -> SearchEngine | None:
    """Google, where its keys are set."""
    key, engine_id = os.environ.get("GOOGLE_API_KEY", ""), os.environ.get("GOOGLE_ENGINE_ID", "")
    return Google(key, engine_id) if key and engine_id else None


def open_tavily(_: Given) -> SearchEngine | None:
    """Tavily, where its key is set."""
    key = os.environ.get("TAVILY_API_KEY", "")
    return Tavily(key) if key else None
