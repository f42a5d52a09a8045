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


async def test_metrics_tell_what_each_tenant_used(client: Client) -> None:
    await client.ask()
    client.house.store.tenants().new("acme")
    client.house.store.usage("acme").begin()
    client.house.store.usage("acme").end({"tokens_in": 5, "cost_usd": 0.25})
    secret, _ = client.house.store.keys().new("acme", scopes=("admin",))
    _, mine = await client.send("GET", "/metrics", headers={"Authorization": f"Bearer {secret}"})
    assert 'answerable_tenant_tokens_today{tenant="acme"} 5\n' in mine
    assert 'tenant="local"' not in mine
    _, all_of_them = await client.send("GET", "/metrics")
    assert 'answerable_tenant_runs_today{tenant="local"} 1\n' in all_of_them
    assert 'answerable_tenant_cost_usd_today{tenant="acme"} 0.25\n' in all_of_them


async def test_a_leaving_server_is_not_ready(client: Client) -> None:
    client.desk.walks.closing = True
    reply, problem = await client.send("GET", "/readyz")
    assert (reply.status, problem["status"]) == (503, 503)
    reply, _ = await client.send("POST", "/api/chat", json={"question": "q", "site": [client.site.url]})
    assert reply.status == 503
    assert reply.headers["Retry-After"]
