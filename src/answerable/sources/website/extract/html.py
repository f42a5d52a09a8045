"""Reads an HTML page: head, links, and the passages of its main content."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from answerable.sources.website.extract.head import read_head
from answerable.sources.website.extract.links import collect_links
from answerable.sources.website.extract.main import choose_main, landmark
from answerable.sources.website.extract.nesting import flatten
from answerable.sources.website.extract.outline import Outline
from answerable.sources.website.extract.page import PageContent, Passage
from answerable.sources.website.extract.reader import read_blocks
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.survey import drop_unseen, mark_breaks, survey

# A page with scripts and less text than this has nothing to say before they run.
_NEXT_TO_NO_TEXT = 200

# Elements that may not close themselves in HTML, where <title/> would swallow the whole page.
_SELF_CLOSED = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)"
    r"([a-z][\w:-]*)([^<>]*)/>",
    re.I,
)


def read_html(html: str, *, xhtml: bool = False) -> PageContent:
    """The content of one HTML page; in XHTML any element may close itself, as in <title/>."""
    if xhtml:
        html = _SELF_CLOSED.sub(r"<\1\2></\1>", html)
    # Without mutation events, which nobody here hears: they made 200,000 options in one select take 99 s.
    tree = LexborHTMLParser(flatten(html), options=LexborDocumentOptions.WO_EVENTS)
    found = survey(tree)
    mark_breaks(found)
    head = read_head(tree, found.head, described=found.described, html=html)
    links = collect_links(found.ways)
    drop_unseen(tree, found)
    passages = _passages(tree, article=head.article)
    size = sum(len(passage.text) for passage in passages)
    return PageContent(
        title=head.title,
        language=head.language,
        description=head.description,
        passages=passages,
        links=links,
        base=head.base,
        canonical=head.canonical,
        refresh=head.refresh,
        noindex=head.noindex,
        script_only=found.scripts > 0 and size < _NEXT_TO_NO_TEXT and not head.refresh,
    )


def _passages(tree: LexborHTMLParser, *, article: bool) -> tuple[Passage, ...]:
    body = tree.body
    if body is None:
        return ()
    if not article and (declared := landmark(body)) is not None:
        blocks = read_blocks(declared, Outline(declared))
        if sum(len(block.text) for block in blocks) >= _NEXT_TO_NO_TEXT:
            return to_passages(blocks)
    main, outline = choose_main(body, article=article)
    return to_passages(read_blocks(main, outline))
