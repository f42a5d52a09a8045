"""What follows from facts: ages and comparisons, computed here and entered as evidence like everything else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from answerable.domain.evidence import Evidence, Locator
from answerable.facts.fact import Held, Inquiry, Resolved, Step

_AGE = {
    "en": "{subject}, born {born}, is {age} years old on {now}.",
    "de": "{subject}, geboren {born}, ist am {now} {age} Jahre alt.",
}
_COMPARED = {
    "en": {
        "most": "Of {one} ({first}) and {two} ({second}), {winner} has the higher {label}.",
        "least": "Of {one} ({first}) and {two} ({second}), {winner} has the lower {label}.",
        "earlier": "Of {one} ({first}) and {two} ({second}), {winner} comes first.",
        "later": "Of {one} ({first}) and {two} ({second}), {winner} comes later.",
        "equal": "{one} ({first}) and {two} ({second}) are equal.",
        "same": "Yes: {one} and {two} have the same {label}, {first}.",
        "other": "No: the {label} of {one} is {first}, that of {two} is {second}.",
    },
    "de": {
        "most": "Von {one} ({first}) und {two} ({second}) hat {winner} den höheren Wert: {label}.",
        "least": "Von {one} ({first}) und {two} ({second}) hat {winner} den kleineren Wert: {label}.",
        "earlier": "Von {one} ({first}) und {two} ({second}) kommt {winner} zuerst.",
        "later": "Von {one} ({first}) und {two} ({second}) kommt {winner} später.",
        "equal": "{one} ({first}) und {two} ({second}) sind gleich.",
        "same": "Ja: {one} und {two} haben dasselbe ({label}): {first}.",
        "other": "Nein: {label} von {one} ist {first}, von {two} {second}.",
    },
}


def concluded(inquiry: Inquiry, resolved: Sequence[Resolved], language: str, now: datetime) -> list[Evidence]:
    """The computed sentences, each with the pages it was computed from."""
    found = [_computed(text, held, now) for text, held in _ages(resolved, language, now.date())]
    if inquiry.compare and all(one.complete for one in resolved):
        text = _comparison(inquiry, resolved, language)
        found.append(_computed(text, resolved[0].values[0], now))
    return found


def age_sentence(step: Step, held: Held, language: str, now: date) -> str:
    """How old somebody is, with the birth date it follows from."""
    wording = _AGE.get(language, _AGE["en"])
    return wording.format(subject=step.subject, born=held.best.value, age=held.value, now=now.isoformat())


def _ages(resolved: Sequence[Resolved], language: str, now: date) -> Iterator[tuple[str, Held]]:
    for one in resolved:
        for step in one.steps:
            for held in step.values:
                if is_age(step, held):
                    yield age_sentence(step, held, language, now), held


def is_age(step: Step, held: Held) -> bool:
    """Whether a value was computed from a birth date."""
    return step.hop.relation.name == "age" and held.best.relation == "born"


def _comparison(inquiry: Inquiry, resolved: Sequence[Resolved], language: str) -> str:
    wording = _COMPARED.get(language, _COMPARED["en"])
    first, second = (one.values[0] for one in resolved)
    relation = resolved[0].chain.hops[-1].relation
    shown = {
        "one": resolved[0].chain.anchor, "two": resolved[1].chain.anchor,
        "first": first.value, "second": second.value, "label": relation.label(language),
    }  # fmt: skip
    if inquiry.compare == "same":
        return wording["same" if first.canonical == second.canonical else "other"].format(**shown)
    if first.canonical == second.canonical:
        return wording["equal"].format(**shown)
    larger = 0 if measure(first.canonical) > measure(second.canonical) else 1
    wins = larger if inquiry.compare == "most" else 1 - larger
    way = inquiry.compare
    if relation.wants == "date":
        way = "later" if inquiry.compare == "most" else "earlier"
    return wording[way].format(**shown, winner=shown["one" if wins == 0 else "two"])


def measure(canonical: str) -> tuple[float, str]:
    """A number for comparing; dates compare as they are written."""
    figure = canonical.split(" ", maxsplit=1)[0]
    return (float(figure), "") if figure.replace(".", "", 1).isdigit() else (0.0, canonical)


def _computed(text: str, held: Held, now: datetime) -> Evidence:
    best = held.best
    where = Locator("computed", best.url, path=("computed",))
    return Evidence(computed_id(text), text, "computed", where, now, score=1.0, kind="number")


def computed_id(text: str) -> str:
    """Under which id a computed sentence stands in the ledger."""
    return "c" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
