"""What a guard says about a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """Allow or refuse, and the code that says why."""

    allowed: bool
    reason: str = ""
    says: str = ""  # the guard's own sentence for the one who asks; empty: the usual one for the reason


ALLOWED = Ruling(allowed=True)
