from __future__ import annotations

from answerable.facts.phrases import asked_by, phrase_words, type_of
from answerable.language.meanings import roots


def names(*said: str) -> set[str]:
    return {relation.name for relation, _, _ in asked_by(said)}


def test_phrases_are_found_in_any_order() -> None:
    assert "birthplace" in names("aus", "welchem", "ort", "stammt")
    assert "founder" in names("ins", "leben", "gerufen")


def test_a_compound_is_read_by_its_end() -> None:
    assert "founder" in names("vereinsgründer")


def test_like_stems_are_not_the_same_noun() -> None:
    assert "parents" not in names("moth")
    assert "founder" not in names("found")


def test_two_words_for_one_thing_are_used_up() -> None:
    match = next(match for match in asked_by(("wife", "or", "husband")) if match[0].name == "spouse")
    assert roots("wife") <= match[2]
    assert roots("husband") <= match[2]


def test_type_words_name_their_kind() -> None:
    assert (type_of("towns"), type_of("Firma"), type_of("cheese")) == ("place", "org", "")
    assert "zu" in phrase_words()
