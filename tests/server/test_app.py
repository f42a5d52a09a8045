"""What OpenAPI promises is what the server does."""

from __future__ import annotations

import re

from tests.house import ROOT
from tests.server.conftest import Client


async def test_openapi_describes_every_route(client: Client) -> None:
    _, described = await client.send("GET", "/openapi.json")
    assert set(described["paths"]) == {
        "/api/admin/caches",
        "/api/admin/caches/{room}",
        "/api/admin/memory",
        "/api/admin/overrides",
        "/api/admin/overrides/{id}",
        "/api/admin/overrides/{id}/check",
        "/api/assistants",
        "/api/chat",
        "/api/chatbot/start/stream",
        "/api/conversations",
        "/api/conversations/{conversation}",
        "/api/conversations/{conversation}/events",
        "/api/conversations/{conversation}/stop",
        "/api/feedback",
        "/api/inbox",
        "/api/inbox/events",
        "/api/inbox/reviews",
        "/api/inbox/reviews/{run}",
        "/api/inbox/{conversation}",
        "/api/inbox/{conversation}/close",
        "/api/inbox/{conversation}/events",
        "/api/inbox/{conversation}/give-back",
        "/api/inbox/{conversation}/reply",
        "/api/inbox/{conversation}/take",
        "/api/runs",
        "/api/runs/{run}",
        "/api/runs/{run}/accept",
        "/api/runs/{run}/append",
        "/api/runs/{run}/events",
        "/api/runs/{run}/feedback",
        "/api/runs/{run}/reject",
        "/api/runs/{run}/reply",
        "/api/runs/{run}/report",
        "/api/runs/{run}/stop",
        "/healthz",
        "/metrics",
        "/readyz",
        "/v1/chat/completions",
        "/v1/models",
        "/v1/models/{model}",
    }


async def test_openapi_knows_no_other_problems(client: Client) -> None:
    _, described = await client.send("GET", "/openapi.json")
    assert "HTTPValidationError" not in described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for replies in (method["responses"] for method in methods.values()):
            for status in (status for status in replies if status >= "400"):
                assert list(replies[status]["content"]) == ["application/problem+json"], (path, status)
    assert set(described["components"]["schemas"]["Problem"]["properties"]) == {
        "type", "title", "status", "detail", "errors",
    }  # fmt: skip


async def test_every_route_is_described_for_people(client: Client) -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    told = {(method, path) for method, path in re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`]*)`", page)}
    _, described = await client.send("GET", "/openapi.json")
    offered = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert told == offered


async def test_no_page_loads_from_elsewhere(client: Client) -> None:
    for path in ("/docs", "/redoc"):
        reply, _ = await client.send("GET", path)
        assert reply.status == 404
