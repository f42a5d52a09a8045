from __future__ import annotations

from answerable.facts.relations import RELATIONS
from answerable.facts.wanted import candidates, given_names, year_near


def found(text: str, relation: str) -> list[str]:
    wanted = RELATIONS[relation]
    return [one.canonical for one in candidates(text, wanted, wanted.wants)]


def test_numbers_are_of_the_relations_unit() -> None:
    assert found("weighs 1.4 kg, is 30 cm long and costs 20 euros", "weight") == ["1400 g"]
    assert found("12,345 inhabitants at 400 m", "population") == ["12345"]
    assert found("costs CHF 20 and weighs 3 kg", "price") == ["20 CHF"]
    assert found("born on 12 March 1980", "born") == ["1980-03-12"]


def test_children_may_have_one_name() -> None:
    assert [one.text for one in given_names("The children Maja and Elias")] == ["Maja", "Elias"]


def test_the_year_of_a_figure_is_read() -> None:
    assert year_near("12,345 (2021)", 6) == "2021"
    assert year_near("As of 2019 there were 12,345", 28) == "2019"
    assert year_near("12,345 people", 6) == ""
