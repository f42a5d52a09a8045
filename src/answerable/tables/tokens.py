"""A question cut into tokens: words, numbers and quoted texts, with what each says on its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from answerable.language.values.number_words import CARDINALS
from answerable.language.values.numbers import read_number
from answerable.tables.lexicon import fold, small_words

_TOKEN = re.compile(
    r"[\"“”„«](?P<quoted>[^\"“”„«»]{1,80})[\"“”»]|(?<!\w)'(?P<single>[^']{2,80})'(?!\w)"
    r"|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<date>\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\d{4}|\d{2})?(?!\d)|\d{1,2}/\d{1,2}/\d{2,4})"
    r"|(?P<number>(?<![\w.-])\d{1,3}(?:['’ ]\d{3})+(?:[.,]\d+)?(?![\w-])"
    r"|(?<![\w.-])\d+(?:[.,]\d+)*(?:(?=k\b)|(?![\w-]))\.?(?=\s|$|[^\w]|k\b))"
    r"|(?P<word>[^\W_]+(?:[-_./&+][^\W_]+)*(?:['’]\w+)?)|(?P<mark>[<>]=?|=|[,;:%€$£])"
)
_ASIDE = re.compile(r"(?<=\s)\([^()]+\)")
_ORDINAL = re.compile(r"((?:\d+)?(?:[06-9]|1\d))th")  # "the 80th minute"; a fourth may be a place
_MULTIPLIER = {"k": 1e3, "tausend": 1e3, "thousand": 1e3, "million": 1e6, "millionen": 1e6, "mio": 1e6}
# A number only where something is counted.
_ONE = ("one", "ein", "eine", "einen", "einem", "einer")
_BEFORE_ONE = ("than", "als", "mindestens", "hochstens", "genau", "exactly", "least", "most", "nur", "only")


@dataclass(frozen=True)
class Token:
    """One word, number or quoted text of a question."""

    text: str
    low: str  # folded
    number: float | None = None
    quoted: bool = False
    mark: bool = False
    aside: bool = False  # stands in brackets

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper()

    @property
    def coded(self) -> bool:
        """An identifier: letters and digits, or an e-mail address."""
        return "@" in self.text or (
            any(c.isdigit() for c in self.text) and any(c.isalpha() or c in "-_./" for c in self.text)
        )


def cut(text: str, language: str) -> list[Token]:
    """The tokens of a question, in order."""
    text = text.replace("’s ", " 's ").replace("'s ", " 's ")
    asides = [one.span() for one in _ASIDE.finditer(text)]
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        token = _token(match, language)
        within = any(start < match.start() < end for start, end in asides)
        found += [replace(token, aside=True) if within else token] if token.text else []
    return _multiplied(found)


def _token(match: re.Match[str], language: str) -> Token:
    if quoted := match["quoted"] or match["single"]:
        return Token(quoted.strip(), fold(quoted.strip()), quoted=True)
    text = match.group().rstrip("'’")
    if ordinal := _ORDINAL.fullmatch(text):
        return Token(text, text, number=float(ordinal[1]))
    if match["number"]:
        text = text.rstrip(".")
        number, _ = read_number(text, language)
        return Token(text, text, number=float(number))
    if match["mark"]:
        return Token(text, text, mark=True)
    low = fold(text)
    said = low if low in CARDINALS else text.lower()
    if said in CARDINALS and low not in ("one", "eins", "ein", "eine"):
        return Token(text, low, number=float(CARDINALS[said]))
    return Token(text, low)


def _multiplied(tokens: list[Token]) -> list[Token]:
    """ "2 million" is one number."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        if before is not None and before.number is not None and token.low in _MULTIPLIER:
            joined[-1] = _times(before, token)
            if (
                len(joined) > 3
                and joined[-4].low in ("between", "zwischen")
                and joined[-3].number is not None
            ):
                joined[-3] = _times(joined[-3], token)  # "between 4 and 7 million"
        elif token.low in _ONE and len(joined) > 1 and joined[-1].low in _BEFORE_ONE:
            joined.append(Token(token.text, token.low, number=1.0))
        else:
            joined.append(token)
    return joined


def _times(number: Token, word: Token) -> Token:
    assert number.number is not None  # the caller looked
    return Token(f"{number.text} {word.text}", number.low, number=number.number * _MULTIPLIER[word.low])


def is_verbal(word: str) -> bool:
    """English participles end in -ed or are listed."""
    return word.endswith("ed") or word in small_words("participles")


_GLUED = {
    "durchschnitts": "durchschnittlich", "gesamt": "gesamt", "hochst": "höchste", "maximal": "höchste",
    "minimal": "niedrigste", "mindest": "niedrigste", "tiefst": "niedrigste", "total": "total",
}  # fmt: skip
_PLACED = re.compile(r"(zweit|dritt|viert|funft)\w+ste[nrs]?")  # "zweithöchste"


_TAILS = re.compile(r"(\w{4,}?)(durchschnitt|summe|anzahl|zahl)(?:en)?")
_APART = frozenset(["ab", "an", "aus", "ein", "auf", "zu", "vor", "nach", "statt", "zuruck", "weg", "los"])


def rejoined(tokens: list[Token], means: Callable[[str], object]) -> list[Token]:
    """ "laufen 2026 ab": a verb and the part of it that German puts last, where they mean something together."""
    last = tokens[-1] if tokens else None
    if last is None or last.low not in _APART:
        return tokens
    for place, token in enumerate(tokens[:-1]):
        verb = f"{last.text}{token.text.lower()}"
        if token.number is None and not token.capital and means(verb):
            return [*tokens[:place], Token(verb, fold(verb)), *tokens[place + 1 : -1]]
    return tokens


def unglued(
    tokens: list[Token], known: frozenset[str], means: Callable[[str], object], held: Callable[[str], object]
) -> list[Token]:
    """ "Durchschnittspreis" says two things: average and price; "Mindestbestand" is one where a column is `held`."""
    found: list[Token] = []
    for token in tokens:
        lead = next(
            (lead for lead in _GLUED if token.low.startswith(lead) and len(token.low) > len(lead) + 3), ""
        )
        if placed := _PLACED.fullmatch(token.low):
            lead = placed[1]
            found += [Token(lead, lead), Token(token.text[len(lead) :], token.low[len(lead) :])]
        elif (tail := _TAILS.fullmatch(token.low)) and token.low not in known and not means(token.text):
            forms = (
                token.text[: len(tail[1]) - len(glue)]
                for glue in ("s", "n", "", "en")
                if tail[1].endswith(glue)
            )
            rest = next(filter(means, forms), token.text[: len(tail[1])])
            found += [Token(tail[2], tail[2]), Token(rest, fold(rest))]
        elif lead and token.low not in known and not held(token.text):
            rest = token.text[len(token.text) - (len(token.low) - len(lead)) :]
            found += [cut(_GLUED[lead], "de")[0], Token(rest.capitalize(), token.low[len(lead) :])]
        else:
            found.append(token)
    return found
