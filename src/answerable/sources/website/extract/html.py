"""Reads an HTML page: head, links, and the passages of its main content."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from answerable.sources.website.extract.blocks import read_blocks
from answerable.sources.website.extract.head import read_head
from answerable.sources.website.extract.links import collect_links
from answerable.sources.website.extract.main import choose_main
from answerable.sources.website.extract.nesting import flatten
from answerable.sources.website.extract.page import PageContent, Passage
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.survey import drop_unseen, mark_breaks, survey

# A page with scripts and less text than this has nothing to say before they run.
_NEXT_TO_NO_TEXT = 200


def read_html(html: str) -> PageContent:
    """The content of one HTML page."""
    tree = LexborHTMLParser(flatten(html))
    found = survey(tree)
    mark_breaks(found)
    head = read_head(tree, found.head, html)
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
    main, outline = choose_main(body, article=article)
    return to_passages(read_blocks(main, outline))
