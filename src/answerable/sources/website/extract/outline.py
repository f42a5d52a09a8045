"""The block structure of a page, gathered in one pass: who holds whom, how much text, how much links."""

from __future__ import annotations

from collections.abc import Sequence

from selectolax.lexbor import LexborNode

from answerable.sources.website.extract.tags import BLOCKS
from answerable.sources.website.extract.words import lines_of

HEADINGS = {f"h{level}": level for level in range(1, 7)}
# The largest documentation page at hand (2.6 MB) has 16,056 blocks.
MAX_NODES = 60_000
_LAYOUT_REACH = 12  # a heading further from its table says nothing about it
_NEVER_LOOSE = frozenset(("ul", "ol", "dl", "table", "tbody", "thead", "tr"))  # the parser moves text out
_MAKES_LAYOUT = frozenset((*HEADINGS, "table"))


class Outline:
    """The blocks among `nodes` below `root`, in reading order; parents stand before their children.

    A block that holds no other is a leaf: the parser gives its text in one call. What the reader and the
    choice of the main node need to know is in lists, indexed alike, and in sets of node ids.
    """

    def __init__(self, root: LexborNode, nodes: Sequence[LexborNode]) -> None:
        self.nodes: list[LexborNode] = [root]
        self.ids: list[int] = [root.mem_id]
        self.tags: list[str] = [root.tag or ""]
        self.parents: list[int] = [-1]
        self.holders: set[int] = set()  # ids of elements with a block somewhere below, inline ones too
        self.layout: set[int] = set()  # ids of tables that only place things on the page
        self.dropped: set[int] = set()  # ids of blocks nobody should read
        self.texts: dict[int, str] = {}  # id of a leaf -> its text, once read
        self._places: dict[int, int] = {root.mem_id: 0}
        self._gather(nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def _gather(self, found: Sequence[LexborNode]) -> None:
        places, holders = self._places, self.holders
        nodes, ids, tags, parents = self.nodes, self.ids, self.tags, self.parents
        numbers = [node.mem_id for node in found]
        if ids[0] not in numbers:  # a root that is no block
            found = [nodes[0], *(node for node in nodes[0].traverse() if node.tag_id in BLOCKS)]
            numbers = [node.mem_id for node in found]
        below = numbers.index(ids[0]) + 1
        for number, node in zip(numbers[below:], found[below:], strict=True):
            parent = node.parent
            while parent is not None:
                above = parent.mem_id
                holders.add(above)
                if above in places:
                    break
                parent = parent.parent
            else:
                break  # behind the root, as are all that follow
            place = len(nodes)
            if place >= MAX_NODES:
                break
            places[number] = place
            tag = BLOCKS[node.tag_id]
            nodes.append(node)
            ids.append(number)
            tags.append(tag)
            parents.append(places[above])
            if tag in _MAKES_LAYOUT:
                self._mark_layout(places[above])

    def _mark_layout(self, place: int) -> None:
        """A table around a heading or another table is layout, not a table of facts."""
        for _ in range(_LAYOUT_REACH):
            if place < 0:
                return
            if self.tags[place] == "table":
                self.layout.add(self.ids[place])
                return
            place = self.parents[place]

    def lengths(self) -> list[int]:
        """Characters of each block's own text: a leaf's whole text, a holder's loose text."""
        holders, texts = self.holders, self.texts
        own: list[int] = []
        for number, node, tag in zip(self.ids, self.nodes, self.tags, strict=True):
            if number in holders:
                loose = "" if tag in _NEVER_LOOSE else node.text(deep=False, skip_empty=True)
                own.append(len(" ".join(loose.split())) if loose else 0)
            else:
                text = texts[number] = lines_of(node.text_lexbor())
                own.append(len(text))
        return own

    def loose_lengths(self, own: list[int]) -> None:
        """Count the loose text of holders with its inline elements: for pages that write without <p>."""
        for place, node in enumerate(self.nodes):
            if self.ids[place] in self.holders:
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
        """Characters of each block's own text that lead to other pages; links within the page are no menu."""
        places = self._places
        linked = [0] * len(self.nodes)
        for node in self.nodes[0].css('a[href]:not([href^="#"])'):
            parent = node.parent
            while parent is not None:
                place = places.get(parent.mem_id)
                if place is not None:
                    linked[place] += len(node.text_lexbor().strip())
                    break
                parent = parent.parent
        return linked
