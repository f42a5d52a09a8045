"""Whom "his", "she" or "ihr" points at: the one person that the last answer, or else its question, named. And which
October is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import reduce

from answerable.domain.question import Question
from answerable.lists import read_list

_WORDS = read_list(__package__, "pointed.toml")
# "Seine Chefin" is "Chefin von …"; English puts the name where the word stood.
_OF = re.compile(rf"\b(?:{'|'.join(_WORDS['of_de'])})\s+(\w+)", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"\b(?:{'|'.join(_WORDS['of_en'])})\b(?=\s+\w)", re.IGNORECASE)
_PERSON = re.compile(rf"\b(?:{'|'.join(_WORDS['person'])})\b", re.IGNORECASE)
_LEAD = re.compile(rf"^\s*(?:{'|'.join(_WORDS['lead'])})\b[\s,]*", re.IGNORECASE)

_TO_COME, _OVER = (
    re.compile(rf"\b(?:{'|'.join(_WORDS[name])})\b", re.IGNORECASE) for name in ("to_come", "over")
)
_MONTHS = [re.compile(rf"\b(?:{names})\b(?!,? +(?:of |des Jahres )?\d)") for names in _WORDS["months"]]

# A reply that names somebody has at most so many words: "I mean Ana Maria Lopez". Chosen, not measured.
REPLY = 6


def pointed(question: Question, named: Callable[[str], Sequence[str]]) -> str | None:
    """The question with a name where a word points at somebody; None where it cannot be told at whom."""
    text = question.text
    asked = question.turns[-1].waits.get("whom") if question.turns else None
    if asked and len(given := set(named(text))) == 1 and len(text.split()) <= REPLY:
        return _naming(asked, *given, german=False)  # the name we asked for
    german = question.language == "de" and question.turns and _OF.search(text)
    if not (german or _POSSESSIVE.search(text) or _PERSON.search(text)) or named(text):
        return text
    said = (question.turns[-1].text, question.turns[-1].question) if question.turns else ()
    who = next((found for words in said if (found := set(named(words)))), set())
    if len(who) != 1:
        return text if german or question.language == "de" else None
    return _naming(text, *who, german=bool(german))


def ahead(text: str, now: datetime) -> str:
    """The question with the year behind a month that is still to come: what closes in October has not closed yet."""
    if not _TO_COME.search(text) or _OVER.search(text):
        return text
    return reduce(lambda told, month: month.sub(rf"\g<0> {now.year}", told), _MONTHS[now.month :], text)


def _naming(text: str, name: str, *, german: bool) -> str:
    text = _OF.sub(rf"\1 von {name}", text) if german else _POSSESSIVE.sub(f"{name}'s", text)
    return _LEAD.sub("", _PERSON.sub(name, text))
