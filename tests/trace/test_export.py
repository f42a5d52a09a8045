"""A collector gets traces in OTLP's JSON when an address is set, and nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from answerable.asking import take
from answerable.domain.question import User
from answerable.server.board import Board
from answerable.server.metrics import Metrics
from answerable.server.walks import Walks
from answerable.store.conversations import StoredEvent
from answerable.trace import export
from answerable.trace.export import Exporter, exporter_of, otlp_of
from answerable.trace.spans import trace_of
from answerable.trace.tally import Tally
from answerable.trace.trace import Trace
from tests.evals.stage import Stage
from tests.trace.test_spans import EMAIL, REFUSED, walked

ENDED = [
    StoredEvent(n, "r", 0.0, told)
    for n, told in enumerate(({"event": "RunStarted"}, {"event": "OutcomeSettled"}))
]


def read(tenant: str, run: str) -> Trace:
    """The one run of the tenant that there is."""
    if (tenant, run) != ("acme", REFUSED["run"]):
        raise LookupError(f"no run {run}")
    return walked()


class Collector(ThreadingHTTPServer):
    """A collector on loopback that keeps what it is sent."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], Any]] = []
        self.status = 200
        super().__init__(("127.0.0.1", 0), Receiver)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, dict(self.headers), json.loads(body)))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_trace_reaches_the_collector(collector: Collector) -> None:
    variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url + "/", "OTEL_SERVICE_NAME": "shop"}
    exporter = exporter_of(variables | {"OTEL_EXPORTER_OTLP_HEADERS": "x-team=a%20b, x-key=1"}, read)
    assert exporter is not None
    exporter.hear("acme", ENDED)
    exporter.close()
    ((path, headers, body),) = collector.got
    assert path == "/v1/traces"
    assert (headers["x-team"], headers["x-key"], headers["Content-Type"]) == ("a b", "1", "application/json")
    assert body == otlp_of(walked(), service="shop", tenant="acme")
    assert (exporter.done, exporter.dropped) == (1, 0)
    assert EMAIL not in json.dumps(body)


class Ears(Metrics):
    """Passes on what a server's runs tell, as the server does."""

    def __init__(self, tally: Tally, exporter: Exporter) -> None:
        super().__init__()
        self._tally, self._exporter = tally, exporter

    def hear(self, events: Sequence[StoredEvent]) -> None:
        self._tally.hear(events)
        self._exporter.hear("local", events)


async def test_a_servers_runs_reach_the_collector(collector: Collector, tmp_path: Path) -> None:
    tally = Tally()
    with Stage(tmp_path) as stage:
        store = stage.house.store
        exporter = exporter_of(
            {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url},
            lambda tenant, run: trace_of(*store.traces(tenant).read(run)),
        )
        assert exporter is not None
        walks = Walks(stage.house, Board(store), Ears(tally, exporter))
        asked = take(
            stage.house, f"where is BK-1001? {EMAIL}", assistant="bookstore", user=User(), now=stage.now
        )
        told = await walks.start(asked).task
        await walks.close(5)
        await asyncio.to_thread(exporter.close)
    ((_, _, body),) = collector.got
    spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"]
    names = [span["name"] for span in spans]
    assert names[0] == "invoke_agent answerable"
    assert {"guard", "plan", "act", "verify", "settle", "execute_tool lookup_order"} <= set(names)
    assert EMAIL not in json.dumps(body)
    assert EMAIL in asked.text  # the run itself is as it was
    assert told.run == asked.run
    assert 'answerable_tasks_total{source="lookup_order",result="found"} 1' in tally.lines()


def test_spans_have_the_shape_of_otlp() -> None:
    (resource,) = otlp_of(walked(), tenant="acme")["resourceSpans"]
    assert resource["resource"]["attributes"] == [
        {"key": "service.name", "value": {"stringValue": "answerable"}}
    ]
    spans = resource["scopeSpans"][0]["spans"]
    assert {len(span["traceId"]) for span in spans} == {32}
    assert len({span["traceId"] for span in spans}) == 1
    ids = {span["spanId"] for span in spans}
    assert (len(ids), {len(one) for one in ids}) == (len(spans), {16})
    assert [span["parentSpanId"] in ids for span in spans[1:]] == [True] * (len(spans) - 1)
    assert "parentSpanId" not in spans[0]
    assert all(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) for span in spans)
    model = next(span for span in spans if span["name"] == "chat claude-x")
    said = {one["key"]: one["value"] for one in model["attributes"]}
    assert said["gen_ai.usage.input_tokens"] == {"intValue": "100"}
    assert said["answerable.cost_usd"] == {"doubleValue": 0.01}
    assert said["answerable.tenant"] == {"stringValue": "acme"}
    assert (model["kind"], model["status"]) == (3, {"code": 0})
    page = next(span for span in spans if span["name"] == "GET")
    assert page["status"] == {"code": 2, "message": "404"}


def test_the_same_run_has_the_same_ids() -> None:
    assert otlp_of(walked()) == otlp_of(walked())


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": ""},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "localhost:4317"},
        {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "true"},
    ],
)
def test_nothing_is_sent_unless_asked(variables: dict[str, str]) -> None:
    assert exporter_of(variables, read) is None


def test_an_address_for_traces_is_used_whole(collector: Collector) -> None:
    exporter = exporter_of({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": f"{collector.url}/in/traces"}, read)
    assert exporter is not None
    exporter.hear("acme", ENDED)
    exporter.close()
    assert [path for path, _, _ in collector.got] == ["/in/traces"]


def test_a_refusing_collector_costs_only_its_traces(
    collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    collector.status = 503
    exporter = Exporter(f"{collector.url}/v1/traces", {}, "answerable", read)
    for _ in range(3):
        exporter.hear("acme", ENDED)
    exporter.close()
    assert (exporter.done, exporter.dropped) == (0, 3)
    assert [record.getMessage() for record in caplog.records] == [
        f"Dropped by the export of traces to {collector.url}/v1/traces: {n}, the last because it answered 503"
        for n in (1, 2)
    ]


def test_a_run_that_cannot_be_read_stops_nothing(collector: Collector) -> None:
    exporter = Exporter(f"{collector.url}/v1/traces", {}, "answerable", read)
    exporter.hear("globex", ENDED)
    exporter.hear("acme", ENDED)
    exporter.close()
    assert (exporter.done, exporter.dropped) == (1, 1)


def test_a_dead_collector_holds_nobody_up(collector: Collector) -> None:
    exporter = Exporter(
        "http://127.0.0.1:9/v1/traces", {}, "answerable", read
    )  # the port of discard, where nobody listens
    for _ in range(export.WAITING * 2):
        exporter.hear("acme", ENDED)
    exporter.close()
    assert exporter.done == 0
    assert exporter.dropped == export.WAITING * 2
