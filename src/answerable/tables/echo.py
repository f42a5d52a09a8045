"""One value told in the asker's own words: "How many days do I have left?" becomes "You have 8.5 days left"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.tables.form import Condition, Reading
from answerable.tables.wording import templates


def echo(question: str, reading: Reading, value: str, unit: str) -> str:
    """The question turned into a sentence that states a value, and behind it what of the reading the question does not
    say itself; empty where the question has none of the shapes that can be turned."""
    words = templates(reading.language)["echo"]
    asked = question.strip().rstrip(" ?.!")
    own = re.search(words["own"], asked, re.IGNORECASE)
    if not reading.basis or (own and not _is_own(reading.form.where)) or re.search(words["unsafe"], asked):
        return ""
    for pattern, template in words["shapes"]:
        found = re.fullmatch(pattern, asked, re.IGNORECASE)
        if found is None:
            continue
        counted = "{value} {" in template
        # One record is not told in the plural, and a number in another unit than the asker's is told with its own.
        if counted and (value == "1" or (unit not in ("", "%") and unit.lower() not in asked.lower())):
            return ""
        said = value if counted or not unit else f"{value} {unit}"
        told = str(template).format(value=said if unit != "%" else f"{value} %", **found.groupdict(""))
        for mine, yours in words["swaps"]:
            told = re.sub(mine, yours, told)
        return f"{told[:1].upper()}{told[1:]}{_beside(reading.basis, asked, set(words['bare']))}."
    return ""


def _is_own(conditions: Sequence[Condition]) -> bool:
    """Whether a reading is about the asker: "you have" is said of nobody else."""
    return any(one.term == "me" or _is_own(one.inner) for one in conditions)


def _beside(basis: Sequence[str], asked: str, bare: set[str]) -> str:
    """What a value stands on, in brackets; what only repeats the question, or the rest of it, is not told again."""
    told = list(dict.fromkeys(basis))
    for one in tuple(told):
        rest = " ".join((asked, *(other for other in told if other != one)))
        if _words(one) <= _words(rest) | bare:
            told.remove(one)
    return f" ({'; '.join(told)})" if told else ""


def _words(text: str) -> set[str]:
    """The words of a text, one or many of a thing alike."""
    return {word.rstrip("s") for word in re.findall(r"\w+", text.lower())}
