"""Give the engine a source of your own, and test it without a network.

A source is anything with a card and `read`. Here it is a small list of facts; the plain stages of
`answerable.testing` stand around it, so that only the source is new.

python examples/04_a_source_of_your_own.py
"""

import asyncio
from datetime import UTC, datetime

from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings, Locator
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.sources.base import Card
from answerable.testing.house import FakeHouse

OPENING_HOURS = {"Monday": "9:00 to 18:00", "Saturday": "10:00 to 14:00", "Sunday": "closed"}


class OpeningHours:
    """Knows when the shop is open, one piece of evidence a day."""

    card = Card("hours", "Opening hours by weekday.")

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        asked = [day for day in OPENING_HOURS if day.lower() in question.meant.lower()]
        return Findings(tuple(self._piece(day) for day in asked))

    def _piece(self, day: str) -> Evidence:
        where, now = Locator("hours", path=(day,)), datetime.now(UTC)
        return Evidence(f"hours-{day}", f"{day}: {OPENING_HOURS[day]}.", "Opening hours", where, now)


async def main() -> None:
    outcome = await FakeHouse(OpeningHours()).ask("When are you open on Saturday?")
    print(outcome.text)


if __name__ == "__main__":
    asyncio.run(main())
