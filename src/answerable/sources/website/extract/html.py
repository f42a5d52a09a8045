"""Reads an HTML page: head, links, and the passages of its main content."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from answerable.sources.website.extract.head import read_head
from answerable.sources.website.extract.links import collect_links
from answerable.sources.website.extract.main import choose_main, drop_small_furniture, landmark
from answerable.sources.website.extract.nesting import flatten
from answerable.sources.website.extract.outline import Outline
from answerable.sources.website.extract.page import PageContent, Passage
from answerable.sources.website.extract.reader import read_blocks
from answerable.sources.website.extract.sections import to_passages
from answerable.sources.website.extract.survey import Survey, drop_unseen, mark_breaks, survey

# A page with scripts and less text than this has nothing to say before they run.
_NEXT_TO_NO_TEXT = 200

# Elements that may not close themselves in HTML, where <title/> would swallow the whole page.
_SELF_CLOSED = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)"
    r"([a-z][\w:-]*)([^<>]*)/>",
    re.I,
)

_FOOTERS = ",".join(f"{name}:not(main {name}, article {name})" for name in ("footer", "#footer", ".footer"))


def read_html(html: str, *, xhtml: bool = False, footer: bool = False) -> PageContent:
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
    passages = _passages(tree, found, article=head.article, roles="role" in html)
    size = sum(len(passage.text) for passage in passages)
    return PageContent(
        title=head.title,
        language=head.language,
        description=head.description,
        passages=passages,
        footer=_footer(tree, found.blocks) if footer else (),
        links=links,
        base=head.base,
        canonical=head.canonical,
        refresh=head.refresh,
        noindex=head.noindex,
        script_only=found.scripts > 0 and size < _NEXT_TO_NO_TEXT and not head.refresh,
    )


def _passages(tree: LexborHTMLParser, found: Survey, *, article: bool, roles: bool) -> tuple[Passage, ...]:
    body = tree.body
    if body is None:
        return ()
    if not article and (declared := landmark(body, found.declared, roles=roles)) is not None:
        outline = Outline(declared, found.blocks)
        drop_small_furniture(outline)
        blocks = read_blocks(declared, outline)
        if sum(len(block.text) for block in blocks) >= _NEXT_TO_NO_TEXT:
            return to_passages(blocks)
    outline = Outline(body, found.blocks)
    return to_passages(read_blocks(choose_main(outline, article=article), outline))


def _footer(tree: LexborHTMLParser, nodes: list[LexborNode]) -> tuple[Passage, ...]:
    """The page's own last footer; one inside its content belongs to that."""
    body = tree.body
    below = body.css(_FOOTERS) if body is not None else []
    return to_passages(read_blocks(below[-1], Outline(below[-1], nodes))) if below else ()
