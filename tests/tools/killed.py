"""One call in a process of its own, which may be killed at the worst moment. Says how the call ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from answerable.domain.calls import Call, Effect, Permit
from answerable.domain.question import Question
from answerable.errors import ToolRefused
from answerable.store import Store
from answerable.tools import Gave, tool
from answerable.tools.desk import PermitDesk


@tool(effect=Effect.WRITE, once_per=("to",))
def deliver(permit: Permit, to: str) -> Gave:
    """Deliver something."""
    return Gave({"to": to})


async def main(folder: Path, when: str, repeatable: bool) -> None:
    desk = PermitDesk(Store.open(folder).permits("local"))
    effects = folder / "effects"

    async def run(permit: Permit) -> Gave:
        if when == "kill-before":
            os.kill(os.getpid(), signal.SIGKILL)
        known = effects.read_text(encoding="utf-8").splitlines() if effects.exists() else []
        if permit.id not in known or not repeatable:
            with effects.open("a", encoding="utf-8") as book:
                book.write(permit.id + "\n")
        if when == "kill-after":
            os.kill(os.getpid(), signal.SIGKILL)
        return Gave({"to": "bob"})

    # The run goes on where it stood: the same run, the same call.
    question = Question("deliver to bob", "talk", "run", datetime.now(UTC))
    try:
        await desk.do(replace(deliver, idempotent=repeatable), Call("deliver", {"to": "bob"}), question, run)
    except ToolRefused as refused:
        sys.stdout.write(refused.code)
    else:
        sys.stdout.write("made")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "yes"))
