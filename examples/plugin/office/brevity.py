"""A judge of your own: an answer that takes a page is no answer."""

from answerable.evals.judge import JudgedReply, Judgement
from answerable.stages.base import Seat

WORDS = 300


class Brevity:
    """Objects to long replies, by whichever criterion they are judged; of the others it says nothing."""

    async def __call__(self, criterion: str, reply: JudgedReply, seat: Seat) -> Judgement:
        words = len(reply.text.split())
        if words > WORDS:
            return Judgement(criterion, 0.0, f"it takes {words} words", by="office")
        return Judgement(criterion, 0.0, "it is short enough", by="office", sure=False)


def open_brevity() -> Brevity:
    """What the entry point names."""
    return Brevity()
