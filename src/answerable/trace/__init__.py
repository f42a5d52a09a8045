"""What happened in a run, for those who look after the house.

In come the events of a run (live, or out of the stored log) and its tool calls; out go a `Trace` of spans under
OpenTelemetry's GenAI names, Prometheus text, and texts without secrets. Never changes a run, stores nothing, and
sends nothing anywhere unless an address was given.
"""

from answerable.trace.export import exporter_of
from answerable.trace.redact import redact, redact_logs
from answerable.trace.spans import TraceEar, trace_of
from answerable.trace.tally import Tally
from answerable.trace.trace import Trace
from answerable.trace.waterfall import waterfall

__all__ = ["Tally", "Trace", "TraceEar", "exporter_of", "redact", "redact_logs", "trace_of", "waterfall"]
