from __future__ import annotations

from answerable.language.meanings import SAME_MEANING, meanings_of, said_by


def score(asked: str, text: str) -> list[float]:
    return [one for one, _ in said_by(tuple(asked.split()), text)]


def test_words_of_one_meaning_say_each_other() -> None:
    assert score("rescued", "She saved the ship") == [SAME_MEANING]
    assert score("hobby", "ihre Freizeit") == [SAME_MEANING]


def test_one_word_says_only_one() -> None:
    assert sorted(score("bank financed", "a loan")) == [0.0, SAME_MEANING]


def test_a_phrase_means_something_else_than_its_words() -> None:
    assert score("out of service", "the engine entered service")[-1] == 0.0
    assert score("out of service", "the engine was withdrawn")[-1] == SAME_MEANING


def test_a_german_article_tells_of_no_death() -> None:
    assert score("died", "Die Wiege stand in Lund und ist alt") == [0.0]


def test_compounds_and_derived_words_are_met() -> None:
    assert score("belagert", "Die Belagerung war lang")[0] > 0.5
    assert score("feuerwehr", "Feuerwehrkommando")[0] > 0.5
    assert "cook" in meanings_of(("hotelküchenchefin",))[0] or meanings_of(("küchenchefin",))[0]
