"""What a page says about itself in its head: title, language, canonical address, robots, refresh."""

from __future__ import annotations

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from answerable.sources.website.extract.words import collapse

_REFRESH = re.compile(r"""^\s*[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?["']?\s*([^"'\s][^"']*)""", re.I)
_MAX_WORDS = 500
# Kinds of page that carry dates like an article but must be kept whole.
_DOCUMENT_KINDS = ("TechArticle", "APIReference", "FAQPage", "QAPage", "HowTo")


@dataclass(frozen=True)
class Head:
    """The page's own statements, as written."""

    title: str
    language: str
    description: str
    base: str
    canonical: str
    refresh: str
    noindex: bool
    article: bool  # declares itself a news article or blog post


def read_head(tree: LexborHTMLParser, nodes: list[LexborNode], *, described: str, html: str) -> Head:
    """Read the statements in `nodes`; absent ones are empty. `described` is the page's JSON-LD."""
    metas: dict[str, str] = {}
    found: dict[str, str] = {}
    for node in nodes:
        attributes = node.attributes
        if node.tag == "meta":
            name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv") or ""
            metas.setdefault(name.lower(), collapse(attributes.get("content") or ""))
        elif node.tag == "title":
            found.setdefault("title", collapse(node.text_lexbor()))
        elif node.tag == "base" or "canonical" in (attributes.get("rel") or "").lower().split():
            found.setdefault(node.tag or "", (attributes.get("href") or "").strip())
    robots = metas.get("robots", "").lower()
    return Head(
        title=(found.get("title") or metas.get("og:title") or _first_heading(tree))[:_MAX_WORDS],
        language=_language(tree),
        description=(metas.get("description") or metas.get("og:description", ""))[:_MAX_WORDS],
        base=found.get("base", ""),
        canonical=found.get("link", ""),
        refresh=_refresh(metas.get("refresh", "")),
        noindex="noindex" in robots or robots == "none",
        article=_declares_article(metas, described, html),
    )


def _first_heading(tree: LexborHTMLParser) -> str:
    node = tree.css_first("h1")
    return collapse(node.text_lexbor()) if node is not None else ""


def _declares_article(metas: dict[str, str], described: str, html: str) -> bool:
    """96 % of the article corpus says so in one of these ways, and no page of the documentation sets."""
    declared = (
        "article" in metas.get("og:type", "").lower()
        or "article:published_time" in metas
        or "datePublished" in described
        or "articleBody" in html
    )
    return declared and not any(f'"{kind}"' in described for kind in _DOCUMENT_KINDS)


def _language(tree: LexborHTMLParser) -> str:
    root = tree.root
    attributes = root.attributes if root is not None else {}
    tag = attributes.get("lang") or attributes.get("xml:lang") or ""
    return re.split("[-_]", tag.strip().lower())[0][:8]


def _refresh(content: str) -> str:
    if ";" not in content and "url" not in content.lower():
        return ""
    found = _REFRESH.match(content)
    return found[1].strip() if found else ""
