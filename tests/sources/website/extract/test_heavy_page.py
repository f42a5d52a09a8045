from __future__ import annotations

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract import extract, is_heavy
from answerable.sources.website.extract.dispatch import MANY_TAGS, read_page

PAGE = (
    '<!doctype html><html lang="de"><head><title>Größen</title><base href="/x/"></head><body><h1>Größen</h1>'
    + "".join(
        f'<h2 id="s{n}">Teil {n}</h2><p>Ein Satz {n}: <a href="/{n}">mehr</a>.</p>' for n in range(6_000)
    )
    + "</body></html>"
)


def test_a_heavy_page_reads_as_any_other() -> None:
    body = PAGE.encode("cp1252")
    assert is_heavy(body)
    apart = extract(body, content_type="text/html", charset="cp1252", url="http://site/")
    assert apart == read_page(body, content_type="text/html", charset="cp1252", url="http://site/")
    assert apart.passages[0].path[0] == "Größen"
    assert apart.links[0].href == "/0"


def test_the_type_and_the_address_reach_the_reader() -> None:
    body = b"# Title\n\nWords.\n\n" + b"<" * (MANY_TAGS + 1)
    assert extract(body, content_type="text/plain", url="http://site/a.md").title == "Title"


def test_a_heavy_body_without_text_is_refused() -> None:
    with pytest.raises(SourceUnreachable, match="binary") as refused:
        extract(b"\x7fELF" + bytes(600_000), content_type="text/html", url="http://site/file")
    assert refused.value.asked == "http://site/file"
