"""One tenant's business apps: handles to ask, and an index of the words a person's questions may use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from answerable.domain.catalog import Catalog
from answerable.errors import SourceUnreachable
from answerable.sources.apps.catalog import BusinessWords, make_catalog
from answerable.sources.apps.client import MergeClient
from answerable.sources.apps.functions import Functions
from answerable.sources.apps.handle import AppsHandle
from answerable.sources.apps.money import currencies
from answerable.sources.apps.parties import PARTIES, Party, who
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.records import TenantRecords
from answerable.sources.apps.rows import Row
from answerable.sources.apps.staff import Employee
from answerable.sources.apps.view import AppsView, Opening

# Seconds for which the words (names, titles, projects) may be as they were, so that one question does not ask for
# them twice; the facts are always asked for again. Chosen, not measured.
WORDS_AGE = 2.0
# People whose index is kept.
KEPT = 200


@dataclass(frozen=True)
class AppsIndex:
    """What one person's questions may name: who they are, the catalog, and everybody they may mean."""

    asker: Employee | None
    catalog: Catalog
    rows: Mapping[str, Sequence[Row]]
    gaps: tuple[SourceUnreachable, ...] = ()  # the apps that could not be asked for their words

    def who(self, text: str) -> list[Party]:
        """The people and companies a text may name, as far as this person may see them."""
        return who(text, self.rows)


class Apps:
    """The apps of one tenant. Another tenant has another object."""

    def __init__(
        self,
        records: TenantRecords,
        permissions: Permissions,
        meaning: BusinessWords,
        client: MergeClient | None = None,
    ) -> None:
        self._records, self._permissions, self._meaning = records, permissions, meaning
        self._client = client
        self._kept: OrderedDict[str, tuple[object, AppsIndex]] = OrderedDict()

    @classmethod
    def linked(cls, client: MergeClient, permissions: Permissions, meaning: BusinessWords) -> Apps:
        """The apps behind a tenant's linked accounts; closing them closes the client."""
        return cls(TenantRecords(client), permissions, meaning, client)

    async def close(self) -> None:
        if self._client:
            await self._client.close()

    async def handle(self, email: str, now: datetime, *, seconds: float = 30.0) -> AppsHandle:
        """A database of what this person may see now. Close it when the question is answered."""
        return AppsHandle(await AppsView(self._opening(email, now, seconds)).open())

    def functions(self, email: str, now: datetime, *, seconds: float = 30.0) -> Functions:
        """The typed functions of this person, for planners that call functions."""
        return Functions(self._opening(email, now, seconds))

    async def index(self, email: str, now: datetime, *, seconds: float = 30.0) -> AppsIndex:
        """The words of this person's questions. An app that is down leaves its words out and is named."""
        view = await AppsView(self._opening(email, now, seconds), max_age=WORDS_AGE).open()
        gaps, readable = await _read_all(view, dict.fromkeys((*self._meaning.indexed, *PARTIES)))
        stamp = (dict(view.versions), view.asker, now.date(), tuple(map(str, gaps)))
        kept = self._kept.get(email)
        if kept is None or kept[0] != stamp:
            kept = (stamp, await self._make(view, readable, tuple(gaps)))
            self._kept[email] = kept
        self._kept.move_to_end(email)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept[1]

    def _opening(self, email: str, now: datetime, seconds: float) -> Opening:
        return Opening(self._records, self._permissions, email, now, seconds)

    async def _make(
        self, view: AppsView, readable: Sequence[str], gaps: tuple[SourceUnreachable, ...]
    ) -> AppsIndex:
        rows = await view.rows(readable, "job_title")
        catalog = make_catalog(self._meaning, rows, view.asker, currencies(view.maker.lists))
        return AppsIndex(view.asker, catalog, {table: rows.get(table, []) for table in PARTIES}, gaps)


async def _read_all(view: AppsView, tables: Iterable[str]) -> tuple[list[SourceUnreachable], list[str]]:
    """Read the lists of all tables at once; where one is out of reach, those that can be read."""
    asked = list(tables)
    try:
        await view.read(asked, "job_title")
        return [], asked
    except SourceUnreachable:
        gaps, readable = [], []
        for table in asked:
            try:
                await view.read([table], "job_title")
                readable.append(table)
            except SourceUnreachable as problem:
                gaps.append(problem)
        return gaps, readable
