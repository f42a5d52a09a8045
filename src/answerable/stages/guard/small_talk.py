"""Requests that need no look at a page: greetings, jokes, poems, sums, the weather."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from answerable.language.disguise import unmask
from answerable.language.words import content_words
from answerable.stages.guard.phrases import PhraseList, load


@dataclass(frozen=True)
class Topic:
    """One kind of small talk."""

    name: str
    command: bool  # an order no source could answer: the guard refuses it
    pattern: PhraseList
    words: frozenset[str] | None  # the topic's own words; None when the phrase alone says it


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """All kinds, from the data file."""
    content = load("small_talk.toml")
    return tuple(
        Topic(
            entry["name"],
            entry.get("command", False),
            PhraseList(entry["phrases"], content["slots"]),
            frozenset(entry["words"].split()) if "words" in entry else None,
        )
        for entry in content["topic"]
    )


def small_talk(text: str) -> str | None:
    """The kind of small talk a text is, or None when it is about anything else as well.

    Advice only, except for commands: a weather service's site may well answer "will it rain tomorrow?".
    """
    found = _topic(unmask(text))
    return found.name if found else None


def idle_command(text: str) -> bool:
    """Whether a text orders something no organisation's source answers: a limerick, a joke, a role."""
    found = _topic(unmask(text))
    return found is not None and found.command


def _topic(text: str) -> Topic | None:
    found = (topic for topic in topics() if topic.pattern.search(text) and _nothing_else(text, topic))
    return next(found, None)


def _nothing_else(text: str, topic: Topic) -> bool:
    """Whether every word that says what a text is about belongs to the topic, in either language."""
    if topic.words is None:
        return True
    always = load("small_talk.toml")["always"].split()
    german = frozenset(content_words(text, "de"))
    about = [word for word in content_words(text, "en") if word in german and not word.isdigit()]
    return all(word in topic.words or word in always for word in about)
