from __future__ import annotations

import pytest
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
    UnexpectedModelBehavior,
    UserError,
)

from answerable.errors import ModelGarbled, ModelUnreachable
from answerable.models.retry import Transient
from answerable.models.vendor_errors import refuses_the_way, translate
from answerable.models.wire import BodyTooLarge


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (ModelHTTPError(429, "m", "sk-secret", headers={"Retry-After": "7"}), Transient),
        (ModelHTTPError(408, "m", "sk-secret"), Transient),
        (ModelHTTPError(529, "m", "sk-secret"), Transient),
        (ModelHTTPError(418, "m", "sk-secret"), ModelUnreachable),
        (ModelHTTPError(307, "m", "sk-secret"), ModelUnreachable),
        (ModelQuotaExceededError("m", "sk-secret"), ModelUnreachable),
        (ModelConnectionError("m", "sk-secret", phase="connect"), Transient),
        (ModelConnectionError("m", "sk-secret", phase="read"), Transient),
        (ModelAPIError("m", "sk-secret"), ModelGarbled),
        (UnexpectedModelBehavior("sk-secret"), ModelGarbled),
        (KeyError("sk-secret"), ModelGarbled),
        (RecursionError("sk-secret"), ModelGarbled),
    ],
)
def test_each_failure_means_one_of_three(error: Exception, meaning: type[Exception]) -> None:
    translated = translate(error, "vendor:m")
    assert type(translated) is meaning
    assert "sk-secret" not in str(translated)


def test_the_wish_to_wait_is_kept() -> None:
    translated = translate(ModelHTTPError(429, "m", headers={"Retry-After": "7"}), "vendor:m")
    assert isinstance(translated, Transient)
    assert translated.after == 7


def test_a_large_body_is_seen_below_other_errors() -> None:
    outer = ModelConnectionError("m", "broke")
    outer.__cause__ = RuntimeError()
    outer.__cause__.__cause__ = BodyTooLarge("100 MB")
    assert isinstance(translate(outer, "vendor:m"), ModelGarbled)


def test_only_a_plain_refusal_is_about_the_way() -> None:
    assert refuses_the_way(ModelRequestRejectedError("m", "no response_format here"))
    assert refuses_the_way(UserError("not supported by this model"))
    assert not refuses_the_way(ModelQuotaExceededError("m", "no credit"))
    assert not refuses_the_way(ModelHTTPError(429, "m"))
    assert refuses_the_way(ModelHTTPError(500, "m"))  # fell over the schema
