"""What a name means: to one person, who said so themselves, or to everybody of a tenant, as an operator stated."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace

from sqlalchemy import delete, insert

from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

# Whose memory it is when it is everybody's.
EVERYBODY = ""
# Names one person may have given a meaning; the oldest goes first. Chosen, not measured.
MOST = 200


@dataclass(frozen=True, kw_only=True)
class StoredPreference:
    """A name, the records or the words it stands for, who said so, and in which turn."""

    user: str
    name: str  # as the user says it, in lower case
    records: tuple[str, ...] = ()
    means: str = ""
    author: str = ""
    conversation: str = ""
    run: str = ""
    created_at: float = 0.0


preferences = table_of(
    "preferences", StoredPreference, key=("user", "name"), later={"means": "", "author": ""}
)


class TenantMemory(TenantHandle):
    """Cannot see another tenant's names. A user's own are found by that user alone."""

    def get(self, user: str, name: str) -> StoredPreference | None:
        """What this user means by a name, if they have said so."""
        return next((one for one in self.all(user) if one.name == name), None)

    def all(self, *users: str) -> list[StoredPreference]:
        """Every name these users gave a meaning, oldest first; of the whole tenant where none is named."""
        mine = self._mine(preferences)
        if users:
            mine &= preferences.c.user.in_(users)
        return self._nouns(StoredPreference, preferences, mine, preferences.c.created_at, preferences.c.name)

    def put(self, wanted: StoredPreference) -> StoredPreference:
        """Keep what a user means by a name; the last word counts."""
        kept = replace(wanted, created_at=time.time())
        of_user = self._mine(preferences, user=kept.user)
        with self._writing() as connection:
            connection.execute(delete(preferences).where(of_user & (preferences.c.name == kept.name)))
            connection.execute(insert(preferences).values(tenant=self._tenant, **asdict(kept)))
            self._trim(connection, of_user, preferences.c.name, preferences.c.created_at, MOST)
        return kept

    def delete(self, user: str, name: str | None = None) -> int:
        """Forget what a user meant by a name, or everything they ever said; says how much there was."""
        mine = self._mine(preferences, user=user)
        if name is not None:
            mine &= preferences.c.name == name
        return self._change(delete(preferences).where(mine))
