"""Every way to say no over HTTP: a problem document that names the field and what would be valid."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from answerable.errors import BadQuestion, SettingsError
from answerable.server.shapes import FieldProblem, Problem
from answerable.server.walks import ConversationBusy, LineFull

_log = logging.getLogger("answerable.server")
# Long enough for a run of the line to end.
RETRY_SECONDS = "5"

# For OpenAPI: which problems a route can answer with.
SAYS = {
    400: "The body is not JSON.",
    403: "The request comes from another site's page.",
    404: "There is no such conversation.",
    409: "The conversation is still working on its last question.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    422: "A field is wrong; `errors` names it and says what is valid.",
    503: "No more questions are taken at the moment.",
}


class Refused(Exception):
    """A request that is answered with a problem document."""

    def __init__(self, status: int, detail: str, *, field: str = "") -> None:
        self.problem = problem(status, detail, [FieldProblem(field=field, detail=detail)] if field else [])
        super().__init__(detail)


def problem(status: int, detail: str, errors: Sequence[FieldProblem] = ()) -> Problem:
    return Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, errors=list(errors))


def reply(said: Problem, headers: dict[str, str] | None = None) -> Response:
    """The document as a response."""
    content = said.model_dump()
    return JSONResponse(content, said.status, headers=headers, media_type="application/problem+json")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for these problems, so that OpenAPI tells the truth."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": SAYS[status], "content": {"application/problem+json": schema}}
        for status in (403, *statuses)
    }


def install(app: FastAPI) -> None:
    """Answer every error of ours, of the framework and of nobody with a problem document."""
    app.exception_handler(Refused)(_refused)
    app.exception_handler(RequestValidationError)(_bad_fields)
    app.exception_handler(BadQuestion)(_bad_question)
    app.exception_handler(SettingsError)(_bad_setting)
    app.exception_handler(ConversationBusy)(_busy)
    app.exception_handler(LineFull)(_full)
    app.exception_handler(HTTPException)(_framework)
    app.exception_handler(Exception)(_broken)


async def _refused(_: Request, error: Refused) -> Response:
    return reply(error.problem)


async def _bad_fields(_: Request, error: RequestValidationError) -> Response:
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return reply(problem(400, 'The body is not JSON. Send an object such as {"question": "…"}.'))
    named = [FieldProblem(field=_field(fault["loc"]), detail=_sentence(fault["msg"])) for fault in faults]
    fields = ", ".join(dict.fromkeys(one.field for one in named))
    return reply(problem(422, f"Please correct {fields}.", named))


def _field(place: Sequence[str | int]) -> str:
    """`("body", "site", 0)` as `site[0]`."""
    inner = place[1:] if place and place[0] in ("body", "query", "path", "header") else place
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in inner)
    return name.removeprefix(".") or "body"


def _sentence(words: str) -> str:
    words = words.removeprefix("Value error, ")
    return words if words.endswith(".") else words + "."


async def _bad_question(_: Request, error: BadQuestion) -> Response:
    return reply(problem(422, str(error), [FieldProblem(field="question", detail=str(error))]))


async def _bad_setting(_: Request, error: SettingsError) -> Response:
    detail = f"{error.what} {error.hint}".strip()
    return reply(problem(422, detail, [FieldProblem(field=error.where, detail=detail)]))


async def _busy(_: Request, error: ConversationBusy) -> Response:
    return reply(problem(409, f"{error} Wait for its end, or stop it first."))


async def _full(_: Request, error: LineFull) -> Response:
    return reply(problem(503, f"{error} Please try again in a moment."), {"Retry-After": RETRY_SECONDS})


async def _framework(_: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return reply(problem(404, "There is nothing here. /openapi.json lists what there is."))
    return reply(problem(error.status_code, f"{error.detail}."), dict(error.headers or {}))


async def _broken(_: Request, error: Exception) -> Response:
    _log.error("A request broke", exc_info=error)
    return reply(problem(500, "Something went wrong on our side. Please try again."))
