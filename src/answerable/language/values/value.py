"""One checkable thing in a text, and when two of them say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# The kinds that are read, not compared letter by letter.
COUNTED = frozenset(("number", "amount", "date", "time"))


@dataclass(frozen=True)
class Value:
    """A checkable piece of a text."""

    kind: str  # number · date · time · amount · identifier · url · email · quote · name
    text: str  # as it stands in the text
    canonical: str  # the same for every way of writing it
    start: int = 0
    others: frozenset[str] = frozenset()  # other readings of an ambiguous writing ("4/3/26", "1.000")
    implies: frozenset[str] = frozenset()  # weaker statements it carries: a full date implies its month
    weak: bool = False  # may support a claim, but is no claim of its own ("a day", "the first")

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Forms:
    """Everything a text's values say, ready to be asked."""

    def __init__(self, values: Iterable[Value]) -> None:
        self._exact: set[str] = set()
        self._sure: set[str] = set()  # from values that can be read one way only
        self._maybe: set[str] = set()
        self._surfaces: set[str] = set()
        for value in values:
            said = {value.canonical, *value.implies}
            self._exact |= said
            self._surfaces.add(value.text.casefold())
            if value.others:
                self._maybe |= value.others
            else:
                self._sure |= said

    def carry(self, value: Value) -> bool:
        """Whether one of the text's values says what this one says."""
        if value.canonical in self._exact or value.text.casefold() in self._surfaces:
            return True
        if value.kind == "date" and self._put_together(value.canonical):
            return True
        if value.others:  # two ambiguous writings are only alike when read alike
            return not value.others.isdisjoint(self._sure)
        return value.canonical in self._maybe

    def _put_together(self, date: str) -> bool:
        """A date may be put together from a day here and its year there ("13 July to 2 August 2026")."""
        if "/" in date:
            return all(part in self._exact or self._put_together(part) for part in date.split("/"))
        year, _, rest = date.partition("-")
        return len(year) == 4 and bool(rest) and year in self._exact and f"--{rest}" in self._exact


def same_value(claimed: Value, known: Value) -> bool:
    """Whether `known` carries `claimed`; a full date carries its month, not the other way round."""
    return Forms((known,)).carry(claimed)
