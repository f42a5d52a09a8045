"""Is a question nearer to everyday talk than to the site? The everyday themes stand in elsewhere.txt."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from answerable.language.embed import nearness
from answerable.language.ranking import Embedder
from answerable.language.words import content_words


@lru_cache(maxsize=1)
def themes() -> tuple[str, ...]:
    """The everyday themes, each as the words people use for it."""
    lines = files(__package__).joinpath("elsewhere.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


def everyday(question: str, language: str, embedder: Embedder) -> float:
    """How near a question's telling words are to the nearest everyday theme, -1 to 1."""
    # Only telling words: "how do I get … back" must not be near a theme because both are asked the same way.
    telling = " ".join(content_words(question, language))
    return float(nearness(embedder.embed(themes()), embedder.embed([telling])[0]).max())
