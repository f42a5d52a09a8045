"""Which units of a section are shown to one question."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.language.asked import Asked, understand
from answerable.language.embed import shared_vectors
from answerable.language.excerpt import pick, unit_scores
from answerable.language.sentences import units

RETURNS = (
    "Did it not fit? Send it back. You can return unused goods within 30 days of delivery. "
    "Goods must be clean and carry their tags. Trying a tent in the living room is fine. "
    "The price of standard delivery is refunded when you return the whole order."
)
SETUP = (
    "The package is part of every release and has no dependencies of its own. "
    "It was first written as an exercise and has grown since then.\n\n"
    "Install the package with this command:\n\n    apt-get install wanderer\n\n"
    "The package keeps its settings in a folder of its own, and nobody else writes there. "
    "Many people have helped to translate its manual into other languages."
)


def scored(question: str, passage: str, language: str = "en") -> list[list[float]]:
    asked = understand(question, language)
    return [
        [float(score) for score in part]
        for part in unit_scores(asked, units(passage), even(asked), shared_vectors())
    ]


def even(asked: Asked) -> dict[str, float]:
    return dict.fromkeys(asked.stems, 1.0)


def shown(question: str, passage: str, room: int) -> str:
    asked = understand(question)
    taken = units(passage)
    scores = unit_scores(asked, taken, even(asked), shared_vectors())[0]
    return "\n".join(taken[place].text for place in sorted(pick(taken, scores, room)))


def best(scores: Sequence[float], passage: str) -> str:
    return units(passage)[max(range(len(scores)), key=lambda place: scores[place])].text


def test_the_sentence_that_answers_scores_highest() -> None:
    scores = scored("How many days do I have to return something?", RETURNS)
    assert "30 days" in best(scores[0], RETURNS)


def test_how_many_prefers_a_sentence_with_a_number() -> None:
    passage = "The club has many members in Galway. The club has 240 members in Galway."
    (scores,) = scored("How many members has the club in Galway?", passage)
    assert scores[1] > scores[0]


def test_when_prefers_a_sentence_with_a_date() -> None:
    passage = "The shop was founded by two friends in Galway. The shop was founded in Galway in June 1987."
    (scores,) = scored("When was the shop founded?", passage)
    assert scores[1] > scores[0]


def test_each_part_has_scores_of_its_own() -> None:
    passage = "Delivery to Norway costs 19.90 euros. Parcels to Norway arrive within six working days."
    cost, time = scored("What does delivery to Norway cost, and how many days until it arrives?", passage)
    assert "19.90" in best(cost, passage)
    assert "six working days" in best(time, passage)


def test_a_short_section_is_shown_whole() -> None:
    assert shown("How many days do I have?", RETURNS, room=1_000) == "\n".join(u.text for u in units(RETURNS))


def test_a_long_section_is_cut_to_room() -> None:
    text = shown("How many days do I have to return something?", RETURNS, room=120)
    assert "30 days" in text
    assert len(text) <= 120


def test_code_comes_with_its_announcement() -> None:
    text = shown("How do I install the package?", SETUP, room=140)
    assert "Install the package with this command:\n    apt-get install wanderer" in text


def test_something_is_shown_even_without_room() -> None:
    assert "30 days" in shown("How many days do I have to return something?", RETURNS, room=10)


def test_a_section_without_units_shows_nothing() -> None:
    assert pick([], shared_vectors().embed([])[:0].sum(axis=1), 100) == set()
