"""Follow-up questions: "what about for international orders?" means more than it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.words import LISTS, content_words, words
from answerable.lists import listed

_POINTING = {language: listed(row) for language, row in LISTS["pointing"].items()}
# "and …", "what about …", "ok so …": openings that continue what was said.
_CONTINUING = re.compile(
    r"^\W*(?:and|but|so|ok|okay|fine|nice|great|thanks|right|what about|how about|what if|also|then|und|aber|"
    r"ok|gut|danke|was ist mit|wie ist es mit|wie sieht es mit|und was|auch|nochmal)\b",
    re.I,
)
# One telling word is rarely a whole question ("and abroad?").
FEW_WORDS = 1
# Earlier questions a follow-up may lean on; more only blur what is meant now.
LEANS_ON = 2


def leans(text: str, language: str) -> bool:
    """Does this question need what was said before to be understood?"""
    pointing = _POINTING.get(language, _POINTING["en"])
    return (
        _CONTINUING.search(text) is not None
        or len(content_words(text, language)) <= FEW_WORDS
        or any(word in pointing for word in words(text))
    )


def setting_of(text: str, earlier: Sequence[str], language: str) -> str:
    """The earlier words a question leans on; empty when it stands on its own."""
    return " ".join(earlier[-LEANS_ON:]) if earlier and leans(text, language) else ""
