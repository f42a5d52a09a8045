"""The runs of this process: each is started once, goes on after a crash, can be stopped, and always ends honestly."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from answerable.domain.budget import Limits
from answerable.domain.events import OutcomeSettled, RunStarted
from answerable.domain.nouns import from_json, to_json
from answerable.domain.outcome import Answer, Clarification, Failure, Outcome, as_contract
from answerable.domain.question import Question, Tenant, User
from answerable.engine import Engine
from answerable.errors import AnswerableError, StoreError
from answerable.lists import read_list
from answerable.runs.durable import Tape
from answerable.runs.event_log import to_the_end
from answerable.runs.journal import Journal, RunLog
from answerable.runs.seats import Seats
from answerable.runs.shift import GLANCE_SECONDS, LEASE_SECONDS, Shift, worker_name
from answerable.store import Store
from answerable.store.conversations import StoredEvent
from answerable.store.runs import (
    COMPLETED,
    ERROR,
    RUNNING,
    STOPPED,
    WAITING,
    Ending,
    RunLost,
    RunUnderWay,
    StoredRun,
    StoredStep,
)
from answerable.store.told import DEADLINE_SECONDS

# Walks at once; the rest wait their turn. Each keeps up to 16 requests open (net.at_once), and two cores were
# busy with extraction at four walks already, so more of them only take longer.
AT_ONCE = 8
# Chosen, not measured: a tenant alone gets most seats, and one who comes later still finds some free.
PER_TENANT = 6
# Workers that may break off at the same step before the run is given up: it may be the run that breaks them. Chosen.
TRIES = 5
# Waits before a walk that broke in this process is begun again from its last step. Chosen, not measured.
AGAIN_SECONDS = (0.1, 0.5)
# How long a run whose end could not be written waits until it is taken up again. Chosen, not measured.
BACK_SECONDS = 1.0

# How long a walk that is not alone stands back before it begins, so that whoever started others at the same moment is
# told first: of fifty starts at once 95 % were told within 105 ms without it and within 53 with 0.03. With half the
# statements in the store it was 54 with 0.03, and 43 with this (benchmarks/server.py, 1,500 starts each).
COURTESY_SECONDS = 0.06
# How long a stop waits for another process to end its run: it looks every 150 ms. Chosen, not measured.
ELSEWHERE_SECONDS = 1.0

Place = tuple[str, str]  # tenant and conversation
OpenEngine = Callable[[Question], AbstractAsyncContextManager[Engine]]
Heard = Callable[[Place, Sequence[StoredEvent]], None]

_log = logging.getLogger("answerable.runs")
_WORDING = read_list(__package__, "wording.toml")


class ConversationBusy(AnswerableError):
    """The conversation is still working on its last question; whoever asks must wait or stop it."""


class RunLeft(AnswerableError):
    """The run goes on elsewhere: this process is going, or another one took it over."""


@dataclass
class Walk:
    """A question on its way."""

    question: Question
    taken: asyncio.Future[StoredRun]  # done when the run is on the disk and can no longer be lost
    stopping: bool = False
    lost: bool = False
    begun: bool = False
    reached: Outcome | None = None  # the walk's own end; what comes after it takes nothing back
    task: asyncio.Task[Outcome] = field(init=False)

    def stop(self) -> None:
        """Ask it to end; the outcome says that it was stopped."""
        self.stopping = True
        self.leave()

    def lose(self) -> None:
        """Let go: somebody else walks it now."""
        self.lost = True
        self.leave()

    def leave(self) -> None:
        """Break off. A task that was not begun would be gone without a trace; it looks for itself when it is."""
        if self.begun:
            self.task.cancel()


class Runs:
    """Starts runs, takes over those that were left behind, stops them, and keeps how each one ended."""

    def __init__(
        self,
        store: Store,
        open_engine: OpenEngine,
        heard: Heard,
        *,
        elsewhere: Callable[[set[Place]], None] = lambda _: None,
        lease: float = LEASE_SECONDS,
    ) -> None:
        self._store, self._open_engine, self._heard = store, open_engine, heard
        self._on: dict[Place, Walk] = {}
        self._closing = False
        self._again: set[asyncio.Task[None]] = set()
        self._seats = Seats(AT_ONCE, PER_TENANT)
        self._journal = Journal(store.journal(worker_name()))
        self._shift = Shift(self._journal, self._stop, self._resume, elsewhere, lease=lease)

    def __len__(self) -> int:
        return len(self._on)

    def begin(self) -> None:
        """Start to look after runs; the first are those that a process before this one left behind."""
        self._shift.begin()

    def find(self, where: Place) -> Walk | None:
        """The walk a conversation is on in this process right now."""
        return self._on.get(where)

    def start(self, question: Question, limits: Limits, name: str) -> Walk:
        """Set out at once; one run per conversation at a time. It is safe when `walk.taken` is done."""
        where = place_of(question)
        if where in self._on:
            raise ConversationBusy("This conversation is still working on its last question.")
        run = run_of(question, limits)
        taken = self._journal.put(lambda pen: self._journal.store.begin(pen, run, name))
        return self._set_out(question, taken)

    async def stop(self, where: Place, run: str = "") -> bool:
        """Stop the conversation's run (or only this one) and wait until that is written down; False without one.

        One that another process walks is asked to stop, and does within half a second; one whose process is gone stops
        when somebody takes it over.
        """
        walk = self._on.get(where)
        if walk is None:
            return await self._stop_elsewhere(where, run)
        if run not in ("", walk.question.run):
            return False
        walk.stop()
        await asyncio.wait([walk.task])
        return True

    async def _stop_elsewhere(self, where: Place, run: str) -> bool:
        runs = self._store.runs(where[0])
        asked = await asyncio.to_thread(runs.ask_to_stop, where[1], run)
        patience = time.monotonic() + ELSEWHERE_SECONDS
        while asked and time.monotonic() < patience:
            found = await asyncio.to_thread(runs.get, asked)
            if found is None or found.status != RUNNING:
                break
            await asyncio.sleep(GLANCE_SECONDS / 3)
        return asked is not None

    async def close(self, grace: float) -> None:
        """Give what is under way a little time, and leave the rest to whoever comes next."""
        self._closing = True
        for again in self._again:
            again.cancel()
        await self._shift.end()
        tasks = [walk.task for walk in self._on.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=grace)
            for walk in self._on.values():
                walk.leave()
            await asyncio.wait(tasks)
        await self._journal.close()

    def _stop(self, tenant: str, run: str) -> None:
        for where, walk in self._on.items():
            if where[0] == tenant and walk.question.run == run and not walk.stopping:
                walk.stop()

    def _resume(self, run: StoredRun) -> None:
        taken: asyncio.Future[StoredRun] = asyncio.get_running_loop().create_future()
        try:
            question = from_json(Question, run.question)
        except (KeyError, TypeError, ValueError):  # another version's, or the row is damaged: it is given up
            user = User(tenant=Tenant(run.tenant))
            question = Question("", run.conversation, run.id, datetime.now(UTC), user)
            run = replace(run, tries=TRIES + 1)
        taken.set_result(run)
        self._set_out(question, taken)

    def _set_out(self, question: Question, taken: asyncio.Future[StoredRun]) -> Walk:
        where = place_of(question)
        walk = self._on[where] = Walk(question, taken)
        walk.task = asyncio.create_task(self._go(walk), name=f"run {question.run}")
        walk.task.add_done_callback(lambda _: self._gone(where, walk))
        self._shift.busy(len(self._on))
        return walk

    def _gone(self, where: Place, walk: Walk) -> None:
        if self._on.get(where) is walk:
            del self._on[where]
        self._shift.busy(len(self._on))
        if not walk.task.cancelled():
            walk.task.exception()  # heard here, so that nobody has to wait for a walk

    async def _go(self, walk: Walk) -> Outcome:
        """Walk to the end, and write down how it ended, whatever breaks."""
        question, walk.begun = walk.question, True
        try:
            run = await to_the_end(walk.taken)
        except RunUnderWay:
            raise ConversationBusy("This conversation is still working on its last question.") from None
        log = RunLog(self._journal, run, lambda events: self._heard(place_of(question), events), walk.lose)
        try:
            outcome = await self._walk(walk, run, log)
        except asyncio.CancelledError:
            if not (walk.stopping or walk.reached):
                if not walk.lost:  # one that was lost is not ours to leave
                    await log.let_go()
                raise RunLeft("The run goes on in another process.") from None
            outcome = unreached(question, "stopped")
        except Exception:  # noqa: BLE001 - whatever broke, the one who asked is told that it did
            _log.exception("Run %s broke", question.run)
            outcome = unreached(question, "failure")
        return await self._end(question, walk.reached or outcome, log)

    async def _walk(self, walk: Walk, run: StoredRun, log: RunLog) -> Outcome:
        """Walk within the deadline, as soon as there is a seat."""
        if run.tries > TRIES:
            return unreached(walk.question, "tries")
        if walk.stopping or self._closing:  # was said while the run was being written down
            raise asyncio.CancelledError
        if len(self._on) > 1:
            await asyncio.sleep(COURTESY_SECONDS)
        async with self._seats.seat(run.tenant):
            try:
                async with asyncio.timeout(run.created_at + DEADLINE_SECONDS - time.time()) as deadline:
                    return await self._try(walk, run, log)
            except TimeoutError:
                if deadline.expired():
                    return unreached(walk.question, "deadline")
                raise

    async def _try(self, walk: Walk, run: StoredRun, log: RunLog) -> Outcome:
        """Walk; what breaks for a reason that may pass is begun again from its last step."""
        for wait in AGAIN_SECONDS:
            try:
                return await self._once(walk, run, log)
            except Exception as error:  # another try may help against whatever it was
                if walk.reached or isinstance(error, RunLost):
                    raise
                if isinstance(error, AnswerableError) and not isinstance(error, StoreError):
                    raise
                _log.exception("Run %s broke; it is tried again", run.id)
                await asyncio.sleep(wait)
                await log.catch_up()
        return await self._once(walk, run, log)

    async def _once(self, walk: Walk, run: StoredRun, log: RunLog) -> Outcome:
        steps: list[StoredStep] = []
        told = 0
        if run.fence > 1 or log.begun:  # somebody walked here before
            mine = self._store.runs(run.tenant)
            steps = await asyncio.to_thread(mine.steps, run.id)
            told = await asyncio.to_thread(mine.told_after, run.id, steps[-1].event if steps else 0)
            log.begun = bool(steps or told)
        tape = Tape(steps, Limits(**run.limits), log.record, log.hear, told=told)
        async with self._open_engine(walk.question) as engine:
            walk.reached = await tape.walk(engine, walk.question)
        return walk.reached

    async def _end(self, question: Question, outcome: Outcome, log: RunLog) -> Outcome:
        if not log.begun:
            log.hear(RunStarted(question.run, question.conversation, question.text, question.variant))
        log.hear(OutcomeSettled(as_contract(outcome)))
        try:
            await log.end(ending_of(outcome))
        except RunLost:
            raise RunLeft("Another process took this run over.") from None
        except Exception:  # the disk is full or away: whoever asked hears it now, the run goes on later
            again = asyncio.create_task(self._take_again(log.run), name=f"again {question.run}")
            self._again.add(again)
            again.add_done_callback(self._again.discard)
            raise
        return outcome

    async def _take_again(self, run: StoredRun) -> None:
        """Take a run up whose end could not be written: while this process lives nobody else does, and nothing could
        be asked in its conversation any more."""
        ours = partial(self._journal.store.take_over, owner=self._journal.store.worker, only=run)
        while True:
            await asyncio.sleep(BACK_SECONDS)
            with suppress(Exception):  # the disk is still full, or away
                for taken in await self._journal.put(ours):
                    self._resume(taken)
                return


def run_of(question: Question, limits: Limits) -> StoredRun:
    """A run as it is begun."""
    tenant, conversation = place_of(question)
    asked = {"question": to_json(question), "limits": to_json(limits)}
    return StoredRun(tenant=tenant, id=question.run, conversation=conversation, **asked)


def ending_of(outcome: Outcome) -> Ending:
    """What is written when a run ends so."""
    evidence = [citation.evidence for citation in outcome.citations] if isinstance(outcome, Answer) else []
    return Ending(status_of(outcome), as_contract(outcome), evidence, outcome.waits)


def status_of(outcome: Outcome) -> str:
    """Where a run stands that ended so; one that asked back waits for its user."""
    if isinstance(outcome, Clarification):
        return WAITING
    if isinstance(outcome, Failure):
        return STOPPED if outcome.reason == "stopped" else ERROR
    return COMPLETED


def unreached(question: Question, reason: str) -> Outcome:
    """How a run ends whose walk did not: stopped, broken, or out of time or tries."""
    text = str(_WORDING.get(question.language, _WORDING["en"])[reason])
    code = "failure" if reason == "tries" else reason
    return Failure(text=text, conversation=question.conversation, run=question.run, reason=code)


def place_of(question: Question) -> Place:
    """Where a question belongs: its tenant's conversation."""
    return question.user.tenant.id, question.conversation
