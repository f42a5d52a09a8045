"""Who pays and what comes in: the people of a catalog who are no staff, and the amounts that are its revenue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from answerable.domain.catalog import Entity, Field
from answerable.tables.names import Called, Traits
from answerable.tables.naming import Naming

# Money that changes an amount and is none of its own.
BESIDE = frozenset({"tax", "discount", "tip", "freight"})


class Earning(Naming):
    """The part of a vocabulary that knows what is earned, and by whom it is paid."""

    _earns: bool  # lines of sales say what they come to

    if TYPE_CHECKING:

        def concepts(self, entity: str, one: Field, *, broad: bool = True) -> frozenset[str]: ...

        def fields_of(self, entity: str) -> dict[str, Traits]: ...

        def name(self, text: str, *, drop: bool = True) -> Called: ...

        def _traits(self, entity: Entity, one: Field) -> Traits: ...

    def amount_of(self, entity: str) -> str:
        """The one amount of money a record has, whatever tax or discount stands beside it; else empty."""
        return self._amount(self.fields_of(entity))

    def _amount(self, fields: Mapping[str, Traits]) -> str:
        held = {name: t.concepts for name, t in fields.items() if t.money and not self.is_aimed(name)}
        alone = len(held) == 1 and not self._earns
        found = [name for name, concepts in held.items() if alone or not concepts & BESIDE]
        return found[0] if len(found) == 1 else ""

    def is_aimed(self, name: str) -> bool:
        """Whether a column says what is wanted, allowed or offered: nothing that came in or was paid."""
        aimed = self.lexicon.trait("aimed")
        return any(unit.concepts & aimed for unit in self.name(name).units)

    def _earning(self) -> Iterator[Entity]:
        """The entities; where no column is called revenue and one kind of sale has an amount, that is the revenue."""
        fields = [(entity, one) for entity in self.catalog.entities for one in entity.fields]
        told = any("revenue" in self.concepts(of.name, one, broad=False) for of, one in fields)
        held = {
            of.name: {one.name: self._traits(of, one) for one in of.fields} for of in self.catalog.entities
        }
        paid = {of: amount for of, traits in held.items() if (amount := self._amount(traits))}
        sold = {of: amount for of, amount in paid.items() if self._sells(of)}
        # What somebody pays, and not what a garage is paid.
        spent = self.lexicon.trait("spent") - {"cost"}  # what a ride costs is paid for it
        theirs = {of: amount for of, amount in (sold or paid).items()
                  if self._is_paid(of, held[of]) and not held[of][amount].concepts & spent}  # fmt: skip
        near = {
            of for of in theirs if self._of_somebody(of, 1)
        }  # what a trip costs, not what is repaired after it
        theirs = {of: amount for of, amount in theirs.items() if of in near or not near}
        listed = {r.to_table for of in theirs for r in self.paths.relations_of(of) if not sold}
        paid = {of: amount for of, amount in theirs.items() if of not in listed} or sold
        for entity in self.catalog.entities:
            if told or len(paid) != 1 or entity.name not in paid:
                yield entity
                continue
            yield replace(entity, fields=tuple(
                replace(one, synonyms=(*one.synonyms, "revenue")) if one.name == paid[entity.name] else one
                for one in entity.fields
            ))  # fmt: skip

    def _is_paid(self, entity: str, fields: Mapping[str, Traits]) -> bool:
        """Whether a record tells that somebody paid on a day: no wage, no expense, nothing paid back."""
        spent = self.lexicon.has_trait("spent", self.entity_concepts(entity))
        return any(one.timed for one in fields.values()) and not spent and self._of_somebody(entity)

    def _of_somebody(self, entity: str, steps: int = 3) -> bool:
        """Whether a record points at somebody, or at what does."""
        tied = (r.to_table for r in self.paths.relations_of(entity) if r.to_table != entity)
        return steps > 0 and any(
            self.lexicon.has_trait("person", self.entity_concepts(one)) or self._of_somebody(one, steps - 1)
            for one in tied
        )

    def _sells(self, entity: str) -> bool:
        return self.lexicon.has_trait("selling", self.entity_concepts(entity))

    @cached_property
    def patrons(self) -> list[str]:
        """The tables of people who are not staff: nobody hired them and nobody pays them."""
        held = self.catalog.entities
        return [one.name for one in held if self.is_person(one.name) and not self._is_hired(one)]

    @cached_property
    def paying(self) -> set[str]:
        """The tables that point at from where revenue is told."""
        earned = {key[0] for key, one in self.traits.items() if "revenue" in one.concepts and one.additive}
        return {r.to_table for one in earned for r in self.paths.relations_of(one)}

    def _is_hired(self, entity: Entity) -> bool:
        """Whether a table tells what is only told of staff; to have joined may be a member's."""
        hired = self.lexicon.trait("hired")
        held = [self.concepts(entity.name, one, broad=False) for one in entity.fields]
        return any(one & hired and "join_date" not in one for one in held)
