"""Is a question nearer to everyday talk than to the site? The everyday questions stand in elsewhere.txt."""

from __future__ import annotations

from importlib.resources import files

from answerable.language.embed import nearness
from answerable.language.ranking import Embedder


def everyday(question: str, embedder: Embedder) -> float:
    """How near a question is to the nearest everyday question, -1 to 1."""
    lines = files(__package__).joinpath("elsewhere.txt").read_text(encoding="utf-8").splitlines()
    known = [line for line in lines if line and not line.startswith("#")]
    return float(nearness(embedder.embed(known), embedder.embed([question])[0]).max())
