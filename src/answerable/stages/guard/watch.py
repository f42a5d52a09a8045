"""What an operator forbids, and what a provider thinks: held against questions, drafts and a model's own words.

A tenant's guard list is a file in the home folder, guard/TENANT.toml:

    [[entry]]
    phrases = ["project nightfall", "/\\\\bmerger with \\\\w+/"]   # the writing of phrases.py
    does = "refuse"                    # or "flag": let it through, and have a person look
    why = "not announced yet"          # for whoever looks
    on = ["question", "answer"]        # both, if not said
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from answerable.domain.events import Tell, TextFlagged
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Draft, Objections, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question, Ruling
from answerable.errors import ModelError, SettingsError
from answerable.language.disguise import readings
from answerable.stages.base import Drafter, Guard, Planner, Seat
from answerable.stages.guard.phrases import PhraseList

UNSAFE = "unsafe"
PLACES = ("question", "answer")
_FIELDS = {"phrases", "does", "why", "on"}


class Moderator(Protocol):
    """Somebody else's opinion of a text. Raises `ModelError` where it has none."""

    @property
    def name(self) -> str: ...

    async def look(self, text: str) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Entry:
    """One line of a guard list."""

    pattern: PhraseList
    refuses: bool
    why: str
    on: tuple[str, ...] = PLACES


def read_guard_list(path: Path) -> tuple[Entry, ...]:
    """The entries of a file; none where there is no file. A fault names the entry and what would be valid."""
    if not path.is_file():
        return ()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(path), f"is not valid TOML: {error}.") from None
    entries = content.get("entry", [])
    if set(content) - {"entry"} or not isinstance(entries, list):
        raise SettingsError(str(path), "may hold [[entry]] and nothing else.")
    return tuple(_entry(entry, f"{path} entry {number}") for number, entry in enumerate(entries, 1))


def _entry(entry: dict[str, Any], where: str) -> Entry:
    does, on = entry.get("does", "refuse"), tuple(entry.get("on", PLACES))
    if unknown := sorted(set(entry) - _FIELDS):
        raise SettingsError(f"{where} {unknown[0]}", f"is not known; valid are {', '.join(sorted(_FIELDS))}.")
    if does not in ("refuse", "flag") or not on or not set(on) <= set(PLACES):
        raise SettingsError(where, 'needs does = "refuse" or "flag", and on = ["question", "answer"] or one.')
    phrases = [phrase for phrase in entry.get("phrases", ()) if str(phrase).strip()]
    try:
        if not phrases:
            raise ValueError("it has no phrases")
        return Entry(
            PhraseList(phrases, {}).check(), does == "refuse", str(entry.get("why", "")) or phrases[0], on
        )
    except (re.error, ValueError, KeyError, IndexError) as error:
        raise SettingsError(f"{where} phrases", f"cannot be read: {error}.") from None


class TextGuard:
    """Rules on one text; whatever it finds is told, so that it stands in the queue of reviews."""

    def __init__(
        self, entries: Sequence[Entry] = (), moderator: Moderator | None = None, unsure: str = "flag"
    ) -> None:
        self._entries, self._moderator, self._unsure = entries, moderator, unsure

    async def __call__(self, text: str, where: str, tell: Tell) -> str:
        """The code under which a text may not pass, or ""."""
        refuses = False
        shown = readings(text) if where == "question" else [text]
        for entry in self._entries:
            if where in entry.on and any(entry.pattern.search(reading) for reading in shown):
                tell(TextFlagged(where, entry.why, "list"))
                refuses = refuses or entry.refuses
        if not refuses and self._moderator and text.strip():
            refuses = await self._moderated(self._moderator, text, where, tell)
        return UNSAFE if refuses else ""

    async def _moderated(self, moderator: Moderator, text: str, where: str, tell: Tell) -> bool:
        try:
            found = await moderator.look(text)
        except ModelError as error:
            if self._unsure != "allow":  # could not tell: a person looks, or nobody passes
                tell(TextFlagged(where, f"could not tell: {error}", moderator.name))
            return self._unsure == "refuse"
        if found:
            tell(TextFlagged(where, ", ".join(found), moderator.name))
        return bool(found)


def watched_guard(guard: Guard, watch: TextGuard) -> Guard:
    """A guard that also asks the watch about questions it would let in."""

    async def rule(question: Question, seat: Seat) -> Ruling:
        ruling = await guard(question, seat)
        reason = await watch(question.text, "question", seat.tell) if ruling.allowed else ""
        return Ruling(allowed=False, reason=reason) if reason else ruling

    return rule


def watched_plan(plan: Planner, watch: TextGuard) -> Planner:
    """A planner whose own words to the user, where a model chose them, are looked at before they are said."""

    async def decide(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        made = await plan(question, ledger, weighing, seat)
        if made.says and made.by != "rule" and (reason := await watch(made.says, "answer", seat.tell)):
            return replace(made, decision=Decision.REFUSE, reason=reason, says="", choices=(), waits={})
        return made

    return decide


def watched_draft(draft: Drafter, watch: TextGuard) -> Drafter:
    """A drafter whose drafts are looked at before anybody verifies, let alone sees them."""

    async def write(
        question: Question, ledger: Ledger, weighing: Weighing, seat: Seat, objections: Objections = ()
    ) -> Draft:
        written = await draft(question, ledger, weighing, seat, objections)
        pieces = [claim.text for claim in written.claims] + [_said(one) for one in written.elements]
        reason = await watch("\n".join(pieces), "answer", seat.tell)
        return Draft((), written.gaps, by=written.by, reason=reason) if reason else written

    return write


def _said(value: Any) -> str:
    """Every word in an element: a table's cells, a chart's labels."""
    if isinstance(value, dict):
        return " ".join(_said(inner) for inner in value.values())
    return " ".join(map(_said, value)) if isinstance(value, list | tuple) else str(value)
