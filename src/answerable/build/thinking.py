"""The language model the operator named, and the ways of plan and draft that use it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from answerable.build.late import late
from answerable.models import Model
from answerable.models.choose import key_variable, open_model
from answerable.models.kept import KeptModel, Shelved
from answerable.models.metered import MeteredModel
from answerable.models.retry import Patience
from answerable.settings import ModelSettings

# From this confidence of a weighing that is enough, the cascade asks no model. It equals the weigher's own "enough".
SURE = 0.85


@asynccontextmanager
async def thinking(
    settings: ModelSettings, patience: Patience, given: Model | None = None, replies: Shelved | None = None
) -> AsyncIterator[MeteredModel | None]:
    """The model, open for as long as one question walks; or none. One that is given is never closed here."""
    if settings.way == "rule" or not (given or settings.name):
        yield None
        return
    # One per question: its connections belong to the event loop that runs the question.
    model = given or open_named(settings, patience)
    asked = KeptModel(model, replies, settings.keep_seconds) if replies and settings.keep_seconds else model
    try:
        yield MeteredModel(
            model=asked,
            seconds=settings.seconds,
            max_tokens=settings.max_tokens,
            keep_words=settings.keep_words,
        )
    finally:
        if given is None:
            await model.close()


def open_named(settings: ModelSettings, patience: Patience) -> Model:
    """Open the model of the settings; its key stands in the environment, under the vendor's own name."""
    name = full_name(settings)
    return open_model(name, api_key=os.environ.get(key_variable(name)), patience=patience)


def full_name(settings: ModelSettings) -> str:
    """The model's name with its server's address, wherever the operator wrote that."""
    apart = settings.base_url and "@" not in settings.name
    return f"{settings.name}@{settings.base_url}" if apart else settings.name


def by_model(stage: str, module: str = "by_model") -> Any:
    """A stage's model way, loaded only where a model is used: without one nobody needs what it imports."""
    name = f"answerable.stages.{stage}.{module}"
    return late(name, setting="model.name", extra="models", instead="set model.way to rule")
