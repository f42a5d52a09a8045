"""Finds the node that holds a page's main content, and marks the furniture inside it."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.clutter import (
    ALWAYS,
    BODY_NAMES,
    COMMENTS,
    CONTENTS,
    FURNITURE_ROLES,
    FURNITURE_TAGS,
    IF_LINKED,
    IN_ARTICLES,
)
from answerable.sources.website.extract.outline import HEADINGS, Outline

FURNITURE_SHARE = 0.4
COMMENT_SHARE = 0.8
NAMED_SHARE = 0.2
RECALL_WEIGHT = 0.3
NAME_WEIGHT = 0.3
SHORTEST = 40
LONG = 200
MOSTLY_LINKS = 0.4


def choose_main(body: LexborNode, *, article: bool) -> tuple[LexborNode, Outline]:
    """The node that holds the main content and the outline around it, furniture dropped."""
    root = body if article else _landmark(body) or body
    outline = Outline(root)
    if root is not body:
        return root, outline
    scale = _Scale(outline, article=article)
    scale.drop_furniture()
    place = scale.best()
    if article:
        scale.trim(place)
    else:
        place = scale.climb(place)
    return outline.nodes[place], outline


def _landmark(body: LexborNode) -> LexborNode | None:
    """The one element the page itself declares its main part, if it holds most of the paragraphs."""
    marked = body.css('main,[role="main"]')
    if len(marked) == 1 and len(marked[0].text()) >= LONG:
        return marked[0]
    if not (marked := marked or body.css("article")):
        return None
    largest = max(marked, key=lambda node: len(node.text()))
    return largest if len(largest.text()) > 0.5 * len(body.text()) else None


class _Scale:
    """Weighs the blocks of an outline."""

    def __init__(self, outline: Outline, *, article: bool) -> None:
        self.outline, self.article = outline, article
        self.own = outline.lengths()
        self.linked = outline.link_lengths()
        if sum(self.own) < 0.8 * len(" ".join(outline.nodes[0].text().split())):
            outline.loose_lengths(self.own)
        self.names, self.roles = outline.names()
        self.weights = [
            _body_weight(tag, name) for tag, name in zip(outline.tags, self.names, strict=True)
        ]
        if not article:
            self._forgive_contents()

    def _forgive_contents(self) -> None:
        """In a document a table of contents is content, though it is all links."""
        outline = self.outline
        inside = [False] * len(outline)
        for place in range(1, len(outline)):
            name = self.names[place]
            inside[place] = inside[outline.parents[place]] or bool(name and CONTENTS.search(name))
            if inside[place]:
                self.linked[place] = 0

    def good(self) -> list[float]:
        """Characters of each block that read like prose: long enough and not mostly links."""
        return [
            (size - linked) * min(1.0, size / LONG)
            if tag == "pre" or (size >= SHORTEST and linked < MOSTLY_LINKS * size and tag not in HEADINGS)
            else 0.0
            for size, linked, tag in zip(self.own, self.linked, self.outline.tags, strict=True)
        ]

    def drop_furniture(self) -> None:
        outline = self.outline
        good = outline.subtree_sums(self.good())
        total = outline.subtree_sums([float(size) for size in self.own])
        linked = outline.subtree_sums([float(size) for size in self.linked])
        most = FURNITURE_SHARE * good[0]
        dropped = outline.dropped
        for place in range(1, len(outline)):
            node, tag = outline.nodes[place], outline.tags[place]
            if outline.nodes[outline.parents[place]].mem_id in dropped:
                dropped.add(node.mem_id)
                continue
            name, role = self.names[place], self.roles[place]
            limit = COMMENT_SHARE * good[0] if name and COMMENTS.search(name) else most
            if self.weights[place]:
                limit = min(limit, NAMED_SHARE * good[0])
            dense = linked[place] >= 0.5 * total[place]
            if good[place] <= limit and self._is_furniture(tag, name, role, dense):
                dropped.add(node.mem_id)

    def _is_furniture(self, tag: str, name: str, role: str, dense: bool) -> bool:
        if tag in FURNITURE_TAGS or role in FURNITURE_ROLES:
            return True
        if not name:
            return False
        if ALWAYS.search(name) or (dense and IF_LINKED.search(name)):
            return True
        return self.article and IN_ARTICLES.search(name) is not None

    def best(self) -> int:
        """The block whose text is most of the page's prose and little else."""
        outline = self.outline
        good = outline.subtree_sums(self.good())
        total = outline.subtree_sums([float(size) for size in self.own])
        recall = RECALL_WEIGHT * good[0] if self.article else good[0]
        holders = [0, *(p for p in range(1, len(outline)) if outline.nodes[p].mem_id in outline.holders)]
        return max(holders, key=lambda p: good[p] / (total[p] + recall + 1) * (1 + NAME_WEIGHT * self.weights[p]))

    def climb(self, place: int) -> int:
        """The widest block around `place` that adds text rather than links: no section of a document is lost."""
        outline = self.outline
        total = outline.subtree_sums([float(size) for size in self.own])
        linked = outline.subtree_sums([float(size) for size in self.linked])
        widest, above = place, outline.parents[place]
        while above >= 0:
            more = total[above] - total[widest]
            if linked[above] - linked[widest] > MOSTLY_LINKS * more:
                break
            widest, above = above, outline.parents[above]
        return widest

    def trim(self, place: int) -> None:
        """Drop paragraphs that are one link, and the short lines before and after an article's prose."""
        outline = self.outline
        good = self.good()
        end = place + 1
        while end < len(outline) and outline.parents[end] >= place:
            end += 1
        prose = [p for p in range(place, end) if good[p]]
        headed = [False] * len(outline)
        for p in range(place + 1, end):
            headed[p] = outline.tags[p] == "header" or headed[outline.parents[p]]
            if outline.nodes[p].mem_id in outline.holders or outline.tags[p] == "h1":
                continue
            only_link = self.linked[p] >= 0.9 * self.own[p] > 0
            outside = prose and not prose[0] < p < prose[-1] and self.own[p] < SHORTEST
            if headed[p] or ((only_link or outside) and outline.tags[p] not in HEADINGS):
                outline.dropped.add(outline.nodes[p].mem_id)


def _body_weight(tag: str, name: str) -> float:
    if "itemprop:articleBody" in name:
        return 2.0
    return 1.0 if tag in ("article", "main") or (name and BODY_NAMES.search(name)) else 0.0
