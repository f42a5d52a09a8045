"""Exchange one value of a true sentence for another.

Where the values stand is found here by simple means of its own (and a hand-written list of names), so that a
value the verifier's reader does not know is still mutated.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable


def _row(written: str) -> list[str]:
    return [" ".join(item.split()) for item in written.split("|")]


NAMES = _row(
    """Marta Lindqvist | Lindqvist | QuillStore | Ostermann Trust | Priya Raman | Veldau | Karst |
    Corvane | Porto | Helena Voss | Aquatest | Brixen | Brennick | Otto Brennick | Lise Sandgren |
    Malmö | Tessman | Amara Diallo | Ingrid Falk | Tura | Zurbriggen | Kestenholz | Solothurn |
    Beatrice Amstutz | Emme | Javier Morales | Fjordbox | Bodenmann | Marburg | Selma Yildiz |
    Skarholm | Brunnvik | MS Astrid | Nils Edberg | Marlin Bank | Jo Whitcombe | Alder Street |
    Rüegg Recycling | Wolhusen | Liechtenstein | Swiss Post | Python"""
)
OTHER_NAMES = _row(
    """Berta Novak | Tilburg | Kowalski | Oskar Brandt | Femke Visser | Lugano | Petrov | Hannover |
    Maja Olsen | Zandvoort | Quentin | Borealis | Stavanger | Winterthur | Delgado | Yvonne Marchand"""
)
MONTHS = _row(
    """January | February | March | April | May | June | July | August | September | October | November |
    December"""
)
MONATE = _row(
    """Januar | Februar | März | April | Mai | Juni | Juli | August | September | Oktober | November |
    Dezember"""
)
DAYS = _row("""Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday""")
TAGE = _row("""Montag | Dienstag | Mittwoch | Donnerstag | Freitag | Samstag | Sonntag""")
UNITS = [
    _row("kg | g | mg | t"),
    _row("km | m | cm | mm"),
    _row("GB | MB | TB"),
    _row("days | hours | weeks | minutes | months | years | seconds"),
    _row("day | hour | week | minute | month | year"),
    _row("Tagen | Stunden | Wochen | Minuten | Monaten | Jahren"),
    _row("W | kW | A | V | Wh | GWh"),
    _row("°C | °F"),
    _row("ml | l"),
    _row("% | ‰"),
]
CURRENCIES = [
    _row("CHF | EUR | USD | NOK | GBP"),
    _row("€ | $ | £"),
    _row("Franken | Euro | Dollar"),
]

Mutation = Callable[[str, random.Random], str | None]


def _pick(pattern: str, text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text))
    return chance.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str, group: int = 0) -> str:
    return text[: match.start(group)] + new + text[match.end(group) :]


def _exchange(rows: list[list[str]], before: str) -> Mutation:
    """Replace a word of a row by another of the same row."""

    def mutate(text: str, chance: random.Random) -> str | None:
        row = chance.choice(rows)
        words = "|".join(re.escape(word) for word in row)
        match = _pick(rf"{before}({words})(?!\w)", text, chance)
        return _put(text, match, chance.choice([w for w in row if w != match[1]]), 1) if match else None

    return mutate


def number(text: str, chance: random.Random) -> str | None:
    """Another digit somewhere in a figure that stands by itself."""
    match = _pick(r"(?<![\w@/.:#-])(\d[\d.,'’]*\d|\d)(?![\w@/-])", text, chance)
    if not match:
        return None
    places = [n for n, c in enumerate(match[1]) if c.isdigit()]
    place = chance.choice(places)
    lowest = 1 if place == 0 else 0
    digit = chance.choice([d for d in range(lowest, 10) if str(d) != match[1][place]])
    return _put(text, match, match[1][:place] + str(digit) + match[1][place + 1 :], 1)


def identifier(text: str, chance: random.Random) -> str | None:
    """Another letter or digit in a path, flag, id or dotted word."""
    exact = re.compile(r"[A-Za-z][-_.]?\d|\w_\w|^/|^--|\w/\w")
    words = [m for m in re.finditer(r"\S+", text) if "@" not in m[0] and "://" not in m[0]]
    found = [m for m in words if exact.search(m[0])]
    return _put(text, match, _letter(match[0], chance)) if found and (match := chance.choice(found)) else None


def address(text: str, chance: random.Random) -> str | None:
    """Another letter in an e-mail address or URL."""
    match = _pick(r"\S+@[\w.-]*\w|https?://\S*\w", text, chance)
    if not match:
        return None
    head = 8 if match[0].startswith("http") else 0
    return _put(text, match, match[0][:head] + _letter(match[0][head:], chance))


def name(text: str, chance: random.Random) -> str | None:
    """Another name."""
    present = [known for known in NAMES if re.search(rf"(?<![\w@./-]){known}(?![\w@]|[.-]\w)", text)]
    if not present:
        return None
    known = chance.choice(present)
    new = chance.choice(OTHER_NAMES) if chance.random() < 0.7 else _letter(known, chance)
    return re.sub(rf"(?<![\w@./-]){known}(?![\w@]|[.-]\w)", lambda _: new, text, count=1)


def _letter(word: str, chance: random.Random) -> str:
    """One letter or digit exchanged; never the first, so that the word keeps its shape."""
    places = [n for n, c in enumerate(word) if c.isalnum() and n > 0]
    place = chance.choice(places)
    row = "0123456789" if word[place].isdigit() else "abcdefghiklmnoprstuvz"
    new = chance.choice([c for c in row if c != word[place].lower()])
    return word[:place] + (new.upper() if word[place].isupper() else new) + word[place + 1 :]


MUTATIONS: dict[str, Mutation] = {
    "number": number,
    "date": _exchange([MONTHS, MONATE, DAYS, TAGE], r"(?<!\w)"),
    "name": name,
    "identifier": identifier,
    "unit": _exchange(UNITS, r"\d[\s-]?"),
    "amount": _exchange(CURRENCIES, r"(?<!\w)"),
    "address": address,
}


def mutated(sentences: list[str], count: int, seed: int = 11) -> list[tuple[int, str, str]]:
    """So many mutations of random sentences: the sentence's place, the kind, the new sentence."""
    chance = random.Random(seed)
    made: list[tuple[int, str, str]] = []
    possible = [kind for kind, make in MUTATIONS.items() if any(make(s, chance) for s in sentences * 9)]
    while len(made) < count:
        place, kind = chance.randrange(len(sentences)), possible[len(made) % len(possible)]
        new = MUTATIONS[kind](sentences[place], chance)
        if new and new != sentences[place]:
            made.append((place, kind, new))
    return made
