"""What stands around every assistant's engine, and in which order: the one place that says so."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from answerable.assistants import Assistant
from answerable.build.late import late
from answerable.build.overrides import overridden
from answerable.build.plugged import guarded
from answerable.build.remembering import remembering
from answerable.build.rooms import Rooms
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.memory import Graph
from answerable.models.choose import key_variable
from answerable.stages.guard import small_talk
from answerable.stages.guard.reception import Reception
from answerable.stages.guard.watch import (
    Entry,
    Moderator,
    TextGuard,
    read_guard_list,
    watched_draft,
    watched_guard,
    watched_plan,
)
from answerable.stages.plan.welcome import WelcomePlanner
from answerable.stages.settle.with_person import PersonSettler
from answerable.tools.escalation import Escalation


@asynccontextmanager
async def surrounded(
    engine: Engine, rooms: Rooms, assistant: Assistant, question: Question, without: str = ""
) -> AsyncIterator[Engine]:
    """The engine with its wrappers, from the inside out; what is not used leaves the engine as it is.

    A welcome for words that ask nothing; the guards of the assistant's folder; what is remembered of the asking
    person; what an operator pinned, but for the stage `without`; the tenant's guard list and a provider's moderation,
    so that nothing pinned gets by them; and people, to whom a conversation may belong before anything else is asked.
    """
    tenant = question.user.tenant.id
    async with AsyncExitStack() as opened:
        engine = _welcoming(engine, assistant, question)
        engine = await guarded(engine, rooms, assistant, question, opened)
        engine = remembering(engine, Graph(rooms.store.memory(tenant)))
        pinned = [one for one in rooms.store.overrides(tenant).valid(assistant.name) if one.stage != without]
        engine = overridden(engine, pinned, question)
        engine = _watched(engine, rooms, tenant, await opened.enter_async_context(_moderating(rooms)))
        yield _attended(engine, rooms, assistant, tenant)


def _welcoming(engine: Engine, assistant: Assistant, question: Question) -> Engine:
    if assistant.walks == "dialog":  # a dialog has its own words for that, which depend on what it was about
        return engine
    says = assistant.says(question.language)
    return replace(engine, plan=WelcomePlanner(engine.plan, small_talk, says.greeting, says.starters))


def _watched(engine: Engine, rooms: Rooms, tenant: str, moderator: Moderator | None) -> Engine:
    entries = _guard_list(rooms, tenant)
    if not (entries or moderator):
        return engine
    watch = TextGuard(entries, moderator, rooms.settings.moderation.unsure)
    return replace(
        engine,
        guard=watched_guard(engine.guard, watch),
        plan=watched_plan(engine.plan, watch),
        draft=watched_draft(engine.draft, watch),
    )


def _attended(engine: Engine, rooms: Rooms, assistant: Assistant, tenant: str) -> Engine:
    if not assistant.escalation:
        return engine
    escalation = Escalation(rooms.store.reviews(tenant), assistant.escalation)
    reception, settler = Reception(engine.guard, escalation), PersonSettler(engine.settle, escalation)
    return replace(engine, guard=reception, settle=settler)


@asynccontextmanager
async def _moderating(rooms: Rooms) -> AsyncIterator[Moderator | None]:
    """The provider the operator named, for as long as one question walks; or none."""
    settings = rooms.settings.moderation
    if not settings.name:
        yield None
        return
    module = late("answerable.models.moderation", setting="moderation.name", extra="models")
    key = os.environ.get(key_variable(settings.name))
    moderator = module.Moderation(settings.name, api_key=key, seconds=settings.seconds)
    try:
        yield moderator
    finally:
        await moderator.close()


def _guard_list(rooms: Rooms, tenant: str) -> tuple[Entry, ...]:
    """The tenant's list as the file says it now; read anew only when the file changed."""
    path = rooms.settings.home / "guard" / f"{tenant}.toml"
    try:
        changed = path.stat().st_mtime_ns
    except FileNotFoundError:
        return ()
    return rooms.keep_latest(f"guard {tenant}", changed, lambda _: read_guard_list(path))
