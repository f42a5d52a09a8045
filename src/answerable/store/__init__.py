"""What must survive a restart: pages, passages, conversations, events.

A `Store` opens one database (SQLite file by default) and hands out handles already fenced to one tenant;
no query anywhere takes a tenant as an argument. Never interprets what it keeps.
"""

from answerable.store.conversations import TenantConversations
from answerable.store.database import Store
from answerable.store.pages import Hit, StoredPage, StoredPassage, TenantPages

__all__ = ["Hit", "Store", "StoredPage", "StoredPassage", "TenantConversations", "TenantPages"]
