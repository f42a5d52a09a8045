"""The engine of an assistant that answers from a SQL database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from answerable.assistants import Assistant
from answerable.build.linked import database_url
from answerable.build.research import open_search
from answerable.build.rooms import Rooms
from answerable.build.thinking import by_model
from answerable.domain.question import Question
from answerable.domain.share import Share
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.language.ranking import Embedder
from answerable.sources.database.address import Address
from answerable.sources.database.database import Database, open_database
from answerable.sources.database.overlay import Overlay
from answerable.sources.database.source import DatabaseSource
from answerable.sources.search.source import SearchSource
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner
from answerable.stages.draft.beside import BesideDrafter
from answerable.stages.draft.of_tables import TableDrafter
from answerable.stages.draft.with_web import LineDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan.kept import CatalogWords, KeptPlans
from answerable.stages.plan.of_tables import TablePlanner, Tongue
from answerable.stages.plan.verified import VerifiedPlanner, read_verified
from answerable.stages.plan.with_web import WebBesideTables
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.verify.by_kind import KindVerifier
from answerable.stages.verify.cells import CellVerifier
from answerable.stages.weigh.beside import BesideWeigher
from answerable.stages.weigh.of_tables import TableWeigher
from answerable.stages.weigh.with_web import LineWeigher
from answerable.tables import Parser


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine over the database the operator named."""
    tenant = question.user.tenant.id
    database = named_database(rooms, assistant, tenant)
    source = DatabaseSource(database)
    about = assistant.says(question.language).about

    async def tongue(_: Question) -> Tongue:
        whose = f"{tenant} {assistant.name}"
        return Tongue(await asyncio.to_thread(_parser, rooms, database, whose))  # it may look at every table

    async def words(_: Question) -> CatalogWords:
        catalog = await asyncio.to_thread(database.catalog)  # it may have to look at every table
        return rooms.keep_latest(
            f"words of {database.address} {tenant} {assistant.name}", catalog, CatalogWords
        )

    async with rooms.thinking(question) as model, open_search(rooms, assistant, question) as web:
        plan: Planner = (rules := TablePlanner(source.card.name, tongue, about=about, offers=True))
        kept: KeptPlans | None = None
        if model:
            by_words = by_model("plan", "of_tables_model")
            asked = {"source": source.card.name, "search": web.card.name if web else ""}
            plan = by_words.ModelTablePlanner(plan, model, database.catalog, **asked)
            plan = kept = KeptPlans(
                plan, rooms.store.cache(tenant, "plans"), words, scope=f"{assistant.name} {database.address}"
            )
        if written := assistant.options.get("queries"):
            queries = read_verified(assistant.folder / str(written))
            plan = VerifiedPlanner(plan, queries, database.allows, source=source.card.name)
        engine = Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=plan,
            act=TaskActor({source.card.name: source}),
            weigh=TableWeigher(),
            draft=TableDrafter(),
            verify=CellVerifier(),
            settle=kept.settled(Settler(about)) if kept else Settler(about),
        )
        yield _beside(engine, rules, source, web, rooms.embedder) if web else engine


def _beside(
    engine: Engine, rules: Planner, tables: DatabaseSource, web: SearchSource, embedder: Embedder
) -> Engine:
    """The engine with web research beside its queries."""
    name = web.card.name
    rows, pages = Share(tables.card.name, frozenset({tables.card.name})), Share(name, frozenset({name}))
    return replace(
        engine,
        plan=WebBesideTables(engine.plan, rules, rows, pages),
        act=TaskActor({tables.card.name: tables, name: web}, gives_orders),
        weigh=BesideWeigher([(rows, engine.weigh), (pages, LineWeigher(name, embedder))]),
        draft=BesideDrafter([(rows, engine.draft), (pages, LineDrafter(name))]),
        verify=KindVerifier(engine.verify, Verifier()),
    )


def named_database(rooms: Rooms, assistant: Assistant, tenant: str) -> Database:
    """The tenant's database, with the folder's business names; says how to name one."""
    url = database_url(rooms, assistant, tenant)
    if not url:
        hint = (
            "Add --database URL (sqlite:///shop.db, postgresql://…), set ANSWERABLE_DATABASE_URL, or link one with "
            "answerable tenants link TENANT database URL."
        )
        raise SettingsError("database.url", "is empty; this assistant answers from a database.", hint=hint)
    names = assistant.folder / str(assistant.options.get("catalog", ""))
    overlay = names if names.is_file() else None
    if tenant == rooms.settings.tenant:
        return open_database(url, tenant=tenant, overlay=overlay)
    said = Overlay.read(overlay) if overlay else None
    name = f"database of {tenant} {assistant.name}"  # another one when another is linked
    return rooms.keep_latest(name, url, lambda linked: Database(Address(linked), tenant=tenant, overlay=said))


def _parser(rooms: Rooms, database: Database, whose: str) -> Parser:
    """A parser for what the database holds now."""
    return rooms.keep_latest(f"parser of {whose} {database.address}", database.catalog(), Parser)
