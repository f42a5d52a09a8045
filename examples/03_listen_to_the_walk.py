"""Watch what happens to a question while it is answered.

python examples/03_listen_to_the_walk.py https://example.com "How do I return something?"
"""

import asyncio
import sys

from answerable import House, answer
from answerable.domain.events import Event, LedgerWeighed, PageFetched, PlanMade


def hear(event: Event) -> None:
    match event:
        case PlanMade():
            print(f"plan: {event.decision} ({event.why})")
        case PageFetched():
            print(f"read: {event.url}")
        case LedgerWeighed():
            print(f"weighed: {event.confidence:.0%} sure")


async def main(site: str, question: str) -> None:
    outcome = await answer(House.open(), question, starts=[site], tell=hear)
    print(outcome.text)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:3]))
