"""Tier 3: a share of the runs of every day, judged in the background after they ended.

From a thread of its own, while nobody walks, and not more than so many an hour: no run waits for it. What it finds is
stored with the trace and counted; a store or a model that fails loses a judgement and nothing else.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from answerable.build import House
from answerable.domain.budget import Limits
from answerable.evals.judge import CRITERIA, JudgedReply, Judgement, applicable
from answerable.evals.judge.cascade import judging
from answerable.evals.judge.golden import policy_of
from answerable.evals.judge.replied import replied_of, unpaid_seat
from answerable.language.words import detect_language
from answerable.lists import read_list
from answerable.store.traces import StoredJudgement
from answerable.trace import redact, trace_of
from answerable.trace.after import AfterRuns

BASELINE: dict[str, float] = read_list(__package__, "baseline.toml")
# Runs that wait to be judged, what is beyond is not; how long one waits for a quiet moment; turns that are read before
# the one that is judged. Chosen, not measured.
WAITING, QUIET_SECONDS, GLANCE_SECONDS, TURNS = 200, 30.0, 0.1, 200
HOUR = 3600.0
Heard = Callable[[str, Sequence[Judgement]], None]  # the run's variant, and what was found


def sampled(run: str, share: float) -> bool:
    """Whether a run is among those that are judged; always the same answer for the same run."""
    return int.from_bytes(hashlib.sha256(run.encode()).digest()[:8], "big") / 2**64 < share


def live_judge(house: House, heard: Heard, busy: Callable[[], bool]) -> LiveJudge | None:
    """The judge the settings ask for; None where they ask for none."""
    return LiveJudge(house, heard, busy) if house.settings.judging.share else None


class LiveJudge(AfterRuns):
    """Judges a share of the runs that ended."""

    def __init__(self, house: House, heard: Heard, busy: Callable[[], bool]) -> None:
        self._house, self._heard, self._busy = house, heard, busy
        self._settings = house.settings.judging
        self._lately: deque[float] = deque()
        self._closing = threading.Event()
        super().__init__("the judge of live runs", WAITING)

    def wants(self, run: str) -> bool:
        """Whether this run is in the share."""
        return sampled(run, self._settings.share)

    def close(self, patience: float = GLANCE_SECONDS) -> None:
        """Finish the one that is being judged, and stop."""
        self._closing.set()
        super().close(patience)

    def work(self, tenant: str, run: str) -> bool:
        """Judge one run in a quiet moment, unless there were too many this hour."""
        now = time.monotonic()
        while self._lately and now - self._lately[0] > HOUR:
            self._lately.popleft()
        if len(self._lately) >= self._settings.per_hour or not self._quiet():
            return False
        self._lately.append(now)
        asyncio.run(self._judge(tenant, run))
        return True

    def _quiet(self) -> bool:
        """Wait until nobody walks; False when that does not come about, or we are to stop."""
        until = time.monotonic() + QUIET_SECONDS
        while self._busy() and time.monotonic() < until and not self._closing.wait(GLANCE_SECONDS):
            pass
        return not self._busy() and not self._closing.is_set()

    async def _judge(self, tenant: str, run: str) -> None:
        told = self._house.store.told(tenant).get(run)
        if told is None or told.outcome is None:
            return  # the conversation was deleted meanwhile
        reply = self._spoken(tenant, run, told.conversation)
        budget = self._house.settings.budget
        seat = unpaid_seat(replace(Limits(), model_calls=2 * len(CRITERIA), cost_usd=budget.cost_usd))
        async with judging(self._house.settings.model) as judge:
            # Between two criteria whoever has come meanwhile goes first.
            found = [await judge(name, reply, seat) for name in applicable(reply) if self._quiet()]
        rows = [
            StoredJudgement(
                run, told.conversation, f.criterion, f.score, redact(f.reason), redact(f.quote), f.by
            )
            for f in found
        ]
        if rows:
            self._house.store.traces(tenant).judge(rows)
            self._heard(trace_of(*self._house.store.traces(tenant).read(run)).variant, found)

    def _spoken(self, tenant: str, run: str, conversation: str) -> JudgedReply:
        talks = self._house.store.conversations(tenant)
        stored, turns = talks.told(conversation), talks.turns(conversation, last=TURNS)
        stored = stored[len(stored) - len(turns) :]
        place = next(n for n, turn in enumerate(stored) if turn.run == run)
        known = talks.get(conversation)
        assistant = self._house.assistant(known.assistant if known else "website", tenant)
        return JudgedReply(
            **replied_of(stored[place].outcome, stored[place].question, turns[place].evidence),
            assistant=assistant.name,
            language=detect_language(stored[place].question),
            turns=tuple((turn.question, turn.text) for turn in turns[:place]),
            policy=policy_of(assistant.folder),
            about=assistant.says("en").about,
        )
