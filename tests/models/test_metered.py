from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import BaseModel

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import Event, ModelCalled, ModelFailed
from answerable.errors import BudgetSpent, ModelGarbled, ModelUnreachable
from answerable.models.base import ModelUsage, Prompt, charge
from answerable.models.metered import MeteredModel, Reserve
from answerable.testing.scripted_model import Line, ScriptedModel

PROMPT = Prompt(name="plan", system="RULES", body="MATERIAL", reminder="REMINDER", hash="abc")


class Word(BaseModel):
    word: str


def asked(line: Line, limits: Limits) -> tuple[MeteredModel, Budget, list[Event]]:
    return MeteredModel(model=ScriptedModel([line])), Budget(limits, lambda: 0.0), []


async def test_a_reply_is_paid_and_told() -> None:
    model, budget, heard = asked({"word": "yes"}, Limits())
    assert (await model.reply(PROMPT, Word, budget, heard.append)).word == "yes"
    assert heard == [ModelCalled("scripted:model", "plan", 100, 20, 0.001, 0.0, "abc")]
    assert [budget.spent(kind) for kind in ("model_calls", "tokens_in", "tokens_out", "cost_usd")] == [
        1, 100, 20, 0.001,
    ]  # fmt: skip


async def test_words_are_told_where_they_are_kept() -> None:
    model, budget, heard = asked({"word": "yes"}, Limits())
    model.keep_words = True
    await model.reply(replace(PROMPT, system="RULES zq7", canary="zq7"), Word, budget, heard.append)
    (call,) = (event for event in heard if isinstance(event, ModelCalled))
    assert (call.prompt, call.reply) == ("RULES …\n\nMATERIAL\n\nREMINDER", '{"word":"yes"}')


async def test_a_failed_call_is_paid_too() -> None:
    error = charge(ModelGarbled("Not JSON."), ModelUsage(calls=2, tokens_in=50, tokens_out=9, cost_usd=0.2))
    model, budget, heard = asked(error, Limits())
    with pytest.raises(ModelGarbled):
        await model.reply(PROMPT, Word, budget, heard.append)
    assert [type(event) for event in heard] == [ModelCalled, ModelFailed]
    assert budget.spent("model_calls") == 2
    assert budget.spent("cost_usd") == 0.2


async def test_a_model_nobody_reached_is_told() -> None:
    model, budget, heard = asked(ModelUnreachable("no reply"), Limits())
    with pytest.raises(ModelUnreachable):
        await model.reply(PROMPT, Word, budget, heard.append)
    assert heard == [ModelFailed("scripted:model", "plan", "no reply")]


@pytest.mark.parametrize(
    "limits",
    [Limits(model_calls=0), Limits(tokens_in=3), Limits(tokens_out=0), Limits(cost_usd=0), Limits(seconds=0)],
)
async def test_what_cannot_be_paid_is_not_asked(limits: Limits) -> None:
    model, budget, heard = asked({"word": "yes"}, limits)
    with pytest.raises(BudgetSpent):
        await model.reply(PROMPT, Word, budget, heard.append)
    assert [type(event) for event in heard] == [ModelFailed]
    assert budget.spent("model_calls") == 0


async def test_a_reserve_is_not_touched() -> None:
    model, budget, heard = asked({"word": "yes"}, Limits(model_calls=1))
    with pytest.raises(BudgetSpent):
        await model.reply(PROMPT, Word, budget, heard.append, Reserve(calls=1))


async def test_lifted_limits_are_no_limits() -> None:
    limits = Limits(model_calls=None, tokens_in=None, tokens_out=None, cost_usd=None, seconds=None)
    model, budget, heard = asked({"word": "yes"}, limits)
    assert (await model.reply(PROMPT, Word, budget, heard.append)).word == "yes"


async def test_an_unreachable_model_is_asked_once() -> None:
    model, budget, heard = asked(ModelUnreachable("no reply"), Limits())  # a second call would end the script
    for _ in range(2):
        with pytest.raises(ModelUnreachable):
            await model.reply(PROMPT, Word, budget, heard.append)
    assert [event.why for event in heard if isinstance(event, ModelFailed)] == [
        "no reply",
        "scripted:model: not asked again for this question.",
    ]


async def test_a_garbled_reply_loses_no_model() -> None:
    model = MeteredModel(model=ScriptedModel(["garbage", {"word": "yes"}]))
    budget, heard = Budget(Limits(), lambda: 0.0), list[Event]()
    with pytest.raises(ModelGarbled):
        await model.reply(PROMPT, Word, budget, heard.append)
    assert (await model.reply(PROMPT, Word, budget, heard.append)).word == "yes"
