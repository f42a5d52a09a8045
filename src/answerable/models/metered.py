"""A model whose every call is paid from the run's purse and told as it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.domain.budget import Budget
from answerable.domain.events import ModelCalled, ModelFailed, Tell
from answerable.errors import BudgetSpent, ModelError, ModelUnreachable
from answerable.models.base import Model, ModelUsage, Prompt, Shape, charged
from answerable.models.shown import prompt_tokens

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True)
class Reserve:
    """What a call must leave in the purse for those that come after it."""

    calls: int = 0
    tokens: int = 0


NO_RESERVE = Reserve()


@dataclass(kw_only=True)
class MeteredModel:
    """Asks within what is left of the budget; every call, good or bad, is paid and told.

    Made for one question: a model that could not be reached is not waited for a second time.
    """

    model: Model
    seconds: float = 30.0  # one call may take
    max_tokens: int = 1_000  # of one reply
    keep_words: bool = False  # tell what was said besides what it cost
    lost: bool = False

    @property
    def name(self) -> str:
        return self.model.name

    async def reply(
        self, prompt: Prompt, shape: type[Shape], budget: Budget, tell: Tell, keep: Reserve = NO_RESERVE
    ) -> Shape:
        """The reply's value; or `ModelError`; or `BudgetSpent` without a call. Both are told, then raised."""
        try:
            if self.lost:
                raise ModelUnreachable(f"{self.name}: not asked again for this question.")
            self._afford(prompt, shape, budget, keep)
            budget.spend("model_calls")
            reply = await self.model.reply(
                prompt,
                shape,
                seconds=min(self.seconds, budget.left("seconds")),
                max_tokens=int(min(self.max_tokens, budget.left("tokens_out"))),
            )
        except (ModelError, BudgetSpent) as error:
            self.lost = isinstance(error, ModelUnreachable)
            if isinstance(error, ModelError):
                self._pay(charged(error), prompt, budget, tell)
            tell(ModelFailed(self.name, prompt.name, str(error)))
            raise
        if not reply.usage.calls:  # it was found again, and nobody was asked
            budget.note("model_calls", -1)
        self._pay(reply.usage, prompt, budget, tell, reply.value)
        return reply.value

    def _afford(self, prompt: Prompt, shape: type[Shape], budget: Budget, keep: Reserve) -> None:
        """Refuse a call the purse cannot pay: what a call really costs is only known when it is too late."""
        budget.need("model_calls", 1 + keep.calls)
        budget.need("tokens_in", prompt_tokens(prompt, shape) + keep.tokens)
        budget.need("tokens_out")
        if spent := budget.exhausted("seconds", "cost_usd"):
            raise BudgetSpent(spent, float(getattr(budget.limits, spent)))

    def _pay(
        self, usage: ModelUsage, prompt: Prompt, budget: Budget, tell: Tell, value: BaseModel | None = None
    ) -> None:
        if not usage.calls:
            return
        budget.note("model_calls", usage.calls - 1)  # the first was spent before it was made
        budget.note("tokens_in", usage.tokens_in)
        budget.note("tokens_out", usage.tokens_out)
        budget.note("cost_usd", usage.cost_usd)
        cost = (usage.tokens_in, usage.tokens_out, usage.cost_usd, usage.seconds)
        said = _words(prompt, value) if self.keep_words else ("", "")
        tell(ModelCalled(self.name, prompt.name, *cost, prompt.hash, *said, cached=usage.cached))


def _words(prompt: Prompt, value: BaseModel | None) -> tuple[str, str]:
    """What was asked and what came back, without the mark that shows a leak."""
    asked = "\n\n".join(part for part in (prompt.system, prompt.body, prompt.reminder) if part)
    shown = asked.replace(prompt.canary, "…") if prompt.canary else asked
    return shown, value.model_dump_json() if value else ""
