from __future__ import annotations

from answerable.facts.relations import RELATIONS
from answerable.facts.triggers import find_triggers


def found(text: str, relation: str) -> list[str]:
    return [text[t.start : t.end] for t in find_triggers(text, RELATIONS[relation])]


def test_verbs_are_found_in_their_forms() -> None:
    assert "selling" in found("Acme has been selling it since 2003", "maker")
    assert found("Our products are fine", "maker") == []


def test_german_compounds_and_split_phrases_count() -> None:
    assert found("ein Familienunternehmen aus Lund", "seat") == ["Familienunternehmen aus"]
    assert found("Seit 2010 gehört sie zur Acme AG", "parent")[0].startswith("gehört sie zur")


def test_a_word_may_play_two_parts() -> None:
    roles = {t.role for t in find_triggers("Acme was founded by Anna", RELATIONS["founder"])}
    assert roles == {"does", "done"}


def test_the_longest_noun_names_the_relation() -> None:
    assert found("Anna Keller is head coach of FC Lund", "head") == []
    assert found("Anna Keller is head coach of FC Lund", "coach") == ["head coach"]


def test_a_german_verb_may_stand_apart_from_its_prefix() -> None:
    (trigger,) = find_triggers("Anna Keller steht dem Verein Amsel vor", RELATIONS["chair"])
    assert trigger.role == "does"
