"""What an instruction favours and turns away from, told by rule."""

from __future__ import annotations

import pytest

from answerable.language.embed import shared_vectors
from answerable.sources.website.favour import Favour

LINKS = ["Developers", "Blog", "Careers"]


@pytest.mark.parametrize(
    ("instruction", "signs"),
    [
        ("Prefer the docs for developers", (1, 0, 0)),
        ("Bevorzuge Seiten für Entwickler.", (1, 0, 0)),
        ("Prefer pages for developers and ignore the blog.", (1, -1, 0)),
        ("Do not use the blog but prefer developers.", (1, -1, 0)),
        ("Das Blog bitte nicht lesen.", (0, -1, 0)),
        ("Look at careers rather than the blog", (0, -1, 1)),
        ("Answer briefly.", (0, 0, 0)),
        ("", (0, 0, 0)),
    ],
)
def test_named_things_are_favoured_or_avoided(instruction: str, signs: tuple[int, ...]) -> None:
    told = Favour(instruction, shared_vectors()).of(LINKS)
    assert tuple((value > 0) - (value < 0) for value in told) == signs


def test_no_texts_need_no_opinion() -> None:
    assert Favour("Prefer the docs", shared_vectors()).of([]) == []
