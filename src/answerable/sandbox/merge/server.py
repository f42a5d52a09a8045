"""Serve business records the way Merge does: lists with cursors and filters, single records, its errors."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Self

from aiohttp import web

from answerable.errors import SettingsError
from answerable.sandbox.loopback import listening
from answerable.sandbox.merge.business import COMPANIES, make_company
from answerable.sandbox.merge.filters import matches
from answerable.sandbox.merge.firm import Record

MERGE_PORT = 8430
CATEGORIES = {"hris", "ats", "crm", "ticketing", "accounting", "mktg"}
# Merge's own page sizes.
PAGE, LARGEST_PAGE = 30, 100


class MergeServer:
    """The running apps: `url` is what the SDK takes as its base address.

    `hits` counts the requests by "category/resource". `faults` maps such a name (or "*") to the way it shall
    fail: "down", "slow", "half" a page, "busy" (429), "html" instead of JSON.
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        port: int = 0,
        today: date | None = None,
        api_key: str = "",
        rate: tuple[int, float] | None = None,  # so many requests in so many seconds, for each account
    ) -> None:
        self.port, self.url = port, ""
        self.hits: Counter[str] = Counter()
        self.faults: dict[str, str] = {}
        self.slow_seconds = 30.0
        self._key, self._rate = api_key, rate
        self._asked: dict[str, deque[float]] = {}
        self.books: Books = Folder(directory) if directory else BuiltIn(today or datetime.now(UTC).date())
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        lists = web.get("/api/{category}/v1/{resource}", self._list)
        records = web.get("/api/{category}/v1/{resource}/{id}", self._retrieve)
        self.port = await self._open.enter_async_context(listening(lists, records, port=self.port))
        self.url = f"http://127.0.0.1:{self.port}/api"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def _list(self, request: web.Request) -> web.Response:
        records, asked = await self._enter(request), dict(request.query)
        deleted = asked.get("include_deleted_data", "").lower() == "true"
        found = [
            r for r in records if (deleted or not r.get("remote_was_deleted")) and matches(r, asked, records)
        ]
        try:
            size = min(LARGEST_PAGE, max(1, int(asked.get("page_size", PAGE))))
            start = int(base64.urlsafe_b64decode(asked["cursor"])) if asked.get("cursor") else 0
        except ValueError:
            raise _problem(web.HTTPBadRequest, "The cursor or page_size is malformed.") from None
        page = {
            "next": _cursor(start + size) if start + size < len(found) else None,
            "previous": _cursor(max(0, start - size)) if start else None,
            "results": found[start : start + size],
        }
        return self._reply(request, page)

    async def _retrieve(self, request: web.Request) -> web.Response:
        for record in await self._enter(request):
            if str(record.get("id")) == request.match_info["id"] and not record.get("remote_was_deleted"):
                return self._reply(request, record)
        raise _problem(web.HTTPNotFound, "Not found.")

    async def _enter(self, request: web.Request) -> list[Record]:
        """The records asked for; raises why not: key, account, rate, an unknown place, a fault switched on."""
        category, resource = request.match_info["category"], _plain(request.match_info["resource"])
        self.hits[f"{category}/{resource}"] += 1
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        token, fault = request.headers.get("X-Account-Token", ""), self._fault(request)
        if scheme != "Bearer" or not key or (self._key and key != self._key):
            raise _problem(web.HTTPUnauthorized, "Invalid API key.")
        if not token or not self.books.knows(token):
            raise _problem(web.HTTPUnauthorized, "Invalid account token.")
        if category not in CATEGORIES:
            raise _problem(web.HTTPNotFound, "Not found.")
        if self._too_fast(token) or fault == "busy":
            raise _problem(web.HTTPTooManyRequests, "Request was throttled.", {"Retry-After": "1"})
        if fault == "down":
            raise _problem(web.HTTPServiceUnavailable, "The service is unavailable.")
        if fault == "html":
            raise web.HTTPOk(text="<html>Maintenance</html>", content_type="text/html")
        if fault == "slow":
            await asyncio.sleep(self.slow_seconds)
        return self.books.read(token, category, resource)

    def _too_fast(self, token: str) -> bool:
        if self._rate is None:
            return False
        count, seconds = self._rate
        asked, now = self._asked.setdefault(token, deque()), time.monotonic()
        while asked and asked[0] < now - seconds:
            asked.popleft()
        if len(asked) >= count:
            return True
        asked.append(now)
        return False

    def _fault(self, request: web.Request) -> str:
        place = f"{request.match_info['category']}/{_plain(request.match_info['resource'])}"
        return self.faults.get(place, self.faults.get("*", ""))

    def _reply(self, request: web.Request, body: Mapping[str, Any]) -> web.Response:
        text = json.dumps(body)
        if self._fault(request) == "half":
            text = text[: len(text) // 2]
        return web.Response(text=text, content_type="application/json")


class BuiltIn:
    """The two made-up companies; each is made when it is first asked for."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._made: dict[str, dict[str, dict[str, list[Record]]]] = {}

    def knows(self, token: str) -> bool:
        return token in COMPANIES

    def read(self, token: str, category: str, resource: str) -> list[Record]:
        """The records themselves: a test that changes them changes what is served."""
        if token not in self._made:
            self._made[token] = make_company(token, self._today)
        return self._made[token].get(category, {}).get(resource, [])


class Folder:
    """Records from files, read again when a file changes. What changed or vanished counts as modified now."""

    def __init__(self, directory: Path) -> None:
        if not directory.is_dir():
            raise SettingsError(
                str(directory), "is not a folder.", hint="Give a folder with hris/employees.json."
            )
        self._directory = directory
        self._kept: dict[Path, tuple[int, list[Record]]] = {}

    def knows(self, token: str) -> bool:
        tenants = self._tenants()
        return token in tenants if tenants else True

    def read(self, token: str, category: str, resource: str) -> list[Record]:
        folder = self._directory / str(self._tenants().get(token, ""))
        names = (category, "marketing") if category == "mktg" else (category,)
        for path in (folder / name / f"{resource}.json" for name in names):
            if path.is_file():
                return self._load(path)
        return []

    def _tenants(self) -> dict[str, str]:
        path = self._directory / "tenants.json"
        return json.loads(path.read_text("utf-8")) if path.is_file() else {}

    def _load(self, path: Path) -> list[Record]:
        stamp = path.stat().st_mtime_ns
        before = self._kept.get(path)
        if before and before[0] == stamp:
            return before[1]
        records: list[Record] = json.loads(path.read_text("utf-8"))
        if before:
            records = _changed(before[1], records)
        self._kept[path] = (stamp, records)
        return records


Books = BuiltIn | Folder


def _changed(before: list[Record], after: list[Record]) -> list[Record]:
    """The new records; those that differ bear the time of now, and those that vanished are marked deleted."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    old = {record.get("id"): record for record in before}
    there = {record.get("id") for record in after}
    fresh = []
    for record in after:
        known = old.get(record.get("id"))
        same = known is not None and {**record, "modified_at": ""} == {**known, "modified_at": ""}
        fresh.append(record if same else {**record, "modified_at": now})
    gone = [one for key, one in old.items() if key not in there]
    return fresh + [
        one if one.get("remote_was_deleted") else {**one, "remote_was_deleted": True, "modified_at": now}
        for one in gone
    ]


def _cursor(offset: int) -> str:
    return base64.urlsafe_b64encode(str(offset).encode()).decode()


def _plain(resource: str) -> str:
    return resource.replace("-", "_")


def _problem(
    kind: type[web.HTTPException], says: str, headers: Mapping[str, str] | None = None
) -> web.HTTPException:
    body = json.dumps({"detail": says})
    return kind(text=body, content_type="application/json", headers=headers)
