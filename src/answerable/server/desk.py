"""What every route works with, fenced to whoever asks, and the way to turn a request into a run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from answerable.asking import speaking, take
from answerable.assistants import Assistant
from answerable.build import House, check_starts
from answerable.domain.events import Event, as_record
from answerable.domain.outcome import as_contract
from answerable.domain.question import Question, Tenant, Turn, User
from answerable.language.followup import leans
from answerable.server.access import LOCAL, Access
from answerable.server.board import Board, Place
from answerable.server.metrics import Metrics
from answerable.server.problems import Refused
from answerable.server.shapes import Asking
from answerable.server.walks import ConversationBusy, RunLeft, Walk, Walks
from answerable.server.wire import Batch
from answerable.store.conversations import StoredConversation, TenantConversations
from answerable.store.feedback import TenantFeedback
from answerable.store.keys import StoredKey
from answerable.store.message_ids import Begun
from answerable.store.runs import RunUnderWay
from answerable.store.told import ToldRun

# Seconds a stream may be silent; proxies commonly hang up after 30 or 60.
KEEPALIVE = 15.0


@dataclass(frozen=True)
class Started:
    """A run that was begun, now or by the same message before."""

    conversation: str
    run: str
    after: int  # its events come behind this number
    walk: Walk | None = None  # None when an earlier message began it


@dataclass(frozen=True)
class Desk:
    """The house, and what this process has going on, as the holder of one key may see it."""

    house: House
    board: Board
    walks: Walks
    metrics: Metrics
    access: Access
    starts: tuple[str, ...] = ()  # start pages the operator offers, used where a request names none
    # Questions the operator suggests, by assistant.
    starters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    keepalive: float = KEEPALIVE
    holder: StoredKey = LOCAL

    @property
    def tenant(self) -> str:
        return self.holder.tenant

    @property
    def assistants(self) -> dict[str, Assistant]:
        """Those that this key's tenant may ask, by name."""
        offered = self.house.offered(self.tenant)
        return {name: one for name, one in offered.items() if isinstance(one, Assistant)}

    @property
    def sites(self) -> tuple[str, ...]:
        """Start pages where a request names none: those linked for the tenant, or those the operator offers."""
        return self.house.sites(self.tenant) or self.starts

    @property
    def conversations(self) -> TenantConversations:
        return self.house.store.conversations(self.tenant)

    @property
    def feedback(self) -> TenantFeedback:
        return self.house.store.feedback(self.tenant)

    def place(self, conversation: str) -> Place:
        return self.tenant, conversation

    def user(self, wanted: str | None) -> str:
        """The user a request acts for; a key that speaks for one user speaks for no other."""
        if self.holder.user and wanted not in (None, self.holder.user):
            raise Refused(422, f"This key speaks for {self.holder.user!r} only. Leave it out.", field="user")
        if wanted and "@" in wanted and not self.holder.user and not self.names_people:
            hint = "Send an id, or use a key with the scope `people` or of that --user."
            raise Refused(403, f"This key may not name people by their work e-mail. {hint}", field="user")
        return wanted or self.holder.user or User().id

    @property
    def names_people(self) -> bool:
        """Whether it is trusted to say who asks: records give people rights by their work e-mail."""
        return "people" in self.holder.scopes

    def only(self, wanted: str | None) -> str:
        """The user whose things are listed; "" for everybody's."""
        return self.user(wanted) if wanted or self.holder.user else ""

    def find(self, conversation: str) -> StoredConversation:
        """A conversation that exists and that this key may see, or 404."""
        found = self.conversations.get(conversation)
        if found is None or self.holder.user not in ("", found.user):
            raise Refused(404, f"There is no conversation {conversation!r}. Leave it out to start a new one.")
        return found

    def run(self, id: str) -> ToldRun:
        """A run that exists and that this key may see, or 404."""
        found = self.house.store.told(self.tenant).get(id)
        if found is None and (taken := self.house.store.runs(self.tenant).get(id)):
            asked = taken.question["text"]  # it waits its turn
            found = ToldRun(id, taken.conversation, asked, taken.created_at)
        if found is None:
            raise Refused(404, f"There is no run {id!r}.")
        self.find(found.conversation)
        return found

    def seen(self, conversation: str, number: int) -> int:
        """The number behind which a reader begins; with one from the future they would wait for ever."""
        return min(number, self.conversations.last_event(conversation))

    def assistant(self, name: str) -> Assistant:
        """An assistant that exists, or 422."""
        known = self.assistants
        if name not in known:
            raise Refused(
                422, f"There is no assistant {name!r}. Use one of {', '.join(known)}.", field="assistant"
            )
        if not self.house.reaches(known[name], self.tenant):
            detail = f"The records behind {name!r} belong to another tenant; none are linked for this one."
            raise Refused(403, detail, field="assistant")
        return known[name]

    def take(self, asking: Asking) -> Question:
        """The question of a request; every fault is found here, before anything is started."""
        known = self.find(asking.conversation) if asking.conversation else None
        assistant = self.assistant(asking.assistant or (known.assistant if known else "website"))
        if known and known.assistant != assistant.name:
            detail = f"This conversation is with {known.assistant!r}. Leave it out, or start a new one."
            raise Refused(422, detail, field="assistant")
        if asking.context and assistant.needs_site and not asking.site and "://" in asking.context:
            asking = replace(asking, site=[asking.context], context="")
        named = asking.site or (known and known.starts)  # else the store is asked what is linked
        offered = self.sites if assistant.reads_sites and not named else ()
        if assistant.needs_site and not (named or offered):
            raise Refused(422, 'Name at least one start page, such as ["https://example.com"].', field="site")
        taken = take(
            self.house,
            asking.text,
            starts=check_starts(asking.site or offered),
            assistant=assistant.name,
            conversation=asking.conversation or "",
            user=User(self.user(asking.user), Tenant(self.tenant)),
        )
        taken = speaking(replace(taken, approve=asking.approve), asking.language)
        return _asked_from(asking.context, taken)

    async def begin(self, asking: Asking) -> Started:
        """Set out on a question at once; one whose message was already taken is not asked again."""
        self.access.spend(self.holder, "questions")
        if asking.conversation:
            question = await asyncio.to_thread(self.take, asking)
            after = await asyncio.to_thread(self.conversations.last_event, question.conversation)
        else:
            question, after = self.take(asking), 0  # nothing is stored of it yet, so this does not wait
        ids, user = self.house.store.message_ids(self.tenant), question.user.id
        if asking.message_id:
            begun = Begun(question.conversation, question.run, _digest(asking))
            known = await asyncio.to_thread(ids.claim, user, asking.message_id, begun)
            if known and known.digest != begun.digest:
                detail = "This message id was already used for another question. Give every message its own."
                raise Refused(422, detail, field="clientMessageId")
            if known:
                return Started(known.conversation, known.run, 0)
        try:
            walk = self.walks.start(question)
            await asyncio.shield(walk.taken)  # from here on a crash does not lose it
        except Exception as error:  # also a disk that was full just then: the same message may come again
            if asking.message_id:
                await asyncio.to_thread(ids.release, user, asking.message_id)
            if isinstance(error, RunUnderWay):  # on another server of the same store
                raise ConversationBusy("This conversation is still working on its last question.") from None
            raise
        return Started(question.conversation, question.run, after, walk)

    async def outcome(self, started: Started) -> dict[str, Any]:
        """How a run ends, in the contract's JSON; the walk goes on if whoever waits here leaves."""
        if started.walk:
            with suppress(RunLeft):  # it goes on elsewhere, and what it tells may still come by
                return as_contract(await asyncio.shield(started.walk.task))
        async for events in self.events(started.conversation, started.after):
            for event in events:
                if event.run == started.run and event.record["event"] == "OutcomeSettled":
                    settled: dict[str, Any] = event.record["outcome"]
                    return settled
        where = f"/api/runs/{started.run}"
        raise Refused(503, f"The server is being stopped; the run goes on. Its outcome will be at {where}.")

    async def tell(self, run: ToldRun, event: Event) -> None:
        """Add to a conversation's log what a person did, and tell everyone who watches."""
        add, records = self.conversations.add_events, [as_record(event)]
        stored = await asyncio.to_thread(add, run.conversation, run.id, records)
        await asyncio.to_thread(self.house.store.runs(self.tenant).touch, run.id)  # other servers look again
        self.board.pin(self.place(run.conversation), stored)

    async def events(self, conversation: str, after: int) -> AsyncIterator[Batch]:
        """What is stored behind a number, then what comes; nothing after silence, and no more without a key."""
        checked = time.monotonic()
        with self.board.watch(self.place(conversation), after) as watch:
            while (events := await watch.read(self.keepalive)) is not None:
                yield events
                if time.monotonic() - checked >= self.keepalive:
                    checked = time.monotonic()
                    if not await asyncio.to_thread(self.access.stays, self.holder):
                        return


def _asked_from(context: str, question: Question) -> Question:
    """The question with the record or page it is asked from: in its words where a first one points there."""
    if not context:
        return question
    if not question.turns and leans(question.text, question.language):
        return replace(question, text=f"{context}: {question.text}")
    said = Turn(context, "", "answer")  # among what was said last, for whoever looks for an order or a name
    return replace(question, turns=(*question.turns[:-1], said, *question.turns[-1:]))


def _digest(asking: Asking) -> str:
    said = [asking.text.strip(), list(asking.site or ()), asking.conversation, asking.assistant]
    said += [asking.context] if asking.context else []
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


_bearer = HTTPBearer(auto_error=False, description="An API key; not needed on this machine itself.")
_Shown = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


def desk_for(scope: str) -> Callable[..., Coroutine[Any, Any, Desk]]:
    """A dependency: the desk of whoever holds a key with this scope."""

    async def opened(request: Request, _: _Shown) -> Desk:
        desk = admitted(request, scope)
        _check_query(request)
        return desk

    return opened


def admitted(connection: HTTPConnection, scope: str) -> Desk:
    """The desk as the holder of a connection's key may see it, if that may do this."""
    desk: Desk = connection.app.state.desk
    return replace(desk, holder=desk.access.admit(connection, scope))


def _check_query(request: Request) -> None:
    """A misspelt parameter would else be left out in silence, and so would all but the last of a repeated one."""
    known = [field.alias for field in request.scope["route"].dependant.query_params]
    if unknown := sorted(set(request.query_params) - set(known)):
        valid = f"Valid are {', '.join(known)}." if known else "There are none here."
        raise Refused(422, f"{unknown[0]!r} is not a parameter. {valid}", field=unknown[0][:100] or "query")
    said = [name for name, _ in request.query_params.multi_items()]
    if twice := next((name for name in said if said.count(name) > 1), ""):
        raise Refused(422, f"{twice!r} is said more than once. Say it once.", field=twice)


ToAsk = Annotated[Desk, Depends(desk_for("ask"))]
ToRead = Annotated[Desk, Depends(desk_for("read"))]
ToAttend = Annotated[Desk, Depends(desk_for("operator"))]
ToOperate = Annotated[Desk, Depends(desk_for("admin"))]
