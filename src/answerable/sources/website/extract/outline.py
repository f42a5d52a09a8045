"""The block structure of a page, gathered in one pass: who holds whom, how much text, how much of it links."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.words import lines_of

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p pre search section "
    "summary table tbody td tfoot th thead tr ul xmp".split()
)
# The largest documentation page at hand (2.6 MB) has 17,000 blocks.
_NAMED = BLOCK_TAGS - set(HEADINGS) - {"pre", "tr", "tbody", "thead", "dt", "dd", "hr"}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
MAX_NODES = 60_000
_LAYOUT_REACH = 12  # a heading further from its table says nothing about it


class Outline:
    """Blocks below `root` in reading order; parents stand before their children.

    A block that holds no other is a leaf: the parser gives its text in one call. Everything the reader and the
    choice of the main node need to know is in the lists, indexed alike, and in three sets of node ids.
    """

    def __init__(self, root: LexborNode) -> None:
        self.nodes: list[LexborNode] = []
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.holders: set[int] = set()  # ids of elements with a block somewhere below, inline ones too
        self.layout: set[int] = set()  # ids of tables that only place things on the page
        self.dropped: set[int] = set()  # ids of blocks nobody should read
        self.texts: dict[int, str] = {}  # id of a leaf -> its text, once read
        self._places: dict[int, int] = {}
        self._gather(root)

    def __len__(self) -> int:
        return len(self.nodes)

    def _gather(self, root: LexborNode) -> None:
        places, holders = self._places, self.holders
        for node in root.traverse():
            tag = node.tag
            if tag not in BLOCK_TAGS and self.nodes:
                continue
            place = len(self.nodes)
            if place >= MAX_NODES:
                break
            parent = node.parent if place else None
            while parent is not None and parent.mem_id not in places:
                holders.add(parent.mem_id)
                parent = parent.parent
            above = -1
            if parent is not None:
                above = places[parent.mem_id]
                holders.add(parent.mem_id)
            places[node.mem_id] = place
            self.nodes.append(node)
            self.tags.append(tag or "")
            self.parents.append(above)
            if tag == "table" or tag in HEADINGS:
                self._mark_layout(above)

    def _mark_layout(self, place: int) -> None:
        """A table around a heading or another table is layout, not a table of facts."""
        for _ in range(_LAYOUT_REACH):
            if place < 0:
                return
            if self.tags[place] == "table":
                self.layout.add(self.nodes[place].mem_id)
                return
            place = self.parents[place]

    def text(self, node: LexborNode) -> str:
        """The text of a leaf."""
        known = self.texts.get(node.mem_id)
        if known is None:
            known = self.texts[node.mem_id] = lines_of(node.text())
        return known

    def lengths(self) -> list[int]:
        """Characters of each block's own text: a leaf's whole text, a holder's loose text."""
        own: list[int] = []
        for node in self.nodes:
            if node.mem_id in self.holders:
                own.append(len(" ".join(node.text(deep=False).split())))
            else:
                own.append(len(self.text(node)))
        return own

    def loose_lengths(self, own: list[int]) -> None:
        """Count the loose text of holders with its inline elements: for pages that write text without <p>."""
        for place, node in enumerate(self.nodes):
            if node.mem_id in self.holders:
                own[place] = self._loose(node)

    def _loose(self, node: LexborNode) -> int:
        size = 0
        around = [node]
        while around:
            for child in around.pop().iter(include_text=True, skip_empty=True):
                if child.tag == "-text" or child.mem_id not in self.holders:
                    size += 0 if child.mem_id in self._places else len(" ".join(child.text().split()))
                elif child.mem_id not in self._places:
                    around.append(child)
        return size

    def link_lengths(self) -> list[int]:
        """Characters of each block's own text that lead to other pages; a page's own contents do not count."""
        linked = [0] * len(self.nodes)
        for node in self.nodes[0].css('a[href]:not([href^="#"])'):
            parent = node.parent
            while parent is not None and parent.mem_id not in self._places:
                parent = parent.parent
            if parent is not None:
                linked[self._places[parent.mem_id]] += len(node.text().strip())
        return linked

    def names(self) -> tuple[list[str], list[str]]:
        """What the page calls each block (class, id and item property, humps as hyphens), and its role."""
        names, roles = [""] * len(self.nodes), [""] * len(self.nodes)
        for place, node in enumerate(self.nodes):
            if self.tags[place] in _NAMED and (attributes := node.attributes):
                name = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".strip()
                names[place] = name if name.islower() else _HUMP.sub("-", name)
                roles[place] = attributes.get("role") or ""
                if item := attributes.get("itemprop"):
                    names[place] += f" itemprop:{item}"
        return names, roles

    def subtree_sums(self, own: list[float]) -> list[float]:
        """The sum of `own` over each block and all below it, leaving dropped blocks out."""
        sums = list(own)
        for place in range(len(sums) - 1, 0, -1):
            if self.nodes[place].mem_id in self.dropped:
                sums[place] = 0
            else:
                sums[self.parents[place]] += sums[place]
        return sums
