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
_OF = re.compile(rf"\b(?:{'|'.join(_WORDS['of_de'])})\s+([\w-]+)", re.IGNORECASE)
_POSSESSIVE = re.compile(rf"\b(?:{'|'.join(_WORDS['of_en'])})\b(?=\s+\w)", re.IGNORECASE)
_PERSON = re.compile(rf"\b(?:{'|'.join(_WORDS['person'])})\b", re.IGNORECASE)
_WHO = re.compile(r"\s*(?:who|wer|wem|wen)\b", re.IGNORECASE)
_BOSS = re.compile(rf"\b(?:{'|'.join(_WORDS['boss'])})\b", re.IGNORECASE)
_LEADS = re.compile(rf"\b(?:{'|'.join(_WORDS['leads'])})\b", re.IGNORECASE)
_JOINT = re.compile(r"((?:,\s*|\s+)(?:and|und)\s+)", re.IGNORECASE)
_LEAD = re.compile(rf"^\s*(?:{'|'.join(_WORDS['lead'])})\b[\s,]*", re.IGNORECASE)

_MONEY = re.compile("|".join(_WORDS["money"]), re.IGNORECASE)
_TO_COME, _OVER = (
    re.compile(rf"\b(?:{'|'.join(_WORDS[name])})\b", re.IGNORECASE) for name in ("to_come", "over")
)
_MONTHS = [re.compile(rf"\b(?:{names})\b(?!,? +(?:of |des Jahres )?\d)") for names in _WORDS["months"]]

# A reply that names somebody has at most so many words: "I mean Ana Maria Lopez". Chosen, not measured.
REPLY = 6


def pointed(
    question: Question, named: Callable[[str], Sequence[str]], boss_of: Callable[[str], str]
) -> str | None:
    """The question with a name where a word points at somebody; None where it cannot be told at whom."""
    text = question.text
    before = question.turns[-1].waits.get("reading") if question.turns else None
    if before and _MONEY.fullmatch(_LEAD.sub("", text).strip(" ?.!")):
        left = "overdue" in before["sql"] or "balance" in before["sql"]
        return str(_WORDS["left" if left else "whole"][question.language == "de"])
    asked = question.turns[-1].waits.get("whom") if question.turns else None
    if asked and len(given := set(named(text))) == 1 and len(text.split()) <= REPLY:
        return _naming(asked, *given, german=False)  # the name we asked for
    german = question.language == "de" and question.turns and _OF.search(text)
    if len(here := set(named(text))) == 1:
        text = _of_one(text, here.pop(), boss_of, german=question.language == "de")
    if not (german or _POSSESSIVE.search(text) or _PERSON.search(text)) or named(text):
        return text
    said = (question.turns[-1].text, question.turns[-1].question) if question.turns else ()
    who = next((found for words in said if (found := set(named(words)))), set())
    if len(who) != 1:
        return text if german or question.language == "de" else None
    return _naming(text, *who, german=bool(german))


def _of_one(text: str, name: str, boss_of: Callable[[str], str], *, german: bool) -> str:
    """A question about one person and whom they report to, with the names of both where words stand for them."""
    asked = bool(_WHO.match(text))
    head, joint, tail = _JOINT.split(text, maxsplit=1) if _JOINT.search(text) else (text, "", "")
    # Of "who leads Ann, and where is he?", the answer is meant.
    boss, told = boss_of(name).replace("\\", " "), re.escape(name)  # what an app gives is not ours to trust
    meant = (boss if _BOSS.search(head) or _LEADS.search(head) else "") if asked else name
    if tail and meant and name in head:
        text = head + joint + _standing(tail, meant, german=german)
    noun = rf"(?:the |the line |de[mrs] |die )?{_BOSS.pattern}"
    whose = rf"{noun} (?:of|von) {told}\b|{told}['’]s {_BOSS.pattern}"
    if asked:
        return re.sub(rf"(?:the )?({_BOSS.pattern}) of {told}\b", rf"{name}'s \1", text, flags=re.IGNORECASE)
    return re.sub(whose, boss, text, flags=re.IGNORECASE) if boss else text


def ahead(text: str, now: datetime) -> str:
    """The question with the year behind a month that is still to come: what closes in October has not closed yet."""
    if not _TO_COME.search(text) or _OVER.search(text):
        return text
    return reduce(lambda told, month: month.sub(rf"\g<0> {now.year}", told), _MONTHS[now.month :], text)


def _naming(text: str, name: str, *, german: bool) -> str:
    return _LEAD.sub("", _standing(text, name, german=german))


def _standing(text: str, name: str, *, german: bool) -> str:
    """The text with the name where words stand for it."""
    text = _OF.sub(rf"\1 von {name}", text) if german else _POSSESSIVE.sub(f"{name}'s", text)
    return _PERSON.sub(name, text)
