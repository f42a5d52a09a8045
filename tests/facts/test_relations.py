from __future__ import annotations

from answerable.facts.relations import RELATIONS, named, openings, unknown


def test_attributes_are_found_in_both_languages() -> None:
    assert getattr(named("the chief executive officer"), "name", "") == "head"
    assert getattr(named("Geburtsort"), "name", "") == "birthplace"
    assert named("favourite colour") is None


def test_the_wanted_kind_decides_between_two() -> None:
    assert getattr(named("born", "place"), "name", "") == "birthplace"
    assert getattr(named("born", "date"), "name", "") == "born"


def test_unknown_attributes_keep_their_words() -> None:
    assert unknown("the favourite colour", "thing").nouns == ("favourite colour",)


def test_every_relation_can_be_asked_for() -> None:
    for relation in RELATIONS.values():
        assert relation.label("en")
        assert relation.label("de")
        assert relation.nouns
    assert any(pattern.match("how old is Anna Keller") for pattern, _ in openings())
