"""The demo clinic: English names, some shortened, and one relation that no foreign key declares."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from answerable.sandbox.filling import TODAY, Dice, read_world, write_database

DOCTORS, PATIENTS, APPOINTMENTS = 36, 640, 2_400

Record = tuple[Any, ...]


def build(path: Path) -> None:
    """Write the clinic's database; a file that was there is replaced."""
    world = read_world("clinic")
    dice = Dice(1866)
    appointments = list(_appointments(world, dice))
    given = list(_given(world, appointments, dice))
    write_database(
        path,
        "clinic",
        {
            "departments": [(key, *one) for key, one in enumerate(world["departments"], 1)],
            "doctors": list(_doctors(world, dice)),
            "insurers": [(key, *one) for key, one in enumerate(world["insurers"], 1)],
            "patients": list(_patients(world, dice)),
            "appointments": appointments,
            "treatments": [tuple(one) for one in world["treatments"]],
            "appointment_treatments": given,
            "invoices": list(_invoices(world, appointments, given, dice)),
        },
    )


def _doctors(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, DOCTORS + 1):
        rank = dice.below(3)
        salary = float((142, 108, 81)[rank] * 1000 + 500 * dice.below(30))
        who = (dice.pick(world["first"]), dice.pick(world["last"]))
        yield key, *who, world["titles"][rank], dice.ago(7_000), salary, 1 + key % len(world["departments"])


def _patients(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, PATIENTS + 1):
        who = (dice.pick(world["first"]), dice.pick(world["last"]))
        insurer = 1 + dice.below(len(world["insurers"])) if dice.chance(0.95) else None
        born, city = dice.ago(33_000), dice.pick(world["cities"])
        yield key, *who, born, dice.pick(("F", "M")), city, insurer, dice.ago(2_900)


def _appointments(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    opening = datetime(TODAY.year, TODAY.month, TODAY.day, 8)
    for key in range(1, APPOINTMENTS + 1):
        starts = opening + timedelta(days=30 - dice.below(760), minutes=15 * dice.below(38))
        past = starts.date() < TODAY
        done = "completed" if dice.chance(0.86) else dice.pick(("cancelled", "no-show"))
        status = done if past else "scheduled"
        minutes = 15 * (1 + dice.below(4))
        who = (1 + dice.below(PATIENTS), 1 + dice.below(DOCTORS))
        yield key, *who, starts.isoformat(sep=" "), minutes, dice.pick(world["reasons"]), status


def _given(world: dict[str, Any], appointments: list[Record], dice: Dice) -> Iterator[Record]:
    for appointment in appointments:
        if appointment[6] == "completed":
            codes = {dice.pick(world["treatments"])[0] for _ in range(1 + dice.below(3))}
            for code in sorted(codes):
                yield appointment[0], code, 2 if dice.chance(0.1) else 1


def _invoices(
    world: dict[str, Any], appointments: list[Record], given: list[Record], dice: Dice
) -> Iterator[Record]:
    prices = {one[0]: one[2] for one in world["treatments"]}
    amounts: dict[int, float] = {}
    for appointment, code, quantity in given:
        amounts[appointment] = amounts.get(appointment, 0.0) + prices[code] * quantity
    days = {one[0]: date.fromisoformat(one[3][:10]) for one in appointments}
    for number, (appointment, amount) in enumerate(amounts.items(), 1):
        issued = days[appointment] + timedelta(days=2 + dice.below(6))
        due, paid = issued + timedelta(days=30), issued + timedelta(days=5 + dice.below(50))
        settled = paid.isoformat() if paid < TODAY and dice.chance(0.93) else None
        yield f"INV-{10000 + number}", appointment, issued.isoformat(), due.isoformat(), amount, settled
