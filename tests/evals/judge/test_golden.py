"""The judge is held to its floor on a golden set that is balanced and cannot be passed by saying one word."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.judge import CRITERIA, JudgedReply, Judgement, RuleJudge
from answerable.evals.judge.golden import agree, golden_figures, read_golden
from answerable.evals.replies import GOLDEN
from answerable.stages.base import Seat

# Measured 0.973 (caught 0.948, spared 1.0). The 20 replies that were written last and judged once, before anything was
# changed for them, agreed in 0.85.
FLOOR = 0.95


@dataclass(frozen=True)
class Stubborn:
    score: float

    async def __call__(self, criterion: str, reply: JudgedReply, seat: Seat) -> Judgement:
        return Judgement(criterion, self.score, "always")


def test_the_golden_set_is_balanced() -> None:
    golden = read_golden(GOLDEN)
    counts = Counter((one.criterion, one.good) for one in golden)
    assert len(golden) >= 40
    assert all(counts[criterion, good] >= 8 for criterion in CRITERIA for good in (True, False))
    assert len({one.id for one in golden}) == len(golden)
    assert sum(one.reply.language == "de" for one in golden) >= 15


async def test_the_judge_by_rule_holds_its_floor() -> None:
    found = await agree(RuleJudge(), read_golden(GOLDEN))
    assert golden_figures(found)["agreement"] >= FLOOR, [one.golden.id for one in found if not one.right]


@pytest.mark.parametrize("score", [0.0, 1.0])
async def test_a_judge_with_one_opinion_falls_below(score: float) -> None:
    figures = golden_figures(await agree(Stubborn(score), read_golden(GOLDEN)))
    assert figures["agreement"] < 0.6
    assert (figures["caught"], figures["spared"]) == (1 - score, score)


@pytest.mark.parametrize("change", [{"criterion": "beauty"}, {"good": None}])
def test_a_reply_without_criteria_is_an_error(tmp_path: Path, change: dict[str, object]) -> None:
    row = {
        "id": "x",
        "criterion": "tone",
        "good": True,
        "question": "q",
        "text": "t",
        "outcome": "answer",
        **change,
    }
    path = tmp_path / "replies.jsonl"
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(OperatorError, match=r"replies\.jsonl:1: .*criterion"):
        read_golden(path)
