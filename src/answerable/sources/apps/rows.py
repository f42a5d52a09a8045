"""Records made into rows: the plain columns, by the table's shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from answerable.sources.apps import pay
from answerable.sources.apps.client import Record
from answerable.sources.apps.links import Links
from answerable.sources.apps.shapes import SHAPES, AppColumn, AppTable
from answerable.sources.apps.staff import Employee, Staff, full_name, key_of, members
from answerable.sources.apps.values import country, day, days, moment, number, text

Row = dict[str, Any]
Way = Callable[[Record, Any], Any]
# What a ticket's type is called where it reports a fault.
BUG_WORDS = ("bug", "defect", "fehler", "incident")
EACH, WHOLE = ("each",), (".",)
_TURNS: Mapping[str, Callable[[Any], Any]] = {
    "text": text,
    "number": number,
    "date": day,
    "moment": moment,
    "bool": bool,
    "key": key_of,
    "country": country,
    "days": days,
    "annual": pay.annual,
    "called": lambda record: full_name(record) or None,
}


@dataclass
class RowMaker:
    """Makes rows for one asking person at one moment, from the lists that were read."""

    staff: Staff
    asker: Employee | None
    now: datetime  # in UTC, without saying so
    lists: Mapping[str, Sequence[Record]]
    least: int = 2  # people a shown total must be about
    _indexes: dict[str, dict[str, Record]] = field(default_factory=dict)
    _companies: dict[tuple[str, str], str | None] = field(default_factory=dict)
    _ways: dict[str, dict[str, Way]] = field(default_factory=dict)

    @cached_property
    def links(self) -> Links:
        return Links(self.staff, self.lists)

    @cached_property
    def names(self) -> dict[str, str]:
        return self.staff.names()

    def index(self, place: str) -> dict[str, Record]:
        """The records of a list by their id."""
        if place not in self._indexes:
            self._indexes[place] = {str(one.get("id")): one for one in self.lists.get(place, ())}
        return self._indexes[place]

    @cached_property
    def employments(self) -> dict[str, Record]:
        """Each person's latest employment."""
        return pay.latest(self.lists.get("hris/employments", ()), self.now.date())

    @cached_property
    def engaged(self) -> tuple[set[str], set[str]]:
        """The contacts somebody has an engagement with, and those whom the asking person has one with."""
        talks = self.lists.get("crm/engagements", ())
        mine = [talk for talk in talks if self.is_mine("crm", talk.get("owner"))]
        all_, own = (
            {key_of(one) or "" for talk in some for one in members(talk, "contacts")}
            for some in (talks, mine)
        )
        return all_, own

    @cached_property
    def leads_owned(self) -> bool:
        """Whether any lead is the asking person's."""
        return any(self.is_mine("crm", lead.get("owner")) for lead in self.lists.get("crm/leads", ()))

    def is_mine(self, category: str, user: Any) -> bool:
        """Whether an app's user is the asking person."""
        return self.asker is not None and self.links.person(category, user) == self.asker.id

    @cached_property
    def homes(self) -> set[str]:
        """The locations at which people live and nobody works."""
        home, work = (
            {key_of(one.get(name)) or "" for one in self.staff.records.values()}
            for name in ("home_location", "work_location")
        )
        return home - work

    @cached_property
    def mailed(self) -> dict[str, list[Record]]:
        """The mails of each campaign."""
        found: dict[str, list[Record]] = {}
        for mail in self.lists.get("mktg/emails", ()):
            found.setdefault(key_of(mail.get("campaign")) or "", []).append(mail)
        return found

    @cached_property
    def bug_words(self) -> tuple[str, ...]:
        """What a bug's type is called in this company; an incident is one only where nothing else is called so."""
        kinds = {
            str(one.get("ticket_type") or "").casefold() for one in self.lists.get("ticketing/tickets", ())
        }
        found = tuple(word for word in BUG_WORDS if any(word in kind for kind in kinds))
        return tuple(word for word in found if word != "incident") or found

    def plain(self, table: str) -> Iterator[tuple[Row, Record]]:
        """Every row of a table with its plain columns when asked for, and the record it is from."""
        shape, ways = SHAPES[table], self._ways_of(table)
        for record in self.lists.get(shape.place, ()):
            for member in _each(record, shape):
                yield Making(ways, record, member), record

    def row(self, table: str, record: Record) -> Row:
        """One row with all its plain columns."""
        ways = self._ways_of(table)
        return {name: way(record, None) for name, way in ways.items()}

    def name_of(self, place: str, reference: Any) -> str | None:
        """The name of the record (or records) a reference points at."""
        if isinstance(reference, list):
            return ", ".join(name for one in reference if (name := self.name_of(place, one))) or None
        if isinstance(reference, dict) and reference.get("name"):
            return str(reference["name"])
        found = self.index(place).get(key_of(reference) or "")
        return full_name(found) or None if found else None

    def _ways_of(self, table: str) -> dict[str, Way]:
        if table not in self._ways:
            shape = SHAPES[table]
            self._ways[table] = {one.name: self._way(one, shape.category) for one in shape.columns}
        return self._ways[table]

    def _way(self, column: AppColumn, category: str) -> Way:
        """How a column is told from a record, or from the member of its list that the row is for."""
        special: dict[str, Callable[[Any], Any]] = {
            "name": partial(self.name_of, column.of),
            "person": partial(self.links.person, category),
            "people": partial(self._people, category),
            "mine": lambda users: any(self.is_mine(category, user) for user in users),
            "company": partial(self._company, category),
            "staff": lambda who: self.names.get(key_of(who) or ""),
            "employee": self.links.employee,
            "contact": self.links.contact,
            "ahead": lambda when: None if (at := moment(when)) is None else at > self.now,
        }
        path, turn = column.path, special.get(column.turn) or _TURNS[column.turn]

        def told(record: Record, _: Any) -> Any:
            value = record.get(path[0]) if len(path) == 1 else _at(record, path)
            return None if value is None else turn(value)

        if path == EACH:
            return lambda _, member: turn(member)
        if path == WHOLE:
            return lambda record, _: turn(record)
        return told if path else lambda *_: None  # what code fills in stands in no record

    def _people(self, category: str, users: Any) -> str | None:
        """The names of the employees behind one or several users of an app."""
        who = (self.links.person(category, user) for user in (users if isinstance(users, list) else [users]))
        return ", ".join(self.names[one] for one in who if one) or None

    def _company(self, category: str, reference: Any) -> str | None:
        key = key_of(reference) or ""
        if (category, key) not in self._companies:
            place = "accounting/contacts" if category == "accounting" else f"{category}/accounts"
            found = self.index(place).get(key, {})
            addresses = [*members(found, "domains"), found.get("email_address")]
            account = self.links.company(found.get("name"), addresses)
            # An app that knows the CRM's own ids needs no tie.
            own = key if not found and key in self.index("crm/accounts") else None
            self._companies[category, key] = account or own
        return self._companies[category, key]


class Making(dict[str, Any]):
    """A row in the making: a plain column is worked out when it is first asked for."""

    __slots__ = ("_member", "_record", "_ways")

    def __init__(self, ways: Mapping[str, Way], record: Record, member: Any) -> None:
        self._ways, self._record, self._member = ways, record, member

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._ways[name](self._record, self._member)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._ways


def _each(record: Record, shape: AppTable) -> Iterator[Any]:
    if not shape.each:
        yield None
    else:
        seen = set()
        for member in members(record, shape.each):
            if (key := key_of(member)) is not None and key not in seen:
                seen.add(key)
                yield member


def _at(value: Any, path: Sequence[str]) -> Any:
    """The value at a path; of a list, the first member that has one."""
    for step in path:
        if isinstance(value, list):
            value = next((one for one in value if isinstance(one, dict) and one.get(step)), None)
        if not isinstance(value, dict):
            return value if step == path[-1] and isinstance(value, str) else None
        value = value.get(step)
    return value
