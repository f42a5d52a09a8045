"""The one door to Merge: lists with all their pages, counted, retried within the time that is left."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import httpx
from merge.client import AsyncMerge
from merge.core.api_error import ApiError

from answerable.errors import SourceUnreachable

Record = dict[str, Any]
# Merge's largest page.
PAGE = 100
# Tries after failures, the seconds between them (doubled each time), requests at once. Chosen, not measured.
TRIES, FIRST_PAUSE, LANES = 3, 0.1, 8
# The most pages of one list: a million records. Chosen so that a cursor that never ends does.
PAGES = 10_000
_landed: ContextVar[list[Mapping[str, Any]]] = ContextVar("landed")


@dataclass(frozen=True)
class ListRead:
    """The records of one list, and how many pages it took."""

    records: list[Record]
    pages: int


class _Landing(httpx.AsyncHTTPTransport):
    """Keep each page as it came, and give the SDK its cursor alone.

    The SDK would build a typed object for every record, 0.8 ms each (300 employees, 0.24 s, measured) and with
    numeric ids as warnings; tables are made from the plain records anyway.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        body = await response.aread()
        await response.aclose()
        if response.status_code != 200:
            return httpx.Response(response.status_code, headers=response.headers, content=body)
        try:
            page = json.loads(body)
            results = [record for record in page["results"] or [] if isinstance(record, dict)]
        except (ValueError, KeyError, TypeError) as problem:
            raise httpx.RemoteProtocolError("half a page or no page at all") from problem
        _landed.get().append({"results": results})
        return httpx.Response(200, json={"next": page.get("next"), "previous": None, "results": []})


class MergeClient:
    """One tenant's linked accounts. `calls` counts the requests made, by "category/resource"."""

    def __init__(
        self, url: str, api_key: str, account_token: str | Mapping[str, str], *, timeout: float = 10.0
    ) -> None:
        self._url, self._key, self._timeout = url.rstrip("/"), api_key, timeout
        self._token = account_token
        self._clients: dict[str, AsyncMerge] = {}
        self._http = httpx.AsyncClient(transport=_Landing(), timeout=timeout)
        self._lanes = asyncio.Semaphore(LANES)
        self.calls: Counter[str] = Counter()

    async def close(self) -> None:
        await self._http.aclose()

    async def fetch(self, place: str, filters: Mapping[str, Any], seconds: float) -> ListRead:
        """All records of "category/resource"; raises `SourceUnreachable` rather than give a part of them."""
        category, _, resource = place.partition("/")
        ends = time.monotonic() + seconds
        records: list[Record] = []
        cursor: str | None = None
        for pages in range(1, PAGES + 1):
            page, cursor = await self._page(category, resource, {**filters, "cursor": cursor}, ends)
            records += page
            if not cursor:
                return ListRead(records, pages)
        raise SourceUnreachable(place, f"did not end after {PAGES} pages.")

    async def _page(
        self, category: str, resource: str, filters: Mapping[str, Any], ends: float
    ) -> tuple[list[Record], str | None]:
        place = f"{category}/{resource}"
        why, failed = "there was no time left to ask.", 0
        while failed < TRIES and (left := ends - time.monotonic()) > 0:
            self.calls[place] += 1
            try:
                async with self._lanes:
                    return await asyncio.wait_for(
                        self._ask(category, resource, filters), min(left, self._timeout)
                    )
            except ApiError as problem:
                status = problem.status_code or 0
                if status == 404:  # an app that does not know this kind of record has none
                    return [], None
                why = _words(status)
                if status != 429 and status < 500:
                    raise SourceUnreachable(place, why) from problem
                # Being asked to wait is no failure: it is done as long as there is time.
                failed += status != 429
                pause = _retry_after(problem.headers) or FIRST_PAUSE * 2**failed
            except (TimeoutError, httpx.TimeoutException) as problem:
                raise SourceUnreachable(place, "did not answer in time.") from problem
            except httpx.HTTPError as problem:
                why, failed = f"could not be read: {problem}.", failed + 1
                pause = FIRST_PAUSE * 2**failed
            if pause >= ends - time.monotonic():
                break
            await asyncio.sleep(pause)
        raise SourceUnreachable(place, why)

    async def _ask(
        self, category: str, resource: str, filters: Mapping[str, Any]
    ) -> tuple[list[Record], str | None]:
        landed: list[Mapping[str, Any]] = []
        mark = _landed.set(landed)
        try:
            lists = self._lists(category, resource)
            reply = await lists(**filters, page_size=PAGE, request_options={"max_retries": 0})
        finally:
            _landed.reset(mark)
        return list(landed[-1]["results"]), reply.next

    def _lists(self, category: str, resource: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        token = self._token if isinstance(self._token, str) else self._token.get(category, "")
        if not token:
            raise SourceUnreachable(f"{category}/{resource}", "no app of this kind is linked.")
        if category == "mktg":
            return MarketingList(self._http, f"{self._url}/mktg/v1/{resource}", self._key, token)
        if token not in self._clients:
            self._clients[token] = AsyncMerge(
                api_key=self._key, account_token=token, base_url=self._url, httpx_client=self._http
            )
        found = getattr(getattr(self._clients[token], category), resource)
        return found.list  # type: ignore[no-any-return]  # the SDK's resources share no type


class MarketingList:
    """Marketing automation speaks the same protocol, but the SDK has no client for it."""

    def __init__(self, http: httpx.AsyncClient, url: str, api_key: str, token: str) -> None:
        self._http, self._url = http, url.replace("_", "-")
        self._headers = {"Authorization": f"Bearer {api_key}", "X-Account-Token": token}

    async def __call__(
        self,
        *,
        cursor: str | None = None,
        page_size: int = PAGE,
        modified_after: Any = None,
        include_deleted_data: bool | None = None,
        request_options: Mapping[str, Any] | None = None,
    ) -> SimpleNamespace:
        """One page with what the SDK's have; raises `ApiError` as the SDK does."""
        asked = {
            "cursor": cursor,
            "page_size": page_size,
            "modified_after": modified_after.isoformat() if modified_after else None,
            "include_deleted_data": str(include_deleted_data).lower() if include_deleted_data else None,
        }
        del request_options  # the SDK's retries are not ours
        given = {name: value for name, value in asked.items() if value is not None}
        reply = await self._http.get(self._url, params=given, headers=self._headers)
        if reply.status_code != 200:
            raise ApiError(status_code=reply.status_code, headers=dict(reply.headers), body=reply.text)
        return SimpleNamespace(next=reply.json().get("next"))


def _words(status: int) -> str:
    if status in {401, 403}:
        return f"the key or the account token was refused ({status})."
    return "too many requests (429)." if status == 429 else f"answered {status}."


def _retry_after(headers: Mapping[str, str] | None) -> float:
    for name, value in (headers or {}).items():
        if name.lower() == "retry-after" and value.strip().replace(".", "", 1).isdigit():
            return float(value)
    return 0.0
