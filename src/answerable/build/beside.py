"""The records and sites that an assistant asks besides its own sources: those of other assistants, named in its folder.

Each brings its own way of planning, weighing and writing, by rule, with its permissions; what is not there (no
database, no linked apps, nobody known who asks, no site named) is not asked.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from answerable.assistants import Assistant
from answerable.build.late import late
from answerable.build.linked import database_url, merge_of, offered, reaches
from answerable.build.plugged import AskedOtherwise
from answerable.build.rooms import Rooms
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.domain.share import Share
from answerable.engine import Engine
from answerable.errors import AssistantError, SettingsError, SourceError
from answerable.sources.base import Source
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner, Seat
from answerable.stages.draft.beside import BesideDrafter
from answerable.stages.guard import QuestionGuard, gives_orders
from answerable.stages.plan.approved import ApprovedPlanner
from answerable.stages.plan.in_turn import InTurnPlanner, Taker
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.settle.of_facts import FactSettler
from answerable.stages.verify import Verifier
from answerable.stages.verify.by_kind import KindVerifier
from answerable.stages.verify.cells import CellVerifier
from answerable.stages.weigh.beside import BesideWeigher

# What an assistant of each way of walking brings.
READS = {"tables": "records", "apps": "records", "passages": "pages"}
WEB = "web"

_log = logging.getLogger("answerable.beside")


@dataclass(frozen=True)
class Beside:
    """An assistant whose sources are asked too, what it brings, and its engine for this question; None if closed."""

    name: str
    reads: str
    engine: Engine | None

    @property
    def sources(self) -> Mapping[str, Source]:
        act = self.engine.act if self.engine else None
        return act.sources if isinstance(act, TaskActor) else {}

    @property
    def plan(self) -> Planner:
        return self.engine.plan if self.engine else _closed


@asynccontextmanager
async def open_beside(
    rooms: Rooms, assistant: Assistant, question: Question
) -> AsyncIterator[Sequence[Beside]]:
    """The assistants that a folder names as sources, open as long as the question walks."""
    # Models decide what to search; what records say is read by rule, as a question may have to ask several of them.
    settings = replace(rooms.settings, model=replace(rooms.settings.model, name=""))
    plain, tenant = replace(rooms, settings=settings, model=None), question.user.tenant.id
    known = offered(rooms, tenant) if assistant.sources else {}
    found: list[Beside] = []
    async with AsyncExitStack() as opened:
        for name in assistant.sources:
            one = known.get(name)
            if isinstance(one, AssistantError):
                raise one
            if one is None or not _there(rooms, one, question):
                continue
            alone = replace(one, options={**one.options, "engines": ()})  # the web is asked here, not there
            wiring = late(f"answerable.build.{one.walks}", setting=f"assistants.{name}", extra=one.walks)
            try:
                engine = await opened.enter_async_context(wiring.open_engine(plain, alone, question))
            except (SettingsError, SourceError):  # the others go on, and the answer says what was not read
                _log.exception("The sources of %s cannot be opened", name)
                engine = None
            found.append(Beside(name, READS[one.walks], engine))
        yield found


async def _closed(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:  # noqa: ARG001
    return Plan(Decision.REFUSE, reason="source_down", says="it cannot be opened")


def _there(rooms: Rooms, one: Assistant, question: Question) -> bool:
    """Whether there is anything to ask, for this tenant and person."""
    user = question.user
    if not reaches(rooms, one, user.tenant.id):
        return False
    match one.walks:
        case "tables":
            return bool(database_url(rooms, one, user.tenant.id))
        case "apps":
            merge = merge_of(rooms, user.tenant.id)
            return bool(merge.api_key and merge.account_token and (merge.user or "@" in user.id))
        case "passages":
            return bool(question.starts) or "website" not in one.sources
    return False


def together(
    beside: Sequence[Beside], web: Engine | None, settler: Settler, rounds: int, *, approve: bool = False
) -> Engine:
    """One walk over all of them: each part of a question goes to the first that understands it.

    A site is explored for so many rounds at most. Where no web is asked, its plan is what a person approves.
    """
    everybody = [*beside, *([Beside(WEB, "facts", web)] if web else [])]
    whole = sorted(everybody, key=lambda one: ("records", "facts", "pages").index(one.reads))
    pages = frozenset(name for one in beside if one.reads == "pages" for name in one.sources)
    shares = [(_share(one, pages), one) for one in whole]
    open_ones = [(share, one.engine) for share, one in shares if one.engine]
    sources = {
        name: AskedOtherwise(source, _its_part) if one.reads == "pages" else source
        for one in whole
        for name, source in one.sources.items()
    }
    web_share = next((share for share, one in shares if one.reads == "facts"), None)
    return Engine(
        guard=QuestionGuard(),
        recall=TurnRecall(),
        plan=InTurnPlanner([_taker(share, one, rounds, None if web else approve) for share, one in shares]),
        act=TaskActor(sources, gives_orders),
        weigh=BesideWeigher([(share, engine.weigh) for share, engine in open_ones]),
        draft=BesideDrafter([(share, engine.draft) for share, engine in open_ones]),
        verify=KindVerifier(CellVerifier(), Verifier()),
        settle=FactSettler(settler, web_share or Share(WEB, frozenset())),
    )


def _taker(share: Share, one: Beside, rounds: int, approve: bool | None) -> Taker:
    if one.reads != "pages":
        return Taker(share, one.plan, one.reads)
    plan = one.plan if approve is None else ApprovedPlanner(one.plan, (one.name,), always=approve)
    return Taker(share, plan, one.reads, rounds)


def _share(one: Beside, pages: frozenset[str]) -> Share:
    own = frozenset(one.sources)
    if one.reads == "records":
        return Share(one.name, own)  # they know their rows by the query that brought them
    facts = one.reads == "facts"
    return Share(one.name, own, own | pages | {"computed"} if facts else own, replies=facts)


def _its_part(task: Task, question: Question) -> Question:
    """A source of passages is asked its own part of the question: it ranks by the question's words."""
    return replace(question, text=task.question, setting="")
