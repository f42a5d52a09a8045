"""The inbox: conversations that want a person, who takes them over, writes and gives them back; and flagged runs."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query

from answerable.domain.events import Event, PersonJoined, PersonLeft, PersonSpoke
from answerable.server.desk import Desk, ToAttend
from answerable.server.problems import Refused, documented
from answerable.server.replies import InboxReply, ReviewReply, SaidReply, TranscriptReply, moment
from answerable.server.routes.stream import After, LastEventId, all_events
from answerable.server.shapes import Attending, Looked, Wrote
from answerable.server.wire import RETRY, SILENCE, SSE, EventStream, frame
from answerable.store.conversations import StoredEvent
from answerable.store.message_ids import Begun
from answerable.store.reviews import CLOSED, ESCALATION, OPEN, TAKEN, StoredReview
from answerable.tools.escalation import WITH_PERSON

router = APIRouter(prefix="/api/inbox", tags=["inbox"])

_ACTS = documented(400, 404, 409, 413, 415, 422)
_NOTES = ("ConversationEscalated", "PersonJoined", "PersonLeft")


@router.get("", responses=documented(422))
def waiting(desk: ToAttend) -> list[InboxReply]:
    """The conversations that want or have a person, the longest waiting first."""
    return list(_listed(desk))


@router.get("/events", response_class=EventStream, responses={**SSE, **documented(422)})
async def watch(desk: ToAttend) -> EventStream:
    """The same list whenever it changes: `{"waiting": […], "reviews": n}`."""
    return EventStream(_lists(desk))


@router.get("/reviews", responses=documented(422))
def reviews(
    desk: ToAttend,
    state: Annotated[Literal["open", "taken", "closed", "all"], Query(description="Which entries.")] = "open",
) -> list[ReviewReply]:
    """Runs a person should look at: attacks, leaks, flagged texts, thumbs down."""
    return [_review(desk, one) for one in _flagged(desk, "" if state == "all" else state)]


@router.post("/reviews/{run}", status_code=204, responses=_ACTS)
def look(run: str, said: Looked, desk: ToAttend) -> None:
    """Approve or dismiss what was flagged about a run; it leaves the queue."""
    note = f"{said.verdict}: {said.note}" if said.note else said.verdict
    if not desk.house.store.reviews(desk.tenant).close(run, _who(desk, said), note):
        raise Refused(409, f"No review of run {run!r} is open.")


@router.get("/{conversation}", responses=documented(404, 422))
def read(conversation: str, desk: ToAttend) -> TranscriptReply:
    """One conversation with its transcript."""
    entry = _reply(desk, _entry(desk, conversation))
    events = desk.conversations.events(conversation)
    last = events[-1].place if events else 0
    return TranscriptReply(**entry.model_dump(), transcript=list(_transcript(events)), last_event=last)


@router.get("/{conversation}/events", response_class=EventStream, responses={**SSE, **documented(404, 422)})
async def follow(
    conversation: str, desk: ToAttend, after: After = 0, last_event_id: LastEventId = None
) -> EventStream:
    """The conversation's own event log, live, for whoever attends to it."""
    _entry(desk, conversation)
    begin = desk.seen(conversation, after if last_event_id is None else last_event_id)
    return EventStream(all_events(desk, conversation, begin))


@router.post("/{conversation}/take", responses=_ACTS)
async def take(conversation: str, said: Attending, desk: ToAttend) -> InboxReply:
    """Take a waiting conversation over: from now on the user's messages are yours."""
    entry, person = _entry(desk, conversation), _who(desk, said)
    if not await asyncio.to_thread(desk.house.store.reviews(desk.tenant).join, conversation, person):
        raise _not_yours(_entry(desk, conversation), person)
    await _tell(desk, entry, PersonJoined(person))
    return _reply(desk, _entry(desk, conversation))


@router.post("/{conversation}/reply", responses=_ACTS)
async def speak(conversation: str, said: Wrote, desk: ToAttend) -> InboxReply:
    """Write to the user; it reaches every tab they have open, over the conversation's own log."""
    entry = _mine(desk, conversation, _who(desk, said))
    if said.clientMessageId:
        begun = Begun(conversation, entry.run, hashlib.sha256(said.text.encode()).hexdigest())
        claim = desk.house.store.message_ids(desk.tenant).claim
        known = await asyncio.to_thread(claim, f":{entry.person}", said.clientMessageId, begun)
        if known and known.digest != begun.digest:
            raise Refused(422, "This message id was already used for other words.", field="clientMessageId")
        if known:
            return _reply(desk, entry)
    await _tell(desk, entry, PersonSpoke(entry.person, said.text))
    return _reply(desk, entry)


@router.post("/{conversation}/give-back", responses=_ACTS)
async def give_back(conversation: str, said: Attending, desk: ToAttend) -> InboxReply:
    """Give a conversation back to the assistant, which answers the user's next message."""
    entry = _mine(desk, conversation, _who(desk, said))
    return await _leave(desk, entry, entry.person, said.note or "given back")


@router.post("/{conversation}/close", responses=_ACTS)
async def close(conversation: str, said: Attending, desk: ToAttend) -> InboxReply:
    """End the matter with a note, whether somebody took it or it still waits."""
    return await _leave(desk, _entry(desk, conversation), _who(desk, said), said.note or "closed")


async def _leave(desk: Desk, entry: StoredReview, person: str, note: str) -> InboxReply:
    leave = desk.house.store.reviews(desk.tenant).leave
    if not await asyncio.to_thread(leave, entry.conversation, person, note):
        raise _not_yours(entry, person)
    await _tell(desk, entry, PersonLeft(entry.person or person))
    return _reply(desk, _entry(desk, entry.conversation))


async def _tell(desk: Desk, entry: StoredReview, event: Event) -> None:
    """Write it behind the user's newest message: that is what a person speaks to."""
    told = await asyncio.to_thread(desk.house.store.told(desk.tenant).of, [entry.conversation])
    await desk.tell(told[0], event)


def _entry(desk: Desk, conversation: str) -> StoredReview:
    """The newest escalation of a conversation; what no person was wanted for is none of an operator's business."""
    known = desk.house.store.reviews(desk.tenant).escalations(conversation)
    if not known or desk.conversations.get(conversation) is None:
        raise Refused(404, f"No person is wanted in a conversation {conversation!r}.")
    return known[-1]


def _mine(desk: Desk, conversation: str, person: str) -> StoredReview:
    entry = _entry(desk, conversation)
    if entry.state != TAKEN or entry.person != person:
        raise _not_yours(entry, person)
    return entry


def _not_yours(entry: StoredReview, person: str) -> Refused:
    says = {
        OPEN: "Nobody has taken this conversation yet. Take it first.",
        CLOSED: "This conversation was given back to the assistant.",
    }
    return Refused(409, says.get(entry.state, f"{entry.person} has this conversation; you are {person}."))


def _who(desk: Desk, said: Attending) -> str:
    """The name a person works under: a key that speaks for one user speaks under that name alone."""
    return desk.holder.user or said.person or desk.holder.name


def _listed(desk: Desk) -> Iterator[InboxReply]:
    for entry in desk.house.store.reviews(desk.tenant).escalations():
        if desk.conversations.get(entry.conversation):
            yield _reply(desk, entry)


def _reply(desk: Desk, entry: StoredReview) -> InboxReply:
    talk = desk.conversations.get(entry.conversation)
    last = desk.conversations.turns(entry.conversation, last=1)
    about = {name: getattr(talk, name, "") for name in ("name", "user", "assistant")}
    newest = last[-1].question if last else ""
    return InboxReply.of(entry, {**about, "why": entry.words, "since": entry.created_at, "last": newest})


def _flagged(desk: Desk, state: str) -> list[StoredReview]:
    queue = desk.house.store.reviews(desk.tenant)
    queue.sweep()
    return [one for one in queue.latest(state=state, limit=500) if one.why != ESCALATION]


def _review(desk: Desk, one: StoredReview) -> ReviewReply:
    run = desk.house.store.told(desk.tenant).get(one.run)
    said = str(run.outcome["text"]) if run and run.outcome else ""
    asked = run.question if run else ""
    return ReviewReply.of(one, {"at": one.created_at, "question": asked, "answer": said})


def _transcript(events: Iterable[StoredEvent]) -> Iterator[SaidReply]:
    for event in events:
        record, at = event.record, moment(event.created_at)
        match record["event"]:
            case "RunStarted":
                yield SaidReply(who="user", name="", text=record["question"], at=at)
            case "OutcomeSettled" if record["outcome"]["reason"] != WITH_PERSON:
                yield SaidReply(who="assistant", name="", text=record["outcome"]["text"], at=at)
            case "PersonSpoke":
                yield SaidReply(who="person", name=record["person"], text=record["text"], at=at)
            case name if name in _NOTES:
                yield SaidReply(who="note", name=name, text=record.get("why") or record["person"], at=at)


async def _lists(desk: Desk) -> AsyncIterator[bytes]:
    yield RETRY
    with desk.board.inbox(desk.tenant) as news:
        news.set()
        while not desk.board.closed and await asyncio.to_thread(desk.access.stays, desk.holder):
            if news.is_set():
                news.clear()
                yield frame(await asyncio.to_thread(_inbox, desk))
            try:
                async with asyncio.timeout(desk.keepalive):
                    await news.wait()
            except TimeoutError:
                yield SILENCE


def _inbox(desk: Desk) -> dict[str, object]:
    return {"waiting": [one.model_dump() for one in _listed(desk)], "reviews": len(_flagged(desk, OPEN))}
