"""Traces as OTLP in JSON, sent to a collector when the operator gave its address."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import unquote, urlsplit

from answerable.trace.after import AfterRuns
from answerable.trace.trace import Trace, TraceSpan

# Runs that wait for a slow collector, and how long one may take. Whatever comes beyond is dropped and counted:
# nobody waits for an answer because a collector is down. Chosen, not measured.
WAITING, SECONDS = 1_000, 10.0
_CLIENT, _INTERNAL = 3, 1
Read = Callable[[str, str], Trace]  # tenant and run


def otlp_of(trace: Trace, *, service: str = "answerable", tenant: str = "") -> dict[str, Any]:
    """One trace as the body of `POST /v1/traces`. The same run has the same ids whenever it is sent."""
    where = _attributes({"answerable.tenant": tenant} if tenant else {})
    spans = [_span(trace, place, span, where) for place, span in enumerate(trace.spans)]
    resource = {"attributes": _attributes({"service.name": service})}
    return {
        "resourceSpans": [
            {"resource": resource, "scopeSpans": [{"scope": {"name": "answerable"}, "spans": spans}]}
        ]
    }


class Exporter(AfterRuns):
    """Sends the traces of runs that ended."""

    def __init__(self, url: str, headers: Mapping[str, str], service: str, read: Read) -> None:
        self.url, self._headers, self._service, self._read = url, dict(headers), service, read
        super().__init__(f"the export of traces to {url}", WAITING)

    def close(self, patience: float = SECONDS) -> None:
        """Send what waits, and stop."""
        super().close(patience)

    def work(self, tenant: str, run: str) -> bool:
        self._post(otlp_of(self._read(tenant, run), service=self._service, tenant=tenant))
        return True

    def _post(self, body: Mapping[str, Any]) -> None:
        parts = urlsplit(self.url)
        door = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = door(parts.hostname or "", parts.port, timeout=SECONDS)
        try:
            headers = {"Content-Type": "application/json", **self._headers}
            connection.request("POST", parts.path, json.dumps(body).encode(), headers)
            reply = connection.getresponse()
            if reply.status >= 300:
                raise HTTPException(f"it answered {reply.status}")
        finally:
            connection.close()


def exporter_of(environ: Mapping[str, str], read: Read) -> Exporter | None:
    """The exporter that OpenTelemetry's own variables ask for; None where they ask for none."""
    url = environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "")
    if not url and (base := environ.get("OTEL_EXPORTER_OTLP_ENDPOINT", "")):
        url = base.rstrip("/") + "/v1/traces"
    if not url.startswith(("http://", "https://")) or environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return None
    pairs = (
        pair.split("=", 1) for pair in environ.get("OTEL_EXPORTER_OTLP_HEADERS", "").split(",") if "=" in pair
    )
    headers = {name.strip(): unquote(value.strip()) for name, value in pairs}
    return Exporter(url, headers, environ.get("OTEL_SERVICE_NAME") or "answerable", read)


def _span(trace: Trace, place: int, span: TraceSpan, where: list[dict[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "traceId": _id(trace.run, 16),
        "spanId": _id(f"{trace.run} {place}", 8),
        "name": span.name,
        "kind": _CLIENT if span.kind in ("model", "page", "query") else _INTERNAL,
        "startTimeUnixNano": str(int(span.start * 1e9)),
        "endTimeUnixNano": str(int(max(span.start, span.end) * 1e9)),
        "attributes": where
        + _attributes(span.attributes | ({"error.type": span.error} if span.error else {})),
        "status": {"code": 2, "message": span.error} if span.error else {"code": 0},
    }
    return told if span.parent is None else told | {"parentSpanId": _id(f"{trace.run} {span.parent}", 8)}


def _id(words: str, size: int) -> str:
    return hashlib.sha256(words.encode()).digest()[:size].hex()


def _attributes(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"key": name, "value": _value(value)} for name, value in said.items() if value not in ("", None)]


def _value(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}  # 64 bits are more than a JSON number holds
        case float():
            return {"doubleValue": value}
        case list() | tuple():
            return {"arrayValue": {"values": [_value(held) for held in value]}}
    return {"stringValue": str(value)}
