"""What a question names or wants that nothing told so far has: then what was found is about something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from answerable.language.asked import OWN_RECORD, Asked
from answerable.language.ranking import Embedder, meant, stems_of
from answerable.language.shapes import MONTHS, SHAPES
from answerable.language.usual import untold
from answerable.language.words import stem, words

# A word this near to one that was told is another word for it (Holland and the Netherlands 0.73). Names the sites never
# say lie below (Wayland 0.28, pgAdmin 0.50, Berlin 0.63 by Germany); on 607 recorded questions 0.6 and 0.7 do the same.
ANOTHER_WORD = 0.7
# Among so many of the best texts a price that is asked for must stand. Chosen, not measured.
PRICED = 3

# What is asked about with yes or no is not told where no word comes this near to it. Chosen with "pay with paypal" and
# "a student discount" in view, on the questions it was measured on: of 362 it stops six that no site answers (five were
# refused before) and none answered rightly; the nearest of those has 0.45. Longer questions than SHORT say more than
# a page needs to.
UNNAMED, SHORT = 0.44, 5
# The verb after who does it, and who it is for ("rooms for wheelchair users"), are not what is asked about.
_DOING = re.compile(
    r"\b(?:i|you|we|they|one|people)(?:['’]\w+)? (?:(?:also|still|even|already|just|ever|never) )*\w+"
    r"|\b(?:users?|guests|customers|visitors|people)\b",
    re.I,
)
_WORD = re.compile(r"[^\W\d_][\w+-]*\w")
# Capitals or digits inside a word make a name in any language ("pgAdmin", "VPN", "S3").
_ODD = re.compile(r"\w[A-Z]|[A-Za-z]\d")


def unsaid(asked: Asked, told: Sequence[str], embedder: Embedder) -> str:
    """The first name in what is asked, or the price it asks for, that none of these texts (best first) has.

    Empty if all is said. Only what is asked counts: "My friend Anna left. How do I …?" is not about Anna.
    """
    if any(part.wants == "price" for part in asked.parts) and not any(
        map(SHAPES["price"].search, told[:PRICED])
    ):
        return "a price"
    if OWN_RECORD.search(asked.text):
        return "the asker's own record"
    names = [name for part in asked.parts for name in _names(part.text, asked.language)]
    return (
        untold(asked.text, told)
        or _absent(names, ANOTHER_WORD, asked, told, embedder)
        or _absent(_things(asked), UNNAMED, asked, told, embedder)
    )


def _absent(names: Sequence[str], near: float, asked: Asked, told: Sequence[str], embedder: Embedder) -> str:
    """The first of these that no text says, nor a word this near to it."""
    said = (
        frozenset[str]().union(*(stems_of(text, asked.language) for text in told)) if names else frozenset()
    )
    fresh = [
        name
        for name in names
        if any(stem(word, asked.language) not in said for word in words(name))
        and not any(map(_spelled_out(name).search, told))
    ]
    if not (fresh and told):
        return fresh[0] if fresh else ""
    nearest = dict(zip(asked.words, meant(asked, told, embedder).max(axis=0), strict=True))
    return next((name for name in fresh if nearest.get(name.lower(), 1.0) < near), "")


def _things(asked: Asked) -> list[str]:
    """What a yes or no is asked about: the one or two telling words at the end, not the verb after "do you"."""
    plain = [part.wants for part in asked.parts] == ["yesno"] and asked.own <= SHORT
    if asked.language == "de" or asked.setting or not plain:
        return []
    said = _WORD.findall(_DOING.sub("", asked.parts[0].text))
    ending = takewhile(lambda word: word.lower() in asked.words, reversed(said))
    return [word for word in ending if not MONTHS.search(word)][:2]


def _spelled_out(name: str) -> re.Pattern[str]:
    """The words that initials stand for: "USA" is told by "United States"."""
    if not (name.isupper() and name.isalpha()):
        return re.compile(re.escape(name))
    begins = r"\b" + r"\w+\W+".join(name[:2]) + r"\w+"  # of words written as names
    # Of others all must begin so, and two are no sign: "an image" tells nothing of AI.
    return re.compile(rf"{begins}|(?i:\b" + r"\w*\W+".join(name) + ")" if len(name) > 2 else begins)


def _names(text: str, language: str) -> list[str]:
    """Words that are written like names. German writes every noun that way, and some people every word."""
    if text.isupper():
        return []
    # Of "LKW-Führerschein" the first half is the name; one letter is none.
    found = [half for word in _WORD.findall(text)[1:] for half in word.split("-") if len(half) > 1]
    capital = [word for word in found if word[0].isupper()]
    plain = language == "de" or 2 * len(capital) > len(found)
    odd = [word for word in found if _ODD.search(word)]
    return [word for word in capital if not (plain or _ODD.search(word) or MONTHS.search(word))] + odd
