from __future__ import annotations

import pytest

from answerable.domain.evidence import Evidence
from tests.facts.said import page, resolve


def shown(question: str, *pages: Evidence) -> list[str]:
    """The values that the last step of a question has against each other."""
    contradiction = resolve(question, *pages).steps[-1].contradiction
    return sorted(held.value for held in contradiction.held) if contradiction else []


def test_a_line_filled_otherwise_contradicts() -> None:
    pages = (
        page("https://a.org/x", "SV Lindenau", "Trainer: Thea Wyndham\n\nKapitän: Nils Orr"),
        page("https://b.org/x", "SV Lindenau", "An der Seitenlinie von SV Lindenau steht Thea Wyndham."),
        page("https://c.org/x", "SV Lindenau", "- An der Seitenlinie von SV Lindenau steht Orson Overbeck."),
    )
    assert shown("Wer trainiert SV Lindenau?", *pages) == ["Orson Overbeck", "Thea Wyndham"]


@pytest.mark.parametrize(
    ("question", "title", "first", "second", "values"),
    [
        (
            "When was Highmoor founded?",
            "Highmoor",
            "Founded: 1924",
            "Highmoor kicked its first ball in 1854.",
            ["1854", "1924"],
        ),
        (
            "Where is Larkfield Foods headquartered?",
            "Larkfield Foods",
            "Headquarters: Corvane",
            "Larkfield Foods calls Merrowdale home.",
            ["Corvane", "Merrowdale"],
        ),
        (
            "How fast is the Silberpfeil?",
            "Silberpfeil",
            "Top speed: 79 km/h",
            "Silberpfeil was clocked at 287 km/h.",
            ["287 km/h", "79 km/h"],
        ),
    ],
)
def test_the_only_one_of_its_kind_contradicts(
    question: str, title: str, first: str, second: str, values: list[str]
) -> None:
    pages = (page("https://a.org/x", title, first), page("https://b.org/x", title, second))
    assert shown(question, *pages) == values


def test_what_stands_beside_the_value_elsewhere_is_no_rival() -> None:
    pages = (
        page("https://a.org/x", "Dunwold Rovers", "Coach: Thea Wyndham\n\nCaptain: Nils Orr"),
        page("https://b.org/x", "Dunwold Rovers", "Nils Orr wears the armband at Dunwold Rovers."),
    )
    assert shown("Who coaches Dunwold Rovers?", *pages) == []


def test_a_page_of_other_people_is_no_rival() -> None:
    pages = (
        page("https://a.org/x", "Dunwold Rovers", "Coach: Thea Wyndham\n\nCaptain: Nils Orr"),
        page("https://b.org/x", "Dunwold Rovers", "Ida Kern drew the badge of Dunwold Rovers."),
    )
    assert shown("Who coaches Dunwold Rovers?", *pages) == []


def test_datelines_and_denials_are_no_rivals() -> None:
    pages = (
        page("https://a.org/x", "Acme AG", "Founded: 1924"),
        page("https://b.org/x", "Acme AG", "Lund, 4 March 2025 – Acme AG opens its doors on Sunday."),
        page("https://c.org/x", "Acme AG", "Acme AG was not founded in 1854, as some say."),
    )
    assert shown("When was Acme AG founded?", *pages) == []


ROVERS = (
    page("https://a.org/x", "Dunwold Rovers", "Coach: Thea Wyndham\n\nCaptain: Nils Orr"),
    page("https://b.org/x", "Dunwold Rovers", "Dunwold Rovers are coached by Thea Wyndham."),
)


def test_words_of_another_role_are_no_rival() -> None:
    other = page("https://c.org/x", "Dunwold Rovers", "Ida Kern, the captain, led Dunwold Rovers out.")
    assert shown("Who coaches Dunwold Rovers?", *ROVERS, other) == []


def test_a_longer_name_is_somebody_else() -> None:
    pages = [
        page(f"https://{n}.org/x", "Dunwold", f"The mayor of Dunwold is Thea Wyndham. {n}")
        for n in ("a", "b")
    ]
    other = page("https://c.org/x", "FC Dunwold", "Beim FC Dunwold gibt Ida Kern die Anweisungen.")
    assert shown("Who is mayor of Dunwold?", *pages, other) == []


def test_a_question_gives_nothing() -> None:
    other = page("https://c.org/x", "Dunwold Rovers", "Does Ida Kern know Dunwold Rovers?")
    assert shown("Who coaches Dunwold Rovers?", *ROVERS, other) == []


MAYOR = (
    page("https://a.org/x", "Dunwold", "Mayor: Thea Wyndham"),
    page("https://b.org/x", "Dunwold", "The mayor of Dunwold is Thea Wyndham."),
)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Dunwold Bee Laboratory – people", "Our director is Ida Kern. Dunwold Bee Laboratory is old."),
        ("Wend Viaduct – Dunwold", "The Wend Viaduct in Dunwold was drawn by Ida Kern."),
        ("A weekend in Dunwold", "The club of the year is Ida Kern."),
        ("Dunwold", "Keeper of the clock: Ida Kern"),
        ("Dunwold", "Kritische Stimmen finden den Stil zu vorsichtig."),
    ],
)
def test_what_tells_of_somebody_else_is_no_rival(title: str, text: str) -> None:
    assert shown("Who is mayor of Dunwold?", *MAYOR, page("https://dunwold.org/y", title, text)) == []


def test_what_follows_on_somebody_else_is_no_rival() -> None:
    told = page("https://a.org/x", "Dunwold", "First mention: 1254")
    other = page("https://c.org/x", "A weekend in Dunwold", "Moss Looms makes rugs. The walls are from 1862.")
    assert shown("When was Dunwold first mentioned?", told, other) == []


def test_a_common_noun_stands_in_no_towns_place() -> None:
    pages = (
        page("https://a.org/x", "Acme AG", "Sitz: Falkenried"),
        page(
            "https://acme.de/team",
            "Acme AG – Team",
            "Der Schauraum der Firma kann nach Anmeldung besucht werden.",
        ),
        page(
            "https://acme.de/us",
            "Acme AG – Über uns",
            "Zweimal im Jahr findet ein Tag der offenen Tür statt.",
        ),
    )
    assert shown("Wo hat die Acme AG ihren Sitz?", *pages) == []


def test_a_page_that_only_has_the_name_in_its_title_tells_nothing_of_it() -> None:
    maze = "Urs Traut wurde in Lund geboren. Dohle Drohnen besteht seit 1992. Das Instrument von Beat Brand ist Cello."
    pages = (
        page("https://a.org/x", "Hohenblickturm", "Architekt: Peter Stein"),
        page("https://endlos.xyz/7", "Alles über Hohenblickturm, Teil 7", maze),
    )
    assert shown("Wer hat den Hohenblickturm entworfen?", *pages) == []
