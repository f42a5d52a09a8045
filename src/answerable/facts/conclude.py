"""What follows from facts: ages and comparisons, computed here and entered as evidence like everything else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import date, datetime

from answerable.domain.evidence import Evidence, Locator
from answerable.facts.fact import Held, Inquiry, Resolved, Step
from answerable.lists import read_list

_SENTENCES: dict[str, dict[str, str]] = read_list(__package__, "concluded.toml")


def concluded(inquiry: Inquiry, resolved: Sequence[Resolved], language: str, now: datetime) -> list[Evidence]:
    """The computed sentences, each with the pages it was computed from."""
    found = [
        _computed(age_sentence(step, held, language, now.date()), (held,), language, now)
        for one in resolved
        for step in one.steps
        for held in step.values
        if is_age(step, held)
    ]
    if inquiry.compare and all(one.complete for one in resolved):
        text = _comparison(inquiry, resolved, language)
        found += [] if not text else [_computed(text, [one.values[0] for one in resolved], language, now)]
    return found


def age_sentence(step: Step, held: Held, language: str, now: date) -> str:
    """How old somebody is, with the birth date it follows from."""
    born, today = shown(held.best.value, held.best.canonical, language), shown("", now.isoformat(), language)
    age = held.value.replace(" or ", " oder ") if language == "de" else held.value
    return _wording(language)["age"].format(subject=step.subject, born=born, age=age, now=today)


def _wording(language: str) -> dict[str, str]:
    return _SENTENCES.get(language) or _SENTENCES["en"]


def is_age(step: Step, held: Held) -> bool:
    """Whether a value was computed from a birth date."""
    return step.hop.relation.name == "age" and held.best.relation == "born"


def _comparison(inquiry: Inquiry, resolved: Sequence[Resolved], language: str) -> str:
    wording = _wording(language)
    first, second = (one.values[0] for one in resolved)
    relation = resolved[0].chain.hops[-1].relation
    told = {
        "one": resolved[0].chain.anchor,
        "two": resolved[1].chain.anchor,
        "first": shown(first.value, first.canonical, language),
        "second": shown(second.value, second.canonical, language),
        "label": relation.label(language),
    }
    if inquiry.compare == "sum":
        if not all(re.fullmatch(r"[\d.]+(?: \S+)?", held.canonical) for held in (first, second)):
            return ""  # "21 or 22" years add up to nothing
        total = sum(measure(held.canonical)[0] for held in (first, second))
        figure = f"{total:g}" if total % 1 else f"{total:.0f}"
        return wording["sum"].format(**told, total=shown("", figure, language))
    if inquiry.compare == "same":
        return wording["same" if first.canonical == second.canonical else "other"].format(**told)
    if first.canonical == second.canonical:
        return wording["equal"].format(**told)
    larger = 0 if measure(first.canonical) > measure(second.canonical) else 1
    wins = larger if inquiry.compare == "most" else 1 - larger
    way = inquiry.compare
    if relation.wants == "date":
        way = "later" if inquiry.compare == "most" else "earlier"
    return wording[way].format(**told, winner=told["one" if wins == 0 else "two"])


def measure(canonical: str) -> tuple[float, str]:
    """A number for comparing; dates compare as they are written."""
    figure = canonical.split(" ", maxsplit=1)[0]
    return (float(figure), "") if figure.replace(".", "", 1).isdigit() else (0.0, canonical)


def shown(value: str, canonical: str, language: str) -> str:
    """A date or a plain number as the asker's language writes it; anything else as the page does."""
    if found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", canonical):
        month = _wording(language)["months"].split()[int(found[2]) - 1]
        return f"{int(found[3])}{'.' * (language == 'de')} {month} {found[1]}"
    if re.fullmatch(r"\d{4,}", canonical) and (not value or re.search(r"\d\D\d", value)):
        return f"{int(canonical):,}".replace(",", "’" if language == "de" else ",")
    return value or canonical


def _computed(text: str, held: Sequence[Held], language: str, now: datetime) -> Evidence:
    sites = ", ".join(dict.fromkeys(one.best.site for one in held))
    title = f"{_wording(language)['from']} {sites}"
    where = Locator("computed", held[0].best.url, path=(title,))
    return Evidence(computed_id(text), text, title, where, now, score=1.0, kind="number")


def computed_id(text: str) -> str:
    """Under which id a computed sentence stands in the ledger."""
    return "c" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def age_on(born: str, now: date) -> str:
    """Whole years from a birth date; from a year alone the two that are possible."""
    year = int(born[:4])
    if len(born) < 10:
        return f"{now.year - year - 1} or {now.year - year}"
    month, day = int(born[5:7]), int(born[8:10])
    return str(now.year - year - ((now.month, now.day) < (month, day)))
