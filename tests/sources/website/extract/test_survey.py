from __future__ import annotations

import pytest

from answerable.sources.website.extract import extract


def text(body: str) -> str:
    content = extract(f"<body>{body}</body>".encode(), content_type="text/html")
    return "\n\n".join(passage.text for passage in content.passages)


@pytest.mark.parametrize(
    "hidden",
    [
        "<div hidden>secret</div>",
        '<div style="display:none">secret</div>',
        '<p style="color:red; DISPLAY : none">secret</p>',
        '<span aria-hidden="true">secret</span>',
        '<p style="visibility: hidden">secret</p>',
        '<p style="font-size:0">secret</p>',
        '<p style="position:absolute;left:-9999px">secret</p>',
        '<P STYLE="display:none">secret</P>',
        '<p sTyLe = "display:none">secret</p>',
        "<DIV HIDDEN>secret</DIV>",
        "<!-- secret -->",
        "<script>secret</script>",
        "<style>secret</style>",
        "<template><p>secret</p></template>",
        "<noscript><p>secret</p></noscript>",
        "<svg><title>secret</title></svg>",
        "<select><option>secret</option></select>",
        "<textarea>secret</textarea>",
        "<div hidden><div hidden>secret</div><svg><path/></svg></div>",
    ],
)
def test_what_the_page_hides_is_dropped(hidden: str) -> None:
    assert "secret" not in text(f"<p>Seen.</p>{hidden}<p>Also seen.</p>")
    assert "Also seen." in text(f"<p>Seen.</p>{hidden}<p>Also seen.</p>")


def test_a_hidden_body_is_still_read() -> None:
    content = extract(
        b'<body style="display:none"><p>Shown by a script later.</p></body>', content_type="text/html"
    )
    assert content.passages[0].text == "Shown by a script later."


def test_small_print_is_not_hidden() -> None:
    assert text('<p style="font-size:0.8em;top:-10px">Seen.</p>') == "Seen."


def test_a_button_may_title_a_question() -> None:
    html = "<h3><button>May I return it?</button></h3><p>Within thirty days; postage is ours.</p>"
    content = extract(f"<body>{html}<button>Buy</button></body>".encode(), content_type="text/html")
    assert [p.path for p in content.passages] == [("May I return it?",)]
    assert "Buy" not in text(html + "<button>Buy</button>")


def test_links_that_skip_the_menu_are_unread() -> None:
    skips = '<a href="#main">Skip to content</a><div><a href="#find"><svg><p>x</p></svg>Zur Suche</a></div>'
    assert text(f"{skips}<p>Words.</p>") == "Words."


def test_a_list_of_contents_is_read() -> None:
    entries = "".join(f'<a href="#{name}">Part {name}</a><br>' for name in "abcd")
    assert "Part a" in text(f"<div>{entries}</div><p>Words.</p>")
    assert "Part a" in text('<ul><li><a href="#a">Part a</a></li></ul><p>Words.</p>')
