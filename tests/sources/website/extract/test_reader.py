"""One readable text form: every convention that the index and the model rely on."""

from __future__ import annotations

import pytest

from answerable.sources.website.extract import PageContent, Passage, extract


def page(body: str) -> PageContent:
    return extract(f"<html><body>{body}</body></html>".encode(), content_type="text/html")


def text(body: str) -> str:
    return "\n\n".join(passage.text for passage in page(body).passages)


def passages(body: str) -> list[tuple[tuple[str, ...], str, str]]:
    return [(p.path, p.anchor, p.text) for p in page(body).passages]


LONG = "This sentence is long enough to stand as a section of its own in the index, so it is not joined."


def test_blocks_stand_apart_by_blank_lines() -> None:
    assert text("<p>One\n  two.</p><div>Three</div>four <b>five</b>") == "One two.\n\nThree\n\nfour five"


def test_inline_markup_leaves_plain_text() -> None:
    html = '<p>Use <code>apt</code> or <a href="/x">a <em>link</em></a>, <b>b</b><i>i</i>.</p>'
    assert text(html) == "Use apt or a link, bi."


def test_loose_inline_elements_keep_their_gaps() -> None:
    assert text("<div><b>one</b> <i>two</i><u>three</u><p>four</p></div>") == "one twothree\n\nfour"


def test_labels_of_a_form_stand_apart() -> None:
    form = "<form><label>Name</label><input><label>Message</label><textarea></textarea></form>"
    assert text(f"<main><p>{LONG}</p>{form}</main>") == f"{LONG}\n\nName\n\nMessage"


def test_breaks_end_lines_and_two_end_blocks() -> None:
    assert text("<p>Street 1<br>12345 Town<br><br>Country</p>") == "Street 1\n12345 Town\n\nCountry"


def test_lists_become_marked_lines() -> None:
    html = "<ul><li>one</li><li><p>two</p><ul><li>inner</li></ul></li></ul><ol><li>first<li>second</ol>"
    assert text(html) == "- one\n- two\n  - inner\n1. first\n2. second"


def test_numbered_lists_start_where_told() -> None:
    assert text('<ol start="4"><li>four</li><li>five</li></ol>') == "4. four\n5. five"


def test_an_item_keeps_its_further_blocks() -> None:
    html = "<ul><li><p>Run this:</p><pre>make</pre><p>Then wait.</p></li></ul>"
    assert text(html) == "- Run this:\n      make\n  Then wait."


def test_code_keeps_lines_and_is_indented() -> None:
    html = "<p>Run:</p><pre><span>def f():</span>\n    return 1\n</pre>"
    assert text(html) == "Run:\n\n    def f():\n        return 1"


def test_tables_are_rows_with_bars() -> None:
    html = (
        "<table><caption>Fees</caption><thead><tr><th>Plan</th><th>Price</th></tr></thead>"
        "<tbody><tr><td>Basic</td><td><p>5 €</p><p>a month</p></td></tr></tbody></table>"
    )
    assert text(html) == "Fees\n\nPlan | Price\nBasic | 5 € a month"


def test_layout_tables_are_read_as_text() -> None:
    html = f"<table><tr><td><h2>Left</h2><p>{LONG}</p></td><td><p>{LONG}</p></td></tr></table>"
    assert [path for path, _, _ in passages(html)] == [("Left",)]
    assert " | " not in text(html)


def test_definition_lists_pair_term_and_text() -> None:
    assert (
        text("<dl><dt>apt</dt><dd>a tool</dd><dt>dpkg</dt><dd>another</dd></dl>")
        == "- apt: a tool\n- dpkg: another"
    )


def test_long_definitions_follow_their_term_indented() -> None:
    long = "word " * 60
    assert text(f"<dl><dt>term</dt><dd>{long}</dd></dl>") == f"term\n  {long.strip()}"


def test_terms_with_ids_are_headings() -> None:
    html = (
        f'<h1>os</h1><dl><dt id="os.walk"><code>os.walk</code>(top)<a href="#os.walk">¶</a></dt>'
        f"<dd><p>{LONG}</p>"
        f'<dl><dt id="inner">inner()</dt><dd>{LONG}</dd></dl></dd></dl><p>{LONG}</p>'
    )
    assert passages(html) == [
        (("os", "os.walk(top)"), "os.walk", LONG),
        (("os", "os.walk(top)", "inner()"), "inner", LONG),
        (("os",), "", LONG),
    ]


def test_summaries_and_bold_questions_are_headings() -> None:
    html = (
        f"<h2>FAQ</h2><details><summary>May I return it?</summary><p>{LONG}</p></details>"
        f"<p><strong>How long does it take?</strong></p><p>{LONG}</p>"
    )
    assert [path for path, _, _ in passages(html)] == [
        ("FAQ", "May I return it?"),
        ("FAQ", "How long does it take?"),
    ]


def test_bold_sentences_stay_text() -> None:
    assert passages(f"<p><b>Read this first.</b></p><p>{LONG}</p>")[0][0] == ()


def test_a_section_ends_its_heading() -> None:
    html = f"<h1>Top</h1><section><h2>Part</h2><p>{LONG}</p></section><p>{LONG} Again.</p>"
    assert [path for path, _, _ in passages(html)] == [("Top", "Part"), ("Top",)]


def test_the_title_of_a_note_heads_nothing() -> None:
    html = f'<h2>Adding</h2><div class="tip"><h3>Tip</h3><p>{LONG}</p></div><p>After the tip. {LONG}</p>'
    assert {path for path, _, _ in passages(html)} == {("Adding",)}
    assert text(html).startswith("Tip\n\n")


def test_the_title_of_a_contents_box_ends_with_it() -> None:
    html = (
        '<h1>Chapter</h1><div class="toc"><p><b>Table of Contents</b></p><ul><li>One</li></ul></div>'
        f"<p>{LONG}</p>"
    )
    assert passages(html)[-1][0] == ("Chapter",)


@pytest.mark.parametrize(
    "html",
    [
        f'<h2 id="x">Title</h2><p>{LONG}</p>',
        f'<section id="x"><h2>Title</h2><p>{LONG}</p></section>',
        f'<h2><a name="x"></a>Title</h2><p>{LONG}</p>',
        f'<a name="x"></a><h2>Title</h2><p>{LONG}</p>',
        f'<p><a id="x"></a></p><h2>Title</h2><p>{LONG}</p>',
    ],
)
def test_an_anchor_is_the_nearest_id(html: str) -> None:
    assert page(html).passages == (Passage(("Title",), "x", LONG),)


def test_signs_that_link_to_headings_go() -> None:
    html = f'<h2>Install<a href="#a">¶</a></h2><p>{LONG}</p><h2>Run <a href="#b">#</a></h2><p>{LONG}</p>'
    assert [path for path, _, _ in passages(html)] == [("Install",), ("Run",)]
    assert passages(f"<h2>Learn C#</h2><p>{LONG}</p>")[0][0] == ("Learn C#",)


def test_blocks_inside_links_are_read_apart() -> None:
    assert text('<a href="/x"><h3>Title</h3><p>Teaser</p></a><p>More.</p>') == "Teaser\n\nMore."
    assert page('<a href="/x"><h3>Title</h3><p>Teaser</p></a><p>More.</p>').passages[0].path == ("Title",)
