from __future__ import annotations

from answerable.facts.relations import RELATIONS
from answerable.facts.wanted import candidates, given_names, object_after, year_near


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


def test_materials_and_times_are_common_words() -> None:
    assert found("a monument of black slate, carved in 1961", "material") == ["black slate"]
    assert found("Der Steg ist aus Lärchenholz gebaut.", "material") == ["larchenholz"]
    assert found("Offen ist Montag bis Freitag von 7 bis 16 Uhr, sonst nie.", "hours") == [
        "montag bis freitag von 7 bis 16 uhr"
    ]
    assert found("a 31-metre column", "height") == ["31 m"]


def test_what_follows_a_verb_is_its_object() -> None:
    text = "It commemorates the crew of the ferry Ardent and was paid for by all."
    thing = object_after(text, text.index(" the crew"))
    assert thing is not None
    assert thing.text == "crew of the ferry Ardent"


def test_a_dot_may_part_thousands() -> None:
    found = candidates("Corva University hat 12.639 Studierende.", RELATIONS["students"], "number", "en")
    assert [one.canonical for one in found] == ["12639"]


def test_nobody_is_called_among() -> None:
    assert [one.text for one in given_names("Among her children are Maja and Elias")] == ["Maja", "Elias"]
