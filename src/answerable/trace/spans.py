"""A run as spans, computed from its events alone: live with a clock, or from the stored log, by the same path.

The names are OpenTelemetry's for generative AI. Everything a span says is without secrets; the outcome that the user
got is not touched. The stored log writes events down together, so a span out of it is exact to a few milliseconds;
what an event itself measured (a page, a query, a model call) is exact.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from answerable.domain.events import Event, as_record
from answerable.trace.redact import redact, redacted
from answerable.trace.trace import ToldBy, Trace, TraceSpan

# Which stage has ended when this is told. `act` ends with the last task before the weighing.
_ENDS = {
    "QuestionRuled": "guard",
    "TurnsRecalled": "recall",
    "PlanMade": "plan",
    "LedgerWeighed": "weigh",
    "DraftWritten": "draft",
    "DraftVerified": "verify",
    "OutcomeSettled": "settle",
}
# How a gap begins that a refused or broken tool left behind: its code.
_CODE = re.compile(r"([a-z]+(?:_[a-z]+)*): ")
_CHARS = 2_000  # of one attribute; chosen, not measured


class TraceEar:
    """Hears one run live; `trace` is what it knows so far."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock, self._weaver = clock, _Weaver()

    def hear(self, event: Event) -> None:
        """Take an event at the moment it is told."""
        self._weaver.take(self._clock(), as_record(event))

    @property
    def trace(self) -> Trace:
        return self._weaver.trace


def trace_of(events: Iterable[ToldBy], calls: Iterable[Mapping[str, Any]] = ()) -> Trace:
    """The trace of one run out of its stored events, in order, and of the tool calls that were written down."""
    weaver = _Weaver()
    for event in events:
        weaver.take(event.created_at, event.record)
    for call in calls:
        _add_call(weaver.trace.spans, call)
    return weaver.trace


class _Weaver:
    """Turns events into spans; one that begins in the middle of a run makes do with what it hears."""

    def __init__(self) -> None:
        self.trace = Trace()
        self._since = 0.0  # when the stage under way began
        self._acted: float | None = None  # when the last task ended
        self._tasks: dict[str, int] = {}
        self._loose: list[int] = []  # spans whose stage has not ended yet

    def take(self, at: float, record: Mapping[str, Any]) -> None:
        spans = self.trace.spans
        if not spans:
            spans.append(TraceSpan("invoke_agent answerable", "run", at, at, None))
            self._since = at
        if not self.trace.appended:  # what people say about it afterwards does not make it longer
            spans[0].end = at
        self._note(at, record)
        if span := _span_of(at, record):
            self._add(span)
        if stage := _ENDS.get(record["event"]):
            if stage == "weigh" and self._acted is not None:
                self._end("act", self._acted)
                self._acted = None
            self._end(stage, at)

    def _end(self, stage: str, at: float) -> None:
        place = len(self.trace.spans)
        inside = [self.trace.spans[loose] for loose in self._loose]
        start = min([self._since, *(span.start for span in inside)])
        self.trace.spans.append(TraceSpan(stage, "stage", start, at))
        for span in inside:
            span.parent = place
        self._loose, self._since = [], at

    def _add(self, span: TraceSpan) -> int:
        """With several tasks at once nobody says whose page it was: then it is the stage's."""
        self.trace.spans.append(_clean(span))
        place = len(self.trace.spans) - 1
        if len(self._tasks) == 1 and span.kind != "task":
            (span.parent,) = self._tasks.values()
        else:
            self._loose.append(place)
        return place

    def _note(self, at: float, record: Mapping[str, Any]) -> None:
        trace = self.trace
        match record["event"]:
            case "RunStarted":
                trace.run, trace.conversation = record["run"], record["conversation"]
                trace.question, trace.variant = redact(record["question"]), record.get("variant", "")
            case "RunResumed":
                trace.resumed += 1
                self._since = at
            case "QuestionRuled" if record["ruling"] != "allow":
                trace.ruling = record["reason"]
            case "TextFlagged":
                trace.wanted.append("flagged")
            case "ConversationEscalated":
                trace.wanted.append("escalation")
            case "PlanMade":
                trace.plans.append(
                    redacted({name: record[name] for name in ("decision", "why", "tasks", "by")})
                )
            case "TaskStarted":
                said = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": record["source"]}
                said |= {"answerable.task": record["task"], "answerable.targets": list(record["targets"])}
                self._tasks[record["task"]] = self._add(TraceSpan(record["source"], "task", at, at, 0, said))
            case "TaskEnded":
                self._end_task(at, record)
            case "DraftWritten":
                trace.drafts.append(
                    {"by": record["by"], "claims": record["claims"], "objections": [], "kept": False}
                )
            case "DraftVerified" if trace.drafts:
                trace.drafts[-1] |= {"passed": record["passed"], "objections": list(record["objections"])}
            case "OutcomeSettled":
                self._settle(record["outcome"])

    def _end_task(self, at: float, record: Mapping[str, Any]) -> None:
        self._acted = at
        if (place := self._tasks.pop(record["task"], None)) is not None:
            span = self.trace.spans[place]
            span.end, span.error = at, "gap" if record["gaps"] and not record["evidence"] else ""
            span.attributes |= {"answerable.evidence": record["evidence"], "answerable.gaps": record["gaps"]}

    def _settle(self, outcome: Mapping[str, Any]) -> None:
        trace, run = self.trace, self.trace.spans[0]
        trace.run = outcome.get("run", trace.run)
        trace.conversation = outcome.get("conversation", trace.conversation)
        trace.outcome, trace.reason = outcome["outcome"], outcome["reason"] or ""
        trace.answer, trace.usage = redact(outcome.get("text", "")), dict(outcome["usage"])
        trace.appended = True
        if trace.drafts and trace.outcome == "answer":
            trace.drafts[-1]["kept"] = True
        used = {span.name for span in trace.spans if span.kind == "task"}
        gaps = ((gap["asked"], _CODE.match(gap["why"])) for gap in outcome.get("gaps", ()))
        trace.tool_errors = [(asked, code[1]) for asked, code in gaps if code and asked in used]
        run.error = trace.reason or "failure" if trace.outcome == "failure" else ""
        run.attributes = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "answerable",
            "gen_ai.conversation.id": trace.conversation,
            "gen_ai.input.messages": _messages("user", trace.question),
            "gen_ai.output.messages": _messages("assistant", trace.answer),
            "gen_ai.usage.input_tokens": trace.usage.get("tokens_in", 0),
            "gen_ai.usage.output_tokens": trace.usage.get("tokens_out", 0),
            "answerable.cost_usd": trace.usage.get("cost_usd", 0.0),
            "answerable.run": trace.run,
            "answerable.variant": trace.variant,
            "answerable.outcome": trace.outcome,
            "answerable.reason": trace.reason,
            "answerable.objections": trace.objections,
            "answerable.appended": True,
        }


def _add_call(spans: list[TraceSpan], call: Mapping[str, Any]) -> None:
    """Put a tool call under the task that made it. Its journal keeps no duration; the task has one."""
    tasks = [place for place, span in enumerate(spans) if span.kind == "task" and span.name == call["tool"]]
    taken = {span.parent for span in spans if span.kind == "tool"}
    parent = next((place for place in tasks if place not in taken), tasks[-1] if tasks else 0)
    start, end = (spans[parent].start, spans[parent].end) if tasks else (call["at"], call["at"])
    said = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call["tool"],
        "gen_ai.tool.call.id": call["id"],
        "gen_ai.tool.call.arguments": _json(redacted(call["arguments"])),
        "gen_ai.tool.call.result": _json(redacted(call["gave"])),
        "answerable.effect": call["effect"],
        "answerable.state": call["state"],
    }
    error = "" if call["state"] == "used" else call["code"] or call["state"]
    spans.append(_clean(TraceSpan(f"execute_tool {call['tool']}", "tool", start, end, parent, said, error)))


def _span_of(at: float, record: Mapping[str, Any]) -> TraceSpan | None:
    """What an event that says how long something took is, as a span."""
    start = at - record.get("seconds", 0.0)
    match record["event"]:
        case "PageFetched":
            said = {"url.full": record["url"], "http.response.status_code": record["status"]}
            said |= {"answerable.passages": record["passages"], "answerable.note": record.get("note", "")}
            error = str(record["status"]) if record["status"] >= 400 else ""
            return TraceSpan("GET", "page", start, at, 0, said, error)
        case "PageSkipped":
            said = {"url.full": record["url"], "answerable.note": record["why"]}
            return TraceSpan("skip", "page", at, at, 0, said)
        case "QueryRan" | "QueryFailed":
            said = {"db.query.summary": record["name"], "db.response.returned_rows": record.get("rows", 0)}
            return TraceSpan("query", "query", start, at, 0, said, record.get("why", ""))
        case "ModelCalled" | "ModelFailed":
            provider, _, model = record["model"].partition(":")
            said = {"gen_ai.operation.name": "chat", "gen_ai.request.model": model or provider}
            said |= {"gen_ai.provider.name": provider, "answerable.purpose": record["purpose"]}
            if "tokens_in" in record:
                said |= {
                    "gen_ai.usage.input_tokens": record["tokens_in"],
                    "gen_ai.usage.output_tokens": record["tokens_out"],
                    "gen_ai.usage.cache_read.input_tokens": record.get("cached", 0),
                    "answerable.cost_usd": record["cost_usd"],
                    "answerable.prompt": record["prompt_hash"],
                }
            return TraceSpan(f"chat {model or provider}", "model", start, at, 0, said, record.get("why", ""))
    return None


def _clean(span: TraceSpan) -> TraceSpan:
    """The span without secrets, and no longer than anybody reads."""
    span.error = redact(span.error)
    for name, value in span.attributes.items():
        value = redacted(value)
        long = isinstance(value, str) and len(value) > _CHARS
        span.attributes[name] = value[: _CHARS - 1] + "…" if long else value
    return span


def _messages(role: str, text: str) -> str:
    return _json([{"role": role, "parts": [{"type": "text", "content": text[:_CHARS]}]}])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
