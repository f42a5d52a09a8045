"""The user's own yes to exactly one call. A model, a page or a note can ask for it, never give it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from answerable.domain.calls import Approval, Call
from answerable.domain.question import Question
from answerable.language.words import STOPWORDS, content_words, words
from answerable.lists import read_list

# A yes to a question of the day before yesterday is no yes to today's prices. Chosen, not measured.
STALE_SECONDS = 24 * 3600
# Longer replies than this say more than yes. Chosen, not measured.
MOST_WORDS = 12
# What follows a yes and may be a question of its own.
_AFTER = re.compile(r"(?<=[.!])\s+|,\s+(?=(?:and|und)\b)", re.IGNORECASE)
_QUOTED = re.compile("[“«]([^”»]*)[”»]")  # the name of each thing that is asked about


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, Any]:
    content = read_list(__package__, "yes.toml")
    return {
        name: frozenset(value.split()) if isinstance(value, str) else value for name, value in content.items()
    }


def clear_yes(text: str, asked: str = "") -> bool:
    """Whether a reply says yes and nothing else: small words and words of the question itself may stand around it.
    Where several things are asked about, a yes to one of them is no yes. A question after it, of something else, is
    answered."""
    lists, names = _lists(), [set(content_words(name)) or set(words(name)) for name in _QUOTED.findall(asked)]
    first, *rest = _AFTER.split(text.strip())
    doubts = lists["no"].union(lists["part"], lists["every"], *names)
    if rest and all(one.endswith("?") and doubts.isdisjoint(words(one)) for one in rest):
        text = first
    said = words(text)
    no = lists["no"] | lists["asking"] | lists["opens"].intersection(said[:1])
    if not said or len(said) > MOST_WORDS or "?" in text or not no.isdisjoint(said):
        return False
    flat = f" {' '.join(said)} "
    if not any(f" {agreed} " in flat for agreed in (*lists["yes"], *lists["phrases"])):
        return False
    known = lists["yes"] | lists["filler"] | lists["every"] | STOPWORDS["en"] | STOPWORDS["de"]
    known |= {word for phrase in lists["phrases"] for word in phrase.split()}
    named = sum(not name.isdisjoint(said) for name in names)
    if len(names) < 2:
        known -= lists["every"]
    elif not lists["part"].isdisjoint(said) or 0 < named < len(names):
        return False
    return all(word in known for word in said if word not in words(asked))


def answers_yes_or_no(text: str) -> bool:
    """Whether a text speaks of yes or no at all."""
    return any(word in _lists()["yes"] or word in _lists()["denials"] for word in words(text))


def clear_no(text: str) -> bool:
    """Whether a reply begins with a no; "I don't want a new one" does not."""
    said = words(text)
    return not _lists()["denials"].isdisjoint(said[: 1 if said[:1] == ["i"] else 2])


def ask_for(call: Call, question: Question, says: str = "") -> dict[str, Any]:
    """What a turn must leave behind when it asks for a yes, so that the next turn's yes can be held against it: the
    call, and the question in its words."""
    return {
        "tool": call.tool,
        "arguments": dict(call.arguments),
        "digest": call.digest,
        "says": says,
        "run": question.run,
        "user": question.user.id,
        "at": question.now.isoformat(),
    }


def approval_of(call: Call, question: Question) -> tuple[Approval, str] | None:
    """The user's reply to the question the last turn asked about this very call, and what makes it usable once."""
    turn = question.turns[-1] if question.turns else None
    asked = turn.waits.get("confirm") if turn else None
    if turn is None or not asked or asked["digest"] != call.digest or asked["user"] != question.user.id:
        return None
    age = (question.now - datetime.fromisoformat(asked["at"])).total_seconds()
    if not 0 <= age <= STALE_SECONDS:
        return None
    given = clear_yes(question.text, asked["says"])
    return Approval(call, question.user.id, given, question.now), f"{asked['run']}:{call.digest}"
