"""API keys: who may come in, as whom, and for what. Only the hash of a key is kept."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Index, insert, select, update

from answerable.store.handle import Handle
from answerable.store.schema import table_of

SCOPES = ("ask", "read", "people", "operator", "admin")
# 256 bits: guessing is hopeless, so a plain hash is enough and looking a key up stays cheap.
SECRET_BYTES = 32
PREFIX = "ak_"


@dataclass(frozen=True)
class StoredKey:
    """A key as it is listed; nothing of its secret is in it."""

    id: str  # how people name it
    tenant: str
    user: str  # "" when it speaks for any user of its tenant
    name: str
    scopes: tuple[str, ...]
    created_at: float
    revoked_at: float | None = None


# The secret itself is kept nowhere, only its sha256.
keys = table_of("keys", StoredKey, alone="digest", also={"digest": str, "scopes": str})
Index("keys_by_id", keys.c.id, unique=True)


class Keys(Handle):
    """All keys of the house: a key is what says which tenant somebody belongs to, so this asks for none."""

    def new(
        self, tenant: str, *, scopes: Iterable[str], name: str = "", user: str = ""
    ) -> tuple[str, StoredKey]:
        """Make a key; its secret is returned here and can never be read again."""
        wanted = set(scopes)
        if not wanted or not wanted <= set(SCOPES):
            raise ValueError(f"A key's scopes are some of {', '.join(SCOPES)}.")
        secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        sorted_scopes = tuple(scope for scope in SCOPES if scope in wanted)
        key = StoredKey(secrets.token_hex(4), tenant, user, name, sorted_scopes, time.time())
        row: dict[str, Any] = {**vars(key), "digest": _digest(secret), "scopes": " ".join(key.scopes)}
        self._change(insert(keys).values(**row))
        return secret, key

    def find(self, secret: str) -> StoredKey | None:
        """The key with this secret, unless there is none or it was revoked."""
        mine = (keys.c.digest == _digest(secret)) & keys.c.revoked_at.is_(None)
        row = self._first(select(keys).where(mine))
        return None if row is None else _to_key(row._mapping)

    def valid(self, id: str) -> bool:
        """Whether a key that was let in may still stay."""
        mine = (keys.c.id == id) & keys.c.revoked_at.is_(None)
        return self._first(select(keys.c.id).where(mine)) is not None

    def all(self, tenant: str = "") -> list[StoredKey]:
        """Every key, revoked ones too, oldest first; of one tenant when one is named."""
        query = select(keys).order_by(keys.c.created_at)
        rows = self._rows(query.where(keys.c.tenant == tenant) if tenant else query)
        return [_to_key(row._mapping) for row in rows]

    def revoke(self, id: str) -> bool:
        """Close a key for good; False when there is none open of that id."""
        mine = (keys.c.id == id) & keys.c.revoked_at.is_(None)
        return self._change(update(keys).where(mine).values(revoked_at=time.time())) > 0


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _to_key(row: Any) -> StoredKey:
    values = {name: row[name] for name in StoredKey.__dataclass_fields__}
    return StoredKey(**{**values, "scopes": tuple(row["scopes"].split())})
