"""What a question calls by its records instead of by name: "who runs [the supplier of article 4711]?".

Such words are looked up where they are understood, and the name found there takes their place in what is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from answerable.domain.evidence import Cell, Table
from answerable.domain.question import Question
from answerable.facts.decompose import decompose
from answerable.facts.inquire import understood
from answerable.facts.layers import ASKING, PRONOUNS
from answerable.facts.names import names_in
from answerable.facts.relations import RELATIONS
from answerable.language.words import STOPWORDS

# A name that nothing else has, for trying what a question asks around it.
_NAME = "Qualdor AG"
_GAP = "{}"
_WORD = re.compile(r"[\w&.-]*\w|['’]s\b")
_OPENING = frozenset(ASKING["articles"].split()) | {"our", "my"}
_PASSED = STOPWORDS["en"] | STOPWORDS["de"] | {"'s", "’s"}
_THERE = re.compile(r"\b(?:(?:is|are|was|were)\s+there|gibt\s+es|es\s+gibt)\b", re.IGNORECASE)
# "hat … seinen Sitz": whose it is, the gap says.
_ITS = re.compile(r"^\s+(?:sein|ihr)(?:e[rsnm]?)?\b", re.IGNORECASE)
_OWNS = re.compile(r"its|his|her|their|(?:sein|ihr)(?:e[rsnm]?)?", re.IGNORECASE)
_OWN = re.compile(r"(?:unser|mein)(?:e[rsnm]?)?", re.IGNORECASE)
# Names of one phrase that are followed; more would be another question for each. Chosen, not measured.
NAMES = 3
# Words of the longest part that is searched for one: every stretch of it is tried. Chosen; 700 words held a server up
# for over a minute.
LONGEST_PART = 60


@dataclass(frozen=True)
class StandIn:
    """Words that stand for a name, and the question with a gap in their place."""

    words: str
    frame: str
    listed: bool  # everything asked around it is a relation that is known by its words
    asks: bool = True  # something is asked around it; "who is …?" asks for nothing but the name

    def with_names(self, names: Sequence[str]) -> str:
        """The question about these, one for each."""
        return in_a_row([self.frame.replace(_GAP, name) for name in names[:NAMES]])


def stand_ins(part: str) -> Iterator[StandIn]:
    """Words that may stand for a name in one question: something must be asked of them. Those behind an article first,
    the longest first."""
    found = list(_WORD.finditer(part))
    if len(found) > LONGEST_PART:
        return
    spans = [(start, end) for start in range(1, len(found)) for end in range(start + 2, len(found) + 1)]
    names = [(name.start, name.end) for name in names_in(part)]
    opening = {start for start in range(len(found)) if _opens(found[start].group())}
    for start, end in sorted(spans, key=lambda span: (span[0] not in opening, span[0] - span[1])):
        first, last = found[start].group().lower(), found[end - 1].group().lower()
        if last in _PASSED or (start not in opening and first in _PASSED):
            continue
        left, right = found[start].start(), found[end - 1].end()
        bare = found[start + 1].start() if start in opening else left  # "the United States" is a name as well
        torn = any(a < left < b or a < right < b or (b == right and a in (left, bare)) for a, b in names)
        if not torn:
            yield from _fitting(part[left:right], part[:left], part[right:])


def leans(part: str) -> bool:
    """Whether a question points back with a pronoun, and names nothing itself."""
    return not names_in(part) and any(_pronouns(part))


def pointing(part: str) -> StandIn | None:
    """A question that points back with a pronoun, "and who runs it?"."""
    for word in _pronouns(part):
        if word.start() > 0:
            before, after = part[: word.start()], part[word.end() :]
            if _OWNS.fullmatch(word.group()):
                of = "von" if word.group().lower().startswith(("s", "ih")) else "of"
                before, after = f"{before}{after.strip(' ?')} {of} ", "?"
            return next((one for one in _fitting(word.group(), before, after) if one.asks), None)
    return None


def _pronouns(part: str) -> Iterator[re.Match[str]]:
    """The words that point back; "how many are there" points to nothing."""
    idle = {at for there in _THERE.finditer(part) for at in range(*there.span())}
    words = (word for word in _WORD.finditer(part) if word.start() not in idle)
    return (word for word in words if word.group().lower() in PRONOUNS)


def _fitting(words: str, before: str, after: str) -> Iterator[StandIn]:
    """The phrase, where the rest asks something of it; a German genitive needs a word in its place."""
    found: list[StandIn] = []
    for joint, behind in (("", after), ("von ", after), ("", _ITS.sub("", after))):
        frame = f"{before}{joint}{_GAP}{behind}"
        chains = decompose(frame.replace(_GAP, _NAME)).chains
        hops = [hop.relation.name for chain in chains for hop in chain.hops]
        about = any(chain.anchor == _NAME for chain in chains)
        asks = all(chain.hops for chain in chains)
        if about and (asks or not hops) and not any(c.isdigit() for name in hops for c in name):
            found.append(StandIn(words, frame, all(name in RELATIONS for name in hops), asks))
    yield from sorted(found, key=lambda phrase: not phrase.listed)[:1]


def in_a_row(parts: Iterable[str]) -> str:
    """Questions as one text that can be taken apart again."""
    return " ".join(f"{part.strip(' ?.,;')}?" for part in parts if part)


def _opens(word: str) -> bool:
    return word.lower() in _OPENING or _OWN.fullmatch(word) is not None


def nobody(part: str) -> StandIn | None:
    """A question that points to somebody and stands alone, "what do they make?": whom, only its asker knows."""
    phrase = pointing(f", {part}") if leans(part) else None
    return phrase if phrase and phrase.listed else None


def factual(part: str) -> bool:
    """Whether a question asks listed facts of something it names, or would if it said of what."""
    inquiry = understood(Question(part, "", "", datetime.min))
    if inquiry.about or nobody(part):
        return True
    chains = inquiry.chains
    relations = [hop.relation.name for chain in chains for hop in chain.hops]
    named = all(chain.hops and names_in(chain.anchor) for chain in chains)
    return named and all(name in RELATIONS for name in relations)


def speaks_of(part: str, told: str) -> bool:
    """Whether what records tell is called by a word for what is asked; a word of no listed relation may be any."""
    relations = [chain.hops[-1].relation for chain in decompose(part).chains if chain.hops]
    nouns = [noun for one in relations for noun in (*one.nouns, *(label for _, label in one.labels))]
    unlisted = any(one.name not in RELATIONS for one in relations)
    return unlisted or any(noun.casefold() in told.casefold() for noun in nouns)


def anchors(part: str) -> list[str]:
    """The names a question starts from, or the word it points with; none where it starts from something else."""
    if phrase := nobody(part):
        return [phrase.words]
    return [chain.anchor for chain in decompose(part).chains if names_in(chain.anchor)]


def named(table: Table) -> list[str]:
    """What the records of a result are called: the first column of words, each once."""
    for column in zip(*table.rows, strict=True):
        if all(map(_is_name, column)):
            return list(dict.fromkeys(str(cell).strip() for cell in column))
    return []


def _is_name(cell: Cell) -> bool:
    return isinstance(cell, str) and any(a.isalpha() and b.isalpha() for a, b in pairwise(cell))
