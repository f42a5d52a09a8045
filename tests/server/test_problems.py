"""Whatever goes wrong is answered with a problem document."""

from __future__ import annotations

import json

import pytest
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import Response

from answerable.build import House
from answerable.server.app import create_app
from answerable.server.problems import SAYS, documented
from tests.server.conftest import Client

REQUEST = Request({"type": "http", "path": "/api/chat"})


async def answer(house: House, error: Exception) -> tuple[Response, dict[str, object]]:
    tell = create_app(house).exception_handlers[type(error)]
    reply = await tell(REQUEST, error)  # type: ignore[misc]  # all of ours are async
    return reply, json.loads(bytes(reply.body))


@pytest.mark.parametrize(
    ("place", "field"),
    [(("body", "site", 0), "site[0]"), (("query", "after"), "after"), (("body",), "body"), ((), "body")],
)
async def test_fields_are_named_as_one_writes_them(
    house: House, place: tuple[str | int, ...], field: str
) -> None:
    fault = {"type": "missing", "loc": place, "msg": "Field required"}
    reply, problem = await answer(house, RequestValidationError([fault]))
    assert reply.media_type == "application/problem+json"
    assert problem["errors"] == [{"field": field, "detail": "Field required."}]
    assert problem["detail"] == f"Please correct {field}."


async def test_what_broke_stays_inside(house: House, caplog: pytest.LogCaptureFixture) -> None:
    tell = create_app(house).exception_handlers[Exception]
    reply = await tell(REQUEST, RuntimeError("secret"))  # type: ignore[misc]  # all of ours are async
    assert reply.status_code == 500
    assert b"secret" not in reply.body
    assert "secret" in caplog.text


async def test_a_store_that_fails_is_no_fault_of_ours(client: Client) -> None:
    with client.house.store._engine.begin() as raw:
        raw.exec_driver_sql("ALTER TABLE conversations RENAME TO lost")
    reply, problem = await client.send("GET", "/api/conversations")
    assert (reply.status, reply.content_type) == (503, "application/problem+json")
    assert "no such table" not in problem["detail"]


def test_documented_problems_have_their_sentence() -> None:
    described = documented(404, 422)
    assert list(described) == [401, 403, 429, 404, 422]
    assert all(described[status]["description"] == SAYS[int(status)] for status in described)


async def test_a_wrong_method_names_the_right_one(client: Client) -> None:
    reply, problem = await client.send("DELETE", "/api/chat")
    assert (reply.status, reply.headers["Allow"]) == (405, "POST")
    assert problem["detail"] == "Method Not Allowed. This address takes POST."
