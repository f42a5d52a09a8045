"""The runs: start, list, read, follow, stop; answer their questions back; accept, reject or add to their answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from answerable.domain.events import AnswerReviewed
from answerable.language.words import detect_language
from answerable.report import FORMATS, write_report
from answerable.server.desk import Desk, ToAsk, ToRead
from answerable.server.problems import Refused, documented
from answerable.server.replies import RunReply, StartedReply
from answerable.server.routes.stream import After, LastEventId
from answerable.server.shapes import Appended, Asking, ChatRequest, Id, MessageId, Person, Replied, Reviewed
from answerable.server.wire import RETRY, SSE, EventStream, frames
from answerable.store.told import ToldRun

router = APIRouter(prefix="/api/runs", tags=["runs"])

_ASKS = documented(400, 404, 409, 413, 415, 422, 503)
_REPORT = {"content": {kind: {"schema": {"type": "string"}} for kind in FORMATS.values()}}


@router.get("", responses=documented(404, 422))
def latest(
    desk: ToRead,
    conversation: Annotated[Id | None, Query(description="Only those of this conversation.")] = None,
    user: Annotated[Person | None, Query(description="Only those of this user.")] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> list[RunReply]:
    """The runs of the conversations touched last, newest first."""
    if conversation:
        wanted = [desk.find(conversation).id]
    else:
        wanted = [found.id for found in desk.conversations.latest(user=desk.only(user), limit=limit)]
    return [RunReply.of(run) for run in desk.house.store.told(desk.tenant).of(wanted)[:limit]]


@router.post("", status_code=202, response_model=StartedReply, responses=_ASKS)
async def start(asked: ChatRequest, desk: ToAsk, message_id: MessageId = None) -> Response:
    """Start a run and return at once; it goes on whether anybody follows it or not."""
    started = StartedReply.of(await desk.begin(asked.asking(message_id)))
    # Written here: checked once more on its way out, it took 4 of the 53 ms of fifty starts at once.
    return Response(started.model_dump_json(), 202, media_type="application/json")


@router.get("/{run}", responses=documented(404, 422))
def read(run: str, desk: ToRead) -> RunReply:
    """Where a run stands, and its outcome once it has one."""
    return RunReply.of(desk.run(run))


@router.get("/{run}/events", response_class=EventStream, responses={**SSE, **documented(404, 422)})
async def follow(run: str, desk: ToRead, after: After = 0, last_event_id: LastEventId = None) -> EventStream:
    """The events of one run, first the stored ones, then live, up to its outcome."""
    found = desk.run(run)
    seen = desk.seen(found.conversation, after if last_event_id is None else last_event_id)
    return EventStream(_events(desk, found, max(found.after, seen)))


@router.get("/{run}/report", response_class=Response, responses={200: _REPORT, **documented(404, 409, 422)})
def report(run: str, desk: ToRead, format: Literal["md", "html", "pdf"] = "html") -> Response:
    """What was asked, the answer, its tables and its sources as a document to keep."""
    found = _ended(desk.run(run))
    body = write_report(format, found.question, found.outcome or {}, detect_language(found.question))
    headers = {"Content-Disposition": f'attachment; filename="report.{format}"'}
    return Response(body, media_type=FORMATS[format], headers=headers)


@router.post("/{run}/stop", responses=documented(404, 422))
async def stop(run: str, desk: ToAsk) -> RunReply:
    """Stop a run, whichever server walks it; nothing happens when it has ended."""
    found = desk.run(run)
    if found.outcome is None:
        await desk.walks.runs.stop(desk.place(found.conversation), run)
    return RunReply.of(desk.run(run))


@router.post("/{run}/reply", status_code=202, responses=_ASKS)
async def answer(run: str, said: Replied, desk: ToAsk) -> StartedReply:
    """Answer the question that a waiting run asked back; the same answer twice is one run."""
    found = desk.run(run)
    if found.outcome is None or found.outcome["outcome"] != "clarification":
        raise Refused(409, "This run did not ask anything back.")
    return await _go_on(desk, found, said.text, "reply")


@router.post("/{run}/accept", responses=documented(400, 404, 409, 413, 415, 422))
async def accept(run: str, said: Reviewed, desk: ToAsk) -> RunReply:
    """Accept an answer: the research is done."""
    found = _ended(desk.run(run))
    await _review(desk, found, "accept", said.words)
    return RunReply.of(found)


@router.post("/{run}/reject", status_code=202, responses=_ASKS)
async def reject(run: str, said: Reviewed, desk: ToAsk) -> StartedReply:
    """Reject an answer; the question is looked at again, with the words given."""
    found = _ended(desk.run(run))
    await asyncio.to_thread(desk.conversations.reject, found.id)  # before the search begins anew
    started = await _go_on(desk, found, said.words or found.question, "review")
    await _review(desk, found, "reject", said.words)
    return started


@router.post("/{run}/append", status_code=202, responses=_ASKS)
async def append(run: str, said: Appended, desk: ToAsk) -> StartedReply:
    """Add something to what was asked; the search goes on with it."""
    found = _ended(desk.run(run))
    started = await _go_on(desk, found, said.words, "review")
    await _review(desk, found, "append", said.words)
    return started


async def _go_on(desk: Desk, run: ToldRun, words: str, why: Literal["reply", "review"]) -> StartedReply:
    """Continue behind a run, once: whoever says the same again gets the same run, anything else is too late."""
    user = desk.find(run.conversation).user
    # Clients cannot use ids with a colon, so these are ours.
    id = f":{why}:{run.id}"
    late = Refused(409, "This was already answered; the conversation went on.")
    if not run.latest and desk.house.store.message_ids(desk.tenant).get(user, id) is None:
        raise late
    try:
        return StartedReply.of(await desk.begin(Asking(words, None, run.conversation, user, None, id)))
    except Refused as refused:
        if [one.field for one in refused.problem.errors] == ["clientMessageId"]:
            raise late from None
        raise


async def _review(desk: Desk, run: ToldRun, verdict: str, words: str) -> None:
    user = desk.user(None)
    await desk.tell(run, AnswerReviewed(verdict, words, user))
    if verdict != "append":
        thumb = "up" if verdict == "accept" else "down"
        desk.feedback.put(run.id, user, conversation=run.conversation, thumb=thumb, words=words)


def _ended(run: ToldRun) -> ToldRun:
    if run.outcome is None:
        raise Refused(409, "This run is still going on. Wait for its end, or stop it first.")
    return run


async def _events(desk: Desk, run: ToldRun, after: int) -> AsyncIterator[bytes]:
    yield RETRY
    if run.outcome and desk.conversations.last_event(run.conversation) <= after:
        return  # whoever asks has seen the end
    async for events in desk.events(run.conversation, after):
        mine = [event for event in events if event.run == run.id]
        yield frames(mine)
        if any(event.record["event"] == "OutcomeSettled" for event in mine):
            return
