"""Where a sentence ends, and what else can be quoted whole."""

from __future__ import annotations

import pytest

from answerable.language.sentences import split_sentences, units


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Smith and Dr. A. Turing met Prof. Hopper in St. Gallen",
        "Bring something warm, e.g. Gloves or a hat",
        "We ship in approx. 3 days to the U.S. Mainland",
        "Die Lieferung dauert ca. 5 Tage, d.h. Sie warten bis Freitag",
        "Das kostet z.B. 5 Franken inkl. Porto",
        "7.14. How do I install it",
        "3. Opening hours",
        "Wir öffnen am 13. Juli wieder",
        "Bestellungen bis zum 24. Dezember kommen noch an",
        "It needs Python 3.11.2 or version 4.0 Beta",
        "See www.example.com/Help or mail a.Person@example.com",
        "A tent of 2.5 kg costs €1.299,00",
    ],
)
def test_a_full_stop_that_ends_nothing(text: str) -> None:
    assert split_sentences(f"{text}.") == [f"{text}."]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Standard delivery costs CHF 6.90.", "Express delivery costs CHF 14.90."),
        ("Use version 3.11.2.", "It works."),
        ("It was released in 2024.", "Later it grew."),
        ("Wir öffnen am 13. Juli wieder.", "Kommen Sie vorbei."),
        ("Bestellen Sie bis 5. Mai.", "Danach ist zu."),
        ("He said “Stop.”", "Then he went."),
        ("Is it free?", "Yes."),
        ("Send it back!", "We pay."),
        ("Die Rückgabe ist gratis.", "Über uns lesen Sie mehr."),
        ("It lies in a folder.", "/etc/hosts is the file."),
        ("We have five stores (one is new).", "(It is in Cork.)"),
        ("There are 12.", "30 days are usual."),
    ],
)
def test_a_sentence_that_does_end(first: str, second: str) -> None:
    assert split_sentences(f"{first} {second}") == [first, second]


def test_sentences_are_verbatim_and_lose_nothing() -> None:
    text = "Dr. No paid CHF 6.90. Why?  Nobody knows … Perhaps on 5.5.2024. End"
    pieces = split_sentences(text)
    assert all(piece in text for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_text_has_no_sentence(text: str) -> None:
    assert split_sentences(text) == []


def test_every_kind_of_unit_is_told_apart() -> None:
    passage = (
        "Do it like this. It is easy:\n\n    make build\n    make test\n\n"
        "- Gift cards. They stay.\n- Socks\n\nSize | Price\nSmall | €5"
    )
    assert [(unit.kind, unit.text) for unit in units(passage)] == [
        ("sentence", "Do it like this."),
        ("sentence", "It is easy:"),
        ("code", "    make build\n    make test"),
        ("item", "- Gift cards. They stay."),
        ("item", "- Socks"),
        ("row", "Size | Price"),
        ("row", "Small | €5"),
    ]


def test_preformatted_prose_is_read_as_sentences() -> None:
    manual = "     The  time  between attempts of the queue to con-\n     tact a host.  It is\n     set in main.cf."
    assert [(unit.kind, unit.text) for unit in units(manual)] == [
        ("sentence", "The time between attempts of the queue to con- tact a host."),
        ("sentence", "It is set in main.cf."),
    ]


@pytest.mark.parametrize(
    "program",
    [
        "    # The time that is left to the queue in this case\n    export LEFT=5",
        "    SELECT name FROM rows WHERE id IS NOT IN (SELECT id FROM old)",
        "    $ mail to a friend who is at home on the day and has it all",
        "    run it",
    ],
)
def test_what_is_run_stays_code(program: str) -> None:
    assert [unit.kind for unit in units(program)] == ["code"]


def test_a_list_may_follow_its_sentence_directly() -> None:
    found = units("You need:\n1. a label\n2) a parcel")
    assert [(unit.kind, unit.text) for unit in found] == [
        ("sentence", "You need:"),
        ("item", "1. a label"),
        ("item", "2) a parcel"),
    ]


def test_a_bar_in_one_line_makes_no_table() -> None:
    assert [unit.kind for unit in units("Pipe it: ps | grep firefox shows it.")] == ["sentence"]


def test_units_know_their_block() -> None:
    assert [unit.block for unit in units("One. Two.\n\nThree.\n \nFour.")] == [0, 0, 1, 2]


def test_units_are_verbatim() -> None:
    passage = "First, e.g. this.\n\n- an item\n\n    code  here\n\na | b\nc | d"
    assert all(unit.text in passage for unit in units(passage))
