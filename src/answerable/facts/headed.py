"""Whose pages they are: by their headings, of several that have one name, and of what has the name in its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from answerable.domain.evidence import Evidence
from answerable.facts.fact import Fact
from answerable.facts.labelled import owner
from answerable.facts.names import folded, is_org, mentions, names_in, ordinary, placed, same_name
from answerable.facts.read import continues
from answerable.facts.witnesses import heading
from answerable.language.words import words

_TOLD_APART = re.compile(r"(?P<name>[^(),]+?)\s*(?:\((?P<who>[^()]+)\))")
_APART = re.compile(r"\s[|–—·-]\s|:\s")  # what a title is made of


class Headed:
    """The pages of one run, by what heads them."""

    def __init__(self, pieces: Sequence[Evidence], asked: str) -> None:
        self._pieces, self._asked = pieces, asked
        self._owners = {piece.id: owner(piece.title, piece.locator.path) for piece in pieces}
        self._known_namesakes: dict[tuple[str, ...], dict[str, frozenset[str]]] = {}
        self._known_pieces: dict[str, list[Evidence]] = {}
        self._longer: dict[str, set[str]] = {}

    def namesakes(self, subject: str, context: Sequence[str]) -> dict[str, frozenset[str]]:
        """Several that have this name, each with its pages: those whose headings tell them apart ("… (chess master)").

        Whom the question describes, or whose pages name the one that led here, is meant alone.
        """
        if (known := self._known_namesakes.get((subject, *context))) is not None:
            return known
        found: dict[str, set[str]] = defaultdict(set)
        for piece in self._pieces:
            apart = _TOLD_APART.fullmatch(re.split(r"\s[|–—·]\s", heading(piece))[0])
            if apart and same_name(apart["name"], subject):
                found[apart["who"]].add(piece.locator.url)
        if len(found) < 2:
            return self._known_namesakes.setdefault((subject, *context), {})
        texts = {
            who: " ".join(p.text for p in self._pieces if p.locator.url in urls)
            for who, urls in found.items()
        }
        meant = [who for who in found if set(words(who)) <= set(words(self._asked))]
        meant = meant or [who for who, text in texts.items() if any(mentions(name, text) for name in context)]
        told = {f"{subject} ({who})": frozenset(found[who]) for who in (meant if len(meant) == 1 else found)}
        return self._known_namesakes.setdefault((subject, *context), told)

    def of(self, subject: str) -> list[Evidence]:
        """Pieces without the pages of something that has the subject in its name, where the subject has its own.

        "Lund Tower rises to 80 m" tells nothing of Lund.
        """
        if subject not in self._known_pieces:
            heads = {piece.id: _named_in_heads(subject, piece) for piece in self._pieces}
            every = {name for names in heads.values() for name in names}
            more = {name for name in every if len(folded(name)) > len(folded(subject))}
            # Capitals make no name of "Lund Votes on School": a name is said in a text, or says what it is.
            longer = {n for n in more if is_org(n) or any(mentions(n, piece.text) for piece in self._pieces)}
            self._longer[subject] = longer = longer if more < every else set()
            self._known_pieces[subject] = [
                piece for piece in self._pieces if not (its := heads[piece.id]) or not its <= longer
            ]
        return self._known_pieces[subject]

    def only_within(self, subject: str, text: str) -> bool:
        """Whether a text has the subject's name only in the name of something else that has pages."""
        within = [span for one in self._longer.get(subject, ()) for span in mentions(one, text)]
        spans = mentions(subject, text) if within else []
        return bool(spans) and all(any(a <= start and end <= b for a, b in within) for start, end in spans)

    def tells_of(self, fact: Fact, context: Sequence[str] = ()) -> bool:
        """Whether a line on the subject's page tells of the subject, and not of somebody else it names.

        The tower's page on the town's site tells of the tower.
        """
        head = self._owners[fact.evidence]
        if not mentions(fact.subject, head) and not all(ordinary(name.text) for name in names_in(head)):
            return False
        if mentions(fact.subject, fact.quote) or continues(fact.quote):
            return True
        known = (fact.subject, fact.value, *context)
        others = [name for name in names_in(fact.quote) if not any(mentions(name.text, one) for one in known)]
        return not any(len(name.words) > 1 or placed(name, fact.quote) for name in others)


def _named_in_heads(subject: str, piece: Evidence) -> set[str]:
    """The names in a page's title and headings that the subject is, or is a part of."""
    heads = (part for head in (piece.title, *piece.locator.path) for part in _APART.split(head))
    names = (name.text for head in heads if mentions(subject, head) for name in names_in(head))
    return {name for name in names if mentions(subject, name)}
