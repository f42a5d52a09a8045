"""The engine of an assistant that answers from passages: of web pages, or of whatever sources its folder names."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

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
from answerable.stages.base import Drafter, Planner
from answerable.stages.draft import RuleDrafter
from answerable.stages.draft.cascade import CascadeDrafter
from answerable.stages.guard import QuestionGuard, gives_orders, small_talk
from answerable.stages.plan import RulePlanner
from answerable.stages.plan.cascade import CascadePlanner
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify import Verifier
from answerable.stages.weigh import RuleWeigher


@asynccontextmanager
async def open_engine(rooms: Rooms, assistant: Assistant, question: Question) -> AsyncIterator[Engine]:
    """An engine for one question, with its sources open as long as it walks."""
    hosts = ", ".join(dict.fromkeys(map(host_of, check_starts(question.starts))))
    async with open_sources(rooms, assistant, question) as sources, rooms.thinking(question) as model:
        cards = [source.card for source in sources.values()]
        rules = Engine(
            guard=QuestionGuard(),
            recall=TurnRecall(),
            plan=RulePlanner(cards),
            act=TaskActor(sources, gives_orders),
            weigh=RuleWeigher(rooms.embedder, small_talk),
            draft=RuleDrafter(rooms.embedder),
            verify=Verifier(),
            settle=Settler(hosts or assistant.says(question.language).about),
        )
        instruction = assistant.instructions or rooms.settings.website.instruction
        yield _thinking(rules, rooms, cards, model, instruction) if model else rules


def _thinking(
    rules: Engine, rooms: Rooms, cards: Sequence[Card], model: MeteredModel, instruction: str
) -> Engine:
    """The engine with a model's way of planning and writing, or the cascade of both; its prompts must not leak."""
    website = rooms.settings.website
    limits = ShownLimits(
        content_max_chars=website.content_max_chars,
        links_max_chars=website.links_max_chars,
        url_truncation_buffer=website.url_truncation_buffer,
        max_links_per_page=website.max_links_per_page,
    )
    planning, drafting = by_model("plan"), by_model("draft")
    plan: Planner = planning.ModelPlanner(rules.plan, cards, model, limits, instruction=instruction)
    prompts = (planning.PROMPT, drafting.PROMPT)
    verify = Verifier(["\n".join(p.sections.values()) for p in prompts], [p.canary for p in prompts])
    draft: Drafter = drafting.ModelDrafter(rules.draft, model, limits, verify, instruction=instruction)
    if rooms.settings.model.way != "model":
        plan = CascadePlanner(rules.plan, plan, sure=SURE)
        draft = CascadeDrafter(rules.draft, draft, sure=SURE)
    return replace(rules, plan=plan, draft=draft, verify=verify)
