"""Finds the node that holds a page's main content, and marks the furniture inside it.

A page is read in one of two ways. A document (anything that does not declare itself an article) is kept
whole: its landmark, or the body without furniture. In a news article or blog post the node whose text is most
of the page's prose and little else is the main one, and short lines around the prose go too.
"""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.clutter import (
    FURNITURE_ROLES,
    FURNITURE_TAGS,
    NO_MEANING,
    Meaning,
    meaning,
)
from answerable.sources.website.extract.outline import HEADINGS, Outline
from answerable.sources.website.extract.tags import BLOCK_TAGS

# All numbers below were found on the 181 article pages (benchmarks/extraction.py) by moving one at a time.
# F1 stays within 0.005 of its value over the range in brackets, so none of them sits on a peak.
FURNITURE_SHARE = 0.4  # a block with more of the page's prose is no furniture, whatever its name [0.3, 0.5]
COMMENT_SHARE = 0.8  # readers' comments may be most of the page [0.5, 0.9]
NAMED_SHARE = 0.2  # a block that is also named like a text body must be small to go [0.1, 0.3]
RECALL_WEIGHT = 0.3  # how much missing prose counts against added clutter [0.15, 0.5]
NAME_WEIGHT = 0.3  # how much a name like "article-body" helps [0.15, 0.5]
SHORTEST = 40  # characters a paragraph needs to count as prose [25, 60]
LONG = 200  # characters from which a paragraph counts in full: teasers are shorter [120, 300]
MOSTLY_LINKS = 0.4  # share of links from which text is a menu [0.3, 0.55]
_ONLY_LINK = 0.9  # a paragraph that is one link is a pointer to another article

SMALL = 300  # characters; what is longer inside a declared main part is read. Chosen, not measured
_ASIDE = ("aside", "footer")  # inside a main part these are the author's

_TEXT_TAGS = ("article", "main")
_NAMED = BLOCK_TAGS - set(HEADINGS) - {"pre", "tr", "tbody", "thead", "dt", "dd", "hr"}
# Only these have ids worth reading; ids of paragraphs and items are numbers.
_WITH_ID = frozenset(("div", "section", "article", "main", "aside", "ul", "ol", "table", "header", "form"))


def choose_main(outline: Outline, *, article: bool) -> LexborNode:
    """The block that holds the main content; the furniture around and in it is dropped from the outline."""
    scale = _Scale(outline, article=article)
    scale.drop_furniture()
    place = scale.best()
    if article:
        scale.trim(place)
    else:
        place = scale.climb(place)
    return outline.nodes[place]


def landmark(body: LexborNode, declared: list[LexborNode], *, roles: bool) -> LexborNode | None:
    """The one element the page itself declares its main part; `roles` says whether any element names its role."""
    named = [node for node in declared if node.tag == "main"]
    marked = body.css('main,[role="main"]') if roles else named
    if len(marked) == 1:
        return marked[0]
    if not (marked := marked or declared):
        return None
    largest = max(marked, key=lambda node: len(node.text()))
    return largest if len(largest.text()) > 0.5 * len(body.text()) else None


def drop_small_furniture(outline: Outline) -> None:
    """Drop breadcrumbs, pagers, buttons to share and other ways around from a part declared the main one."""
    for number, node, tag in zip(outline.ids[1:], outline.nodes[1:], outline.tags[1:], strict=True):
        said, _, moved = _named(node, tag)
        around = (said.always or (moved and tag not in _ASIDE)) and not said.contents
        if around and len(" ".join(node.text_lexbor().split())) <= SMALL:
            outline.dropped.add(number)


def _named(node: LexborNode, tag: str) -> tuple[Meaning, float, bool]:
    """What a block's names mean, how much they speak for it, and whether its tag or role makes it furniture."""
    said, weight, moved = NO_MEANING, 1.0 if tag in _TEXT_TAGS else 0.0, tag in FURNITURE_TAGS
    if tag in _NAMED and (attributes := node.attributes):
        if name := attributes.get("class"):
            said = meaning(name)
        if tag in _WITH_ID and (name := attributes.get("id")) and (also := meaning(name)) is not NO_MEANING:
            said = Meaning(*map(max, said, also))
        if said.body:
            weight = 1.0
        if attributes.get("itemprop") == "articleBody":
            weight = 2.0
        moved = moved or attributes.get("role") in FURNITURE_ROLES
    return said, weight, moved


class _Scale:
    """Weighs the blocks of an outline: characters of text, of links, and of prose, own and with all below."""

    def __init__(self, outline: Outline, *, article: bool) -> None:
        self.outline, self.article = outline, article
        self.own = outline.lengths()
        self.linked = outline.link_lengths()
        text = outline.nodes[0].text_lexbor()
        # Two looks, the cheap one first: raw text is never shorter than the same text collapsed.
        if sum(self.own) < 0.8 * len(text) and sum(self.own) < 0.8 * len(" ".join(text.split())):
            outline.loose_lengths(self.own)
        self.meanings: list[Meaning] = []
        self.furniture: list[bool] = []  # by tag or role
        self.weights: list[float] = []
        self.named: list[int] = []  # places whose tag, role or name says something
        self._read_names()
        if not article:
            self._forgive_contents()
        self.prose = [
            (size - linked) * min(1.0, size / LONG)
            if size
            and (tag == "pre" or (size >= SHORTEST and linked < MOSTLY_LINKS * size and tag not in HEADINGS))
            else 0.0
            for size, linked, tag in zip(self.own, self.linked, outline.tags, strict=True)
        ]
        self.dropped = [False] * len(outline)
        self._sum_up()

    def _read_names(self) -> None:
        meanings, furniture, weights = self.meanings, self.furniture, self.weights
        for node, tag in zip(self.outline.nodes, self.outline.tags, strict=True):
            said, weight, moved = _named(node, tag)
            if moved or said is not NO_MEANING:
                self.named.append(len(meanings))
            meanings.append(said)
            furniture.append(moved)
            weights.append(weight)

    def _forgive_contents(self) -> None:
        """In a document a table of contents is content, though it is all links."""
        end = 0  # of the last that was forgiven
        for place in self.named:
            if place >= end and self.meanings[place].contents:
                within = self._within(place)
                end = within.stop
                self.linked[place:end] = [0] * len(within)

    def _within(self, place: int) -> range:
        """A block and all below it, which follow it in reading order."""
        parents, end = self.outline.parents, place + 1
        while end < len(parents) and parents[end] >= place:
            end += 1
        return range(place, end)

    def _sum_up(self) -> None:
        """Sums over each block and all below it, without dropped blocks; children stand after parents."""
        parents, dropped = self.outline.parents, self.dropped
        prose, total, linked = self.prose.copy(), self.own.copy(), self.linked.copy()
        for place in range(len(prose) - 1, 0, -1):
            if total[place] and not dropped[place]:
                above = parents[place]
                prose[above] += prose[place]
                total[above] += total[place]
                linked[above] += linked[place]
        self.prose_below, self.total_below, self.linked_below = prose, total, linked

    def drop_furniture(self) -> None:
        """Drop what is furniture by its tag, role or name, unless it holds too much of the prose."""
        outline, dropped, all_prose = self.outline, self.dropped, self.prose_below[0]
        for place in self.named:
            if not place or dropped[place]:
                continue
            limit = COMMENT_SHARE if self.meanings[place].comments else FURNITURE_SHARE
            if self.weights[place]:
                limit = min(limit, NAMED_SHARE)
            if self.prose_below[place] <= limit * all_prose and self._is_furniture(place):
                for inside in self._within(place):
                    dropped[inside] = True
                    outline.dropped.add(outline.ids[inside])
        if outline.dropped:
            self._sum_up()

    def _is_furniture(self, place: int) -> bool:
        said = self.meanings[place]
        if self.furniture[place] or said.always or (self.article and said.in_articles):
            return True
        return said.if_linked and self.linked_below[place] >= 0.5 * self.total_below[place]

    def best(self) -> int:
        """The block whose text is most of the page's prose and little else (an F-measure of both)."""
        recall = self.prose_below[0] * (RECALL_WEIGHT if self.article else 1.0) + 1
        best, best_score = 0, 0.0
        for place, prose in enumerate(self.prose_below):
            if prose and not self.dropped[place] and self.outline.ids[place] in self.outline.holders:
                score = prose / (self.total_below[place] + recall) * (1 + NAME_WEIGHT * self.weights[place])
                if score > best_score:
                    best, best_score = place, score
        return best

    def climb(self, place: int) -> int:
        """The widest block around `place` that adds text rather than links: no section is lost."""
        widest, above = place, self.outline.parents[place]
        while above >= 0:
            more = self.total_below[above] - self.total_below[widest]
            if self.linked_below[above] - self.linked_below[widest] > MOSTLY_LINKS * more:
                break
            widest, above = above, self.outline.parents[above]
        return widest

    def trim(self, place: int) -> None:
        """Drop paragraphs that are one link, the article's header, and short lines around its prose."""
        outline = self.outline
        within = self._within(place)
        prose = [p for p in within if self.prose[p] and not self.dropped[p]]
        first, last = (prose[0], prose[-1]) if prose else (place, within.stop)
        headed = [False] * len(outline)
        for p in within[1:]:
            tag = outline.tags[p]
            headed[p] = tag == "header" or headed[outline.parents[p]]
            if outline.ids[p] in outline.holders or tag == "h1":
                continue
            only_link = self.linked[p] >= _ONLY_LINK * self.own[p] > 0
            outside = not first < p < last and self.own[p] < SHORTEST
            if headed[p] or ((only_link or outside) and tag not in HEADINGS):
                outline.dropped.add(outline.ids[p])
