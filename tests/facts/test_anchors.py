from __future__ import annotations

from answerable.facts.anchors import TOKEN, anchors, doubt_of


def spans(question: str) -> set[str]:
    matches = list(TOKEN.finditer(question))
    return {question[matches[a].start() : matches[b - 1].end()] for a, b, _, _ in anchors(question, matches)}


def test_titles_may_have_small_words() -> None:
    assert "Lanterns for Ophelia" in spans("Who is the author of Lanterns for Ophelia?")


def test_a_word_beside_may_belong_to_a_name() -> None:
    assert "Kestering effect" in spans("Who discovered the Kestering effect?")


def test_a_verb_is_no_part_of_a_name() -> None:
    assert "Glass Orchard win" not in spans("Which prize did Glass Orchard win?")


def test_a_question_without_capitals_has_a_name_too() -> None:
    assert "larkspur tidal" in spans("who founded larkspur tidal")


def test_a_noun_that_others_describe_is_doubted() -> None:
    tokens = ["in", "der", "werft", "von", "wilhelmine"]
    assert doubt_of("Werft", tokens, 2, 3) > doubt_of("Wilhelmine", tokens, 4, 5)


def test_a_name_may_open_with_what_it_is() -> None:
    assert "Haus der Fische" in spans("Wo kann man beim Haus der Fische parkieren?")
    assert "Wasser im Hallenbad Birkfeld" not in spans("Wie warm ist das Wasser im Hallenbad Birkfeld?")


def test_a_quoted_title_is_taken_as_it_is() -> None:
    assert spans("Was hat der Regisseur von «Der letzte Wagen» gelernt?") == {"Der letzte Wagen"}


def test_how_often_is_no_part_of_a_name() -> None:
    found = spans("Wie viele Liter Milch verarbeitet die Käserei Sonnenrain am Tag?")
    assert "Käserei Sonnenrain" in found
    assert "Käserei Sonnenrain am Tag" not in found


def test_what_is_counted_is_doubted() -> None:
    tokens = ["wie", "viele", "Liter", "Milch", "verarbeitet", "Sonnenrain"]
    assert doubt_of("Liter Milch", tokens, 2, 4) > doubt_of("Sonnenrain", tokens, 5, 6)
