"""The engine of an assistant that answers from a company's business apps, for the person who asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from answerable.assistants import Assistant
from answerable.build.linked import merge_of
from answerable.build.plugged import AskedOtherwise
from answerable.build.rooms import Rooms
from answerable.build.thinking import by_model
from answerable.domain.catalog import Catalog
from answerable.domain.outcome import Draft
from answerable.domain.plan import Task
from answerable.domain.question import Question, User
from answerable.engine import Engine
from answerable.errors import BadQuestion, SettingsError, SourceError
from answerable.memory import Graph
from answerable.models.shown import ShownLimits
from answerable.sources.apps.apps import Apps, AppsIndex
from answerable.sources.apps.catalog import BusinessWords
from answerable.sources.apps.client import MergeClient
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.source import AppsSource
from answerable.stages.act import TaskActor
from answerable.stages.draft.of_conversations import ConversationDrafter
from answerable.stages.draft.of_tables import TableDrafter
from answerable.stages.guard import QuestionGuard
from answerable.stages.plan.kept import CatalogWords, KeptPlans
from answerable.stages.plan.of_people import PeoplePlanner
from answerable.stages.plan.of_people_each import EachPlanner
from answerable.stages.plan.of_tables import TablePlanner, Tongue
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.verify.cells import CellVerifier
from answerable.stages.weigh.of_tables import TableWeigher
from answerable.tables import Asker, Parser

MERGE = "https://api.merge.dev/api"
OpenIndex = Callable[[Question], Awaitable[AppsIndex]]


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine over what the asking person may see."""
    apps = linked(rooms, assistant, question.user)
    source = AppsSource(lambda _: apps)
    asker = person(rooms, question.user)
    about = assistant.says(question.language).about

    known: list[AppsIndex | SourceError] = []  # read once for a question, however often it is planned

    async def words_now(asked: Question) -> AppsIndex:
        if not known:
            try:
                known.append(await apps.index(asker.id, asked.now))
            except SourceError as error:
                known.append(error)
        if isinstance(known[0], SourceError):
            raise known[0]
        return known[0]

    async def tongue(asked: Question) -> Tongue:
        index = await words_now(asked)
        catalog = index.starting(asked.starts, asked.language)  # "this deal" is the record it starts from
        kept = catalog is index.catalog or catalog is index.german
        name = f"parser of {asker} {asked.language}"
        parser = rooms.keep_latest(name, catalog, Parser) if kept else Parser(catalog)
        return Tongue(parser, Asker({"employees": index.asker.id}) if index.asker else None, narrow=True)

    def on_behalf(_: Task, asked: Question) -> Question:
        return replace(asked, user=asker)  # the apps as that person sees them, whoever sits at the keyboard

    name = source.card.name
    tables = EachPlanner(name, tongue, TablePlanner(name, tongue, about=about))
    preferences = Graph(rooms.store.memory(question.user.tenant.id))
    engine = Engine(
        guard=QuestionGuard(),
        recall=TurnRecall(),
        plan=PeoplePlanner(name, words_now, preferences, tables),
        act=TaskActor({name: AskedOtherwise(source, on_behalf)}),
        weigh=TableWeigher(),
        draft=ConversationDrafter(TableDrafter()),
        verify=CellVerifier(),
        settle=Settler(about),
    )
    asks = assistant, replace(question, user=asker)
    try:
        async with _thinking(engine, rooms, asks, words_now, name) as thinking:
            yield thinking
    finally:
        await source.close()


@asynccontextmanager
async def _thinking(
    engine: Engine, rooms: Rooms, asks: tuple[Assistant, Question], open_index: OpenIndex, source: str
) -> AsyncIterator[Engine]:
    """The engine with a model behind its rules, if there is one; what it planned is kept for the person who asks."""
    assistant, question = asks

    async def catalog(asked: Question) -> Catalog:
        return (await open_index(asked)).starting(asked.starts, asked.language)

    async def words(asked: Question) -> CatalogWords:
        try:
            now = (await open_index(asked)).catalog
        except SourceError:  # the planner behind asks the same apps, and says so in its own words
            return CatalogWords(Catalog(entities=()))
        return rooms.keep_latest(f"words of {question.user}", now, CatalogWords)

    async with rooms.thinking(question) as model, rooms.thinking(question, small=True) as small:
        if model is None:
            yield engine
            return
        about = assistant.says(question.language).about
        planner = by_model("plan", "of_apps_model").ModelAppsPlanner(
            engine.plan, model, catalog, source=source, about=about, small=small
        )
        # For one person, since what a look showed them may stand in a plan.
        scope = f"{assistant.name} {question.user.id}"
        cache = rooms.store.cache(question.user.tenant.id, "plans")
        kept = KeptPlans(planner, cache, words, scope=scope)
        drafting = by_model("draft")
        verify = Verifier(["\n".join(drafting.PROMPT.sections.values())], [drafting.PROMPT.canary])
        retold = drafting.ModelDrafter(_silent, model, ShownLimits(), verify)
        draft = ConversationDrafter(TableDrafter(), retold, verify)
        yield replace(engine, plan=kept, draft=draft, settle=kept.settled(engine.settle))


async def _silent(*_: object) -> Draft:
    """What stands behind a model that retells a conversation: the conversation's own words are told then."""
    return Draft(())


def linked(rooms: Rooms, assistant: Assistant, user: User) -> Apps:
    """The apps of the user's tenant; kept with what they have read, for as long as the event loop lives."""
    merge, folder = merge_of(rooms, user.tenant.id), assistant.folder
    if not (merge.api_key and merge.account_token):
        hint = (
            "Set ANSWERABLE_MERGE_API_KEY and ANSWERABLE_MERGE_ACCOUNT_TOKEN, link an account with "
            "answerable tenants link TENANT merge, or try: answerable serve --demo"
        )
        raise SettingsError("merge", "no business apps are linked.", hint=hint)

    def link(_: object) -> Apps:
        client = MergeClient(merge.url or MERGE, merge.api_key, merge.account_token)
        permissions = Permissions.read(folder / str(assistant.options["permissions"]))
        words = BusinessWords.read(folder / str(assistant.options["catalog"]))
        return Apps.linked(client, permissions, words, merge.max_age)

    # An operator who empties the cache changes its mark, in whichever process that happens.
    mark = rooms.store.cache(user.tenant.id, "records").mark()
    opened = (asyncio.get_running_loop(), merge, mark)
    return rooms.keep_latest(f"apps of {user.tenant.id} {folder}", opened, link)


def person(rooms: Rooms, user: User) -> User:
    """Who asks, by work e-mail: the role comes from the HR records of that address and from nowhere else."""
    email = user.id if "@" in user.id else merge_of(rooms, user.tenant.id).user
    if not email:
        raise BadQuestion("Who asks? Name yourself by your work e-mail: --user you@company.example")
    return replace(user, id=email)
