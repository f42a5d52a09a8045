"""Who asks what, and what was said before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from answerable.domain.evidence import Evidence


@dataclass(frozen=True)
class Tenant:
    """An organisation whose data is fenced off."""

    id: str = "local"


@dataclass(frozen=True)
class User:
    """The person asking, inside a tenant."""

    id: str = "me"
    tenant: Tenant = Tenant()


@dataclass(frozen=True)
class Turn:
    """One question and how it ended, with the evidence its answer stood on."""

    question: str
    text: str
    outcome: str
    evidence: tuple[Evidence, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()  # (label, value) that a question back offered
    waits: Mapping[str, Any] = field(default_factory=dict)  # what the planner left for the turn after it
    reason: str = ""  # the code of an outcome that is no full answer


@dataclass(frozen=True)
class Question:
    """The user's words, as given, with everything needed to understand them."""

    text: str
    conversation: str
    run: str
    now: datetime
    user: User = User()
    assistant: str = "website"
    starts: tuple[str, ...] = ()  # the places the user pointed at, e.g. start pages of a site
    turns: tuple[Turn, ...] = ()
    language: str = "en"
    variant: str = ""  # of the experiment its conversation takes part in, as experiment/variant
    approve: bool = False  # show the plan of expensive work first, and wait for a yes
    setting: str = ""  # the earlier words that "it", "that", "what about …" lean on; set by recall

    @property
    def goes_on(self) -> str:
        """The question that a choice of its user goes on with: a plan was accepted, or one of several was meant."""
        last = self.turns[-1] if self.turns else None
        chosen = last and any(self.text.strip() in choice for choice in last.choices)
        return str(last.waits.get("goes_on", "")) if last and chosen else ""

    @property
    def meant(self) -> str:
        """The question with the words it leans on."""
        return f"{self.setting} {self.text}".strip()
