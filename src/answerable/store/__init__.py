"""What must survive a restart, each kind behind its own handle, in a file of that name.

Pages and passages; conversations, their events and runs, and what was told, traced and judged of them; permits,
reviews and feedback; what names mean, what is pinned and what may be found again; links with sealed credentials, usage
and quotas, keys and tenants. A `Store` opens one database (a SQLite file) and hands out handles already fenced to one
tenant: `handle.py` is that fence, and no query anywhere takes a tenant as an argument. Never interprets what it keeps.
"""

from answerable.store.conversations import TenantConversations
from answerable.store.database import Store
from answerable.store.pages import Hit, StoredPage, StoredPassage, TenantPages

__all__ = ["Hit", "Store", "StoredPage", "StoredPassage", "TenantConversations", "TenantPages"]
