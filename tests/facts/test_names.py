from __future__ import annotations

from answerable.facts.names import Name, is_org, looks_like, mentions, names_in, placed, same_name


def found(text: str) -> list[str]:
    return [name.text for name in names_in(text)]


def test_names_lose_titles_and_roles() -> None:
    assert found("CEO Dr. Anna Keller runs the company Acme Tools AG in Bad Lund.") == [
        "Anna Keller",
        "Acme Tools AG",
        "Bad Lund",
    ]
    assert found("Geschäftsführerin Anna Keller leitet die Firma Hallberg Werkzeuge GmbH.") == [
        "Anna Keller",
        "Hallberg Werkzeuge GmbH",
    ]


def test_a_thing_of_somebody_is_two_names() -> None:
    assert found("aus der Feder von Ylva Ingold") == ["Feder", "Ylva Ingold"]
    assert found("Frau Anna von Berg kam.") == ["Anna von Berg"]


def test_writings_of_one_name_are_the_same() -> None:
    assert same_name("Svedjan Ost AB", "svedjan ost")
    assert same_name("Dr. Anna Keller", "Anna Keller")
    assert not same_name("Anna Keller", "Anna Moser")


def test_mentions_are_whole_words_only() -> None:
    assert mentions("Acme AG", "The Acme, of course") == [(4, 8)]
    assert mentions("Lund", "Lundberg and Sundlund") == []
    assert mentions("", "Lund") == []  # a page without a title
    assert mentions("Mühlau", "in muhlau") == [(3, 9)]


def test_kinds_of_names_are_told_apart() -> None:
    assert is_org("Acme Tools AG")
    assert looks_like(Name("Anna Keller", 0), "person")
    assert not looks_like(Name("Acme AG", 0), "person")
    text = "She lives in Lund today"
    assert placed(Name("Lund", 13), text)


def test_small_words_and_initials_may_stand_inside() -> None:
    assert mentions("Lady of the Marsh", "Who composed Lady of the Marsh?")
    assert mentions("Anna Keller", "Dr. Anna J. Keller runs it.")
    assert same_name("Anna J. Keller", "Anna Keller")
    assert mentions("Acme AG", "Acme AG Lund") == [(0, 7)]
    assert [name.text for name in names_in("It was built by Werft Neuholm.")] == ["Werft Neuholm"]


def test_an_institute_is_for_something() -> None:
    assert found("She took a degree at the Institut für Gestaltung Amsel.") == [
        "Institut für Gestaltung Amsel"
    ]
