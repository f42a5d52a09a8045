"""The demo library: a public library with German names for tables and columns, the same on every machine."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from answerable.sandbox.dice import Dice
from answerable.sandbox.filling import write_database

SCHEMA = """
CREATE TABLE Zweigstelle (
    ZweigstelleID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Ort TEXT NOT NULL, Strasse TEXT, Sitzplaetze INTEGER
);
CREATE TABLE Mitglied (
    MitgliedID INTEGER PRIMARY KEY, Ausweisnummer TEXT UNIQUE, Vorname TEXT NOT NULL, Nachname TEXT NOT NULL,
    Geburtsdatum DATE, Wohnort TEXT, Eintrittsdatum DATE NOT NULL, Gesperrt BOOLEAN NOT NULL,
    StammZweigstelleID INTEGER REFERENCES Zweigstelle (ZweigstelleID)
);
CREATE TABLE Autor (AutorID INTEGER PRIMARY KEY, Name TEXT NOT NULL, Land TEXT, Geburtsjahr INTEGER);
CREATE TABLE Medium (
    MediumID INTEGER PRIMARY KEY, ISBN TEXT, Titel TEXT NOT NULL, Medienart TEXT NOT NULL, Gattung TEXT,
    Verlag TEXT, Erscheinungsjahr INTEGER, Preis_CHF NUMERIC(8, 2), AutorID INTEGER REFERENCES Autor (AutorID)
);
CREATE TABLE Exemplar (
    ExemplarID INTEGER PRIMARY KEY, MediumID INTEGER NOT NULL REFERENCES Medium (MediumID),
    ZweigstelleID INTEGER NOT NULL REFERENCES Zweigstelle (ZweigstelleID), Signatur TEXT, Zustand TEXT NOT NULL,
    Anschaffungsdatum DATE
);
CREATE TABLE Ausleihe (
    AusleiheID INTEGER PRIMARY KEY, ExemplarID INTEGER NOT NULL REFERENCES Exemplar (ExemplarID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Ausleihdatum DATE NOT NULL,
    Faellig_am DATE NOT NULL, Rueckgabedatum DATE, Verlaengerungen INTEGER NOT NULL
);
CREATE TABLE Gebuehr (
    GebuehrID INTEGER PRIMARY KEY, AusleiheID INTEGER REFERENCES Ausleihe (AusleiheID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Grund TEXT NOT NULL,
    Betrag_CHF NUMERIC(8, 2) NOT NULL, Bezahlt BOOLEAN NOT NULL
);
CREATE TABLE Reservation (
    ReservationID INTEGER PRIMARY KEY, MediumID INTEGER NOT NULL REFERENCES Medium (MediumID),
    MitgliedID INTEGER NOT NULL REFERENCES Mitglied (MitgliedID), Reserviert_am DATE NOT NULL, Status TEXT NOT NULL
);
"""
WORLD = Path(__file__).parent / "library.toml"
TODAY = date(2026, 1, 15)  # the day on which the demo stands still
MEMBERS, MEDIA, COPIES, LOANS = 420, 360, 900, 2_600

Record = tuple[Any, ...]


def build(path: Path) -> None:
    """Write the library's database; a file that was there is replaced."""
    world = tomllib.loads(WORLD.read_text(encoding="utf-8"))
    dice = Dice(1848)
    loans = list(_loans(dice))
    write_database(
        path,
        SCHEMA,
        {
            "Zweigstelle": [(key, *branch) for key, branch in enumerate(world["branches"], 1)],
            "Mitglied": list(_members(world, dice)),
            "Autor": [
                (key, name, dice.pick(world["nations"]), 1925 + dice.below(70))
                for key, name in enumerate(world["authors"], 1)
            ],
            "Medium": list(_media(world, dice)),
            "Exemplar": list(_copies(world, dice)),
            "Ausleihe": loans,
            "Gebuehr": list(_fees(world, loans, dice)),
            "Reservation": [
                (
                    key,
                    1 + dice.below(MEDIA),
                    1 + dice.below(MEMBERS),
                    _ago(dice, 60),
                    dice.pick(("offen", "abgeholt", "verfallen")),
                )
                for key in range(1, 141)
            ],
        },
    )


def _ago(dice: Dice, days: int) -> str:
    return (TODAY - timedelta(days=dice.below(days))).isoformat()


def _members(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, MEMBERS + 1):
        born = (TODAY - timedelta(days=2_200 + dice.below(28_000))).isoformat()
        yield (
            key,
            f"B{20000 + key * 7}",
            dice.pick(world["first"]),
            dice.pick(world["last"]),
            born,
            dice.pick(world["cities"]),
            _ago(dice, 3_600),
            dice.chance(0.04),
            1 + dice.below(len(world["branches"])),
        )


def _media(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    titles = [f"{opening} {subject}" for opening in world["opening"] for subject in world["subject"]]
    for key in range(1, MEDIA + 1):
        title = titles[key % len(titles)] + (f" {key // len(titles) + 1}" if key >= len(titles) else "")
        kind = world["kinds"][0] if dice.chance(0.6) else dice.pick(world["kinds"])
        isbn = (
            f"978-3-{10000 + key}-{dice.below(900) + 100}-{key % 10}" if kind in ("Buch", "Hörbuch") else None
        )
        author = 1 + dice.below(len(world["authors"])) if kind in ("Buch", "Hörbuch") else None
        price = round((9 + dice.roll() * 50) * 20) / 20
        year = 1985 + dice.below(41)
        yield (
            key,
            isbn,
            title,
            kind,
            dice.pick(world["genres"]),
            dice.pick(world["publishers"]),
            year,
            price,
            author,
        )


def _copies(world: dict[str, Any], dice: Dice) -> Iterator[Record]:
    for key in range(1, COPIES + 1):
        medium = key if key <= MEDIA else 1 + dice.below(MEDIA)
        branch = 1 + dice.below(len(world["branches"]))
        state = "gut" if dice.chance(0.7) else dice.pick(("neu", "abgenutzt", "beschädigt", "vermisst"))
        yield key, medium, branch, f"{'RKSLG'[medium % 5]} {medium:04d}.{key}", state, _ago(dice, 4_000)


def _loans(dice: Dice) -> Iterator[Record]:
    for key in range(1, LOANS + 1):
        lent = TODAY - timedelta(days=dice.below(730))
        longer = dice.below(3) if dice.chance(0.3) else 0
        due = lent + timedelta(days=28 * (1 + longer))
        back = lent + timedelta(days=3 + dice.below(45))
        out = back > TODAY or dice.chance(0.02)
        yield (
            key,
            1 + dice.below(COPIES),
            1 + dice.below(MEMBERS),
            lent.isoformat(),
            due.isoformat(),
            None if out else back.isoformat(),
            longer,
        )


def _fees(world: dict[str, Any], loans: list[Record], dice: Dice) -> Iterator[Record]:
    key = 0
    for loan, _, member, _, due, back, _ in loans:
        late = (back or TODAY.isoformat()) > due
        if late and dice.chance(0.7):
            key += 1
            reason = world["fees"][0] if dice.chance(0.85) else dice.pick(world["fees"])
            yield key, loan, member, reason, (2.0, 5.0, 8.5, 12.0, 35.0)[dice.below(5)], dice.chance(0.75)
