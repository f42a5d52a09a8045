"""Ways between entities along the catalog's relations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from answerable.domain.catalog import Catalog, Relation

# Longer chains of keys than this are not what a question means. Chosen, not measured.
LONGEST = 5
KIND = 3  # columns of a table that only names kinds
ALIKE = 6  # turns that a way over a mere kind is worth; chosen by hand


@dataclass(frozen=True)
class Tie:
    """One relation walked in one direction; forward leads to one record, backward to many."""

    relation: Relation
    forward: bool

    @property
    def target(self) -> str:
        return self.relation.to_table if self.forward else self.relation.table


Path = tuple[Tie, ...]


class Paths:
    """All ways of one catalog."""

    def __init__(self, catalog: Catalog, detour: Callable[[Relation], float] | None = None) -> None:
        self._detours = {id(r): detour(r) if detour else 0.0 for r in catalog.relations}
        self._relations = catalog.relations
        links = {(r.table, column) for r in catalog.relations for column in r.columns}
        # A table that is nothing but a tie of two others is the plain way between them (0.4 shorter: chosen by hand).
        self._ties = {
            one.name
            for one in catalog.entities
            if len(one.key) > 1 and {(one.name, key) for key in one.key} <= links
        }
        # Two records of one country have nothing else to do with each other.
        pointing = {r.table for r in catalog.relations}
        self._kinds = {e.name for e in catalog.entities if len(e.fields) <= KIND} - pointing
        self._steps: dict[str, list[Tie]] = {entity.name: [] for entity in catalog.entities}
        for relation in catalog.relations:
            if relation.table in self._steps and relation.to_table in self._steps:
                self._steps[relation.table].append(Tie(relation, True))
                self._steps[relation.to_table].append(Tie(relation, False))
        self.between = cache(self._between)

    def relations_of(self, entity: str) -> list[Relation]:
        """The relations by which an entity points at others."""
        return [step.relation for step in self._steps[entity] if step.forward]

    def _between(self, start: str, end: str, role: str = "") -> tuple[Path, ...]:
        """The shortest ways, all of one length; with a role, those that end in the relation that plays it."""
        if start == end and not role:
            return ((),)
        if role:
            ends = [r for r in self._relations if r.to_table == end and r.columns[0] == role]
            found = [(*way, Tie(r, True)) for r in ends for way in self.between(start, r.table)]
        else:
            found = list(self._walk(start, end))
        shortest = min((self.weight(path) for path in found), default=0.0)
        return tuple(path for path in found if self.weight(path) == shortest)

    def _walk(self, start: str, end: str) -> Iterator[Path]:
        waves: list[Path] = [()]
        for _ in range(LONGEST):
            longer: list[Path] = []
            for path in waves:
                here = path[-1].target if path else start
                been = {start, *(step.target for step in path)}
                for step in self._steps.get(here, ()):
                    if step.target == end:
                        yield (*path, step)
                    elif step.target not in been:
                        longer.append((*path, step))
            waves = longer[:2_000]

    def distance(self, start: str, end: str) -> float | None:
        """How far two entities are apart; None where no way leads."""
        paths = self.between(start, end)
        return self.weight(paths[0]) if paths else None

    def weight(self, path: Path) -> float:
        """The length of a way; up to one and down into its many again is a detour, and so is a role."""
        hubs = [one.target for one, two in pairwise(path) if one.forward and not two.forward]
        turns = len(hubs) + ALIKE * sum(hub in self._kinds for hub in hubs)
        tied = sum(step.target in self._ties for step in path[:-1])
        return len(path) - 0.4 * tied + 0.5 * turns + sum(self._detours[id(s.relation)] for s in path)


def many(path: Path) -> int | None:
    """The first step of a way that leads to many records."""
    return next((place for place, step in enumerate(path) if not step.forward), None)
