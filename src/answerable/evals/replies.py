"""Tier 2: questions asked anew, and what the judge makes of the replies.

A case is a line of JSON: assistant, question, `turns` before it, the outcome to `expect`, and `criteria` to judge by.
Every run says how far its judge can be believed: the judge's own agreement with the golden set is one of its figures.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from answerable.asking import pursue, take
from answerable.build import House
from answerable.domain.outcome import Answer, as_contract
from answerable.domain.question import User
from answerable.errors import OperatorError
from answerable.evals.judge import CRITERIA, JudgedReply, Judgement, ReplyJudge
from answerable.evals.judge.cascade import judging
from answerable.evals.judge.golden import agree, golden_figures, policy_of, read_golden
from answerable.evals.judge.replied import replied_of, unpaid_seat
from answerable.evals.tried import Ran, Tried, read_rows, share, tried
from answerable.models import Model
from answerable.sandbox.demo import linked, stocked
from answerable.sandbox.merge.server import MergeServer
from answerable.sandbox.shop_site import ShopSite
from answerable.settings import Settings
from answerable.trace import trace_of, waterfall

GOLDEN = Path(__file__).parent / "judge" / "golden" / "replies.jsonl"
OUTCOMES = ("answer", "refusal", "clarification", "failure")


@dataclass(frozen=True)
class ReplyCase:
    """One question, and by what its reply is judged."""

    id: str
    assistant: str
    question: str
    expect: str
    criteria: tuple[str, ...]
    turns: tuple[str, ...] = ()  # asked before it
    site: tuple[str, ...] = ()  # where the website assistant begins; the sandbox shop where none is named


def read_reply_cases(path: Path) -> list[ReplyCase]:
    """Every case of a file; one without criteria or expectation is an error, never a pass."""
    return [_case(row, where) for row, where in read_rows(path)]


def _case(row: Mapping[str, Any], where: str) -> ReplyCase:
    criteria = tuple(row.get("criteria", ()))
    if not criteria or set(criteria) - set(CRITERIA):
        hint = f"Some of: {', '.join(CRITERIA)}."
        raise OperatorError(where, f"has the criteria {list(criteria)}.", hint=hint)
    if row.get("expect") not in OUTCOMES:
        hint = f"Say which outcome would be right: {', '.join(OUTCOMES)}."
        raise OperatorError(where, f"expects {row.get('expect', '')!r}.", hint=hint)
    parts = {name: tuple(row.get(name, ())) for name in ("turns", "site")}
    return ReplyCase(row["id"], row["assistant"], row["question"], row["expect"], criteria, **parts)


def run_replies(folder: Path, name: str, settings: Settings) -> Ran:
    """Ask every case of a suite and judge the replies."""
    return asyncio.run(judge_replies(read_reply_cases(folder / f"{name}.jsonl"), settings))


def run_golden(folder: Path, name: str, settings: Settings) -> Ran:
    return asyncio.run(judge_golden(folder / name / GOLDEN.name, settings))


async def judge_golden(path: Path, settings: Settings, model: Model | None = None) -> Ran:
    """How often the judge of these settings says what the golden set says."""
    async with judging(settings.model, model) as judge:
        found = await agree(judge, read_golden(path))
    cases = [
        Tried(
            id=one.golden.id,
            question=one.golden.reply.question,
            why="" if one.right else f"judged {one.judgement.score:.0f} ({one.judgement.reason})",
            expected="good" if one.golden.good else "bad",
            got=one.golden.reply.text,
        )
        for one in found
    ]
    return Ran(golden_figures(found), cases)


async def judge_replies(cases: Sequence[ReplyCase], settings: Settings, model: Model | None = None) -> Ran:
    """The figures by criterion, and under `judge` how far they can be believed."""
    results: list[tuple[Tried, list[Judgement]]] = []
    async with stage(settings, cases) as (house, starts), judging(settings.model, model) as judge:
        for case in cases:
            results.append(await _judged(case, house, starts, judge))
        golden = golden_figures(await agree(judge, read_golden(GOLDEN)))
    every = [one for _, found in results for one in found]
    by_criterion = {name: [one.good for one in every if one.criterion == name] for name in CRITERIA}
    figures = {"cases": float(len(cases)), "all": share([case.right for case, _ in results])}
    figures |= {name: share(held) for name, held in by_criterion.items() if held}
    return Ran(figures | {"judge": golden["agreement"]}, [case for case, _ in results])


async def _judged(
    case: ReplyCase, house: House, starts: Sequence[str], judge: ReplyJudge
) -> tuple[Tried, list[Judgement]]:
    reply, contract = await _ask(case, house, starts)
    found = [await judge(criterion, reply, unpaid_seat()) for criterion in case.criteria]
    wrong = "; ".join(f"{one.criterion} {one.reason}: {one.quote!r}" for one in found if not one.good)
    trace = "\n".join(waterfall(trace_of(*house.store.traces(User().tenant.id).read(contract["run"]))))
    return tried(case, wrong, f"{case.expect}, good by {', '.join(case.criteria)}", contract, trace), found


async def _ask(case: ReplyCase, house: House, starts: Sequence[str]) -> tuple[JudgedReply, dict[str, Any]]:
    said: list[tuple[str, str]] = []
    assistant = house.assistant(case.assistant)
    begin = (case.site or tuple(starts)) if assistant.needs_site else ()
    for text in (*case.turns, case.question):
        question = take(
            house, text, starts=begin, assistant=case.assistant, conversation=f"eval-{case.id}", user=User()
        )
        outcome = await pursue(house, question)
        said.append((text, outcome.text))
    contract = as_contract(outcome)
    cited = [citation.evidence for citation in outcome.citations] if isinstance(outcome, Answer) else []
    reply = JudgedReply(
        **replied_of(contract, case.question, cited),
        assistant=case.assistant,
        language=question.language,
        turns=tuple(said[:-1]),
        policy=policy_of(assistant.folder),
        about=assistant.says("en").about,
        expect=case.expect,
    )
    return reply, contract


@asynccontextmanager
async def stage(settings: Settings, cases: Sequence[ReplyCase]) -> AsyncIterator[tuple[House, Sequence[str]]]:
    """A house with an empty home, the operator's own assistants, and demo records where the settings name none."""
    needed = {case.assistant for case in cases}
    async with AsyncExitStack() as opened:
        home = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        if (own := settings.home / "assistants").is_dir():
            shutil.copytree(own, home / "assistants")
        settings = replace(settings, home=home)
        if "workplace" in needed and not settings.merge.url:
            settings = linked(settings, await opened.enter_async_context(MergeServer()))
        shop = await opened.enter_async_context(ShopSite()) if "website" in needed else None
        for assistant in needed:
            settings = stocked(settings, assistant)
        house = House.open(settings)
        opened.push_async_callback(house.close)
        yield house, (shop.url,) if shop else ()
