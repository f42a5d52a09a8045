"""The engine of an assistant that answers from passages: of web pages, or of whatever sources its folder names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from answerable.assistants import Assistant
from answerable.build.plugged import open_sources
from answerable.build.rooms import Rooms
from answerable.build.thinking import SURE, by_model
from answerable.build.website import check_starts
from answerable.domain.question import Question
from answerable.engine import Engine
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits
from answerable.net import host_of
from answerable.sources.base import Card
from answerable.stages.act import TaskActor
from answerable.stages.base import Drafter, Planner, Verify
from answerable.stages.draft import RuleDrafter
from answerable.stages.draft.cascade import CascadeDrafter
from answerable.stages.guard import QuestionGuard, gives_orders, small_talk
from answerable.stages.plan import RulePlanner
from answerable.stages.plan.cascade import CascadePlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.weigh import RuleWeigher


@dataclass(frozen=True)
class Ways:
    """Who plans, who writes, and the verifier that knows which prompts must not leak."""

    plan: Planner
    draft: Drafter
    verify: Verify


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine for one question, with its sources open as long as it walks."""
    settings = rooms.settings
    hosts = ", ".join(dict.fromkeys(map(host_of, check_starts(question.starts))))
    async with (
        open_sources(rooms, assistant, question) as sources,
        rooms.thinking(question) as model,
    ):
        cards = [source.card for source in sources.values()]
        ways = _ways(rooms, cards, model, assistant.instructions or settings.website.instruction)
        yield Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=ways.plan,
            act=TaskActor(sources, gives_orders),
            weigh=RuleWeigher(rooms.embedder, small_talk),
            draft=ways.draft,
            verify=ways.verify,
            settle=Settler(hosts or assistant.says(question.language).about),
        )


def _ways(rooms: Rooms, cards: Sequence[Card], model: MeteredModel | None, instruction: str) -> Ways:
    """By rule, by model, or the cascade of both."""
    plan, draft = RulePlanner(cards), RuleDrafter(rooms.embedder)
    if model is None:
        return Ways(plan, draft, Verifier())
    website = rooms.settings.website
    limits = ShownLimits(
        content_max_chars=website.content_max_chars,
        links_max_chars=website.links_max_chars,
        url_truncation_buffer=website.url_truncation_buffer,
        max_links_per_page=website.max_links_per_page,
    )
    planning, drafting = by_model("plan"), by_model("draft")
    planner = planning.ModelPlanner(plan, cards, model, limits, instruction=instruction)
    drafter = drafting.ModelDrafter(draft, model, limits, instruction=instruction)
    prompts = (planning.PROMPT, drafting.PROMPT)
    verify = Verifier(["\n".join(p.sections.values()) for p in prompts], [p.canary for p in prompts])
    if rooms.settings.model.way == "model":
        return Ways(planner, drafter, verify)
    return Ways(CascadePlanner(plan, planner, sure=SURE), CascadeDrafter(draft, drafter, sure=SURE), verify)
