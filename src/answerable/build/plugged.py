"""Sources and guards by their name: built-in ones and those of plug-ins, opened through one door.

What a plug-in breaks stays its own: a source that cannot be opened or read becomes a gap, and a guard that cannot
rule refuses, as could-not-tell counts as no.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from answerable import plugins
from answerable.assistants import Assistant
from answerable.build.rooms import Given, Rooms
from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings
from answerable.domain.plan import Task
from answerable.domain.question import Question, Ruling
from answerable.engine import Engine
from answerable.errors import AnswerableError, PluginError, SourceUnreachable
from answerable.language.asked import understand
from answerable.language.ranking import Embedder, Section, idf, rank_sections, stems_of
from answerable.sources.base import Card, Source
from answerable.stages.base import Guard, Seat
from answerable.stages.guard import QuestionGuard

# Pieces of one look that are kept of a source that does not rank: as many as the website gives.
EVIDENCE = 12
# Chosen, not measured: a guard stands before every question, and nobody waits longer for a yes.
GUARD_SECONDS = 10.0

_log = logging.getLogger("answerable.plugins")


async def open_part(kind: str, name: str, given: Given, opened: AsyncExitStack) -> Any:
    """Open what a name stands for; what has an end of its own is closed with the question."""
    options = given.assistant.options.get(name, {})
    maker = plugins.load(kind, name)
    part = maker(replace(given, options=options if isinstance(options, Mapping) else {}))
    return await opened.enter_async_context(part) if hasattr(part, "__aenter__") else part


@asynccontextmanager
async def open_sources(
    rooms: Rooms, assistant: Assistant, question: Question
) -> AsyncIterator[dict[str, Source]]:
    """The sources an assistant's folder names, by the names their tasks are sent to."""
    given = Given(rooms, assistant, question, {})
    async with AsyncExitStack() as opened:
        sources = [await _open_source(name, given, opened) for name in assistant.sources]
        yield {source.card.name: source for source in sources}


async def _open_source(name: str, given: Given, opened: AsyncExitStack) -> Source:
    ours = name in plugins.BUILT_IN["sources"]
    try:
        source: Source = await open_part("sources", name, given, opened)
    except AnswerableError as error:
        if ours:
            raise
        return ClosedSource(Card(name, "A plug-in that cannot be opened."), error)
    except Exception as error:  # noqa: BLE001 - somebody else's code; the other sources go on
        _log.exception("Source %s cannot be opened", name)
        return ClosedSource(Card(name, "A plug-in that cannot be opened."), error)
    return source if ours else PluggedSource(source, given.rooms.embedder)


@dataclass(frozen=True)
class AskedOtherwise:
    """A source that is asked another question than the walk is on: on somebody's behalf, or a part of it."""

    source: Source
    change: Callable[[Task, Question], Question]

    @property
    def card(self) -> Card:
        return self.source.card

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        return await self.source.read(task, self.change(task, question), budget, tell)


@dataclass(frozen=True)
class ClosedSource:
    """A source that could not be opened, and why."""

    card: Card
    why: Exception

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:  # noqa: ARG002
        """Say that it is closed; the operator reads the rest in `answerable doctor`."""
        raise SourceUnreachable(self.card.name, _reason(self.why))


@dataclass(frozen=True)
class PluggedSource:
    """Somebody else's source: what breaks in it is a gap, and what it leaves unranked is ranked here."""

    source: Source
    embedder: Embedder

    @property
    def card(self) -> Card:
        return self.source.card

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        """Read it within the question's time."""
        try:
            async with asyncio.timeout(max(budget.left("seconds"), 0)):
                found = await self.source.read(task, question, budget, tell)
        except AnswerableError:
            raise
        except Exception as error:  # somebody else's code may break in any way; the walk goes on
            _log.exception("Source %s broke", self.card.name)
            raise SourceUnreachable(self.card.name, _reason(error)) from error
        pieces = found.evidence
        if not any(piece.score for piece in pieces):
            pieces = await asyncio.to_thread(ranked, question, pieces, self.embedder)
        places = len({piece.locator.url or piece.title for piece in found.evidence})
        return replace(found, evidence=pieces, pages=found.pages or places)


def ranked(question: Question, pieces: Sequence[Evidence], embedder: Embedder) -> tuple[Evidence, ...]:
    """The pieces that fit a question best, with how well, judged as a website's sections are."""
    asked = understand(question.text, question.language, setting=question.setting)
    held = [stems_of(f"{' '.join(piece.locator.path)} {piece.text}", asked.language) for piece in pieces]
    weights = {root: idf(sum(root in stems for stems in held), len(held)) for root in asked.stems}
    sections = [
        Section(
            place,
            piece.locator.path or (piece.title,),
            (piece.text,),
            sum(weight for root, weight in weights.items() if root in stems),
        )
        for place, (piece, stems) in enumerate(zip(pieces, held, strict=True))
    ]
    best = rank_sections(asked, sections, weights, embedder, most=EVIDENCE)[:EVIDENCE]
    return tuple(replace(pieces[fit.section.id], score=fit.score, near=fit.meaning) for fit in best)


def open_question(_: Given) -> Guard:
    """The guard that every engine has: attacks, unsafe requests, idle commands."""
    return QuestionGuard()


async def guarded(
    engine: Engine, rooms: Rooms, assistant: Assistant, question: Question, opened: AsyncExitStack
) -> Engine:
    """The engine with the guards that the assistant's folder names behind its own."""
    given = Given(rooms, assistant, question, {})
    guards: list[Guard] = [await open_part("guards", name, given, opened) for name in assistant.guards]
    return replace(engine, guard=GuardRow(engine.guard, guards)) if guards else engine


@dataclass(frozen=True)
class GuardRow:
    """One guard after the other; the first no counts."""

    first: Guard
    others: Sequence[Guard]

    async def __call__(self, question: Question, seat: Seat) -> Ruling:
        ruling = await self.first(question, seat)
        for guard in self.others:
            if not ruling.allowed:
                return ruling
            ruling = await _rule(guard, question, seat)
        return ruling


async def _rule(guard: Guard, question: Question, seat: Seat) -> Ruling:
    try:
        async with asyncio.timeout(GUARD_SECONDS):
            return await guard(question, seat)
    except Exception:  # noqa: BLE001 - a guard that cannot tell has not allowed anything
        _log.exception("A guard of a plug-in broke")
        return Ruling(allowed=False, reason="unsafe")


def _reason(error: Exception) -> str:
    if isinstance(error, PluginError):
        return "its plug-in cannot be loaded"
    return str(error) if isinstance(error, AnswerableError) else f"its plug-in broke ({type(error).__name__})"
