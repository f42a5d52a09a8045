"""The calls of one tenant: every permit, what came of it, and every refusal, so that no crash makes one twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, Index, delete, insert, select, update

from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

ISSUED, USED, IN_DOUBT, REFUSED = "issued", "used", "in doubt", "refused"


@dataclass(frozen=True, kw_only=True)
class StoredCall:
    """One call as the journal keeps it."""

    id: str  # of its permit: the idempotency key
    conversation: str
    user: str
    run: str
    tool: str
    effect: str
    arguments: Mapping[str, Any]
    digest: str  # of tool and arguments
    state: str  # issued · used · in doubt · refused
    at: float
    approval: str | None = None  # which question to the user was answered with yes; usable once
    code: str = ""  # why it was refused
    gave: Mapping[str, Any] = field(default_factory=dict)
    place: int = 0  # its number in the tenant's journal


calls = table_of("calls", StoredCall, alone="place")
Index("calls_by_id", calls.c.tenant, calls.c.id, unique=True)
Index("calls_by_approval", calls.c.tenant, calls.c.approval, unique=True)  # a yes counts once
Index("calls_by_conversation", calls.c.tenant, calls.c.conversation)
Index("calls_by_user", calls.c.tenant, calls.c.user, calls.c.at)
# The tool and what it may be done once for, and the call that did it.
once_keys = table_of("once_keys", key=("key",), also={"key": str, "call": str})


# Looks at the user's calls so far, newest last, and raises where a rule says no.
Allow = Callable[[Sequence[StoredCall]], None]


class TenantPermits(TenantHandle):
    """Cannot see another tenant's calls. Every change is one write transaction, so that two workers never both win."""

    def issue(self, call: StoredCall, once: Sequence[str], allow: Allow, since: float) -> StoredCall:
        """Write down a permit if `allow` has no objection; gives the earlier call that holds the same right instead.

        `allow` sees this conversation and what came after `since`. What is returned with a place was there before:
        the caller must not make it a second time.
        """
        with self._writing(sturdy=call.effect != "read") as connection:
            if same := self._earliest(connection, (calls.c.id == call.id) & (calls.c.state != REFUSED)):
                return same
            near = (calls.c.at >= since) | (calls.c.conversation == call.conversation)
            allow(self._seen(connection, (calls.c.user == call.user) & near))
            if holder := self._holder(connection, call, once):
                return holder  # told only to one whom the rules allow to know
            self._insert(connection, call)
            keys = [{"tenant": self._tenant, "key": key, "call": call.id} for key in once]
            if keys:
                connection.execute(insert(once_keys), keys)
        return call

    def end(self, call: str, state: str, *, gave: Mapping[str, Any] | None = None, code: str = "") -> None:
        """Write down what came of a permit; one that was refused by the tool gives its rights back."""
        mine = self._mine(calls, id=call)
        news: dict[str, Any] = {"state": state, "code": code, "gave": dict(gave or {})}
        with self._writing() as connection:
            if state == REFUSED:
                news["approval"] = None
                connection.execute(delete(once_keys).where(self._mine(once_keys, call=call)))
            elif state == IN_DOUBT:
                mine &= calls.c.state == ISSUED  # one that ended meanwhile is in no doubt
            connection.execute(update(calls).where(mine).values(**news))

    def note(self, call: StoredCall) -> None:
        """Write down a call that got no permit of its own: guessing is counted, and evals read the codes."""
        with self._writing() as connection:
            self._insert(connection, call)

    def of(self, conversation: str, user: str) -> list[StoredCall]:
        """The calls of one user's conversation, oldest first."""
        return self._nouns(
            StoredCall, calls, self._mine(calls, conversation=conversation, user=user), calls.c.place
        )

    def _holder(self, connection: Connection, call: StoredCall, once: Sequence[str]) -> StoredCall | None:
        holders = select(once_keys.c.call).where(self._mine(once_keys) & once_keys.c.key.in_(once))
        alike: Any = calls.c.id.in_(holders)
        if call.approval:
            alike |= calls.c.approval == call.approval
        return self._earliest(connection, alike) if once or call.approval else None

    def _earliest(self, connection: Connection, where: Any) -> StoredCall | None:
        return next(iter(self._seen(connection, where, 1)), None)

    def _seen(self, connection: Connection, where: Any, limit: int | None = None) -> list[StoredCall]:
        mine = self._mine(calls) & where
        return self._nouns(StoredCall, calls, mine, calls.c.place, limit=limit, at=connection)

    def _insert(self, connection: Connection, call: StoredCall) -> None:
        row = {**asdict(call), "tenant": self._tenant}
        del row["place"]  # the database numbers
        # A tool that refused leaves its permit behind; the same call may be made again under the same id.
        connection.execute(delete(calls).where(self._mine(calls, id=call.id, state=REFUSED)))
        connection.execute(insert(calls).values(**row))
