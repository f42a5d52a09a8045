"""A language model behind HTTP, through pydantic-ai: ask, read, ask once more, or fail with a typed error."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from genai_prices import calc_price
from pydantic import BaseModel
from pydantic_ai.direct import model_request
from pydantic_ai.messages import (
    InstructionPart,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models import Model as VendorModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.usage import RequestUsage

from answerable.errors import ModelError, ModelGarbled
from answerable.models.base import ModelUsage, Prompt, Reply, Shape, charge
from answerable.models.prompts import neutralise
from answerable.models.repair import read
from answerable.models.retry import Patience
from answerable.models.vendor_errors import refuses_the_way, translate

# How a shape is asked for: by the server's own JSON schema mode, by a tool it must call, or in words.
Way = Literal["native", "tool", "prompted"]

# One second chance, with the reason; chosen, not measured. A third would cost more than the rule way.
ASKS = 2
# Where a server reports no tokens, four characters count as one, so that a budget still runs down.
CHARACTERS_PER_TOKEN = 4
_TOOL = "reply"
_IN_WORDS = (
    "<reply_format>\nReply with one JSON object and nothing else. "
    "It must fit this JSON schema:\n{schema}\n</reply_format>"
)
_AGAIN = (
    "<again>\nYour last reply could not be used. {why}\n"
    "Reply again with exactly one JSON object that fits this JSON schema:\n{schema}\n</again>"
)


@dataclass(frozen=True, kw_only=True)
class _Asking:
    """One question to the model, as it stands after so many tries."""

    prompt: Prompt
    shape: type[BaseModel]
    max_tokens: int
    again: str = ""  # what was wrong with the last reply

    @property
    def schema(self) -> str:
        return json.dumps(self.shape.model_json_schema(), separators=(",", ":"))

    @property
    def tokens(self) -> int:
        """About how many are sent, for servers that do not say."""
        prompt = self.prompt
        return len(prompt.system + prompt.body + prompt.reminder) // CHARACTERS_PER_TOKEN

    def messages(self) -> list[ModelRequest]:
        """The reminder stands last. A garbled reply is not shown again: it would only teach the fault."""
        again = _AGAIN.format(why=self.again, schema=self.schema) if self.again else ""
        parts = (self.prompt.body, self.prompt.reminder, again)
        return [ModelRequest(parts=[UserPromptPart("\n\n".join(part for part in parts if part))])]

    def parameters(self, way: Way) -> ModelRequestParameters:
        static = [InstructionPart(self.prompt.system)]
        schema = self.shape.model_json_schema()
        if way == "native":
            wanted = OutputObjectDefinition(json_schema=schema, name=self.shape.__name__)
            return ModelRequestParameters(
                output_mode="native", output_object=wanted, instruction_parts=static
            )
        if way == "tool":
            tool = ToolDefinition(name=_TOOL, parameters_json_schema=schema, kind="output")
            return ModelRequestParameters(
                output_mode="tool", output_tools=[tool], allow_text_output=False, instruction_parts=static
            )
        static.append(InstructionPart(_IN_WORDS.format(schema=self.schema)))
        return ModelRequestParameters(instruction_parts=static)


class _Meter:
    """What one reply costs while it is being made, failed calls included."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._started, self._spent = clock, clock(), ModelUsage()

    @property
    def seconds(self) -> float:
        return self._clock() - self._started

    def note(self, usage: ModelUsage) -> None:
        self._spent += usage

    def total(self) -> ModelUsage:
        return replace(self._spent, seconds=self.seconds)


@dataclass(kw_only=True)
class RemoteModel:
    """One opened model; share it, so that all its calls share one patience."""

    name: str
    vendor: VendorModel
    ways: tuple[Way, ...]  # the first that this server takes is kept
    settings: ModelSettings
    patience: Patience
    shut: Callable[[], Awaitable[None]]
    clock: Callable[[], float] = time.monotonic

    async def reply(
        self, prompt: Prompt, shape: type[Shape], *, seconds: float, max_tokens: int
    ) -> Reply[Shape]:
        """A validated value within the seconds given, or `ModelUnreachable`, or `ModelGarbled`."""
        meter = _Meter(self.clock)
        asking = _Asking(prompt=prompt, shape=shape, max_tokens=max_tokens)
        for asks_left in reversed(range(ASKS)):
            try:
                attempt = partial(self._request, asking, meter)
                value = _value(await self.patience.ask(attempt, seconds - meter.seconds), shape)
            except ModelError as error:
                if not isinstance(error, ModelGarbled) or not asks_left or meter.seconds >= seconds:
                    raise charge(error, meter.total()) from None
                asking = replace(asking, again=neutralise(str(error), set()))
            else:
                return Reply(value, meter.total(), self.name)
        raise AssertionError("the loop above returns or raises")

    async def close(self) -> None:
        """Let go of the connections."""
        await self.shut()

    async def _request(self, asking: _Asking, meter: _Meter) -> ModelResponse:
        """One try, in the first way of asking that this server takes."""
        settings = ModelSettings(**self.settings, max_tokens=asking.max_tokens)
        ways = self.ways
        for way in ways:
            meter.note(ModelUsage(calls=1))
            try:
                response = await model_request(
                    self.vendor,
                    asking.messages(),
                    model_settings=settings,
                    model_request_parameters=asking.parameters(way),
                )
                meter.note(self._usage(asking, response))
            except Exception as error:  # broad: a vendor's library over hostile bytes may throw anything
                if way != ways[-1] and refuses_the_way(error):
                    continue
                failed = translate(error, self.name)
                if isinstance(failed, ModelGarbled):  # a reply came, and nobody can say what it cost
                    meter.note(ModelUsage(tokens_in=asking.tokens))
                raise failed from error
            if way in self.ways:  # another call may have settled on a later one meanwhile
                self.ways = self.ways[self.ways.index(way) :]
            return response
        raise AssertionError("the last way always returns or raises")

    def _usage(self, asking: _Asking, response: ModelResponse) -> ModelUsage:
        used = response.usage
        received = sum(len(part.content) for part in response.parts if isinstance(part, TextPart))
        return ModelUsage(
            tokens_in=max(0, used.input_tokens) or asking.tokens,
            tokens_out=max(0, used.output_tokens) or received // CHARACTERS_PER_TOKEN,
            cached=max(0, used.cache_read_tokens),
            cost_usd=cost_usd(used, vendor=self.vendor.system, model=self.vendor.model_name),
        )


def cost_usd(usage: RequestUsage, *, vendor: str, model: str) -> float:
    """What a call cost by the list that ships with pydantic-ai, which follows tiers, cache discounts and changes.

    0 where no price is known, as of most local models.
    """
    try:
        price = calc_price(usage, model, provider_id=vendor)
    except (LookupError, ValueError, ArithmeticError):
        # ValueError and ArithmeticError: token counts come from the server and may contradict each other.
        return 0.0
    return max(0.0, float(price.total_price))


def _value(response: ModelResponse, shape: type[Shape]) -> Shape:
    """The value in a response: from the call of our one tool if there is one, else from its text."""
    if response.finish_reason == "length":
        raise ModelGarbled("The reply was cut off because it was too long; be briefer.")
    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    if strangers := [call.tool_name for call in calls if call.tool_name != _TOOL]:
        raise ModelGarbled(f"There is no tool {strangers[0][:40]!r}; the only one is {_TOOL!r}.")
    texts = [_arguments(call) for call in calls]
    texts = texts or ["".join(part.content for part in response.parts if isinstance(part, TextPart))]
    return read("\n".join(texts), shape, whole=response.finish_reason in ("stop", "tool_call"))


def _arguments(call: ToolCallPart) -> str:
    arguments: str | dict[str, Any] | None = call.args
    return arguments if isinstance(arguments, str) else json.dumps(arguments or {})
