"""What one person may see of their company's apps, as rows: lists are read when a table first needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from answerable.errors import SourceUnreachable
from answerable.sources.apps.client import Record
from answerable.sources.apps.meanings import make_table
from answerable.sources.apps.permissions import RECRUITING, RECRUITING_LISTS, Fence, Permissions
from answerable.sources.apps.records import TenantRecords
from answerable.sources.apps.rows import Row, RowMaker
from answerable.sources.apps.shapes import SHAPES
from answerable.sources.apps.staff import Employee, Staff

# Lists that everything stands on: who there is and who reports to whom.
DIRECTORY = ("hris/employees", "hris/teams", "hris/locations")
# Lists of which somebody who leads nobody only ever sees their own part; it alone is asked for.
OWN_PART = frozenset({"hris/time_off", "hris/time_off_balances"})


@dataclass(frozen=True)
class Opening:
    """Whose view of which records, as of when, and how long it may take to get them."""

    records: TenantRecords
    permissions: Permissions
    email: str
    now: datetime
    seconds: float = 30.0


class AppsView:
    """One person's view, for one question: each list is read once and then stays as it was.

    `max_age` lets kept lists be so many seconds old.
    """

    def __init__(self, opening: Opening, *, max_age: float = 0.0) -> None:
        self._opening, self._max_age = opening, max_age
        self.now = opening.now.astimezone(UTC).replace(tzinfo=None)
        self._lists: dict[str, tuple[Record, ...]] = {}
        self.fetched: dict[str, datetime] = {}
        self.versions: dict[str, int] = {}
        self._pages = 0
        self.directory_gap: SourceUnreachable | None = None
        self._reading = asyncio.Lock()

    async def open(self) -> AppsView:
        """Find out who is asking. Without HR records everybody is a stranger, who sees what everybody may."""
        try:
            await self._read({key: {} for key in DIRECTORY})
        except SourceUnreachable as problem:
            self.directory_gap = problem
            self._lists.update(dict.fromkeys(DIRECTORY, ()))
        self.staff = Staff(self._lists["hris/employees"])
        self.asker: Employee | None = self.staff.asker(self._opening.email, self._hr_teams())
        self._look()
        return self

    def seen(self, table: str, columns: Collection[str] | None = None) -> Iterable[Row]:
        """The rows of a table that was read which the person may see, with the columns that are wanted."""
        if columns is not None:
            columns = {*columns, "id", self.fence.told_by(table)}
        return self.fence.visible(table, make_table(self.maker, table, columns))

    async def read(self, tables: Iterable[str], wanted: str = "") -> None:
        """Read the lists of these tables that have not been read yet, all at once."""
        asked = {table: self.needs(table, wanted) for table in tables}
        if self.directory_gap and any(SHAPES[table].place in DIRECTORY for table in asked):
            raise self.directory_gap
        async with self._reading:
            await self._read({place: self._own_part(place) for places in asked.values() for place in places})

    def needs(self, table: str, wanted: str = "") -> set[str]:
        """The lists that a table, and who may see it, is told from."""
        if self.asker is None and self.fence.protected(table):
            return set()
        places = SHAPES[table].needs(wanted)
        if table in RECRUITING and self.fence.protected(table):
            places |= set(RECRUITING_LISTS)
        return places

    def take_pages(self) -> int:
        """How many pages of the apps' lists were asked for since this was last asked."""
        taken, self._pages = self._pages, 0
        return taken

    def holds(self, table: str) -> bool:
        """Whether the app has any record of this kind, as far as everybody may know."""
        return self.fence.protected(table) or bool(self._lists.get(SHAPES[table].place))

    def _own_part(self, place: str) -> Mapping[str, Any]:
        me = self.asker
        alone = me is not None and not me.hr and not me.below and place in OWN_PART
        return {"employee_id": me.id} if me is not None and alone else {}

    async def _read(self, places: Mapping[str, Mapping[str, Any]]) -> None:
        missing = [place for place in places if place not in self._lists]
        if not missing:
            return
        loaded = await asyncio.gather(
            *(
                self._opening.records.read(
                    place, places[place], seconds=self._opening.seconds, max_age=self._max_age
                )
                for place in missing
            )
        )
        for place, one in zip(missing, loaded, strict=True):
            self._lists[place], self.fetched[place] = one.records, one.fetched_at
            self.versions[place] = one.version
            self._pages += one.pages
        if hasattr(self, "staff"):
            self._look()

    def _look(self) -> None:
        """Whoever makes rows keeps what it learned from the lists, so new lists need a new one."""
        self.maker = RowMaker(
            self.staff, self.asker, self.now, self._lists, self._opening.permissions.least_people
        )
        self.fence = Fence(self._opening.permissions, self.maker)

    def _hr_teams(self) -> set[str]:
        names = {name.casefold() for name in self._opening.permissions.hr_teams}
        teams = self._lists.get("hris/teams", ())
        return {
            str(team.get("id")) for team in teams if str(team.get("name") or "").strip().casefold() in names
        }
