"""Who works here and who reports to whom, from the HR records alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.sources.apps.client import Record


def key_of(value: object) -> str | None:
    """A reference as text: a plain id, or the id of the record that stands in its place."""
    if isinstance(value, dict):
        value = value.get("id")
    return None if value is None or value == "" else str(value)


def members(record: Record, name: str) -> list[Any]:
    """What a record lists under a name; an app that gives one thing instead of a list means a list of it."""
    value = record.get(name)
    return value if isinstance(value, list) else [] if value in (None, "", {}) else [value]


def full_name(record: Record) -> str:
    """What people call the person of a record."""
    given = record.get("display_full_name") or record.get("name")
    parts = (record.get("preferred_name") or record.get("first_name"), record.get("last_name"))
    return str(given or " ".join(str(part) for part in parts if part))


@dataclass(frozen=True)
class Employee:
    """The person asking, as the HR records know them."""

    id: str
    name: str
    email: str
    hr: bool
    reports: frozenset[str]  # directly
    managers: frozenset[str]  # those of them who lead people themselves
    below: frozenset[str]  # everybody who reports to them over any number of steps
    team: str | None  # the id of the team they are in
    bosses: tuple[str, ...] = ()  # whom they report to, whom that one reports to, and so on
    office: str | None = None  # the id of the location they work at


class Staff:
    """Everybody in the HR records, and the lines between them."""

    def __init__(self, employees: Iterable[Record]) -> None:
        self.records = {key: record for record in employees if (key := key_of(record.get("id")))}
        self.former, self.coming = (
            {key for key, one in self.records.items() if _upper(one.get("employment_status")) == status}
            for status in ("INACTIVE", "PENDING")  # whoever is hired and has not begun does not work here yet
        )
        self._above: dict[str, str] = {}
        for key, record in self.records.items():
            boss = key_of(record.get("manager"))
            if boss and boss != key and boss in self.records:
                self._above[key] = boss
        self._below = self._lines()

    def works(self, person: str) -> bool:
        """Whether somebody works here now."""
        return person in self.records and person not in self.former and person not in self.coming

    def names(self) -> dict[str, str]:
        return {key: full_name(record) for key, record in self.records.items()}

    def boss(self, person: str) -> str | None:
        return self._above.get(person)

    def reports(self, person: str) -> frozenset[str]:
        """Who reports to a person directly and works here now."""
        return frozenset(who for who, steps in self._below.get(person, {}).items() if steps == 1)

    def below(self, person: str) -> dict[str, int]:
        """Everybody below a person who works here now, with the number of steps."""
        return self._below.get(person, {})

    def managers(self) -> list[str]:
        return [person for person in self.records if self._below.get(person)]

    def find(self, email: str) -> str | None:
        """The one current employee with this work e-mail; None where there is none or more than one."""
        wanted = email.strip().casefold()
        found = [
            key
            for key, record in self.records.items()
            if key not in self.former and str(record.get("work_email") or "").strip().casefold() == wanted
        ]
        return found[0] if wanted and len(found) == 1 else None

    def asker(self, email: str, hr_teams: Collection[str]) -> Employee | None:
        """The person asking; `hr_teams` are the ids of the teams whose members see all HR records."""
        key = self.find(email)
        if key is None:
            return None
        record = self.records[key]
        team = key_of(record.get("team"))
        groups = {key_of(group) for group in members(record, "groups")} if team is None else {team}
        return Employee(
            id=key,
            name=full_name(record),
            email=email,
            hr=bool(groups & set(hr_teams)),
            reports=self.reports(key),
            managers=frozenset(who for who in self.reports(key) if self.reports(who)),
            below=frozenset(self.below(key)),
            team=team,
            bosses=tuple(self._chain(key)),
            office=key_of(record.get("work_location")),
        )

    def _lines(self) -> dict[str, dict[str, int]]:
        """For each person, everybody below. Somebody on a circle is above and below: that counts as neither."""
        lines: dict[str, dict[str, int]] = {}
        for person in self.records:
            chain = self._chain(person)
            for steps, boss in enumerate(chain, 1):
                if self.works(person) and person not in self._chain(boss):
                    lines.setdefault(boss, {})[person] = steps
        return lines

    def _chain(self, person: str) -> Sequence[str]:
        chain: list[str] = []
        boss = self._above.get(person)
        while boss is not None and boss not in chain and boss != person:
            chain.append(boss)
            boss = self._above.get(boss)
        # A chain that comes back to the person: the person stands on it too.
        return [*chain, person] if boss == person else chain


def _upper(value: object) -> str:
    return str(value or "").upper()
