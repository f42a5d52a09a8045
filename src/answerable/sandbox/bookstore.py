"""A bookstore's database for the demo and the tests: a few hundred orders, among them every case that is hard.

The same day gives the same database to the last byte of every row; all dates are counted back from it.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from answerable.sandbox.filling import read_schema, read_world

# The day the demo world is told on; tests and evals ask their questions at noon of it.
BOOKSTORE_DAY = date(2026, 6, 1)
ORDERS = 420
FIRST = 1001
_WORLD = read_world("bookstore")
BOOKS, CARRIERS = _WORLD["books"], _WORLD["carriers"]
FIRST_NAMES, LAST_NAMES = _WORLD["first"].split(), _WORLD["last"].split()


@dataclass(frozen=True, kw_only=True)
class Line:
    """One item of an order: where it is, counted in days before today."""

    book: int = 0
    kind: str = "book"
    price: float = 14.90
    final_sale: bool = False
    opened: bool = False
    shipped: int | None = None  # days ago
    delivered: int | None = None
    lost: int | None = None
    returned: int | None = None


@dataclass(frozen=True, kw_only=True)
class Placed:
    """One order."""

    customer: int
    lines: tuple[Line, ...]
    ago: int = 8
    gift: bool = False
    cancelled: bool = False
    note: str = ""


CASES = tuple(
    Placed(**{**case, "lines": tuple(Line(**line) for line in case["lines"])}) for case in _WORLD["cases"]
)


def build_bookstore(path: Path, today: date = BOOKSTORE_DAY, *, orders: int = ORDERS) -> Path:
    """Write the database, anew if there is one."""
    path.unlink(missing_ok=True)
    chance = random.Random(20260601)
    people = _people(chance, max(len(CASES), orders // 2))
    placed = [*CASES, *(_any_order(chance, len(people)) for _ in range(orders - len(CASES)))]
    with sqlite3.connect(path) as database:
        database.executescript(read_schema("bookstore"))
        database.executemany("INSERT INTO customers VALUES (?, ?, ?)", people)
        for place, order in enumerate(placed):
            _write(database, f"BK-{FIRST + place}", order, people[order.customer][2], today, chance)
    database.close()
    return path


def email_of(path: Path, order: str) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT email FROM orders WHERE id = ?", (order,)).fetchone()[0])


def _people(chance: random.Random, count: int) -> list[tuple[int, str, str]]:
    names = [(first, last) for last in LAST_NAMES for first in FIRST_NAMES]
    chance.shuffle(names)
    names.remove(("Nora", "Lind"))
    chosen = [("Nora", "Lind"), *names][:count]
    return [
        (place, f"{first} {last}", f"{first}.{last}@example.{chance.choice(('com', 'org', 'net'))}".lower())
        for place, (first, last) in enumerate(chosen)
    ]


def _any_order(chance: random.Random, people: int) -> Placed:
    age = chance.randint(1, 90)
    lines = tuple(_any_line(chance, age) for _ in range(chance.choice((1, 1, 1, 2, 2, 3))))
    who, gift = chance.randrange(people), chance.random() < 0.1
    return Placed(customer=who, lines=lines, ago=age, gift=gift, cancelled=chance.random() < 0.03)


def _any_line(chance: random.Random, age: int) -> Line:
    kind = chance.choices(("book", "ebook", "audiobook", "box set", "audio cd"), (80, 8, 4, 4, 4))[0]
    shipped = max(0, age - chance.randint(1, 3)) if age > 1 else None
    arrived = shipped - chance.randint(2, 5) if shipped is not None else None
    delivered = arrived if arrived is not None and arrived >= 0 else None
    return Line(
        book=chance.randrange(len(BOOKS)),
        kind=kind,
        price=chance.randint(80, 600) / 10,
        shipped=shipped,
        delivered=delivered,
        final_sale=chance.random() < 0.06,
        opened=chance.random() < 0.2,
        returned=1 if delivered and chance.random() < 0.05 else None,
    )


def _write(
    database: sqlite3.Connection, name: str, order: Placed, email: str, today: date, chance: random.Random
) -> None:
    def day(ago: int | None) -> str | None:
        return None if ago is None else (today - timedelta(days=ago)).isoformat()

    row = (name, order.customer, email, day(order.ago), order.gift, order.cancelled, order.note)
    database.execute("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    parcels: dict[tuple[int | None, ...], int | None] = {}
    for place, line in enumerate(order.lines, 1):
        parcel = (line.shipped, line.delivered, line.lost)
        if parcel not in parcels and line.shipped is not None and not order.cancelled:
            sent = (name, chance.choice(CARRIERS), f"TR{chance.randrange(10**8):08d}", day(line.shipped))
            due = (day(line.shipped - 5), day(line.delivered), day(line.lost))
            cursor = database.execute(
                "INSERT INTO shipments (order_id, carrier, tracking, shipped_on, due_on, delivered_on, lost_on)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*sent, *due),
            )
            parcels[parcel] = cursor.lastrowid
        title, author = BOOKS[line.book]
        item = (name, str(place), title, author, line.kind, line.price, line.final_sale, line.opened)
        database.execute("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*item, parcels.get(parcel)))
        if line.returned is not None and not order.cancelled:
            done = ("before", name, str(place), day(line.returned), line.price)
            database.execute(
                "INSERT INTO returns (permit, order_id, line, started_on, refund) VALUES (?, ?, ?, ?, ?)",
                done,
            )
