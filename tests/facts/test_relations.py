from __future__ import annotations

from answerable.facts.relations import RELATIONS, by_noun, unknown


def test_attributes_are_found_in_both_languages() -> None:
    assert [relation.name for relation in by_noun()["chief executive officer"]] == ["head"]
    assert [relation.name for relation in by_noun()["geburtsort"]] == ["birthplace"]
    assert "favourite colour" not in by_noun()


def test_unknown_attributes_keep_their_words() -> None:
    assert unknown("the favourite colour", "thing").nouns == ("favourite colour",)
    assert unknown("mountain died", "thing", "mountain").head == ("mountain",)


def test_every_relation_can_be_asked_for() -> None:
    for relation in RELATIONS.values():
        assert relation.label("en")
        assert relation.label("de")
        assert relation.nouns
