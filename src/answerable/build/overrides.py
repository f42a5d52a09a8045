"""What an operator pinned takes the place of what a stage would give; the walk stays the one walk.

Every stage that decides can be pinned: guard, recall, plan, act, weigh, draft. The two that check (verify, settle)
cannot: a pinned answer is evidence of who stated it, and it is verified against that like any other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from answerable.build.ahead import OVERRIDE, Statement, ahead, evidence_of, stated
from answerable.domain.events import OverrideUsed
from answerable.domain.evidence import Ledger
from answerable.domain.nouns import from_json
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question, Ruling
from answerable.engine import Engine
from answerable.errors import SettingsError
from answerable.language.pattern import Pattern, fill
from answerable.stages.base import Seat
from answerable.stages.settle.endings import REASONS
from answerable.store.overrides import StoredOverride

# What each stage's result may say, as an operator writes it; the first must be there.
SHAPES: dict[str, tuple[type, dict[str, type | tuple[type, ...]]]] = {
    "guard": (Ruling, {"allowed": bool, "reason": str}),
    "recall": (Question, {"text": str}),
    "plan": (Plan, {"decision": str, "tasks": list, "says": str, "reason": str, "choices": list}),
    "act": (list, {"statements": list}),
    "weigh": (Weighing, {"enough": bool, "confidence": (int, float)}),
    "draft": (str, {"text": str}),
}
# How a result that does not fit its noun shows.
UNFIT = (ValueError, TypeError, KeyError, AttributeError)
# Far more than a person writes by hand; every question is held against all of them. Chosen, not measured.
MOST = 200


@dataclass(frozen=True)
class Pin:
    """An override that fits a question, with what its open places caught."""

    override: StoredOverride
    slots: Mapping[str, str]

    def use(self, seat: Seat) -> None:
        seat.tell(OverrideUsed(self.override.stage, self.override.id, self.override.version))

    def noun(self) -> Any:
        """The result in the stage's own type; raises `ValueError` where the caught words do not fit in."""
        return noun_of(self.override.stage, _filled(self.override.result, dict(self.slots)))

    def statement(self, place: int, text: str) -> Statement:
        """Its words as something that somebody stated."""
        one = self.override
        at = datetime.fromtimestamp(one.created_at, UTC)
        title = f"Stated by {one.author}, {at.date().isoformat()}"
        return Statement(f"override-{one.id}-{one.version}-{place}", text, title, at)


def overridden(engine: Engine, valid: Sequence[StoredOverride], question: Question) -> Engine:
    """The engine with whatever is pinned for this question in its seats."""
    pins = find_pins(valid, question.text)
    seats = _Pinned(engine, pins)
    named: dict[str, Any] = {stage: getattr(seats, stage) for stage in pins if stage != "draft"}
    pinned = replace(engine, **named) if named else engine
    return ahead(pinned, seats.speak) if "draft" in pins else pinned


def find_pins(valid: Sequence[StoredOverride], text: str) -> dict[str, Pin]:
    """One override for each stage: the one that says most about the question, of equals the newest."""
    best: dict[str, Pin] = {}
    for one in sorted(valid, key=lambda each: (Pattern(each.pattern).rank, each.created_at)):
        slots = Pattern(one.pattern).match(text)
        if slots is not None and _fits(pin := Pin(one, slots)):
            best[one.stage] = pin
    return best


def _fits(pin: Pin) -> bool:
    try:
        pin.noun()
    except UNFIT:
        return False  # what was caught cannot stand there, so the question takes its usual way
    return True


class _Pinned:
    """Seats that give what was pinned for them."""

    def __init__(self, engine: Engine, pins: Mapping[str, Pin]) -> None:
        self._inner, self._pins = engine, pins

    async def guard(self, question: Question, seat: Seat) -> Ruling:  # noqa: ARG002 the stage's signature
        ruling: Ruling = self._use("guard", seat)
        return ruling

    async def recall(self, question: Question, seat: Seat) -> tuple[Question, Ledger]:
        return await self._inner.recall(replace(question, text=self._use("recall", seat)), seat)

    async def plan(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if not ledger.plans:
            plan: Plan = self._use("plan", seat)
            return plan
        if ledger.plans[-1].by == OVERRIDE:
            return Plan(Decision.ENOUGH, why="pinned", by=OVERRIDE)
        return await self._inner.plan(question, ledger, weighing, seat)

    async def act(self, plan: Plan, question: Question, ledger: Ledger, seat: Seat) -> None:
        await self._inner.act(plan, question, ledger, seat)
        said = [self._pins["act"].statement(n, text) for n, text in enumerate(self._pins["act"].noun())]
        if ledger.add(evidence_of(OVERRIDE, [one.plain() for one in said])):
            self._pins["act"].use(seat)

    async def weigh(self, question: Question, ledger: Ledger, seat: Seat) -> Weighing:  # noqa: ARG002
        weighing: Weighing = self._use("weigh", seat)
        return weighing

    async def speak(self, question: Question, seat: Seat) -> Plan:
        """The pinned answer, as a statement of whoever pinned it."""
        text = self._use("draft", seat)
        return stated(OVERRIDE, question, [self._pins["draft"].statement(0, text)], "pinned")

    def _use(self, stage: str, seat: Seat) -> Any:
        self._pins[stage].use(seat)
        return self._pins[stage].noun()


def noun_of(stage: str, result: Mapping[str, Any]) -> Any:
    """A result as the noun its stage gives."""
    if stage in ("recall", "draft"):
        return str(result["text"])
    if stage == "act":
        return [str(text) for text in result["statements"]]
    if stage != "plan":
        return from_json(SHAPES[stage][0], {"by": OVERRIDE, "confidence": 1.0, **result})
    tasks = [_task(number, task) for number, task in enumerate(result.get("tasks", ()))]
    return from_json(Plan, {"why": "pinned", **result, "by": OVERRIDE, "tasks": tasks})


def _task(number: int, task: Mapping[str, Any]) -> dict[str, Any]:
    """A task with what a query's result is told by, where the operator left that out."""
    named = {"id": f"query_{number + 1}", "verb": "query", "question": "", **task}
    given = {"name": named["id"], "part": number, "says": named["question"], **named.get("arguments", {})}
    return {**named, "arguments": given if named["verb"] == "query" else named.get("arguments", {})}


def check_override(wanted: StoredOverride, assistants: Mapping[str, Any]) -> StoredOverride:
    """The override, if it can be used; says what is wrong with one that cannot."""
    stage, result = wanted.stage, wanted.result
    if stage not in SHAPES:
        raise _wrong("stage", f"{stage!r} cannot be pinned.", f"Use one of {', '.join(SHAPES)}.")
    if not any(map(str.isalnum, wanted.pattern.replace("*", ""))):
        hint = "Write the question, with * or {slot} for open places."
        raise _wrong("pattern", "fits every question.", hint)
    if wanted.assistant and wanted.assistant not in assistants:
        known = f"There are: {', '.join(assistants)}."
        raise _wrong("assistant", f"there is no {wanted.assistant!r}.", known)
    fields = SHAPES[stage][1]
    valid = f"A {stage} may say: {', '.join(fields)}."
    for name, value in result.items():
        if name not in fields or not isinstance(value, fields[name]):
            raise _wrong("result", f"{name!r} does not fit.", valid)
    if (needed := next(iter(fields))) not in result:
        raise _wrong("result", f"says no {needed!r}.", valid)
    _check_words(wanted)
    return wanted


def _check_words(wanted: StoredOverride) -> None:
    """Every slot of the result is one of the pattern's, and the noun can be made."""
    slots = Pattern(wanted.pattern).slots
    strange = [name for name in re.findall(r"\{([a-z][a-z_]*)\}", repr(wanted.result)) if name not in slots]
    if strange:
        known = f"The pattern has: {', '.join(slots) or 'no slots'}."
        raise _wrong("result", f"names {{{strange[0]}}}.", known)
    reason = wanted.result.get("reason")
    if reason and reason not in REASONS:
        raise _wrong("result", f"{reason!r} is no reason.", f"Use one of {', '.join(REASONS)}.")
    if any(isinstance(task, dict) and task.get("verb") == "call" for task in wanted.result.get("tasks", ())):
        raise _wrong("result", "calls a tool.", "A pinned plan may only read: query, look, follow or search.")
    if not 0 <= wanted.result.get("confidence", 1) <= 1:
        raise _wrong("result", "is no confidence.", "Use a number from 0 to 1.")
    try:
        noun_of(wanted.stage, _filled(wanted.result, dict.fromkeys(slots, "1")))
    except UNFIT as error:
        hint = "docs/memory.md shows what each stage takes."
        raise _wrong("result", f"cannot be used: {error}.", hint) from error


def _wrong(field: str, what: str, hint: str) -> SettingsError:
    return SettingsError(field, what, hint=hint)


def _filled(value: Any, slots: dict[str, str]) -> Any:
    """A result with its slots filled; in a query a slot is one literal and can be nothing else."""
    if isinstance(value, str):
        return fill(value, slots)
    if isinstance(value, list):
        return [_filled(one, slots) for one in value]
    if isinstance(value, Mapping):
        return {
            name: _query(one, slots) if name == "sql" else _filled(one, slots) for name, one in value.items()
        }
    return value


def _query(sql: str, slots: dict[str, str]) -> str:
    bare = re.sub(r"'(?:[^']|'')*'", "", sql)
    for name, caught in slots.items():
        if f"{{{name}}}" in bare and not re.fullmatch(r"\d+(\.\d+)?", caught):
            raise ValueError(f"{{{name}}} stands outside of quotes, where only a number may stand")
    return fill(sql, {name: caught.replace("'", "''") for name, caught in slots.items()})
