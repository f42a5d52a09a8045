"""Asking for a change and getting leave for it: calls, permits, approvals, receipts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Effect(StrEnum):
    """What a tool does to the world."""

    READ = "read"
    WRITE = "write"
    SEND = "send"
    SPEND = "spend"


# The codes of a call that broke off and may have happened: one `unsure` can be repeated under its own key.
DOUBTFUL = ("in_doubt", "unsure")


@dataclass(frozen=True)
class Call:
    """One request to use a tool, with its arguments."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """The same for the same tool and arguments, whatever their order; what an approval is bound to."""
        words = json.dumps([self.tool, dict(self.arguments)], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(words.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Approval:
    """A person's yes or no to one call."""

    call: Call
    by: str
    given: bool
    at: datetime


@dataclass(frozen=True)
class Permit:
    """Leave to make one call, once. Its id is the idempotency key. Only the permit desk makes one."""

    id: str
    call: Call
    effect: Effect


@dataclass(frozen=True)
class Receipt:
    """Proof that a call was made, and what it gave."""

    permit: str
    call: Call
    gave: Mapping[str, Any]
    at: datetime
