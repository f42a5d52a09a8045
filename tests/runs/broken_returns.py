"""Kills the bookstore assistant while it starts a return, at every point that matters, and lets another process go on.

Run as a module, so that it can fork. The user has been asked for a yes and gives it; each child process walks that
question on a copy of the home and is killed with SIGKILL at its n-th tick; a stride of 3 takes every third tick.
Prints one JSON line for each way to die.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

from answerable.asking import take
from answerable.build import House
from answerable.domain.question import User
from answerable.language.embed import shared_vectors
from answerable.runs.runs import Runs
from answerable.sandbox.bookstore import BOOKSTORE_DAY, build_bookstore, email_of
from answerable.settings import Settings
from answerable.store.permits import StoredCall, TenantPermits
from tests.runs.crashes import Death, MortalStore, killed

ORDER = "BK-1001"
NOON = datetime.combine(BOOKSTORE_DAY, time(12), UTC)


class MortalPermits(TenantPermits):
    """Dies around a permit: after it was issued, and between the effect and its receipt."""

    def issue(self, *given: Any) -> StoredCall:
        held = super().issue(*given)
        Death.tick()
        return held

    def end(self, *given: Any, **more: Any) -> None:
        Death.tick()
        super().end(*given, **more)
        Death.tick()


class PermitStore(MortalStore):
    def permits(self, tenant: str) -> TenantPermits:
        return MortalPermits(self._engine, tenant)


async def live(home: Path, text: str, run: str) -> None:
    """Ask if nobody did, otherwise go on with it; ends with the run."""
    house = House(Settings(home=home), PermitStore.open(home), shared_vectors())
    over = asyncio.Event()

    def heard(where: tuple[str, str], events: Sequence[Any]) -> None:
        if any(told.record["event"] == "OutcomeSettled" for told in events):
            over.set()

    runs = Runs(house.store, house.engine, heard)
    known = house.store.runs("local").get(run)
    if known is None:
        asked = take(house, text, assistant="bookstore", conversation="talk", user=User(), now=NOON)
        runs.start(replace(asked, run=run), house.budget("bookstore").limits, text)
    elif known.status != "running":
        over.set()
    runs.begin()
    async with asyncio.timeout(30):
        await over.wait()
    await runs.close(5)


def process(home: Path, text: str, run: str, death: int = 0) -> bool:
    pid = os.fork()
    if pid == 0:
        Death.at = death
        asyncio.run(live(home, text, run))
        os._exit(0)
    return killed(pid, home)


def told(home: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(home / "bookstore.db")) as db:
        (returns,) = db.execute("SELECT count(*) FROM returns WHERE order_id = ?", (ORDER,)).fetchone()
    with closing(sqlite3.connect(home / "answerable.db")) as db:
        ((status, outcome),) = db.execute("SELECT status, outcome FROM runs WHERE id = 'yes'").fetchall()
        (calls,) = db.execute("SELECT count(*) FROM calls WHERE effect = 'write'").fetchone()
    return {"returns": returns, "status": status, "calls": calls, "outcome": json.loads(outcome or "{}")}


def main(place: Path, stride: int) -> None:
    first = place / "asked"
    first.mkdir()
    build_bookstore(first / "bookstore.db", BOOKSTORE_DAY, orders=5)
    mail = email_of(first / "bookstore.db", ORDER)
    process(first, f"I want to return order {ORDER}, my e-mail is {mail}", "asked")
    for death in range(1, 100, stride):
        home = place / str(death)
        shutil.copytree(first, home)
        if not process(home, "Yes, please do that", "yes", death):
            return
        process(home, "Yes, please do that", "yes")
        print(json.dumps({"death": death, **told(home)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
