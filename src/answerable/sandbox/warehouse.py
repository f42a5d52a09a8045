"""The demo warehouse: four tables of an electrical wholesaler, the same on every machine.

Names of tables and columns are those of the warehouse this assistant was first written for; firms, prices and
stocks are invented.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from answerable.sandbox.filling import Dice, read_world, write_database

FIRST_NUMBER = 1001
SHELVES = 6
KNOWN_NUMBER = 4711  # the article that guides and examples ask for


def build(path: Path) -> None:
    """Write the warehouse's database; a file that was there is replaced."""
    world = read_world("warehouse")
    dice = Dice(4711)
    articles, places = list(_articles(world, dice)), list(_places(world))
    write_database(
        path,
        "warehouse",
        {
            "Artikel": [article[:8] for article in articles],
            "Einkaufspreis": list(_prices(articles, dice)),
            "Lagerplatz": places,
            "Lagerplatz_Artikel": list(_stock(articles, places, dice)),
        },
    )


def _articles(world: dict[str, Any], dice: Dice) -> Iterator[tuple[Any, ...]]:
    number, key = FIRST_NUMBER, 0
    for family in world["families"]:
        for size, (a, b, c) in enumerate(product(family["a"], family["b"], family["c"])):
            key += 1
            yield (
                key,
                str(number),
                family["name"].format(a=a, b=b, c=c),
                family["group"],
                family["maker"],
                world["suppliers"][family["supplier"] if dice.chance(0.85) else dice.below(8)],
                family["unit"],
                key % world["locked_every"] == 0,
                family["price"] * (1 + 0.04 * size),
            )
            # Numbers have gaps, as in any grown stock; the known one is never skipped.
            following = number + 1 + dice.below(4)
            number = KNOWN_NUMBER if number < KNOWN_NUMBER < following else following


def _prices(articles: list[tuple[Any, ...]], dice: Dice) -> Iterator[tuple[int, float]]:
    for article in articles:
        # A few articles have no price yet.
        if article[1] == str(KNOWN_NUMBER) or not dice.chance(0.02):
            twentieths = round(article[8] * (0.9 + 0.2 * dice.roll()) * 20)
            yield article[0], twentieths / 20  # Swiss prices end in 0 or 5


def _places(world: dict[str, Any]) -> Iterator[tuple[int, str, str, str]]:
    key = 0
    for store in world["stores"]:
        for place, aisle, shelf in product(
            store["places"], range(1, store["aisles"] + 1), range(1, SHELVES + 1)
        ):
            key += 1
            room = store["places"].index(place) + 1
            yield key, f"{store['letter']}{room}-{aisle:02d}-{shelf:02d}", store["name"], place


def _stock(
    articles: list[tuple[Any, ...]], places: list[tuple[int, str, str, str]], dice: Dice
) -> Iterator[tuple[int, ...]]:
    for article in articles:
        known = article[1] == str(KNOWN_NUMBER)
        where = {dice.below(len(places)) for _ in range(3 if known else 1 + dice.below(3))}
        for place in sorted(where):
            least = (5, 10, 20, 50)[dice.below(4)]
            stock = 0 if dice.chance(0.08) and not known else dice.below(least * 8)
            reserved = min(stock, dice.below(least)) if dice.chance(0.4) else 0
            yield article[0], places[place][0], stock, reserved, least * 2 if stock < least else 0, least
