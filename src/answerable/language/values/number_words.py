"""Numbers written as words, in English and German: seventeen, two hundred, fünfundzwanzig, zwei Drittel."""

from __future__ import annotations

from decimal import Decimal

from answerable.language.listed import listed


def _row(words: str) -> list[str]:
    return words.split()


_EN_SMALL = _row(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
)
_EN_TENS = _row("""twenty thirty forty fifty sixty seventy eighty ninety""")
_DE_SMALL = _row(
    """null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
    sechzehn siebzehn achtzehn neunzehn"""
)
_DE_TENS = _row("""zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig""")

_EN_ORDINALS = _row(
    """third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"""
)
_DE_ORDINALS = _row(
    """dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte vierzehnte
    fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste"""
)


def _english() -> dict[str, int]:
    known = {word: number for number, word in enumerate(_EN_SMALL)}
    for tens, word in enumerate(_EN_TENS, start=2):
        known[word] = tens * 10
        for ones in range(1, 10):
            known[f"{word}-{_EN_SMALL[ones]}"] = tens * 10 + ones
    return known


def _german() -> dict[str, int]:
    known = {word: number for number, word in enumerate(_DE_SMALL)}
    for tens, word in enumerate(_DE_TENS, start=2):
        known[word] = tens * 10
        for ones in range(1, 10):
            known[("ein" if ones == 1 else _DE_SMALL[ones]) + "und" + word] = tens * 10 + ones
    for hundreds in range(1, 10):
        known[("ein" if hundreds == 1 else _DE_SMALL[hundreds]) + "hundert"] = hundreds * 100
        known[("ein" if hundreds == 1 else _DE_SMALL[hundreds]) + "tausend"] = hundreds * 1000
    known |= {word.replace("ß", "ss"): number for word, number in known.items()}
    return known | {"zwo": 2, "dreissig": 30, "zehntausend": 10_000, "hunderttausend": 100_000}


CARDINALS: dict[str, int] = _english() | _german()
ORDINALS: dict[str, int] = {
    **{word: number for number, word in enumerate(_EN_ORDINALS, start=3)},
    **{
        word + ending: number
        for number, word in enumerate(_DE_ORDINALS, start=3)
        for ending in ("", "n", "r", "s", "m")
    },
}
WEAK_ORDINALS = {
    "first": 1,
    "second": 2,
    "erste": 1,
    "ersten": 1,
    "erster": 1,
    "erstes": 1,
    "zweite": 2,
    "zweiten": 2,
    "zweiter": 2,
    "zweites": 2,
    "primary": 1,
}
FRACTIONS = {
    "half": Decimal("0.5"),
    "hälfte": Decimal("0.5"),
    "halbe": Decimal("0.5"),
    "halben": Decimal("0.5"),
    "halber": Decimal("0.5"),
    "halbes": Decimal("0.5"),
    "drittel": Decimal(1) / 3,
    "viertel": Decimal("0.25"),
}
TIMES = {
    "once": 1,
    "twice": 2,
    "einmal": 1,
    "zweimal": 2,
    "dreimal": 3,
    "viermal": 4,
    "fünfmal": 5,
    "thrice": 3,
}
# Words that are articles and pronouns more often than numbers: they support, they are not checked, unless a
# unit follows.
ARTICLES = listed("one a an ein eine einen einem einer eines per every each pro jede jeden jeder jedes")
