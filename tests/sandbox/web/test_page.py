from __future__ import annotations

from datetime import date

from answerable.sandbox.web.page import LAYOUTS, Telling, WebPage, day, dice, laid_out, number, slug


def test_addresses_are_plain_letters() -> None:
    assert slug("Mühlau Käse AG") == "muhlau-kase-ag"
    assert WebPage("a.example", "x.html", "X", "").address == "/a.example/x.html"


def test_pages_say_their_language_and_escape_titles() -> None:
    html = WebPage("a.example", "x.html", "A & B", "<p>x</p>", "de").html().decode()
    assert 'lang="de"' in html
    assert "<title>A &amp; B</title>" in html


def test_numbers_and_days_have_many_writings() -> None:
    assert len({number(12345, way) for way in range(4)}) == 4
    assert len({day(date(2020, 3, 4), way) for way in range(5)}) == 5


def test_a_planted_lie_is_told_only_there() -> None:
    tell = Telling({("a.example", "Lund", "mayor"): "Per"})
    assert (tell("a.example", "Lund", "mayor", "Anna"), tell("b.example", "Lund", "mayor", "Anna")) == (
        "Per",
        "Anna",
    )
    assert dice("a").random() == dice("a").random()
    assert all("Mayor" in laid_out(layout, [("Mayor", "Anna")]) for layout in LAYOUTS)
