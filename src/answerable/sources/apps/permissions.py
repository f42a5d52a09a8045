"""Who may see which rows: rules as data, held against the HR records, before any row enters a database."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from answerable.errors import AssistantError
from answerable.lists import read_list
from answerable.sources.apps.client import Record
from answerable.sources.apps.rows import Row, RowMaker
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.staff import key_of, members

ROLES = frozenset({"self", "above", "hr", "hiring", "interviewing", "interviewing_below"})
# What the rows of recruiting tables are told apart by: the application, the candidate or the interview.
RECRUITING: Mapping[str, Sequence[str]] = read_list(__package__, "ruling.toml")["recruiting"]
# The lists that say whose jobs, applications and interviews they are.
RECRUITING_LISTS = ("ats/jobs", "ats/applications", "ats/interviews", "ats/candidates", "ats/users")


@dataclass(frozen=True)
class TableRule:
    """Who sees a table's rows: by the person named in `owner`, or by job where it has none."""

    who: frozenset[str]
    owner: str = ""
    columns: Mapping[str, frozenset[str]] | None = None


@dataclass(frozen=True)
class Permissions:
    """One tenant's rules. A table without a rule is for everybody."""

    hr_teams: tuple[str, ...]
    least_people: int
    tables: Mapping[str, TableRule]
    private: Mapping[str, Any] = field(default_factory=dict)  # the words of private matters

    @classmethod
    def read(cls, path: Path) -> Permissions:
        """The rules of a permissions file; an unknown table, column or role is an error, never a gap."""
        try:
            given = tomllib.loads(path.read_text("utf-8"))
            tables = {name: _rule(rule) for name, rule in given["tables"].items()}
            teams, least = given["hr"]["teams"], int(given["totals"]["least_people"])
        except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as problem:
            raise AssistantError(str(path), f"cannot be read as permissions: {problem!r}.") from problem
        for name, rule in tables.items():
            _check(path, name, rule)
        private = given.get("private", {})
        if unknown := {topic.get("table", "") for topic in private.get("topics", ())} - tables.keys():
            raise AssistantError(
                f"{path} private.topics", f"names {sorted(unknown)[0]!r}, for which there is no rule."
            )
        return cls(tuple(teams), least, tables, private)


def _rule(given: Mapping[str, Any]) -> TableRule:
    columns = {name: frozenset(who) for name, who in given.get("columns", {}).items()}
    return TableRule(frozenset(given["who"]), given.get("owner", ""), columns)


def _check(path: Path, name: str, rule: TableRule) -> None:
    known = {column.name for column in SHAPES[name].columns} if name in SHAPES else set()
    named = set(rule.columns or ()) | ({rule.owner} if rule.owner else set())
    roles = rule.who.union(*(rule.columns or {}).values())
    if not known or named - known or roles - ROLES or not (rule.owner or name in RECRUITING):
        raise AssistantError(
            f"{path} tables.{name}",
            "names a table, column or role that does not exist.",
            hint=f"Roles are {', '.join(sorted(ROLES))}; a table not about recruiting needs an owner.",
        )


class Fence:
    """What one person may see. Somebody the HR records do not know sees what everybody may."""

    def __init__(self, rules: Permissions, rows: RowMaker) -> None:
        self.rules, self._rows, self.asker = rules, rows, rows.asker

    def protected(self, table: str) -> bool:
        """Whether rows of this table are kept from this person."""
        rule = self.rules.tables.get(table)
        return rule is not None and not (self.asker and self.asker.hr and "hr" in rule.who)

    def owner(self, table: str) -> str:
        """The column that says whose a row is; empty where a job or an application does."""
        rule = self.rules.tables.get(table)
        return rule.owner if rule else ""

    def told_by(self, table: str) -> str:
        """The column by which the rows of a table are told apart."""
        return self.owner(table) or RECRUITING.get(table, ("", "id"))[1]

    def owners(self, table: str, column: str = "") -> frozenset[str] | None:
        """The employees whose rows of a table, or whose column in it, the person may see.

        Of a table told by jobs nobody, or None where some rows of it are open.
        """
        rule = self.rules.tables[table]
        who = (rule.columns or {}).get(column, rule.who)
        return self.people(who) if rule.owner else None if self._seen(table, who)[0] else frozenset()

    def people(self, who: Iterable[str]) -> frozenset[str]:
        """The employees whose rows these roles open to the person."""
        if self.asker is None:
            return frozenset()
        mine = frozenset({self.asker.id}) if "self" in who else frozenset()
        return mine | self.asker.below if "above" in who else mine

    def ways_in(self, who: Iterable[str]) -> dict[str, frozenset[str]]:
        """Whom these roles open recruiting for: as candidates, as those who hold interviews, and by their jobs."""
        me = self.asker
        held: frozenset[str] = frozenset()
        if me is not None and "interviewing" in who:
            held |= {me.id}
        if me is not None and "interviewing_below" in who:
            held |= me.below
        return {
            "candidate": self.people(who),
            "held": held,
            "job": self.jobs if "hiring" in who else frozenset(),
        }

    def visible(self, table: str, rows: Iterable[Row]) -> Iterable[Row]:
        """The rows this person may see, with the columns they may not see left empty."""
        if table == "jobs" and not (self.asker and self.asker.hr):
            secret = {str(one.get("id")) for one in self._list("ats/jobs") if one.get("confidential")}
            return [row for row in rows if row["id"] not in secret or row["id"] in self.jobs]
        if not self.protected(table):
            return rows
        rule = self.rules.tables[table]
        seen, column = self._seen(table, rule.who)
        kept = [row for row in rows if row[column] in seen]
        for name, who in (rule.columns or {}).items():
            narrower, _ = self._seen(table, who)
            for row in kept:
                if row[column] not in narrower:
                    row[name] = None
        return kept

    def _seen(self, table: str, who: frozenset[str]) -> tuple[Collection[str | None], str]:
        """The values of a column by which the rows these roles open are told."""
        if owner := self.rules.tables[table].owner:
            return self.people(who), owner
        kind, column = RECRUITING[table]
        return self._recruiting(who)[kind], column

    @cached_property
    def jobs(self) -> frozenset[str]:
        """The jobs this person hires for."""
        return frozenset(
            str(job.get("id"))
            for job in self._list("ats/jobs")
            if self._mine([*members(job, "hiring_managers"), *members(job, "recruiters")])
        )

    def _recruiting(self, who: frozenset[str]) -> dict[str, set[str | None]]:
        ways = self.ways_in(who)
        open_: set[str | None] = set()
        links, candidates = self._rows.links, self._rows.index("ats/candidates")
        for one in self._list("ats/applications"):
            candidate = candidates.get(key_of(one.get("candidate")) or "")
            person = links.employee(candidate) if candidate is not None else None
            if key_of(one.get("job")) in ways["job"] or person in ways["candidate"]:
                open_.add(key_of(one.get("id")))
        talks: set[str | None] = set()
        for one in self._list("ats/interviews"):
            interviewers = [*members(one, "interviewers"), one.get("organizer")]
            if "interviewing" in who and self._mine(interviewers):
                open_.add(key_of(one.get("application")))
            if any(links.person("ats", user) in ways["held"] for user in interviewers):
                talks.add(key_of(one.get("id")))
        for one in self._list("ats/interviews"):
            if key_of(one.get("application")) in open_:
                talks.add(key_of(one.get("id")))
        theirs = {
            key_of(a.get("candidate")) for a in self._list("ats/applications") if key_of(a.get("id")) in open_
        }
        return {"application": open_, "interview": talks, "candidate": theirs - {None}}

    def _mine(self, users: Iterable[Any]) -> bool:
        me = self.asker
        return me is not None and any(self._rows.links.person("ats", user) == me.id for user in users)

    def _list(self, place: str) -> Iterable[Record]:
        return self._rows.lists.get(place, ())
