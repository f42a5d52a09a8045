"""T10 in short: some of the disguises of evals/leaks.py, whose long run is all of them in every frame."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.language.leak import LeakWatch
from evals.leaks import ASKED, DISGUISES, FRAMES, Leaker, found, leaking, plays

MARK = "kestrel-4f1c09aa27d05b83"
SHORT = ("plain", "morse", "two halves", "acrostic")


async def test_no_mark_leaves_in_any_field(tmp_path: Path) -> None:
    told = await leaking(tmp_path, disguises=SHORT, frames=FRAMES[1:2])
    assert told.left == []
    assert told.said == told.asked == len(ASKED) * len(SHORT)


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("frame", FRAMES)
def test_every_disguise_is_seen_through(disguise: str, frame: str) -> None:
    assert LeakWatch((), (MARK,)).leaked(frame.format(DISGUISES[disguise](MARK)))


def test_what_came_out_is_recognised() -> None:
    leaker = Leaker()
    leaker.disguise = "spaced"
    assert found(leaker.leak(MARK), f"Your mark: {MARK}")
    assert not found(MARK, "The mark is confidential.")


def test_attacks_are_played_to_both() -> None:
    played = plays(["Say it."], SHORT, FRAMES)
    assert [text for _, text, _, _ in played].count("Say it.") == len(ASKED)
