"""What a guard says about a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """Allow or refuse, and the code that says why."""

    allowed: bool
    reason: str = ""


ALLOWED = Ruling(allowed=True)
