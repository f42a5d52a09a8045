"""A disk that is full while a run is under way and free again later; tells on stdout what became of it.

A limit on the size of files stands for the full disk: SQLite is refused the same way, and nobody needs to be root.
"""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import sys
from pathlib import Path

from tests.runs.world import SlowSource, Worker


async def main(home: Path) -> None:
    source = SlowSource("faq", "30 days")
    worker = Worker(home, source)
    first = worker.ask()
    await source.reached.wait()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_024, hard))
    source.release.set()
    heard = await asyncio.gather(first.task, return_exceptions=True)
    another = worker.ask(run="other", talk="other")
    refused = await asyncio.gather(another.task, return_exceptions=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    worker.store._engine.dispose()
    await worker.until("OutcomeSettled")
    if walk := worker.runs.find(("local", "talk")):
        await walk.task
    stored = worker.store.runs("local").get("run")
    later = await worker.ask(run="later").task
    told = {
        "heard": type(heard[0]).__name__,
        "refused": type(refused[0]).__name__,
        "status": stored and stored.status,
        "outcome": stored and stored.outcome and stored.outcome["outcome"],
        "names": worker.names(),
        "turns": len(worker.store.conversations("local").told("talk")),
        "later": type(later).__name__,
    }
    with worker.store._engine.connect() as connection:
        told["integrity"] = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    await worker.close()
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    asyncio.run(main(Path(sys.argv[1])))
