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

from answerable.errors import AnswerableError, BadQuestion, QuotaSpent, SettingsError, StoreError
from answerable.server.replies import FieldProblem, Problem
from answerable.server.walks import ConversationBusy, LineFull

_log = logging.getLogger("answerable.server")
# Long enough for a run of the line to end.
RETRY_SECONDS = "5"

# For OpenAPI: which problems a route can answer with.
SAYS = {
    400: "The body is not JSON.",
    401: "A key is needed, and there is none or one that is unknown or revoked.",
    403: "The request comes from another site's page, or the key may not do this.",
    404: "There is no such thing.",
    409: "The conversation is still working on its last question.",
    413: "The body is too large.",
    415: "The body is not sent as JSON.",
    422: "A field is wrong; `errors` names it and says what is valid.",
    429: "The key makes too many requests, or its tenant's quota is used up; Retry-After says when to come back.",
    503: "No more questions are taken at the moment.",
}


class Refused(Exception):
    """A request that is answered with a problem document."""

    def __init__(
        self, status: int, detail: str, *, field: str = "", headers: dict[str, str] | None = None
    ) -> None:
        self.problem = problem(status, detail, [FieldProblem(field=field, detail=detail)] if field else [])
        self.headers = headers
        super().__init__(detail)


def problem(status: int, detail: str, errors: Sequence[FieldProblem] = ()) -> Problem:
    return Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, errors=list(errors))


def reply(said: Problem, headers: dict[str, str] | None = None, *, path: str = "") -> Response:
    """The document as a response; under /v1 also in the words that clients of OpenAI look for."""
    content = said.model_dump()
    if path.startswith("/v1/"):
        field = said.errors[0].field if said.errors else None
        content["error"] = {"message": said.detail, "type": said.title, "param": field, "code": None}
    return JSONResponse(content, said.status, headers=headers, media_type="application/problem+json")


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for these problems, so that OpenAPI tells the truth."""
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {
        status: {"description": SAYS[status], "content": {"application/problem+json": schema}}
        for status in (401, 403, 429, *statuses)
    }


def install(app: FastAPI) -> None:
    """Answer every error of ours, of the framework and of nobody with a problem document."""
    for kind in (Refused, RequestValidationError, AnswerableError, Exception):
        app.exception_handler(kind)(_ours)
    app.exception_handler(HTTPException)(_framework)


def as_problem(error: Exception) -> Problem:
    """What one of our errors says to whoever made the request."""
    match error:
        case Refused():
            return error.problem
        case RequestValidationError():
            return _bad_fields(error)
        case QuotaSpent():
            return problem(429, str(error))
        case StoreError():  # what is wrong is the operator's to know
            return problem(503, "What is stored for this cannot be read just now.")
        case BadQuestion():
            return problem(422, str(error), [FieldProblem(field="question", detail=str(error))])
        case SettingsError():
            detail = f"{error.what} {error.hint}".strip()
            return problem(422, detail, [FieldProblem(field=error.where, detail=detail)])
        case ConversationBusy():
            return problem(409, f"{error} Wait for its end, or stop it first.")
        case LineFull():
            return problem(503, f"{error} Please try again in a moment.")
    return problem(500, "Something went wrong on our side. Please try again.")


async def _ours(request: Request, error: Exception) -> Response:
    headers = error.headers if isinstance(error, Refused) else None
    if isinstance(error, LineFull):
        headers = {"Retry-After": RETRY_SECONDS}
    if isinstance(error, QuotaSpent):
        headers = {"Retry-After": str(error.wait)}
    said = as_problem(error)
    if said.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        _log.error("A request broke", exc_info=error)
    return reply(said, headers, path=request.scope["path"])


def _bad_fields(error: RequestValidationError) -> Problem:
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return problem(400, 'The body is not JSON. Send an object such as {"question": "…"}.')
    named = [FieldProblem(field=_field(fault["loc"]), detail=_sentence(fault["msg"])) for fault in faults]
    fields = ", ".join(dict.fromkeys(one.field for one in named))
    return problem(422, f"Please correct {fields}.", named)


def _field(place: Sequence[str | int]) -> str:
    """`("body", "site", 0)` as `site[0]`."""
    inner = place[1:] if place and place[0] in ("body", "query", "path", "header") else place
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in inner)
    return name.removeprefix(".") or "body"


def _sentence(words: str) -> str:
    words = words.removeprefix("Value error, ").replace(
        "Extra inputs are not permitted", "There is no such field"
    )
    return words if words.endswith(".") else words + "."


async def _framework(_: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return reply(problem(404, "There is nothing here. /openapi.json lists what there is."))
    headers = dict(error.headers or {})
    takes = f" This address takes {headers['Allow']}." if "Allow" in headers else ""
    return reply(problem(error.status_code, f"{error.detail}.{takes}"), headers)
