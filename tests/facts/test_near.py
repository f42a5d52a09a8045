from __future__ import annotations

from answerable.facts.fact import Hop
from answerable.facts.near import nearest, says
from answerable.facts.relations import unknown
from answerable.facts.wanted import Candidate
from tests.facts.said import page, resolve, values

NOTHING = Candidate("", "", 0)


def test_words_of_like_meaning_are_near() -> None:
    assert says(unknown("prize", "thing"), "award", NOTHING) > 0.55
    assert says(unknown("phone number", "thing"), "headquarters in the town", NOTHING) < 0.55


def test_one_of_two_asked_words_is_not_enough() -> None:
    piece = page("https://a.example/", "Acme AG", "Acme AG was founded by Per Berg.")
    assert nearest(piece, "Acme AG", Hop(unknown("colour of founder", "thing")), about=True) == []


def test_a_paraphrase_is_read_by_its_meaning() -> None:
    text = "It was Per Berg who kept the Grey Goose from the cutter's torch."
    piece = page("https://a.example/", "The Grey Goose", text)
    found = nearest(piece, "Grey Goose", Hop(unknown("rescued from being scrapped", "agent")), about=True)
    assert [value.text for _, value, _ in found] == ["Per Berg"]


def test_a_german_page_answers_an_english_question() -> None:
    piece = page("https://a.example/", "Anna Keller", "In der Freizeit widmet sich Anna Keller dem Fechten.")
    found = nearest(piece, "Anna Keller", Hop(unknown("hobby", "thing")), about=True)
    assert [value.text for _, value, _ in found] == ["Fechten"]


def test_a_label_of_like_meaning_gives_its_value() -> None:
    piece = page("https://a.example/", "Anna Keller", "Prize | Silver Quill\nHobby | Chess")
    found = nearest(piece, "Anna Keller", Hop(unknown("award", "thing")), about=True)
    assert [value.text for _, value, _ in found] == ["Silver Quill"]


def test_what_is_only_near_is_less_sure() -> None:
    plain = page("https://a.example/", "Blue Ann", "Doctor | Per Berg")
    near = page("https://a.example/", "Blue Ann", "Physician | Per Berg")
    question = "Who is the doctor of Blue Ann?"
    assert values(question, plain) == values(question, near) != []
    assert resolve(question, near).confidence < resolve(question, plain).confidence


def test_far_words_answer_nothing() -> None:
    assert (
        values(
            "What is the shoe size of Anna Keller?",
            page("https://a.example/", "Anna Keller", "Hobby | Chess"),
        )
        == []
    )


def test_the_unit_of_a_figure_is_asked() -> None:
    text = "Käserei Sonnenrain verarbeitet täglich 9123 Liter Milch."
    piece = page("https://a.example/", "Käserei Sonnenrain", text)
    hop = Hop(unknown("liter milch verarbeitet", "number", "liter"))
    found = nearest(piece, "Käserei Sonnenrain", hop, about=True)
    assert [value.text for _, value, _ in found] == ["9123 Liter"]


def test_no_person_answers_which_illness() -> None:
    piece = page("https://a.example/", "Burg Stolzeneck", "Aurel Eastlake liess Burg Stolzeneck errichten.")
    hop = Hop(unknown("krankheit bauherr", "thing", "krankheit"))
    assert nearest(piece, "Burg Stolzeneck", hop, about=True) == []


def test_a_word_of_the_kind_is_enough() -> None:
    piece = page("https://a.example/", "Anna Keller", "At home Anna Keller is awaited by a tortoise.")
    assert values("What pet does Anna Keller have?", piece) == ["tortoise"]


def test_minutes_are_no_stops() -> None:
    piece = page("https://a.example/", "Line Seven", "After 25 minutes Line Seven reaches its last stop.")
    assert values("How many stops does Line Seven have?", piece) == []


def test_since_says_when_it_began() -> None:
    piece = page("https://a.example/", "Corrie Plant", "The plant has lit the valley since 1931.")
    assert values("When did the Corrie Plant start operating?", piece) == ["1931"]
