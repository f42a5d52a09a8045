from __future__ import annotations

import pytest
from pydantic import BaseModel

from answerable.errors import AnswerableError, ModelGarbled, ModelUnreachable
from answerable.models.base import Model, Prompt
from answerable.testing.scripted_model import Line, ScriptedModel, ScriptEnded

PROMPT = Prompt(name="plan", system="rules", body="material")


class Yes(BaseModel):
    yes: bool


class Other(BaseModel):
    x: int = 1


async def ask(model: Model) -> Yes:
    return (await model.reply(PROMPT, Yes, seconds=1, max_tokens=10)).value


@pytest.mark.parametrize(
    "line",
    [Yes(yes=True), {"yes": True}, '```json\n{"yes": true}\n```', lambda prompt: {"yes": bool(prompt.body)}],
)
async def test_every_kind_of_line_becomes_a_value(line: Line) -> None:
    model = ScriptedModel([line])
    assert (await ask(model)).yes
    assert model.prompts == [PROMPT]
    assert model.shapes == [Yes]


async def test_a_failure_in_the_script_is_raised() -> None:
    model = ScriptedModel([ModelUnreachable("down"), lambda _: ModelGarbled("twice")])
    with pytest.raises(ModelUnreachable, match="down"):
        await ask(model)
    with pytest.raises(ModelGarbled, match="twice"):
        await ask(model)


@pytest.mark.parametrize("line", ["nonsense", {"no": 1}, Other()])
async def test_a_wrong_shape_is_garbled_as_in_life(line: Line) -> None:
    with pytest.raises(ModelGarbled):
        await ask(ScriptedModel([line]))


async def test_a_script_that_ends_says_so_loudly() -> None:
    model = ScriptedModel([{"yes": True}])
    await ask(model)
    with pytest.raises(ScriptEnded, match=r"'plan' is call 2.*only 1 lines"):
        await ask(model)
    assert not issubclass(ScriptEnded, AnswerableError)


async def test_asking_without_time_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="both must be above 0"):
        await ScriptedModel([{"yes": True}]).reply(PROMPT, Yes, seconds=0, max_tokens=10)
