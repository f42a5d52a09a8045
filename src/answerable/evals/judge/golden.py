"""The judge itself is judged: replies written to be good or subtly bad, and how often the judge says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from answerable.assistants.folder import SHIPPED
from answerable.domain.evidence import Evidence, Locator
from answerable.errors import OperatorError
from answerable.evals.judge.replied import CRITERIA, JudgedReply, Judgement, ReplyJudge, unpaid_seat
from answerable.evals.tried import read_rows, share
from answerable.tools.policy import Policy

_THEN = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class GoldenReply:
    """A reply, one criterion, and whether it is good by it."""

    id: str
    criterion: str
    good: bool
    reply: JudgedReply


@dataclass(frozen=True)
class Agreement:
    """A golden reply and what the judge made of it."""

    golden: GoldenReply
    judgement: Judgement

    @property
    def right(self) -> bool:
        return self.judgement.good == self.golden.good


def read_golden(path: Path) -> list[GoldenReply]:
    """Every reply of a golden set; one without a criterion or a judgement is an error."""
    return [_reply(row, where) for row, where in read_rows(path)]


def _reply(row: Mapping[str, Any], where: str) -> GoldenReply:
    if row.get("criterion") not in CRITERIA or not isinstance(row.get("good"), bool):
        hint = f"Give it a criterion ({', '.join(CRITERIA)}) and good: true or false."
        raise OperatorError(where, "does not say by which criterion it is good or bad.", hint=hint)
    assistant = row.get("assistant", "")
    reply = JudgedReply(
        question=row["question"],
        text=row["text"],
        outcome=row["outcome"],
        assistant=assistant,
        language=row.get("language", "en"),
        evidence=tuple(_evidence(n, text) for n, text in enumerate(row.get("evidence", ()), 1)),
        choices=tuple(row.get("choices", ())),
        turns=tuple((asked, told) for asked, told in row.get("turns", ())),
        policy=policy_of(SHIPPED / assistant) if assistant else None,
        expect=row.get("expect", ""),
    )
    return GoldenReply(row["id"], row["criterion"], row["good"], reply)


def policy_of(folder: Path) -> Policy | None:
    """The policy of an assistant's folder, where it has one."""
    policy = Policy.load(folder / "policies")
    return policy if policy.clauses else None


def _evidence(number: int, text: str) -> Evidence:
    return Evidence(f"e{number}", text, f"evidence {number}", Locator("golden", path=(f"{number}",)), _THEN)


async def agree(judge: ReplyJudge, golden: Sequence[GoldenReply]) -> list[Agreement]:
    """What a judge says of every golden reply, each with a purse of its own."""
    return [Agreement(one, await judge(one.criterion, one.reply, unpaid_seat())) for one in golden]


def golden_figures(found: Sequence[Agreement]) -> dict[str, float]:
    """Agreement over all, by criterion, and the two ways to be wrong."""
    bad, good = ([one for one in found if one.golden.good == wanted] for wanted in (False, True))
    by_criterion = {name: [one for one in found if one.golden.criterion == name] for name in CRITERIA}
    return {
        "cases": float(len(found)),
        "agreement": _share(found),
        "caught": _share(bad),  # bad replies that the judge calls bad
        "spared": _share(good),  # good replies that the judge calls good
        **{name: _share(held) for name, held in by_criterion.items() if held},
    }


def _share(found: Sequence[Agreement]) -> float:
    return share([one.right for one in found])
