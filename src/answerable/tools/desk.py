"""The permit desk: the only place that makes a `Permit`, from declared rules and, where needed, the user's yes."""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import product
from math import inf
from typing import Any

from answerable.domain.calls import DOUBTFUL, Call, Effect, Permit, Receipt
from answerable.domain.question import Question, User
from answerable.errors import ToolRefused
from answerable.store.permits import IN_DOUBT, ISSUED, REFUSED, USED, StoredCall, TenantPermits
from answerable.tools.approval import approval_of
from answerable.tools.origin import Hear, pieces, untrusted
from answerable.tools.tool import AtMost, Gave, Requires, Tool, Tries

# How a call that broke off just now says so; one that is refused because of it says something else.
BROKE = "it broke"

Run = Callable[[Permit], Awaitable[Gave]]

# Why the desk itself says no; a tool's rules add the codes of its required steps, and a tool those of its own.
DESK_CODES = frozenset(
    {"bad_arguments", "locked_out", "untrusted_argument", "limit_exceeded", "not_confirmed"}
    | {"already_initiated", "failed", *DOUBTFUL}
)


class PermitDesk:
    """Holds every call against its tool's rules; what it lets through happens once, whatever crashes."""

    def __init__(self, permits: TenantPermits, hear: Hear = lambda _: ()) -> None:
        self._permits, self._hear = permits, hear

    def made(self, question: Question) -> list[StoredCall]:
        """Every call of this user in this conversation, refused ones included, oldest first."""
        return self._permits.of(question.conversation, question.user.id)

    async def do(self, tool: Tool, call: Call, question: Question, run: Run) -> Receipt:
        """Make one call, or refuse it with a code and the way to do it right."""
        wanted = _record(tool, call, question)
        try:
            tool.check(call.arguments)
            issued = self._issue(tool, call, question, wanted)
        except ToolRefused as refused:
            self._permits.note(replace(wanted, id=uuid.uuid4().hex, state=REFUSED, code=refused.code))
            raise
        if issued.state == USED:
            return Receipt(issued.id, call, issued.gave, question.now)  # a resumed run: done is done
        gave = await self._run(tool, Permit(issued.id, call, tool.effect), run)
        if issued.id != wanted.id:  # begun by an earlier run and ended by this one, under the same key
            self._permits.note(replace(wanted, state=USED, gave=gave))
        return Receipt(wanted.id, call, gave, question.now)

    async def _run(self, tool: Tool, permit: Permit, run: Run) -> dict[str, Any]:
        """Use a permit, and write down what came of it before anybody hears of it."""
        try:
            gave = asdict(await run(permit))
        except ToolRefused as refused:
            self._permits.end(permit.id, REFUSED, code=refused.code)
            raise
        except BaseException:  # whatever broke, or was cancelled: the effect may have happened
            self._permits.end(
                permit.id, REFUSED if tool.effect is Effect.READ else IN_DOUBT, code=tool.broken
            )
            raise
        self._permits.end(permit.id, USED, gave=gave)
        return gave

    def _issue(self, tool: Tool, call: Call, question: Question, wanted: StoredCall) -> StoredCall:
        """A call that may be made now: fresh, or one that was begun and is safe to repeat under its own key."""
        approved = approval_of(call, question)
        key = approved[1] if approved and approved[0].given else None
        # How many seconds back the tool's rules look.
        spans = [inf if rule.within is None else rule.within for rule in (*tool.requires, *tool.limits)]
        found = self._permits.issue(
            replace(wanted, approval=key),
            _once_keys(tool, call),
            lambda seen: self._allow(tool, call, question, seen, confirmed=key is not None),
            question.now.timestamp() - max(spans, default=0.0),
        )
        if found.id == wanted.id and (found.place == 0 or found.state == USED):
            return found  # fresh, or done before by this very run
        mine = found.user == question.user.id and found.digest == call.digest
        if found.state == USED:
            raise ToolRefused(
                "already_initiated",
                f"{tool.name} was done for this before. Tell the user so; do not call it again.",
            )
        if mine and tool.idempotent:
            return found
        self._permits.end(found.id, IN_DOUBT)
        raise ToolRefused(
            "in_doubt",
            f"An earlier {tool.name} for this broke off and may have happened. A person has to look.",
        )

    def _allow(
        self, tool: Tool, call: Call, question: Question, seen: Sequence[StoredCall], *, confirmed: bool
    ) -> None:
        now, theirs = question.now.timestamp(), _theirs(seen, tool, call, question)
        for limit in tool.limits:
            if isinstance(limit, Tries):
                _allow_tries(tool, limit, theirs, now)
        here = [one for one in seen if one.conversation == question.conversation]
        for rule in tool.requires:
            _allow_step(tool, rule, call, here, now)
        said = [*(turn.question for turn in question.turns), question.text]
        doubtful = [] if confirmed else untrusted(tool, call, said, here, self._hear)
        if doubtful and not tool.confirm:
            raise ToolRefused(
                "untrusted_argument",
                f"{', '.join(doubtful)}: this value comes neither from the user nor from a trusted read. "
                "Ask the user for it.",
            )
        for limit in tool.limits:
            if isinstance(limit, AtMost):
                _allow_amount(tool, limit, call, theirs, now)
        if confirmed or tool.effect is Effect.READ:
            return
        if tool.confirm or any(one.gave.get("notes") for one in here):
            # Whoever wrote a text that was read may have chosen this tool, even with values the user said.
            raise ToolRefused(
                "not_confirmed",
                f"{tool.name} needs the user's own yes to exactly this call. Ask; the user's next message decides.",
            )


def _theirs(seen: Sequence[StoredCall], tool: Tool, call: Call, question: Question) -> Sequence[StoredCall]:
    """The calls that count against this user. Of those without a name: what was done here or about the same thing.

    All nameless users share one id, and one who guesses must not lock the others out; yet a new conversation for
    every guess does not help either, as long as the order or the address stays the same.
    """
    if question.user.id != User().id:
        return seen
    subjects = {name for rule in tool.requires for name in rule.same} or set(tool.trusted)

    def about(arguments: Mapping[str, Any]) -> set[tuple[str, str]]:
        return {(name, piece) for name in subjects for piece in pieces(arguments.get(name, []))}

    mine = about(call.arguments)
    return [one for one in seen if one.conversation == question.conversation or mine & about(one.arguments)]


def _allow_tries(tool: Tool, limit: Tries, seen: Sequence[StoredCall], now: float) -> None:
    missed = [one for one in seen if _missed(tool, one) and one.at >= now - limit.within]
    if len(missed) >= limit.most:
        raise ToolRefused(
            "locked_out",
            f"{tool.name} missed {limit.most} times; it may be tried again in {limit.within / 60:.0f} minutes.",
        )


def _missed(tool: Tool, one: StoredCall) -> bool:
    """Still open, or refused by the tool itself: what the desk turned away, or what broke, was no guess."""
    steps = {rule.code for rule in tool.requires}
    return one.tool == tool.name and one.state != USED and one.code not in DESK_CODES | steps


def _allow_step(tool: Tool, rule: Requires, call: Call, seen: Sequence[StoredCall], now: float) -> None:
    """The newest earlier call on the same subject decides; of a list, the newest that mentions the value."""
    earliest = 0.0 if rule.within is None else now - rule.within
    same = [
        one
        for one in reversed(seen)
        if one.tool == rule.tool
        and one.state == USED
        and one.at >= earliest
        and all(one.arguments.get(name) == call.arguments.get(name) for name in rule.same)
    ]
    each = pieces(call.arguments.get(rule.each, []))
    if not (same and each and all(_passed(piece, same) for piece in each) if rule.each else same):
        subject = ", ".join((*rule.same, *filter(None, (rule.each,))))
        raise ToolRefused(
            rule.code,
            f"Before {tool.name}, {rule.tool} must have passed for the same {subject or 'conversation'}"
            + (f" within the last {rule.within / 60:.0f} minutes" if rule.within else "")
            + f". Call {rule.tool} first.",
        )


def _passed(piece: str, newest_first: Sequence[StoredCall]) -> bool:
    for one in newest_first:
        if piece in pieces(one.gave.get("passed", [])):
            return True
        if piece in pieces(one.gave.get("failed", [])):
            return False
    return False


def _allow_amount(tool: Tool, limit: AtMost, call: Call, seen: Sequence[StoredCall], now: float) -> None:
    def amount(arguments: Mapping[str, Any]) -> float:
        value = arguments.get(limit.argument, 0) if limit.argument else 1
        return float(value) if isinstance(value, int | float) else 0.0

    before = 0.0
    if limit.within is not None:
        counted = (
            o for o in seen if o.tool == tool.name and o.state != REFUSED and o.at >= now - limit.within
        )
        before = sum(amount(one.arguments) for one in counted)
    asked = amount(call.arguments)
    # Written so that a value that is no number (NaN) is refused too.
    if not 0 <= asked + before <= limit.most or asked < 0:
        what = limit.argument or "calls"
        raise ToolRefused(
            "limit_exceeded",
            f"{tool.name}: {what} may be {limit.most:g} at most; {before:g} are used already.",
        )


def _once_keys(tool: Tool, call: Call) -> list[str]:
    """One key per combination: a list among the arguments is once for each of its values."""
    if not tool.once_per:
        return []
    values = [sorted(set(pieces(call.arguments.get(name, "")))) for name in tool.once_per]
    return ["\x1f".join((tool.name, *combination)) for combination in product(*values)]


def _record(tool: Tool, call: Call, question: Question) -> StoredCall:
    # A change has the same key whenever the same run asks for it, so that a resumed run cannot make a second one.
    fixed = sha256(f"{question.conversation}\x1f{question.run}\x1f{call.digest}".encode()).hexdigest()[:32]
    return StoredCall(
        id=uuid.uuid4().hex if tool.effect is Effect.READ else fixed,
        conversation=question.conversation,
        user=question.user.id,
        run=question.run,
        tool=call.tool,
        effect=tool.effect,
        arguments=dict(call.arguments),
        digest=call.digest,
        state=ISSUED,
        at=question.now.timestamp(),
    )
