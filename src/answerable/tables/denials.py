"""What a question denies: "never ordered", "without e-mail", "not used by anyone", "empty"."""

from __future__ import annotations

from answerable.tables.alternatives import Alternatives
from answerable.tables.form import Column, Condition
from answerable.tables.notes import Stuck, Taken
from answerable.tables.things import Thing


class Denials(Alternatives):
    """Reads what is not there."""

    def _not(self, part: Taken) -> None:
        # "not without" is beyond us, "noch nie keine" is no question
        self._negated = self._negated or ("" if part.item.what == "only" else part.item.what)

    def _negate(self, thing: Thing) -> None:
        """ "never ordered", "without e-mail", "not returned"."""
        if thing.kind == "entity" and any(left.thing.entity == thing.entity for left in self.notes.left):
            return  # "professors who do not teach any course": what they do not is still to come
        never, lacks = self._negated == "never", "lacking" if self._negated == "not" else "null"
        self._negated = ""
        column = Column(thing.entity, thing.field, thing.role)
        if thing.kind == "entity":
            self._keep(Condition("has", Column(thing.entity), negated=True))
        elif thing.kind == "role":
            self._keep(Condition("has", Column(thing.entity, role=thing.role), negated=True))
        elif self._traits(thing).flag:  # who never had an emergency has not just some visit that is none
            self._keep(Condition("true", column, negated=True) if never else Condition("false", column))
        elif self._traits(thing).additive:
            self._keep(Condition("none", column))
        else:
            self._keep(Condition(lacks, column))

    def _unused(self) -> None:
        """ "which vehicles were never used": those that the one table about what is done with them does not know."""
        named = {left.thing.entity for left in self.notes.left if left.thing.kind == "entity"}
        found = {r.table for r in self.vocabulary.catalog.relations if named == {r.to_table}} - named
        if self._negated != "never" or len(found) != 1 or self.notes.where:
            raise Stuck("negation of nothing")
        self._keep(Condition("has", Column(found.pop())))
