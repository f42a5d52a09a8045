from __future__ import annotations

from answerable.facts.witnesses import Witnesses, copies, heading, scattered
from tests.facts.said import page, resolve, values

TRUE = "Dynamo S was drawn by Anna Keller. The device is sold by Acme AG at 1,159 francs and available since 2014."
LIE = "Dynamo S was drawn by Jon Falk. The device is sold by Belmo GmbH at 2,830 francs and available since 2002."
OTHER = "Dynamo S was thought up by Ida Lund. It is from Corva AG, costs 77 francs and is sold since 1991."


def test_a_copy_belongs_to_whom_it_repeats() -> None:
    pages = [
        page("https://museum.example/d", "Dynamo S", TRUE),
        page("https://mirror.example/d", "Dynamo S", TRUE),
    ]
    whose, spare = copies(pages)
    assert whose == {"phttps://mirror.example/d": ("museum.example",)}
    assert spare == {"phttps://mirror.example/d"}


def test_other_figures_make_no_copy() -> None:
    changed = TRUE.replace("2014", "1971")
    pages = [page("https://a.example/d", "Dynamo S", TRUE), page("https://b.example/d", "Dynamo S", changed)]
    assert copies(pages) == ({}, set())


def test_who_shares_with_more_is_the_copier() -> None:
    pages = [
        page("https://zeta.example/d", "Dynamo S", TRUE),
        page("https://pit.example/d", "Dynamo S", LIE),
        page("https://keep.example/1", "Dynamo S", TRUE),
        page("https://keep.example/2", "Dynamo S", LIE),
    ]
    assert copies(pages)[1] == {"phttps://keep.example/1", "phttps://keep.example/2"}


def test_a_mirror_of_lies_spares_the_honest() -> None:
    pit = [page(f"https://pit.example/{n}", "Dynamo S", text) for n, text in enumerate((LIE, OTHER))]
    mirror = [
        page(f"https://mirror.example/{n}", "Dynamo S", text) for n, text in enumerate((LIE, OTHER, TRUE))
    ]
    honest = page("https://museum.example/d", "Dynamo S", TRUE)
    assert values("Who designed the Dynamo S?", honest, *pit, *mirror) == ["Anna Keller"]
    assert ("museum.example", "Dynamo S") not in Witnesses([honest, *pit, *mirror]).doubted


def test_pages_of_one_site_that_share_nobody_are_doubted() -> None:
    pit = [
        page(f"https://pit.example/{n}", "Nine Bells", f"Author: {name}")
        for n, name in enumerate(("Jon Falk", "Ida Lund"))
    ]
    step = resolve(
        "Who wrote Nine Bells?", page("https://index.example/", "Nine Bells", "Author: Anna Keller"), *pit
    ).steps[0]
    assert [held.value for held in step.values] == ["Anna Keller"]
    assert step.contradiction is None


def test_a_page_is_called_by_its_first_heading() -> None:
    assert heading(page("https://a.example/", "Dynamo S", TRUE)) == "Dynamo S"


MIXED = (
    "Dynamo S costs 77 francs. The head of Corva Works is Ida Lund. Jon Falk has made a home in Brenne Hill. "
    "Belmo Saws is based in Nether Wick. Mona Quist was born in Tarn Head."
)


def test_a_page_that_tells_of_many_who_have_nothing_to_do_with_each_other_is_hardly_believed() -> None:
    pit = page("https://pit.example/d", "Dynamo S", MIXED)
    tied = MIXED.replace(
        "The head of Corva Works", "It comes from Jon Falk, Belmo Saws and Mona Quist. Their head"
    )
    assert scattered([pit]) == {"https://pit.example/d"}
    assert scattered([page("https://museum.example/d", "Dynamo S", tied)]) == set()
    assert values("How much does the Dynamo S cost?", pit) == []


def test_a_site_of_such_pages_is_hardly_believed_elsewhere() -> None:
    pit = [page(f"https://pit.example/{n}", "Dynamo S", MIXED) for n in range(2)]
    plain = page("https://pit.example/acme", "Acme AG", "Acme AG was founded by Rolf Stein.")
    assert values("Who founded Acme AG?", plain) == ["Rolf Stein"]
    assert values("Who founded Acme AG?", plain, *pit) == []
