"""The demo library: a public library with German names for tables and columns, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from answerable.sandbox.filling import TODAY, Dice, read_world, write_database

MEMBERS, MEDIA, COPIES, LOANS = 420, 360, 900, 2_600

Record = tuple[Any, ...]


def build(path: Path) -> None:
    """Write the library's database; a file that was there is replaced."""
    world = read_world("library")
    dice = Dice(1848)
    loans = list(_loans(dice))
    write_database(
        path,
        "library",
        {
            "Zweigstelle": [(key, *branch) for key, branch in enumerate(world["branches"], 1)],
            "Mitglied": list(_members(world, dice)),
            "Autor": list(_authors(world, dice)),
            "Medium": list(_media(world, dice)),
            "Exemplar": list(_copies(world, dice)),
            "Ausleihe": loans,
            "Gebuehr": list(_fees(world, loans, dice)),
            "Reservation": list(_reservations(dice)),
        },
    )


def _authors(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key, name in enumerate(world["authors"], 1):
        yield key, name, dice.pick(world["nations"]), 1925 + dice.below(70)


def _reservations(dice: Dice) -> Iterator[Record]:
    for key in range(1, 141):
        medium, member, since = 1 + dice.below(MEDIA), 1 + dice.below(MEMBERS), dice.ago(60)
        yield key, medium, member, since, dice.pick(("offen", "abgeholt", "verfallen"))


def _members(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, MEMBERS + 1):
        born = (TODAY - timedelta(days=2_200 + dice.below(28_000))).isoformat()
        first, last, city = (dice.pick(world[name]) for name in ("first", "last", "cities"))
        since, barred, branch = dice.ago(3_600), dice.chance(0.04), 1 + dice.below(len(world["branches"]))
        yield key, f"B{20000 + key * 7}", first, last, born, city, since, barred, branch


def _media(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    titles = [f"{opening} {subject}" for opening in world["opening"] for subject in world["subject"]]
    for key in range(1, MEDIA + 1):
        title = titles[key % len(titles)] + (f" {key // len(titles) + 1}" if key >= len(titles) else "")
        kind = world["kinds"][0] if dice.chance(0.6) else dice.pick(world["kinds"])
        isbn = author = None
        if kind in ("Buch", "Hörbuch"):
            isbn = f"978-3-{10000 + key}-{dice.below(900) + 100}-{key % 10}"
            author = 1 + dice.below(len(world["authors"]))
        price = round((9 + dice.roll() * 50) * 20) / 20
        year = 1985 + dice.below(41)
        genre, publisher = dice.pick(world["genres"]), dice.pick(world["publishers"])
        yield key, isbn, title, kind, genre, publisher, year, price, author


def _copies(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, COPIES + 1):
        medium = key if key <= MEDIA else 1 + dice.below(MEDIA)
        branch = 1 + dice.below(len(world["branches"]))
        state = "gut" if dice.chance(0.7) else dice.pick(("neu", "abgenutzt", "beschädigt", "vermisst"))
        yield key, medium, branch, f"{'RKSLG'[medium % 5]} {medium:04d}.{key}", state, dice.ago(4_000)


def _loans(dice: Dice) -> Iterator[Record]:
    for key in range(1, LOANS + 1):
        lent = TODAY - timedelta(days=dice.below(730))
        longer = dice.below(3) if dice.chance(0.3) else 0
        due = lent + timedelta(days=28 * (1 + longer))
        back = lent + timedelta(days=3 + dice.below(45))
        out = back > TODAY or dice.chance(0.02)
        given = None if out else back.isoformat()
        copy, member = 1 + dice.below(COPIES), 1 + dice.below(MEMBERS)
        yield key, copy, member, lent.isoformat(), due.isoformat(), given, longer


def _fees(world: dict[str, Any], loans: list[Record], dice: Dice) -> Iterator[Record]:
    key = 0
    for loan, _, member, _, due, back, _ in loans:
        late = (back or TODAY.isoformat()) > due
        if late and dice.chance(0.7):
            key += 1
            reason = world["fees"][0] if dice.chance(0.85) else dice.pick(world["fees"])
            yield key, loan, member, reason, (2.0, 5.0, 8.5, 12.0, 35.0)[dice.below(5)], dice.chance(0.75)
