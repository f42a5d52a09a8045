"""The engine of an assistant that answers from a SQL database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from answerable.assistants import Assistant
from answerable.build.rooms import Rooms
from answerable.build.thinking import by_model, thinking
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.sources.database.database import Database, open_database
from answerable.sources.database.source import DatabaseSource
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner
from answerable.stages.draft.of_tables import TableDrafter
from answerable.stages.guard import QuestionGuard
from answerable.stages.plan.of_tables import TablePlanner, Tongue
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify.cells import CellVerifier
from answerable.stages.weigh.of_tables import TableWeigher
from answerable.tables import Parser


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine over the database the operator named."""
    database = named_database(rooms, assistant)
    source = DatabaseSource(database)
    about = assistant.says(question.language).about

    async def tongue(_: Question) -> Tongue:
        return Tongue(await asyncio.to_thread(_parser, rooms, database))  # it may have to look at every table

    plan: Planner = TablePlanner(source.card.name, tongue, about=about)
    async with thinking(rooms.settings.model, rooms.patience, rooms.model) as model:
        if model:
            by_words = by_model("plan", "of_tables_model")
            plan = by_words.ModelTablePlanner(plan, model, database.catalog, source=source.card.name)
        yield Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=plan,
            act=TaskActor({source.card.name: source}),
            weigh=TableWeigher(),
            draft=TableDrafter(),
            verify=CellVerifier(),
            settle=Settler(about),
        )


def named_database(rooms: Rooms, assistant: Assistant) -> Database:
    """The database of the settings, with the folder's business names; says how to name one."""
    url = rooms.settings.database.url or str(assistant.options.get("database", ""))
    if not url:
        hint = "Add --database URL (sqlite:///shop.db, postgresql://…), or set ANSWERABLE_DATABASE_URL."
        raise SettingsError("database.url", "is empty; this assistant answers from a database.", hint=hint)
    names = assistant.folder / str(assistant.options.get("catalog", ""))
    return open_database(url, overlay=names if names.is_file() else None)


def _parser(rooms: Rooms, database: Database) -> Parser:
    """A parser for what the database holds now."""
    return rooms.keep_latest(f"parser of {database.address}", database.catalog(), Parser)
