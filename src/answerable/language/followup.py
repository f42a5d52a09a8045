"""Follow-up questions: "what about for international orders?" means more than it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from answerable.language.words import content_words, words

# Words that point back to something said before, when nothing in the question itself gives them a meaning.
_POINTING = {
    "en": frozenset("it its that this those these them they their there one ones he she him her same such then".split()),
    "de": frozenset(
        """es das dies diese dieser dieses diesen diesem dafür davon damit daran dazu darauf dabei dort sie ihn ihm er
        denen deren dessen welche welcher einer eines selbe gleiche solche da dann""".split()
    ),
}
# "and …", "what about …", "ok so …": openings that continue what was said.
_CONTINUING = re.compile(
    r"^\W*(?:and|but|so|ok|okay|fine|nice|great|thanks|right|what about|how about|what if|also|then|und|aber|ok|gut|"
    r"danke|was ist mit|wie ist es mit|wie sieht es mit|und was|auch|nochmal)\b",
    re.I,
)
# Two telling words are rarely a whole question ("and abroad?", "which one was lenny then?").
FEW_WORDS = 2
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
