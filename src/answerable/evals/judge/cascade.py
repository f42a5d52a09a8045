"""The rules first: what they find wrong is wrong. What they pass, or cannot tell, a model looks at once more."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from answerable import plugins
from answerable.build.late import late
from answerable.build.thinking import thinking
from answerable.errors import PluginError
from answerable.evals.judge.replied import JudgedReply, Judgement, ReplyJudge
from answerable.models import Model
from answerable.models.retry import Patience
from answerable.settings import ModelSettings
from answerable.stages.base import Seat

_log = logging.getLogger("answerable.plugins")


@dataclass(frozen=True)
class JudgeCascade:
    """Asks `second` what `first` found nothing wrong with."""

    first: ReplyJudge
    second: ReplyJudge

    async def __call__(self, criterion: str, reply: JudgedReply, seat: Seat) -> Judgement:
        """The first judgement that says no for a reason; else the second's."""
        found = await self.first(criterion, reply, seat)
        return found if found.sure and not found.good else await self.second(criterion, reply, seat)


def by_rule() -> ReplyJudge:
    """The built-in rules; before them every judge of a plug-in, whose sure no counts."""
    judge: ReplyJudge = plugins.load("judges", "rule")()
    for plugin in plugins.named("judges").values():
        if plugin.package != plugins.OURS:
            try:
                judge = JudgeCascade(plugin.load()(), judge)
            except PluginError as error:
                _log.warning("%s", error)
    return judge


@asynccontextmanager
async def judging(settings: ModelSettings, given: Model | None = None) -> AsyncIterator[ReplyJudge]:
    """The judge these settings ask for: by rule without a model, else as `model.way` says."""
    async with thinking(settings, Patience(settings.name), given) as model:
        rules = by_rule()
        if model is None:
            yield rules
            return
        module = late("answerable.evals.judge.by_model", setting="model.name", extra="models")
        asked = module.ModelJudge(model, rules)
        yield asked if settings.way == "model" else JudgeCascade(rules, asked)
