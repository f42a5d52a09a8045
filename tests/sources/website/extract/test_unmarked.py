"""Pages of site builders, on which no tag marks a heading."""

from __future__ import annotations

import pytest

from answerable.sources.website.extract import extract

COURSES = (
    "Eight evenings cost 128 euros for each person; pupils, students and apprentices pay a fifth less. " * 3
)
VOUCHERS = "Vouchers from 25 euros are sold at the desk, are valid for three years and can be handed on. " * 3


def paths(html: str) -> list[tuple[tuple[str, ...], str]]:
    page = extract(html.encode(), content_type="text/html", charset="utf-8", url="https://a.example/")
    return [(passage.path, passage.text) for passage in page.passages]


def boxes(*texts: str) -> str:
    return (
        "<body><main>" + "".join(f"<div><div><span>{text}</span></div></div>" for text in texts) + "</main>"
    )


def test_a_short_box_heads_what_follows() -> None:
    assert paths(boxes("Prices", "Courses", COURSES, "Vouchers", VOUCHERS)) == [
        (("Prices", "Courses"), COURSES.strip()),
        (("Prices", "Vouchers"), VOUCHERS.strip()),
    ]


def test_a_question_in_a_box_is_a_heading() -> None:
    asked = "What do I pay when I come with my children to the first lesson?"
    found = paths(boxes(asked, COURSES, "Vouchers", VOUCHERS))
    assert [path for path, _ in found] == [(asked,), ("Vouchers",)]


@pytest.mark.parametrize(
    "lines", [("Home", "Courses", "Prices"), ("Shoes, please.",), ("12 to 18",), ("quietly",)]
)
def test_what_heads_nothing_stays_text(lines: tuple[str, ...]) -> None:
    told = "We dance on Mondays from seven o'clock."
    assert all(not path for path, _ in paths(boxes(*lines, told, *lines, told)))


def test_one_short_line_is_no_way_to_write() -> None:
    assert paths(boxes("Welcome", "We dance on Mondays."))[0][0] == ()


def test_a_page_with_headings_keeps_them() -> None:
    html = "<main><h1>Dance</h1><h2>Prices</h2><div>Courses</div><p>Eight evenings: 128 euros</p></main>"
    assert paths(html) == [(("Dance", "Prices"), "Courses\n\nEight evenings: 128 euros")]
