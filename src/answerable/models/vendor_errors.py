"""Translate what a vendor's library throws into the three things that can be true of one try.

`Transient`: may pass, ask again. `ModelUnreachable`: will not pass. `ModelGarbled`: what came is unreadable.
No vendor's words are passed on: error bodies may quote keys, prompts and pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
    UserError,
)

from answerable.errors import ModelGarbled, ModelUnreachable
from answerable.models.retry import Transient
from answerable.models.wire import BodyTooLarge

_MAY_PASS = {408, 409, 425, 429}
_FOR_GOOD: tuple[tuple[type[ModelAPIError], str], ...] = (
    (ModelQuotaExceededError, "says the account's quota is used up; top it up or choose another model"),
    (ModelAuthenticationError, "refuses the key; check the variable that holds it"),
    (ModelNotFoundError, "does not know the model, or the address is wrong; check ANSWERABLE_MODEL"),
    (ModelContextWindowExceededError, "says the prompt is longer than it can read"),
)


def translate(error: Exception, name: str) -> Transient | ModelUnreachable | ModelGarbled:
    """What this failure means for the one who asked."""
    if any(isinstance(cause, BodyTooLarge) for cause in _causes(error)):
        return ModelGarbled(f"{name}: the reply is larger than any reply may be.")
    for kind, meaning in _FOR_GOOD:
        if isinstance(error, kind):
            return ModelUnreachable(f"{name} {meaning}.")
    if isinstance(error, ModelHTTPError):
        why = f"answered {error.status_code}"
        if error.status_code in _MAY_PASS or error.status_code >= 500:
            return Transient(why, after=error.retry_after)
        return ModelUnreachable(f"{name} {why}, which asking again does not change.")
    if isinstance(error, ModelConnectionError):
        return Transient("cannot be reached" if error.phase == "connect" else "broke off the connection")
    return ModelGarbled(f"{name}: what came back is not a reply ({type(error).__name__}).")


def refuses_the_way(error: Exception) -> bool:
    """Whether the server only dislikes how we ask for the shape, so that asking in plain words may work."""
    if isinstance(error, UserError):  # the library knows that this model lacks the feature
        return True
    if isinstance(error, ModelHTTPError) and error.status_code in (500, 501):
        return True  # some fall over a schema they cannot compile, instead of saying so
    known = tuple(kind for kind, _ in _FOR_GOOD)
    return isinstance(error, ModelRequestRejectedError) and not isinstance(error, known)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
