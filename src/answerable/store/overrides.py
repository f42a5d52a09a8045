"""What an operator pinned for one tenant, with every version it ever had."""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import ColumnElement, insert, select

from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

ACTIVE, REMOVED = "active", "removed"


@dataclass(frozen=True, kw_only=True)
class StoredOverride:
    """One version of an override: for which questions, at which stage, what is given instead."""

    stage: str
    pattern: str  # the question, with open places
    result: dict[str, Any]  # what the stage gives
    author: str
    assistant: str = ""  # "" for all
    test: dict[str, Any] = field(
        default_factory=dict
    )  # question, site, user: shows whether it is still needed
    expires_at: float | None = None
    id: str = ""
    version: int = 0
    created_at: float = 0.0
    state: str = ACTIVE  # or removed

    def valid(self, now: float) -> bool:
        return self.state == ACTIVE and (self.expires_at is None or now < self.expires_at)


# Versions are never changed: a new word about an override is a new row, and the last one counts.
overrides = table_of("overrides", StoredOverride, key=("id", "version"))


class TenantOverrides(TenantHandle):
    """Cannot see another tenant's overrides. Nothing is remembered here, so a change counts at once everywhere."""

    def put(self, wanted: StoredOverride) -> StoredOverride:
        """Keep a new override, or a new version of the one whose id is given."""
        with self._writing() as connection:
            id = wanted.id or secrets.token_hex(4)
            known = select(overrides.c.version).where(self._mine(overrides, id=id))
            versions = connection.scalars(known).all()
            kept = replace(wanted, id=id, version=max(versions, default=0) + 1, created_at=time.time())
            connection.execute(insert(overrides).values(tenant=self._tenant, **asdict(kept)))
        return kept

    def remove(self, id: str, author: str) -> StoredOverride | None:
        """End an override; its versions stay readable. None where there is no such one."""
        known = self.versions(id)
        if not known or known[-1].state == REMOVED:
            return None
        return self.put(replace(known[-1], state=REMOVED, author=author))

    def versions(self, id: str) -> list[StoredOverride]:
        """Every version of one override, oldest first."""
        return self._read(overrides.c.id == id)

    def all(self) -> list[StoredOverride]:
        """Every override as it stands now, oldest first; those that were removed are left out."""
        later = overrides.alias()
        same = (later.c.tenant == self._tenant) & (later.c.id == overrides.c.id)
        newer = select(later.c.id).where(same & (later.c.version > overrides.c.version)).exists()
        return self._read((overrides.c.state == ACTIVE) & ~newer)

    def valid(self, assistant: str) -> list[StoredOverride]:
        """Those that count now for questions to this assistant."""
        now = time.time()
        return [one for one in self.all() if one.valid(now) and one.assistant in ("", assistant)]

    def _read(self, which: ColumnElement[bool]) -> list[StoredOverride]:
        order = (overrides.c.created_at, overrides.c.version)
        return self._nouns(StoredOverride, overrides, self._mine(overrides) & which, *order)
