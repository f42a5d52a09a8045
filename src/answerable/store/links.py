"""The accounts and addresses that one tenant's answers come from. What they hold is sealed; the rest is listed."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, delete, func, insert, select

from answerable.errors import StoreError
from answerable.store.handle import TenantHandle
from answerable.store.schema import table_of

if TYPE_CHECKING:
    from answerable.store.seal import Seal  # who seals nothing need not load the cipher: 8 MB

KINDS = ("merge", "database", "website")


@dataclass(frozen=True)
class StoredLink:
    """A link as it is listed; nothing of what it holds is in it."""

    kind: str
    key: str  # the name of the key it is sealed with
    created_at: float


# What a link holds is sealed: the name of the key, and the rest under that key.
links = table_of("links", key=("kind",), also={"kind": str, "sealed": str, "created_at": float})


class TenantLinks(TenantHandle):
    """Cannot see another tenant's links, nor open one that was moved here."""

    def __init__(self, engine: Engine, tenant: str, seal: Seal) -> None:
        super().__init__(engine, tenant)
        self._seal = seal

    def put(self, kind: str, holds: Mapping[str, Any]) -> None:
        """Link an account; one of that kind that was linked before is replaced."""
        if kind not in KINDS:
            raise ValueError(f"A link is one of {', '.join(KINDS)}.")
        with self._writing() as connection:
            if not self._seal.newest() and connection.scalar(select(func.count()).select_from(links)):
                hint = f"Bring {self._seal.path} back, or set ANSWERABLE_SECRET_KEY; nothing was changed."
                raise StoreError("links", "there are sealed ones, and their key is not here.", hint=hint)
            sealed = self._seal.seal(json.dumps(dict(holds)), about(self._tenant, kind))
            connection.execute(delete(links).where(self._mine(links, kind=kind)))
            row = {"tenant": self._tenant, "kind": kind, "sealed": sealed, "created_at": time.time()}
            connection.execute(insert(links).values(**row))

    def get(self, kind: str) -> Mapping[str, Any] | None:
        """What a link holds; raises `StoreError` where the key is not the one it was sealed with."""
        sealed = self._value(select(links.c.sealed).where(self._mine(links, kind=kind)))
        if sealed is None:
            return None
        holds: Mapping[str, Any] = json.loads(self._seal.open(sealed, about(self._tenant, kind)))
        return holds

    def all(self) -> list[StoredLink]:
        query = select(links.c.kind, links.c.sealed, links.c.created_at).where(self._mine(links))
        rows = self._rows(query.order_by(links.c.kind))
        return [StoredLink(kind, sealed.partition(".")[0], at) for kind, sealed, at in rows]

    def remove(self, kind: str) -> bool:
        """Forget a link; False when there is none."""
        return self._change(delete(links).where(self._mine(links, kind=kind))) > 0


def about(tenant: str, kind: str) -> str:
    """What a sealed link is bound to."""
    return f"link {kind} of tenant {tenant}"
