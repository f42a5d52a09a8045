"""Every way to say no over HTTP: a problem document that names the field and what would be valid."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
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
_SOON = {"Retry-After": "5"}

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
        self, status: int, detail: str, *, field: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        errors = [FieldProblem(field=field, detail=detail)] if field else []
        title = HTTPStatus(status).phrase
        self.problem = Problem(title=title, status=status, detail=detail, errors=errors)
        self.headers = headers
        super().__init__(detail)


def reply(refused: Refused, *, path: str = "") -> Response:
    """The document as a response; under /v1 also in the words that clients of OpenAI look for."""
    said = refused.problem
    content = said.model_dump()
    if path.startswith("/v1/"):
        field = said.errors[0].field if said.errors else None
        content["error"] = {"message": said.detail, "type": said.title, "param": field, "code": None}
    kind = "application/problem+json"
    return JSONResponse(content, said.status, headers=refused.headers, media_type=kind)


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


def refused_by(error: Exception) -> Refused:
    """What one of our errors says to whoever made the request."""
    match error:
        case Refused():
            return error
        case RequestValidationError():
            return _bad_fields(error)
        case QuotaSpent():
            return Refused(429, str(error), headers={"Retry-After": str(error.wait)})
        case StoreError():  # what is wrong is the operator's to know
            return Refused(503, "What is stored for this cannot be read just now.")
        case BadQuestion():
            return Refused(422, str(error), field="question")
        case SettingsError():
            return Refused(422, f"{error.what} {error.hint}".strip(), field=error.where)
        case ConversationBusy():
            return Refused(409, f"{error} Wait for its end, or stop it first.")
        case LineFull():
            return Refused(503, f"{error} Please try again in a moment.", headers=_SOON)
    return Refused(500, "Something went wrong on our side. Please try again.")


async def _ours(request: Request, error: Exception) -> Response:
    refused = refused_by(error)
    if refused.problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        _log.error("A request broke", exc_info=error)
    return reply(refused, path=request.scope["path"])


def _bad_fields(error: RequestValidationError) -> Refused:
    faults = error.errors()
    if any(fault["type"] == "json_invalid" for fault in faults):
        return Refused(400, 'The body is not JSON. Send an object such as {"question": "…"}.')
    named = [FieldProblem(field=_field(fault["loc"]), detail=_sentence(fault["msg"])) for fault in faults]
    fields = ", ".join(dict.fromkeys(one.field for one in named))
    refused = Refused(422, f"Please correct {fields}.")
    refused.problem.errors = named
    return refused


def _field(place: Sequence[str | int]) -> str:
    """`("body", "site", 0)` as `site[0]`."""
    inner = place[1:] if place and place[0] in ("body", "query", "path", "header") else place
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in inner)
    return name.removeprefix(".") or "body"


def _sentence(words: str) -> str:
    words = words.removeprefix("Value error, ")
    words = words.replace("Extra inputs are not permitted", "There is no such field")
    return words if words.endswith(".") else words + "."


async def _framework(_: Request, error: HTTPException) -> Response:
    if error.status_code == 404:
        return reply(Refused(404, "There is nothing here. /openapi.json lists what there is."))
    headers = error.headers or {}
    takes = f" This address takes {headers['Allow']}." if "Allow" in headers else ""
    return reply(Refused(error.status_code, f"{error.detail}.{takes}", headers=headers))
