"""Somebody else's sources and guards: ranked where they do not rank, and never more than a gap when they break."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from answerable.build.plugged import GuardRow, PluggedSource, ranked
from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Tell, silence
from answerable.domain.evidence import Evidence, Findings, Locator
from answerable.domain.plan import Task
from answerable.domain.question import ALLOWED, Question, Ruling
from answerable.errors import SourceUnreachable
from answerable.language.embed import shared_vectors
from answerable.sources.base import Card
from answerable.stages.base import Seat
from answerable.testing.house import NOON, OpenGuard

QUESTION = Question("When does the car park close?", conversation="c", run="r", now=NOON)
TEXTS = ("Lunch is served at noon.", "The car park closes at 21:30.", "Keys are at the reception.")


def budget(seconds: float = 60.0) -> Budget:
    return Budget(Limits(seconds=seconds), lambda: 0.0)


def piece(text: str, score: float = 0.0) -> Evidence:
    where = Locator("notes", path=(text.split(maxsplit=1)[0],))
    return Evidence(text, text, "Notes", where, datetime.now(UTC), score=score)


class Notes:
    """A source of a plug-in that does whatever a test wants."""

    card = Card("notes", "Notes.")

    def __init__(self, *pieces: Evidence, breaks: Exception | None = None, hangs: bool = False) -> None:
        self._pieces, self._breaks, self._hangs = pieces, breaks, hangs

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        if self._breaks:
            raise self._breaks
        if self._hangs:
            await asyncio.Event().wait()
        return Findings(self._pieces)


async def read(source: Notes, seconds: float = 60.0) -> Findings:
    task = Task("notes", "notes", "look", QUESTION.text)
    return await PluggedSource(source, shared_vectors()).read(task, QUESTION, budget(seconds), silence)


async def test_what_is_unranked_is_ranked() -> None:
    found = await read(Notes(*map(piece, TEXTS)))
    assert found.evidence[0].text == TEXTS[1]
    assert found.evidence[0].score > found.evidence[1].score
    assert found.pages == 1


async def test_a_source_that_ranks_is_believed() -> None:
    own = (piece(TEXTS[0], 3.0), piece(TEXTS[1], 1.0))
    assert (await read(Notes(*own))).evidence == own


def test_nothing_to_rank_is_no_mistake() -> None:
    assert ranked(QUESTION, (), shared_vectors()) == ()


async def test_a_source_that_breaks_is_unreachable() -> None:
    with pytest.raises(SourceUnreachable, match=r"its plug-in broke \(ZeroDivisionError\)"):
        await read(Notes(breaks=ZeroDivisionError("secret of the plug-in")))
    with pytest.raises(SourceUnreachable, match="nobody answered"):
        await read(Notes(breaks=SourceUnreachable("notes", "nobody answered")))


async def test_a_source_that_hangs_ends_with_the_time() -> None:
    with pytest.raises(SourceUnreachable, match="TimeoutError"):
        await read(Notes(hangs=True), seconds=0.01)


class BrokenGuard:
    """A guard that cannot tell."""

    async def __call__(self, question: Question, seat: Seat) -> Ruling:
        raise KeyError(question.text)


async def test_the_first_no_counts() -> None:
    seat, own = Seat(budget(), silence), replace(QUESTION)
    no = OpenGuard("off_topic")
    assert await GuardRow(OpenGuard(), [OpenGuard(), OpenGuard()])(own, seat) == ALLOWED
    assert (await GuardRow(OpenGuard(), [no, BrokenGuard()])(own, seat)).reason == "off_topic"
    assert (await GuardRow(no, [OpenGuard()])(own, seat)).reason == "off_topic"


async def test_a_guard_that_breaks_allows_nothing() -> None:
    ruling = await GuardRow(OpenGuard(), [BrokenGuard()])(QUESTION, Seat(budget(), silence))
    assert not ruling.allowed
