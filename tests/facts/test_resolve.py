from __future__ import annotations

from datetime import date

import pytest

from answerable.facts.agreement import compatible
from answerable.facts.conclude import age_on
from tests.facts.said import page, resolve, values

WIKI = page(
    "https://lumenpedia.example/acme",
    "Acme AG",
    "Acme AG was founded in 1987 by Anna Keller. It is led by Per Berg.",
)
ANNA = page(
    "https://lumenpedia.example/anna", "Anna Keller", "Anna Keller was born on 12 March 1980 in Lund."
)
LUND = page("https://lund.example/", "Town of Lund", "Lund is home to 12,345 people.")


def test_bridges_lead_to_the_next_hop() -> None:
    assert values(
        "How many people live in the town where the founder of Acme AG was born?", WIKI, ANNA, LUND
    ) == ["12,345"]


def test_an_age_is_computed_from_the_birth_date() -> None:
    assert values("How old is the founder of Acme AG?", WIKI, ANNA) == ["46"]
    assert age_on("1980-06-02", date(2026, 6, 1)) == "45"
    assert age_on("1980", date(2026, 6, 1)) == "45 or 46"


def test_a_missing_hop_is_named() -> None:
    found = resolve("Where was the founder of Acme AG born?", WIKI)
    assert [step.subject for step in found.missing] == ["Anna Keller"]
    assert found.confidence == 0


def test_disagreeing_sources_become_a_contradiction() -> None:
    blog = page("https://my-blog.example/acme", "Acme AG", "Acme AG was founded by Per Stein.")
    step = resolve("Who founded Acme AG?", WIKI, blog).steps[0]
    assert step.contradiction is not None
    assert [held.value for held in step.contradiction.held] == ["Anna Keller", "Per Stein"]
    assert step.contradiction.settled
    assert step.confidence < resolve("Who founded Acme AG?", WIKI).confidence


def test_copies_count_as_one_voice() -> None:
    text = "People here like to say on slow Sundays that Acme AG was founded by Per Stein, and so it is told again"
    copies = [page(f"https://copy{n}.example/acme", "Acme AG", text) for n in range(4)]
    assert (
        resolve("Who founded Acme AG?", *copies).confidence
        == resolve("Who founded Acme AG?", copies[0]).confidence
    )


def test_independent_agreement_raises_confidence() -> None:
    register = page("https://firm-register.example/acme", "Acme AG", "Founder | Anna Keller")
    assert (
        resolve("Who founded Acme AG?", WIKI, register).confidence
        > resolve("Who founded Acme AG?", WIKI).confidence
    )


def test_a_site_that_scrambles_is_found_out() -> None:
    register = page(
        "https://firm-register.example/acme",
        "Acme AG",
        "Founded | 1987\nHeadquarters | Lund\nEmployees | 120",
    )
    pit = page(
        "https://sea.example/acme",
        "Acme AG",
        "Acme AG was founded in 1921. It is based in Bern. It has 900 employees. Its parent company is Bad Holding AG.",
    )
    assert values("What is the parent company of Acme AG?", register, pit) == []
    assert values("When was Acme AG founded?", register, pit) == ["1987"]


def test_one_blog_alone_is_only_a_doubt() -> None:
    step = resolve(
        "Who founded Acme AG?",
        page("https://my-blog.example/a", "Acme AG", "Acme AG was founded by Per Stein."),
    ).steps[0]
    assert step.values == ()
    assert [held.value for held in step.doubtful] == ["Per Stein"]


def test_newer_figures_win_over_older() -> None:
    old = page("https://lumenpedia.example/lund", "Lund", "Population | 9,000 (2001)")
    new = page("https://wiki.example/lund", "Lund", "Population | 12,345 (2024)")
    assert values("What is the population of Lund?", old, new) == ["12,345"]


def test_writings_of_one_value_agree() -> None:
    assert compatible("1980", "1980-03-12")
    assert compatible("12000", "12345") is False or compatible("12300", "12345")
    assert compatible("anna keller", "keller")
    assert not compatible("2000", "2011")
    assert not compatible("lund", "bern")


def test_two_ordinary_sites_disagree_openly() -> None:
    journal = page(
        "https://trade-journal.example/acme",
        "Acme AG",
        "Acme AG was founded by Bjarne Kessel. It employs 480 people.",
    )
    wiki = page(
        "https://bizpedia.example/acme",
        "Acme AG",
        "Acme AG was founded by Alma Hartog. It has 310 employees.",
    )
    contradiction = resolve("Who founded Acme AG?", journal, wiki).steps[0].contradiction
    assert contradiction is not None
    assert {held.value for held in contradiction.held} == {"Alma Hartog", "Bjarne Kessel"}
    assert not contradiction.settled


def test_other_words_may_contradict_listed_ones() -> None:
    told = [page(f"https://{n}.example/", "Anna Keller", "Anna Keller was born in Lund.") for n in ("a", "b")]
    other = page("https://c.example/", "Anna Keller", "Anna Keller came into the world in Osterby.")
    home = page("https://d.example/", "Anna Keller", "Anna Keller lives in Bern.")
    contradiction = resolve("Where was Anna Keller born?", *told, other, home).steps[0].contradiction
    assert contradiction is not None
    assert [held.value for held in contradiction.held] == ["Lund", "Osterby"]


def test_a_figure_stands_in_no_names_place() -> None:
    pages = (
        page("https://a.example/", "Mill Park", "The patron saint of Mill Park is St Odile."),
        page("https://b.example/", "Mill Park", "The patron saint of Mill Park is kept in mind."),
    )
    step = resolve("What is the patron saint of Mill Park?", *pages).steps[0]
    assert ([held.value for held in step.values], step.contradiction) == (["St Odile"], None)


def test_what_one_page_says_of_both_is_no_contradiction() -> None:
    both = "The Lantern Fair takes place at Corn Hall. The Lantern Fair is held in Lund."
    pages = (
        page("https://a.example/", "Lantern Fair", both),
        page("https://b.example/", "Lantern Fair", "The Lantern Fair is held in Lund."),
    )
    assert resolve("Where is the Lantern Fair held?", *pages).steps[0].contradiction is None


def test_units_are_compared_by_what_they_measure() -> None:
    told = page("https://a.example/", "Lake Corvin", "Lake Corvin is 260 m deep.")
    same = page("https://b.example/", "Lake Corvin", "Lake Corvin is 853 ft deep.")
    other = page("https://c.example/", "Lake Corvin", "Lake Corvin is 1,070 feet deep.")
    assert resolve("How deep is Lake Corvin?", told, same).steps[0].contradiction is None
    contradiction = resolve("How deep is Lake Corvin?", told, other).steps[0].contradiction
    assert contradiction is not None
    assert {held.value for held in contradiction.held} == {"260 m", "1,070 feet"}


def test_what_is_said_in_passing_confirms_and_contradicts_nobody() -> None:
    own = page("https://acme-tools.example/", "Acme Tools AG", "Acme Tools AG was founded by Anna Keller.")
    other = page("https://elsewhere.example/", "Nine Bells", "Acme Tools AG was founded by Rolf Stein.")
    step = resolve("Who founded Acme Tools AG?", own, other).steps[0]
    assert [held.value for held in step.values] == ["Anna Keller"]
    assert step.contradiction is None
    assert values("Who founded Acme Tools AG?", other) == []


def test_the_firms_of_a_town_are_a_list_and_no_contradiction() -> None:
    pages = [
        page(f"https://{name}.example/", f"{name.title()} AG", "Headquarters: Lund")
        for name in ("acme", "belmo")
    ]
    asked = resolve("Which companies are based in the same town as Acme AG?", *pages)
    assert [held.value for held in asked.values] == ["Belmo AG"]
    assert values("Which companies are based in Lund?", *pages) == ["Acme AG", "Belmo AG"]


@pytest.mark.parametrize(
    ("question", "title", "text", "told"),
    [
        ("Wie viele Einwohner hat Altenau?", "Altenau", "Die Stadt hat 6.590 Einwohner.", "6.590"),
        (
            "What does Acme Stoves make?",
            "Acme Stoves",
            "The main products of the company are wood stoves.",
            "wood stoves",
        ),
        ("Was stellt die Acme AG her?", "Acme AG", "Hauptprodukt: Bergkäse", "Bergkäse"),
        (
            "What does the Lund Observatory study?",
            "Lund Observatory",
            "Subject: variable stars",
            "variable stars",
        ),
        ("When was Ravensea first mentioned?", "Ravensea", "First written mention: 909", "909"),
        ("Wann war die Eröffnung vom Bauwerk Hohenblickturm?", "Hohenblickturm", "Einweihung: 1981", "1981"),
        (
            "Wo hat die Acme AG ihren Sitz?",
            "Acme AG",
            "Die Acme AG ist in Steinwalden zu Hause.",
            "Steinwalden",
        ),
    ],
)
def test_a_page_answers(question: str, title: str, text: str, told: str) -> None:
    assert values(question, page("https://wiki.example/x", title, text)) == [told]


def test_both_parents_have_the_children_that_a_heading_announces() -> None:
    text = "Die Kinder von Anna Keller und Per Berg heissen Timo, 12 Jahre alt, und Anouk, 8 Jahre alt."
    family = page("https://anna-keller.example/f", "Family – Anna Keller", text)
    assert sorted(values("Wie heissen die Kinder von Anna Keller?", family)) == ["Anouk", "Timo"]
    assert sorted(values("Wie alt sind die Kinder von Anna Keller?", family)) == ["12", "8"]


def test_what_was_read_by_meaning_does_not_outweigh_the_label() -> None:
    told = page("https://wiki.example/x", "Lund Centre", "Subject: peat soils")
    near = page(
        "https://lund-centre.example/people", "Lund Centre", "The library holds maps and field books."
    )
    step = resolve("What does the Lund Centre do research on?", told, near).steps[0]
    assert [held.value for held in step.values] == ["peat soils"]
    assert step.contradiction is None


def test_who_came_before_is_not_who_is_there_now() -> None:
    asked = "Who was the previous director of Acme AG?"
    site = "https://wiki.example/acme"
    assert values(asked, page(site, "Acme AG", "Managing director: Per Berg")) == []
    gone = "Per Berg is director of Acme AG. He replaced the previous director Rolf Stein."
    assert values(asked, page(site, "Acme AG", gone)) in ([], ["Rolf Stein"])
