"""What a question sets side by side (one or the other, two times, two values) and what goes on, ended or is late."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import pairwise

from answerable.tables.form import Column, Condition
from answerable.tables.notes import Stuck, Taken, during
from answerable.tables.rankings import Rankings
from answerable.tables.things import Thing


class Alternatives(Rankings):
    """Joins conditions that hold of one or of the other."""

    def _versus(self, part: Taken) -> None:  # noqa: ARG002 every word of this kind says the same
        self.notes.versus = True

    def _join_alternatives(self) -> None:
        """ "in Bern or Zurich": the conditions on both sides of "or" become one."""
        for place in reversed(self._or):
            before = [pair for pair in self.notes.where if pair[1] < place]
            after = [pair for pair in self.notes.where if pair[1] > place]
            if not before or not after:
                raise Stuck("an alternative to nothing", "or")
            one, two = before[-1], after[0]
            if one[0].negated and two[0].negated and one[0].column == two[0].column:
                continue  # neither holds
            inner = (one[0], *(two[0].inner if two[0].op == "or" else (two[0],)))
            joined = Condition("or", one[0].column, inner=inner)
            self.notes.where = [pair for pair in self.notes.where if pair not in (one, two)]
            self.notes.where.append((joined, one[1]))
            self.notes.where.sort(key=lambda pair: pair[1])

    def _join_times(self) -> None:
        """ "in 2024 and 2025": no day is in both, so it is one or the other."""
        times = [pair for pair in self.notes.where if pair[0].op == "during" and not pair[0].negated]
        ends = [(one.values, two.values) for (one, _), (two, _) in pairwise(times)]
        apart = [None not in (*a, *b) and (str(a[1]) <= str(b[0]) or str(b[1]) <= str(a[0])) for a, b in ends]
        if len(times) < 2 or len({one.column for one, _ in times}) != 1 or not all(apart):
            return
        kept = [pair for pair in self.notes.where if pair not in times]
        either = Condition("or", times[0][0].column, inner=tuple(one for one, _ in times))
        self.notes.where = sorted([*kept, (either, times[0][1])], key=lambda pair: pair[1])

    def _set_beside(self) -> None:
        """ "2024 vs 2025", "Bern compared to Zurich": a number for each."""
        either = [one for one, _ in self.notes.where if one.op == "or"]
        equal = [one for one, _ in self.notes.where if one.op == "=" and not one.negated]
        if len(either) == 1 and all(one.op == "during" for one in either[0].inner):
            units = {unit_of(one) for one in either[0].inner}
            if len(units) != 1 or "" in units:
                raise Stuck("times of different length")
            self.notes.groups.append((either[0].column, units.pop(), self._at))
        elif len(equal) == 2 and equal[0].column == equal[1].column:
            self.notes.groups.append((equal[0].column, "", self._at))
        elif not self.notes.groups:
            raise Stuck("a comparison with nothing")

    def _ending(self, part: Taken, column: Column) -> None:
        """Not over yet, or over by now."""
        things = [one.thing for one in self.parts if one.thing is not None and one.thing.kind == "entity"]
        named = any(thing.entity == column.entity for thing in things)
        timed = any(one.kind == "time" for one in self.parts)
        what, traits = part.item.what, self.vocabulary.traits[column.entity, column.field]
        if traits.flag and what != "expired":
            on = (what == "former") != ("active" in traits.concepts)
            self._keep(Condition("true" if on else "false", column))
            return
        if (what == "active" and (not named or self._negated)) or (what == "expired" and timed):
            raise Stuck("a word whose meaning these tables do not hold", part.item.text)
        over = what in ("expired", "former") and not self._negated
        self._negated = "" if what in ("expired", "former") else self._negated
        begins = [name for entity, name, _ in self.vocabulary.with_concept(("start", "checkin"))
                  if entity == column.entity and self._traits(Thing("field", entity, name)).timed]  # fmt: skip
        if not over and len(begins) == 1:  # what is still to come does not go on
            self._keep(Condition("during", Column(column.entity, begins[0]), (None, part.item.until)))
        self._keep(during(part, column) if over else Condition("open", column))

    def _overdue(self, part: Taken, column: Column) -> None:
        """Due before today, and nothing says it is settled."""
        following = self._next()
        verbs = [one.thing for one in self.notes.left[-1:]] + ([following.thing] if following else [])
        if part.item.what == "punctual" or any(
            one is not None and self._is_day(one, column) for one in verbs
        ):  # "paid late"
            self._compare_days("<=" if part.item.what == "punctual" else ">", column)
            return
        done = self.vocabulary.done_fields(column.entity)
        if not done or self._negated:
            raise Stuck("a word whose meaning these tables do not hold", part.item.text)
        flag = self.vocabulary.traits[column.entity, done[0]].flag
        self._keep(during(part, column))
        self._keep(Condition("false" if flag else "null", Column(column.entity, done[0])))

    def _tell_then(self) -> None:
        """ "away next week" is not "away": what a word means of today is said of another time."""
        timed = {c.column.entity for c, _ in self.notes.where if c.op == "during"}
        then = {(term.sql, term.entity): term.then for term in self.vocabulary.catalog.terms if term.then}
        for place, (condition, at) in enumerate(self.notes.where):
            told = then.get((condition.term, condition.column.entity), "")
            if told and condition.column.entity in timed:
                self.notes.where[place] = (replace(condition, term=told), at)


def unit_of(condition: Condition) -> str:
    """The calendar unit that a span of time is."""
    start, end = (date.fromisoformat(str(day)) for day in condition.values)
    months = (end.year - start.year) * 12 + end.month - start.month
    whole = start.day == end.day == 1 and (start.month - 1) % max(1, months) == 0
    return {1: "month", 3: "quarter", 12: "year"}.get(months, "") if whole else ""
