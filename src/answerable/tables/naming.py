"""What a record is called to people: the columns that name it, and tables whose rows need no name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.domain.catalog import Catalog, Entity, Field, Kind
from answerable.tables.lexicon import Lexicon, fold
from answerable.tables.names import Called, Traits, split, without
from answerable.tables.paths import Paths


class Naming:
    """The part of a vocabulary that knows how records are named."""

    catalog: Catalog
    lexicon: Lexicon
    traits: dict[tuple[str, str], Traits]
    paths: Paths

    if TYPE_CHECKING:

        def name(self, text: str, *, drop: bool = True) -> Called: ...

        def entity_concepts(self, entity: str) -> frozenset[str]: ...

        def is_person(self, entity: str) -> bool: ...

    def _spelled_out(self, entity: Entity) -> Entity:
        """An entity whose name is cut down, also called what the comments of its columns and of the keys that point at
        it begin with: `tbl_Zahl` holds payments where its day is the "Zahlungsdatum"."""
        names = [part for part in split(entity.name) if fold(part) not in self.lexicon.generic]
        short = fold(names[0]) if len(names) == 1 and not entity.label else ""
        notes = [word for one in entity.fields for word in one.synonyms]
        notes += [
            word
            for r in self.catalog.relations
            if r.to_table == entity.name
            for word in self.catalog.entity(r.table).field(r.columns[0]).synonyms
        ]
        first = {(self.lexicon.parts(word) or (self.lexicon.unit(word),))[0] for word in notes}
        long = {
            u.word for u in first if u.concepts and fold(u.word).startswith(short) and fold(u.word) != short
        }
        told = tuple(sorted(long)) if len(short) > 2 and not entity.synonyms else ()
        return replace(entity, synonyms=told or entity.synonyms)

    def _own_name(self, one: Field) -> Called:
        """What a column is called: of what a cut-down name may mean, only what its comment means too."""
        name = self.name(one.name)
        told = {
            c for text in one.synonyms for unit in self.name(text).units for c in unit.concepts | unit.broad
        }
        told |= {c for text in one.synonyms for c in self.name(text).whole.concepts}
        if not one.note or not told:
            return name
        guessed = {
            c
            for u in (*name.units, name.whole)
            for c in (u.concepts | u.broad) - self.lexicon.concepts(u.word)
        }
        return without(name, guessed - told)

    def naming(self, entity: str, *, alone: bool = True) -> tuple[str, ...]:
        """The fields that name a record of this entity to people; not `alone`: or all that are alike."""
        one = self.catalog.entity(entity)
        if one.names:
            return one.names
        texts = [f for f in one.fields if f.kind is Kind.TEXT and not self.traits[entity, f.name].link]
        by = {f.name: self.traits[entity, f.name].concepts for f in texts}

        def about(*concepts: str) -> list[str]:
            return [name for name, held in by.items() if not held.isdisjoint(concepts) and "key" not in held]

        first = about("first_name")
        last = about("last_name") or [name for name in about("name") if name not in first]
        if first and last:  # beside a first name, a name is the last
            return (first[0], last[0])
        numbers = [
            f.name
            for f in one.fields
            if self.traits[entity, f.name].identifying
            and f.name not in one.key
            # a number that many records share points elsewhere, a code that they share is a kind
            and (not f.distinct or f.distinct >= one.rows / (1 if f.kind is Kind.NUMBER else 2))
        ]
        # "last_name" is no name of its own; the description of a diagnosis is what a diagnosis is called.
        named = [name for name in about("name") if name not in first]
        named += [name for name in about("description") if self._own(entity, name)]
        titled = [name for name in about("title") if name not in first]
        told = about("description") if not numbers else []
        for found in (named, titled, about(*self.entity_concepts(entity)), numbers, told):
            # What many records share does not name one.
            few = not alone or found is numbers or (found is named and self.is_person(entity))
            own = [n for n in found if few or 2 * (one.field(n).distinct or one.rows) >= one.rows]
            if own:
                return (own[0],)
        shared = self.lexicon.trait("states") | {"city", "country"}  # no order is called Berlin
        plain = (f for f in texts if not shared & by[f.name])
        telling = [f.name for f in plain if not one.rows or not f.distinct or 2 * f.distinct >= one.rows]
        if telling and not self.is_linking(entity):
            return (telling[0],)
        return one.key or tuple(f.name for f in one.fields[:1])

    def _own(self, entity: str, name: str) -> bool:
        """Whether a column's name begins with what its table is called."""
        first, units = self.name(name).units[0], self.name(entity).units
        return any(first.distance(unit) is not None for unit in units)

    def is_linking(self, entity: str) -> bool:
        """Whether an entity only ties two others together."""
        one = self.catalog.entity(entity)
        if len(self.paths.relations_of(entity)) < 2:
            return False
        tied = bool(one.key) and all(self.traits[entity, name].link for name in one.key)
        return tied or not any(
            f.kind is Kind.TEXT and not self.traits[entity, f.name].link for f in one.fields
        )
