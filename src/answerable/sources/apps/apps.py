"""One tenant's business apps: handles to ask, and an index of the words a person's questions may use."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial, reduce

from answerable.domain.catalog import Catalog
from answerable.errors import SourceUnreachable
from answerable.sources.apps.catalog import BusinessWords, make_catalog, pointed_at, pointing, spoken_in
from answerable.sources.apps.client import MergeClient
from answerable.sources.apps.handle import AppsHandle
from answerable.sources.apps.links import company_words, folded
from answerable.sources.apps.money import currencies
from answerable.sources.apps.parties import COMPANIES, PARTIES, PEOPLE, Party, who
from answerable.sources.apps.permissions import Permissions
from answerable.sources.apps.private import PrivateWords
from answerable.sources.apps.records import HeldList, TenantRecords
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
    german: Catalog
    rows: Mapping[str, Sequence[Row]]
    private: PrivateWords  # tells that a text asks for what this person may not see
    gaps: tuple[SourceUnreachable, ...] = ()  # the apps that could not be asked for their words
    plain: Callable[[str], str] = str  # a question in the words of the catalog
    places: Callable[[], Mapping[str, tuple[str, str, str]]] = dict  # id or link -> table, id, name

    @property
    def me(self) -> str:
        """The id by which records name the person; empty for a stranger."""
        return self.asker.id if self.asker else ""

    def starting(self, starts: Sequence[str], language: str) -> Catalog:
        """The catalog of a question that starts from records, told by their links or by links that hold their ids."""
        catalog = self.german if language == "de" else self.catalog
        return reduce(lambda catalog, found: pointing(catalog, *found), self._from(starts), catalog)

    def here(self, text: str, starts: Sequence[str]) -> str:
        """The text with what stands for "this deal", where it starts from one; people and companies by name."""
        for table, _, name in self._from(starts):
            alone = table in PARTIES and len(self.who(name)) == 1
            text = pointed_at(self.catalog, table, name if alone else "", text)
        return text

    def _from(self, starts: Sequence[str]) -> list[tuple[str, str, str]]:
        links = [(_bare(start), *re.split(r"[/?#&=]+", _bare(start))) for start in starts]
        places = self.places() if links else {}
        hits = [next((places[part] for part in parts if part in places), None) for parts in links]
        return [hit for hit in hits if hit]

    def who(self, text: str) -> list[Party]:
        """The people and companies a text may name, as far as this person may see them."""
        return who(text, self.rows)

    def instead(self, text: str, before: str) -> str | None:
        """The question before, asked of whom a text names that says no more; "" where it cannot be put so."""
        return self.private.instead(text, before)

    def boss_of(self, name: str) -> str:
        """Whom the only employee of a name reports to; empty where that cannot be told."""
        bosses = [str(row["reports_to"] or "") for row in self.rows["employees"] if row["name"] == name]
        return bosses[0] if len(bosses) == 1 else ""

    def named(self, text: str) -> list[str]:
        """The people whose full names stand in a text."""
        said = f" {folded(text)} "
        names = dict.fromkeys(str(row["name"]) for table in PEOPLE for row in self.rows[table] if row["name"])
        return [name for name in names if f" {folded(name)} " in said]


class Apps:
    """The apps of one tenant. Another tenant has another object."""

    def __init__(
        self,
        records: TenantRecords,
        permissions: Permissions,
        meaning: BusinessWords,
        client: MergeClient | None = None,
        max_age: float = 0.0,
    ) -> None:
        self._records, self._permissions, self._meaning = records, permissions, meaning
        self._client, self._max_age = client, max_age
        self._kept: OrderedDict[str, tuple[object, AppsIndex]] = OrderedDict()

    @classmethod
    def linked(
        cls, client: MergeClient, permissions: Permissions, meaning: BusinessWords, max_age: float = 0.0
    ) -> Apps:
        """The apps behind a tenant's linked accounts; records may be `max_age` seconds old."""
        return cls(TenantRecords(client), permissions, meaning, client, max_age)

    def held(self) -> list[HeldList]:
        """The lists that are kept between questions."""
        return self._records.held()

    async def close(self) -> None:
        if self._client:
            await self._client.close()

    async def handle(
        self, email: str, now: datetime, *, seconds: float = 30.0, fresh: bool = False
    ) -> AppsHandle:
        """A database of what this person may see now; `fresh` asks for every change, however young it is."""
        max_age = 0.0 if fresh else self._max_age
        return AppsHandle(await AppsView(self._opening(email, now, seconds), max_age=max_age).open())

    async def index(self, email: str, now: datetime, *, seconds: float = 30.0) -> AppsIndex:
        """The words of this person's questions. An app that is down leaves its words out and is named."""
        max_age = max(WORDS_AGE, self._max_age)
        view = await AppsView(self._opening(email, now, seconds), max_age=max_age).open()
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
        entities = self._meaning.entities
        rows = {
            one: list(view.seen(one, None if one in PARTIES else entities[one]["index"])) for one in readable
        }
        catalog = make_catalog(self._meaning, rows, view.asker, currencies(view.maker.lists))
        names = [str(row["name"]) for row in rows.get("employees", ())]
        boss = next((view.maker.names[one] for one in (view.asker.bosses if view.asker else ())), "")
        known = {one: rows.get(one, []) for one in PARTIES}
        called = {
            "person": {folded(name) for name in names},
            "team": {folded(str(row["team"])) for row in known["employees"] if row["team"]},
            "company": {
                way(str(row["name"]))
                for one in COMPANIES
                for row in known[one]
                for way in (folded, company_words)
            },
        }
        boss = boss if names.count(boss) == 1 else ""
        plain = partial(self._meaning.plain, boss=boss, known=called)
        private = PrivateWords(self._permissions.private, view.fence, known)

        @cache
        def places() -> Mapping[str, tuple[str, str, str]]:
            names = {table: self._meaning.naming(table) for table in readable}
            return {
                _bare(str(row[way])): (table, str(row["id"]), str(row[name]))
                for table, name in names.items()
                for row in view.seen(table, {"id", "url", name})
                for way in ("id", "url")
                if row.get(way)
            }

        english, german = (spoken_in(catalog, language) for language in ("en", "de"))
        return AppsIndex(view.asker, english, german, known, private, gaps, plain, places)


def _bare(link: str) -> str:
    """A link as it compares: without its scheme, case and last stroke."""
    return re.sub(r"^[a-z]+://", "", link.casefold()).rstrip("/")


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
