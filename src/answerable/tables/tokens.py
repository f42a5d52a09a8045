"""A question cut into tokens: words, numbers and quoted texts, with what each says on its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from answerable.language.values.number_words import CARDINALS
from answerable.language.values.numbers import read_number
from answerable.tables.lexicon import fold

_TOKEN = re.compile(
    r"[\"“”„«](?P<quoted>[^\"“”„«»]{1,80})[\"“”»]|(?<!\w)'(?P<single>[^']{2,80})'(?!\w)"
    r"|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<date>\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\d{4}|\d{2})?(?!\d)|\d{1,2}/\d{1,2}/\d{2,4})"
    r"|(?P<number>(?<![\w.-])\d{1,3}(?:['’ ]\d{3})+(?:[.,]\d+)?(?![\w-])"
    r"|(?<![\w.-])\d+(?:[.,]\d+)*(?![\w-])\.?(?=\s|$|[^\w]))"
    r"|(?P<word>[^\W_]+(?:[-_./&+][^\W_]+)*(?:['’]\w+)?)|(?P<mark>[<>]=?|=|[,;:%€$£])"
)
_MULTIPLIER = {"k": 1e3, "tausend": 1e3, "thousand": 1e3, "million": 1e6, "millionen": 1e6, "mio": 1e6}
_TENS = {"dozen": 12.0, "dutzend": 12.0}


@dataclass(frozen=True)
class Token:
    """One word, number or quoted text of a question."""

    text: str
    low: str  # folded
    number: float | None = None
    quoted: bool = False
    mark: bool = False

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
    found = [
        _token(match, language)
        for match in _TOKEN.finditer(text.replace("’s ", " 's ").replace("'s ", " 's "))
    ]
    return _multiplied([token for token in found if token.text])


def _token(match: re.Match[str], language: str) -> Token:
    if quoted := match["quoted"] or match["single"]:
        return Token(quoted.strip(), fold(quoted.strip()), quoted=True)
    text = match.group().rstrip("'’")
    if match["number"]:
        text = text.rstrip(".")
        number, _ = read_number(text, language)
        return Token(text, text, number=float(number))
    if match["mark"]:
        return Token(text, text, mark=True)
    low = fold(text)
    if low in CARDINALS and low not in ("one", "eins", "ein", "eine"):
        return Token(text, low, number=float(CARDINALS[low]))
    if text.lower() in CARDINALS and low not in ("one", "eins", "ein", "eine"):
        return Token(text, low, number=float(CARDINALS[text.lower()]))
    return Token(text, low)


def _multiplied(tokens: list[Token]) -> list[Token]:
    """ "2 million" is one number."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        if before is not None and before.number is not None and token.low in _MULTIPLIER:
            joined[-1] = Token(
                f"{before.text} {token.text}", before.low, number=before.number * _MULTIPLIER[token.low]
            )
        else:
            joined.append(token)
    return joined


_GLUED = {
    "durchschnitts": "durchschnittlich", "gesamt": "gesamt", "hochst": "höchste", "maximal": "höchste",
    "minimal": "niedrigste", "mindest": "niedrigste", "tiefst": "niedrigste", "total": "total",
}  # fmt: skip


def unglued(tokens: list[Token], known: frozenset[str]) -> list[Token]:
    """ "Durchschnittspreis" says two things: average and price; "Mindestbestand" may be one column."""
    found: list[Token] = []
    for token in tokens:
        lead = next(
            (lead for lead in _GLUED if token.low.startswith(lead) and len(token.low) > len(lead) + 3), ""
        )
        if lead and token.low not in known:
            rest = token.text[len(token.text) - (len(token.low) - len(lead)) :]
            found += [cut(_GLUED[lead], "de")[0], Token(rest.capitalize(), token.low[len(lead) :])]
        else:
            found.append(token)
    return found
