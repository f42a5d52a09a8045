"""Pages made to choke a parser end quickly, and their text survives."""

from __future__ import annotations

import pytest

from answerable.sources.website.extract import extract
from answerable.sources.website.extract.nesting import flatten

MANY = 100_000
BOMBS = {
    "nested blocks": "<div>" * MANY + "end" + "</div>" * MANY,
    "never closed": "<ul><li>" * MANY + "end",
    "inline": "<p>" + "<span>" * MANY + "end",
    "tables": "<table><tr><td>" * 20_000 + "end",
    "formatting carried on": "".join(f"<p><b id={n}>x" for n in range(20_000)) + " end",
    "stray end tags": "<div></b>" * MANY + "end",
    "end tags in comments": "<div><!--</div>-->" * MANY + "end",
    "end tags in values": '<div a="></div>">' * MANY + "end",
    "end tags behind a barrier": "<div><object></div></object>" * MANY + "end",
    "end tags inside tables": "<div><table><td></div></table>" * MANY + "end",
    "attributes": "<p " + " ".join(f"a{n}" for n in range(MANY)) + ">end",
    "attributes with signs": "<p " + " ".join(f'a{n}=">"' for n in range(MANY)) + ">end",
    "options": "<p>end<select>" + "<option>" * MANY,
    "definition lists": "<dl><dt id=x>t<dd>" * 20_000 + "end",
    "details": "<details><summary>q</summary>" * 20_000 + "end",
    "open angle brackets": "end " + "<" * MANY,
    "groups of options": "<optgroup>" * MANY + "end",
    "notes on signs": "<rp><rt>" * MANY + "end",
    "lists behind stray end tags": "</nav></img><ul>" * 6_000 + "end",
    "open quotes": "<p>end</p>" + '<a "' * MANY,
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_page_chokes_the_parser(name: str) -> None:
    # Heavy ones are read in a process that would be ended after two seconds of CPU.
    content = extract(BOMBS[name].encode(), content_type="text/html")
    assert "end" in content.main_text


def test_five_megabytes_end_in_time() -> None:
    assert extract(b"<p>Some words of a paragraph.</p>" * 160_000, content_type="text/html").passages


def test_ordinary_pages_are_not_touched() -> None:
    html = "<div class='a'><p>x<p>y<br><img src=z>" * 200 + "</div>" * 200
    assert flatten(html) is html


def test_text_around_cut_tags_keeps_its_words_apart() -> None:
    html = "<div>one" * 3_000
    assert "oneone" not in flatten(html)
