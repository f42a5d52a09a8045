from __future__ import annotations

from answerable.facts.beside import BESIDE, after_name, apposed, listed_with, right_after
from answerable.facts.fact import Hop
from answerable.facts.names import mentions, names_in
from answerable.facts.relations import RELATIONS
from answerable.facts.wanted import candidates


def test_a_life_in_brackets_gives_both_dates() -> None:
    text = "Ada Vale (12 May 1901 – 3 June 1980) was a chemist."
    spans = mentions("Ada Vale", text)
    born, died = (right_after(text, spans, BESIDE[name]) for name in ("born", "died"))
    assert born is not None
    assert died is not None
    assert (born.text, died.text) == ("12 May 1901", "3 June 1980")


def test_a_place_right_after_the_name_is_its_seat() -> None:
    text = "Acme Works in Lund has been building boats."
    found = after_name(text, mentions("Acme Works", text), names_in(text), RELATIONS["seat"])
    assert found is not None
    assert found.text == "Lund"


def test_names_of_one_list_belong_together() -> None:
    text = "Acme AG is run by Anna Keller and Per Berg."
    hop = Hop(RELATIONS["head"])
    first = next(one for one in candidates(text, hop.relation, "person") if one.text == "Anna Keller")
    assert [one.text for one in listed_with(text, first, hop, "Acme AG")] == ["Per Berg"]


def test_what_stands_between_commas_is_a_trade() -> None:
    text = "Ines Calder, a former lighthouse keeper, grew up in Lund."
    found = apposed(text, mentions("Ines Calder", text))
    assert found is not None
    assert found.text == "former lighthouse keeper"
