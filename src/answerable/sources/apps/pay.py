"""Pay by the year, and what groups of people cost, without ever showing one person's pay as a total."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from answerable.lists import read_list
from answerable.sources.apps.client import Record
from answerable.sources.apps.staff import Staff, key_of
from answerable.sources.apps.values import day, number

_TIMES_A_YEAR: Mapping[str, float] = read_list(__package__, "money.toml")["times_a_year"]


def annual(employment: Record) -> float | None:
    """What an employment pays in a year; None where the rate or its period is not known."""
    rate = number(employment.get("pay_rate"))
    times = _TIMES_A_YEAR.get(str(employment.get("pay_period") or "").upper())
    return None if rate is None or times is None else round(rate * times, 2)


def latest(employments: Iterable[Record], today: date) -> dict[str, Record]:
    """Each person's newest employment that has begun; the first to begin where none has."""
    newest: dict[str, tuple[tuple[bool, int], Record]] = {}
    for employment in employments:
        who = key_of(employment.get("employee"))
        begins = day(employment.get("effective_date")) or date.min
        begun = begins <= today
        rank = (begun, begins.toordinal() if begun else -begins.toordinal())
        if who and (who not in newest or rank >= newest[who][0]):
            newest[who] = (rank, employment)
    return {who: employment for who, (_, employment) in newest.items()}


@dataclass(frozen=True)
class Cost:
    """What the people below one manager cost in one currency; None where it would be one person's pay."""

    manager: str
    currency: str
    people: int
    cost: float | None
    direct: float | None = None  # of those alone who report to the manager directly


def costs(
    staff: Staff, employments: Sequence[Record], today: date, managers: Collection[str], least: int
) -> list[Cost]:
    """The totals of the people below each of these managers, by currency.

    With `least` of 2 or more, no sum or difference of shown totals is about fewer people than that: from the bottom
    up, a total is held back where it, or what those shown below leave of it, would be about too few, but not none.
    What direct reports cost is such a total too, told where the one it is part of is.
    """
    paid: dict[str, dict[str, float]] = {}
    for who, employment in latest(employments, today).items():
        amount = annual(employment)
        if amount is not None and staff.works(who):
            paid.setdefault(str(employment.get("pay_currency") or ""), {})[who] = amount
    # Whoever has the fewest below cannot stand above anybody with more.
    order = sorted(managers, key=lambda person: (len(staff.below(person)), person))
    return [
        cost for currency in sorted(paid) for cost in _in_one(staff, paid[currency], order, (currency, least))
    ]


def _in_one(
    staff: Staff, paid: Mapping[str, float], order: Sequence[str], how: tuple[str, int]
) -> Iterable[Cost]:
    currency, least = how
    told: dict[str, set[str]] = {}  # the people of each shown total
    for person in order:
        below = staff.below(person)
        everyone = {who for who in below if who in paid}
        if not everyone:
            continue
        rest = everyone.difference(*(people for one, people in told.items() if one in below))
        shown = len(everyone) >= least and not 0 < len(rest) < least
        if shown:
            told[person] = everyone
        near = everyone & staff.reports(person)
        apart = shown and len(near) >= least and not 0 < len(rest - near) < least
        total, direct = (round(sum(paid[who] for who in some), 2) for some in (everyone, near))
        yield Cost(person, currency, len(below), total if shown else None, direct if apart else None)
