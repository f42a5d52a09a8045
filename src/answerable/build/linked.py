"""What belongs to one tenant: the accounts linked for it, its own folder, and which assistants answer from these.

The settings name the database, apps and files of one tenant (`tenant`); every other one has what was linked for it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from answerable.assistants import Assistant, load_assistants
from answerable.build.rooms import Rooms
from answerable.build.website import check_starts
from answerable.errors import AssistantError, SettingsError
from answerable.settings import MergeSettings, Settings
from answerable.sources.database.address import Address
from answerable.store.links import KINDS, TenantLinks
from answerable.store.seal import Seal

TENANT = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
# What a link of each kind holds; the first must be there.
HOLDS = {"merge": ("account_token", "api_key", "url", "user"), "database": ("url",), "website": ("sites",)}


def seal_of(settings: Settings) -> Seal:
    """What keeps the credentials of all tenants closed."""
    return Seal(settings.home, settings.secret_key)


def home_of(settings: Settings, tenant: str) -> Path:
    """Where a tenant's own files lie: assistants, orders, indexed pages."""
    if tenant == settings.tenant:
        return settings.home
    plain = TENANT.fullmatch(tenant)
    return settings.home / "tenants" / (tenant if plain else hashlib.sha256(tenant.encode()).hexdigest())


def files_of(settings: Settings, tenant: str) -> list[Path]:
    """Every file in the home that is one tenant's alone: those of its own folder, and its guard list."""
    mine = home_of(settings, tenant)
    found = [] if mine == settings.home else [path for path in sorted(mine.rglob("*")) if path.is_file()]
    guard = settings.home / "guard" / f"{tenant}.toml"
    return [*found, guard] if guard.is_file() else found


def links_of(rooms: Rooms, tenant: str) -> TenantLinks:
    return rooms.store.links(tenant, seal_of(rooms.settings))


def own(settings: Settings, assistant: Assistant, tenant: str) -> bool:
    """Whether what the settings and the assistant's folder name is this tenant's."""
    return tenant == settings.tenant or home_of(settings, tenant) in assistant.folder.parents


def database_url(rooms: Rooms, assistant: Assistant, tenant: str) -> str:
    """The database of a tenant; "" where it has none."""
    if link := links_of(rooms, tenant).get("database"):
        return str(link["url"])
    if not own(rooms.settings, assistant, tenant):
        return ""
    named = str(assistant.options.get("database", ""))
    return (rooms.settings.database.url if tenant == rooms.settings.tenant else "") or named


def merge_of(rooms: Rooms, tenant: str) -> MergeSettings:
    """The business apps of a tenant: its own account, with the organisation's key unless it brings one."""
    merge, link = rooms.settings.merge, links_of(rooms, tenant).get("merge")
    if link:
        return replace(merge, **({"user": ""} | dict(link)))
    return merge if tenant == rooms.settings.tenant else MergeSettings()


def sites_of(rooms: Rooms, tenant: str) -> tuple[str, ...]:
    link = links_of(rooms, tenant).get("website")
    return tuple(link["sites"]) if link else ()


def reaches(rooms: Rooms, assistant: Assistant, tenant: str) -> bool:
    """Whether an assistant answers this tenant from records that are the tenant's own."""
    mine = own(rooms.settings, assistant, tenant)
    match assistant.walks:
        case "tables":
            return mine or any(link.kind == "database" for link in links_of(rooms, tenant).all())
        case "apps":
            return mine or any(link.kind == "merge" for link in links_of(rooms, tenant).all())
        case "dialog":
            return mine
        case "passages":
            return mine or set(assistant.sources) <= {"website"}
    return True


def offered(rooms: Rooms, tenant: str) -> dict[str, Assistant | AssistantError]:
    """Whom a tenant may ask: its own assistants win over those of all, and the operator may name a few."""
    settings, found = rooms.settings, dict(rooms.assistants)
    if tenant == settings.tenant:
        return found
    kept, folder = rooms.store.tenants().get(tenant), home_of(settings, tenant) / "assistants"
    found |= load_assistants(folder, shipped=False) if folder.is_dir() else {}
    named = kept.assistants if kept else ()
    return {name: one for name, one in found.items() if not named or name in named}


def check_link(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What a link is to hold, checked; raises `SettingsError` that repeats no secret."""
    if kind not in KINDS:
        raise SettingsError("link", f"{kind!r} cannot be linked.", hint=f"Valid are {', '.join(KINDS)}.")
    holds = {name: value for name, value in given.items() if value}
    if unknown := sorted(set(holds) - set(HOLDS[kind])):
        raise SettingsError(
            f"link {kind}", f"has no {unknown[0]!r}.", hint=f"It has {', '.join(HOLDS[kind])}."
        )
    if HOLDS[kind][0] not in holds:
        raise SettingsError(f"link {kind}", f"needs its {HOLDS[kind][0].replace('_', ' ')}.")
    if kind == "database":
        Address(str(holds["url"]))
    if kind == "website":
        holds["sites"] = list(check_starts(holds["sites"]))
    if kind == "merge" and "url" in holds:
        check_starts([str(holds["url"])])
    return holds


def shown(kind: str, holds: Mapping[str, Any]) -> str:
    """A link for a person: nothing of it could be used to come in."""
    match kind:
        case "database":
            return str(Address(str(holds["url"])))
        case "website":
            return ", ".join(holds["sites"])
    return f"an account at {holds.get('url') or 'Merge'}"
