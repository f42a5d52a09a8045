"""Probes say whether we live and are ready; metrics count what happened."""

from __future__ import annotations

from tests.server.conftest import Client


async def test_probes_answer_in_plain_text(client: Client) -> None:
    for path, words in (("/healthz", "ok\n"), ("/readyz", "ready\n")):
        reply, text = await client.send("GET", path)
        assert (reply.status, text) == (200, words)


async def test_metrics_count_runs_and_pages(client: Client) -> None:
    outcome = await client.ask()
    reply, text = await client.send("GET", "/metrics")
    assert reply.content_type == "text/plain"
    assert f'answerable_runs_total{{outcome="{outcome["outcome"]}",reason=""}} 1\n' in text
    fetched = [
        e
        for e in client.desk.conversations.events(outcome["conversation"])
        if e.record["event"] == "PageFetched"
    ]
    assert f'answerable_pages_total{{result="fetched"}} {len(fetched)}\n' in text
    assert 'answerable_run_seconds_bucket{le="+Inf"} 1\n' in text
    assert "answerable_runs_running 0\n" in text


async def test_a_leaving_server_is_not_ready(client: Client) -> None:
    client.desk.walks.closing = True
    reply, problem = await client.send("GET", "/readyz")
    assert (reply.status, problem["status"]) == (503, 503)
    reply, _ = await client.send("POST", "/api/chat", json={"question": "q", "site": [client.site.url]})
    assert reply.status == 503
    assert reply.headers["Retry-After"]
