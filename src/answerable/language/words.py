"""Words and stems. The same stems are used to index a passage and to search for it."""

from __future__ import annotations

import re
from functools import lru_cache

import Stemmer

from answerable.language.listed import listed

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?", re.UNICODE)
_STEMMERS = {"en": Stemmer.Stemmer("english"), "de": Stemmer.Stemmer("german")}
_FOLD = str.maketrans(
    {"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "è": "e", "ê": "e", "à": "a", "ç": "c"}
)

# Words that say how something is asked, not what about. Kept small on purpose: a rare word wrongly listed
# here can never be found again, a common word wrongly kept only costs a little rank.
STOPWORDS = {
    "en": listed(
        """a about after again all also am an and any are aren as at be been being both but by can cannot
        could couldn did didn do does doesn doing don else for from get gets getting go goes going got
        guys had hadn has hasn have haven having he her here hers him his how i if in into is isn it its
        itself just let like ll me mine might more most much must my myself no not now of off on once one
        only or other our ours out own please possible re really s same shall she should shouldn so some
        someone somebody something such t than that the their theirs them then there these they thing
        things this those through to too u up us ve very want was wasn way we were weren what whatever
        when where which while who whom whose why will with won would wouldn yes you your yours yourself
        tell know anything anyone everything everyone bit d m o im ive id whats hows wheres whos dont
        doesnt cant isnt wont didnt"""
    ),
    "de": listed(
        """aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin
        bis bist bitte da damit dann das dass dein deine dem den denn der des dich die dies diese diesem
        diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer
        eure für ganz gibt gibts habe haben hat hatte hier hin ich ihm ihn ihr ihre ihrem ihren im in ins
        irgend ist ja jede jedem jeden jeder jedes jetzt kann kannst können könnte man mal mein meine
        meinem meinen meiner mich mir mit muss müssen nach nein nicht nichts noch nun nur ob oder ohne so
        sehr sein seine selbst sich sie sind soll sollte sonst um und uns unser unsere unter vom von vor
        war waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder
        wieso will wir wird wo wohin womit wollen worden wurde würde zu zum zur über eigentlich denn geht
        gehts habt machen macht machts"""
    ),
}

_GERMAN_HINTS = listed(
    """der die das und ist nicht ich ein eine wie was wo wann warum kann mein meine mit für auf von zu den
    dem sind haben habe wer wenn oder auch bei über welche welcher welches es im am wird werden gibt man
    bitte hallo danke guten ihr euch euer eure mir mich muss viel lange kostet kosten"""
)
_ENGLISH_HINTS = listed(
    """the is are what how do does can i my a an of to for and in on you your it when where who which why
    with will not or have has there any if this that be at from"""
)


def words(text: str) -> list[str]:
    """Lower-case words; umlauts kept."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


@lru_cache(maxsize=200_000)
def stem(word: str, language: str = "en") -> str:
    """The stem of one lower-case word, umlauts and accents folded: typing without them still matches."""
    root = word.split("'", maxsplit=1)[0] or word
    stemmer = _STEMMERS.get(language, _STEMMERS["en"])
    return str(stemmer.stemWord(root)).translate(_FOLD)


def stems(text: str, language: str = "en") -> list[str]:
    """Every word's stem, stopwords included (the index keeps all; the question drops its own)."""
    return [stem(word, language) for word in words(text)]


def content_words(text: str, language: str = "en") -> list[str]:
    """The words that say what a text is about, in order, each once."""
    dropped = STOPWORDS.get(language, STOPWORDS["en"])
    seen: dict[str, None] = {}
    for word in words(text):
        root = word.split("'", maxsplit=1)[0]
        if root and root not in dropped and word not in dropped:
            seen.setdefault(root)
    return list(seen)


_TELLING = (_GERMAN_HINTS, _ENGLISH_HINTS - STOPWORDS["de"])  # "in" is a word of both
# Small words of one language that are no words of the other; asked only where the hints above do not tell.
_ONLY = {
    "de": STOPWORDS["de"] - STOPWORDS["en"] - listed("also bin hat mal war"),
    "en": STOPWORDS["en"] - STOPWORDS["de"] - listed("d m o s t u"),
}


@lru_cache(maxsize=256)  # several stages ask it of one question
def detect_language(text: str, default: str = "en") -> str:
    """German or English, by the small words; the default when it cannot be told."""
    found = words(text)
    german, english = (sum(word in hints for word in found) for hints in _TELLING)
    if german == english:
        german, english = (sum(word in _ONLY[language] for word in found) for language in ("de", "en"))
    if german == english:  # a name may have an umlaut in either language: "email of Jörg"
        german += any(c in "äöüß" for c in text.lower())
    if german == english:
        return default
    return "de" if german > english else "en"
