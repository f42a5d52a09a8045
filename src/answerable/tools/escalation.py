"""When a conversation goes to a person: the rules, the office hours, and what the user is told. All of it is data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from answerable.domain.evidence import Gap
from answerable.domain.outcome import Outcome
from answerable.domain.question import Question, Turn
from answerable.errors import AssistantError
from answerable.language.words import words
from answerable.lists import read_list
from answerable.store.reviews import CLOSED, OPEN, StoredReview, TenantReviews
from answerable.tools.desk import BROKE
from answerable.tools.dialog import Dialog
from answerable.tools.hearing import language_of, listen
from answerable.tools.policy import Policy

# Why a person is wanted; besides these, the name of an intent that assistant.toml leaves to people.
ASKED, ANGER, FAILED, IN_DOUBT, BY_MODEL = "asked", "anger", "failed", "in_doubt", "model"
# Ends of turns in which the engine has nothing to say: a person has the conversation, or was called off.
WITH_PERSON, WITHOUT_PERSON = "with_person", "without_person"
ESCALATED = "escalated"
# An angry message wants a person if one of so many before it was angry too. Chosen, not measured.
ANGRY_WITHIN = 3
# How far ahead the next opening is looked for: the longest a shop is closed in one piece.
DAYS_AHEAD = 31
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_SPAN = re.compile(r"(\d{2}:\d{2})-(\d{2}:\d{2})")
_KNOWN = ("zone", "hours", "closed", "intents", "en", "de")


@lru_cache(maxsize=1)
def _content() -> dict[str, Any]:
    return read_list(__package__, "escalation.toml")


@lru_cache(maxsize=1)
def _ears() -> Dialog:
    return Dialog(_content(), Policy((), ""), {}, "escalation.toml")


@dataclass(frozen=True)
class EscalationRules:
    """What an assistant's [escalation] says: when people are there, and which intents are theirs."""

    zone: tzinfo = UTC
    hours: Mapping[int, tuple[time, time]] | None = None  # by weekday; None: somebody is always there
    closed: frozenset[date] = frozenset()
    intents: frozenset[str] = frozenset()
    says: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, section: Mapping[str, Any], where: str) -> EscalationRules:
        """Understand the section; the error names the entry and what would be valid."""
        said = {language: section.get(language, {}) for language in ("en", "de")}
        sentences = tuple(_content()["says"]["en"])
        valid = {"": (section, _KNOWN)} | {f"{name}.": (own, sentences) for name, own in said.items()}
        for prefix, (given, known) in valid.items():
            if unknown := sorted(set(given) - set(known)):
                hint = f"Valid are {', '.join(known)}."
                raise AssistantError(f"{where} {prefix}{unknown[0]}", "is not known.", hint=hint)
        try:
            hours = {DAYS.index(day): _span(span) for day, span in section.get("hours", {}).items()}
            closed = frozenset(date.fromisoformat(str(day)) for day in section.get("closed", ()))
            zone = ZoneInfo(str(section.get("zone", "UTC")))
        except (ValueError, OSError, LookupError) as error:
            hint = 'Write zone = "Europe/Berlin", hours = { mon = "09:00-17:00" }, closed = ["2026-12-25"].'
            raise AssistantError(where, f"cannot be read: {error}.", hint=hint) from None
        intents = frozenset(section.get("intents", ()))
        return cls(zone, hours if "hours" in section else None, closed, intents, said)

    def staffed(self, now: datetime) -> bool:
        """Whether somebody is there."""
        local = now.astimezone(self.zone)
        if self.hours is None or local.weekday() not in self.hours or local.date() in self.closed:
            return self.hours is None and local.date() not in self.closed
        opens, closes = self.hours[local.weekday()]
        return opens <= local.time() < closes

    def back(self, now: datetime) -> datetime | None:
        """When somebody is there again."""
        local = now.astimezone(self.zone)
        for ahead in range(DAYS_AHEAD):
            day = local.date() + timedelta(days=ahead)
            span = (time(), time()) if self.hours is None else self.hours.get(day.weekday())
            opens = datetime.combine(day, span[0], self.zone) if span else local
            if span and opens > local and day not in self.closed:
                return opens
        return None

    def say(self, name: str, language: str, values: Mapping[str, str] | None = None) -> str:
        """One of the sentences, the assistant's own where it has one."""
        shipped = _content()["says"]
        said = self.says.get(language, {}).get(name) or shipped.get(language, shipped["en"])[name]
        return str(said).format(**values or {})


class Escalation:
    """The escalations of one tenant's conversations with one assistant."""

    def __init__(self, reviews: TenantReviews, rules: EscalationRules) -> None:
        self._reviews, self._rules = reviews, rules

    def rule(self, question: Question) -> str:
        """The code under which the engine must not answer this question, or "": a person has it, or is wanted."""
        known = self._reviews.escalations(question.conversation)
        if held := _held(known):
            if held.state == OPEN and self._heard(question.text, "without_person", "resume"):
                self._reviews.leave(question.conversation, question.user.id, "taken back by the user")
                return WITHOUT_PERSON
            return WITH_PERSON
        if self._heard(question.text, "wants_person", "want"):
            return ASKED
        before = [turn.question for turn in question.turns[-ANGRY_WITHIN:]]
        angry = _angry(question.text) and any(_angry(text) for text in before)
        return ANGER if angry and not any(one.words == ANGER for one in known) else ""

    def after(self, question: Question, outcome: Outcome) -> str:
        """Why a turn that ended so wants a person, or ""."""
        if outcome.reason == IN_DOUBT or any(gap.why.startswith(IN_DOUBT) for gap in outcome.gaps):
            return IN_DOUBT
        failed = _content()["failures"]
        twice = outcome.reason in failed and any(turn.reason in failed for turn in question.turns[-1:])
        return FAILED if twice else ""

    def call(self, question: Question, why: str, gaps: Sequence[Gap] = ()) -> bool:
        """Want a person for this conversation; False where that would only repeat what a person has closed."""
        anew = why == ASKED or any(gap.why.startswith(f"{IN_DOUBT}: {BROKE}") for gap in gaps)
        return self._reviews.escalate(question.run, question.conversation, why, asked=anew)

    def staffed(self, question: Question) -> bool:
        """Whether somebody is there now."""
        return self._rules.staffed(question.now)

    def says(self, question: Question, name: str) -> str:
        """What the user is told; `called` says when somebody is back where nobody is there."""
        language = language_of(question)
        held = _held(self._reviews.escalations(question.conversation))
        if name == "waiting" and held and held.person:
            return self._rules.say("joined", language, {"person": held.person})
        if name != "called" or self.staffed(question):
            return self._rules.say(name, language)
        back = self._rules.back(question.now)
        if back is None:
            return self._rules.say("closed", language)
        days: Sequence[str] = _content()["days"].get(language, _content()["days"]["en"])
        values = {"day": days[back.weekday()], "time": f"{back:%H:%M}"}
        today = back.date() == question.now.astimezone(back.tzinfo).date()
        when = self._rules.say("today" if today else "on_day", language, values)
        return self._rules.say("away", language, values | {"when": when})

    def choices(self, question: Question) -> tuple[tuple[str, str], ...]:
        """What the user may do instead of waiting."""
        held = _held(self._reviews.escalations(question.conversation))
        name = "want" if held is None else "resume" if held.state == OPEN else ""
        label = self._rules.say(name, language_of(question)) if name else ""
        return ((label, label),) if label else ()

    def _heard(self, text: str, move: str, button: str) -> bool:
        """Whether a text makes this move, or is the button that stands for it."""
        buttons = [words(self._rules.say(button, language)) for language in ("en", "de")]
        return move in listen(_ears(), text).moves or words(text) in buttons


def with_spoken(turns: Sequence[Turn], records: Iterable[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """Turns with what people wrote meanwhile, as the log has it: after the message it followed, with the writer."""
    asked: list[tuple[str, list[str]]] = []
    for record in records:
        if record["event"] == "RunStarted":
            asked.append((str(record["question"]), []))
        elif record["event"] == "PersonSpoke" and asked:
            asked[-1][1].append(f"{record['person']}: {record['text']}")
    told: list[Turn] = []
    for turn in reversed(turns):
        while asked and asked[-1][0] != turn.question:
            asked.pop()
        spoken = asked.pop()[1] if asked else []
        told.append(replace(turn, text="\n".join([turn.text, *spoken])) if spoken else turn)
    return tuple(reversed(told))


def _held(known: Sequence[StoredReview]) -> StoredReview | None:
    return next((one for one in known if one.state != CLOSED), None)


def _angry(text: str) -> bool:
    return "anger" in listen(_ears(), text).moves


def _span(written: str) -> tuple[time, time]:
    found = _SPAN.fullmatch(written)
    if found is None or not (opens := time.fromisoformat(found[1])) < (
        closes := time.fromisoformat(found[2])
    ):
        raise ValueError(f"{written!r} is no span of hours")
    return opens, closes
