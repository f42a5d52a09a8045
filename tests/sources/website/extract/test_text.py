from __future__ import annotations

from answerable.sources.website.extract import extract

MARKDOWN = """# Guide

Welcome to the *guide* with `code` and a [link](other.md#x "title"), long enough to be a section of its own.

## Install `it`

Download the archive, check its sum, unpack it somewhere and then do these things in order:

1. Download
2. Run
   - as root

```sh
make install
  # done
```

Setext
------
| Key | Value |
|-----|:-----:|
| a   | **1** |

> quoted words

See <https://example.org> and ![image](i.png) or [mail](mailto:a@b.c).
"""


def test_markdown_reads_like_its_page() -> None:
    content = extract(MARKDOWN.encode(), content_type="text/markdown")
    assert content.title == "Guide"
    assert [link.href for link in content.links] == ["other.md"]
    text = content.main_text
    assert "Welcome to the guide with code and a link, long" in text
    assert "1. Download\n2. Run\n  - as root\n\n    make install\n      # done" in text
    assert "Key | Value\na | 1" in text
    assert "quoted words" in text
    assert ("Guide", "Install it") in [p.path for p in content.passages]
    assert "install-it" in [p.anchor for p in content.passages]


def test_snake_case_survives_markdown() -> None:
    content = extract(
        b"Set max_page_count and **bold_name** in my_file.py, 2 * 3 * 4.", content_type="text/markdown"
    )
    assert content.main_text == "Set max_page_count and bold_name in my_file.py, 2 * 3 * 4."


def test_plain_text_keeps_paragraphs_and_lines() -> None:
    content = extract(
        b"Title\r\n\r\nFirst   line\r\nsecond line\r\n\r\n    code  here\r\n", content_type="text/plain"
    )
    assert content.title == "Title"
    assert content.passages[0].text == "Title\n\nFirst line\nsecond line\n\n    code  here"


def test_invisible_characters_leave_plain_text_too() -> None:
    assert extract("a\u200bb\u202ec".encode(), content_type="text/plain").main_text == "abc"


def test_long_texts_are_cut_into_passages() -> None:
    body = "\n\n".join("One paragraph of several words that says a little." for _ in range(200)).encode()
    assert all(len(p.text) < 1_300 for p in extract(body, content_type="text/plain").passages)
