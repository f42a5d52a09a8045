"""Who asks what, what was said before, and what a guard says about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from answerable.domain.evidence import Evidence

# "Yes please": so many words may stand for the choice that begins like them; chosen, not measured.
A_FEW = 3


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
    def choice(self) -> str:
        """The value of the one choice, offered by the question back before, that these words name or begin ("yes")."""
        offered = self.turns[-1].choices if self.turns else ()
        named = [choice[1] for choice in offered if self.text.strip() in choice]
        said = re.findall(r"\w+", self.text.casefold())
        begun = [value for label, value in offered if said[:1] == re.findall(r"\w+", label.casefold())[:1]]
        return named[0] if named else begun[0] if len(begun) == 1 and len(said) <= A_FEW else ""

    @property
    def goes_on(self) -> str:
        """The question that a choice of its user goes on with: a plan was accepted, or one of several was meant."""
        return str(self.turns[-1].waits.get("goes_on", "")) if self.choice else ""

    @property
    def meant(self) -> str:
        """The question with the words it leans on."""
        return f"{self.setting} {self.text}".strip()


@dataclass(frozen=True)
class Ruling:
    """What a guard says about a question: allow or refuse, and the code that says why."""

    allowed: bool
    reason: str = ""
    says: str = ""  # the guard's own sentence for the one who asks; empty: the usual one for the reason


ALLOWED = Ruling(allowed=True)
