"""Serve the sandbox shop: an invented company's website and, on a second port, its developer documentation.

Besides ordinary pages it has what crawlers meet in the wild, each in one place below: moved pages, a redirect
loop, redirects to addresses nobody should follow, copies, a missing page, a page that fails, a slow page, a
page that JavaScript writes, a PDF, an endless calendar, a page with instructions for machines in it, and a
page that robots.txt closes.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from aiohttp import ETag, web

from answerable.report.pdf import write_pdf
from answerable.sandbox.loopback import listening
from answerable.sandbox.shop_pages import ShopPage, fill, read_pages, read_text, sitemap

SHOP_PORT, DOCS_PORT = 8420, 8421

# path -> (status, where to). Links to the first of each group stand in the content.
REDIRECTS: Mapping[str, tuple[int, str]] = {
    "/return-policy": (301, "/returns"),
    # A chain of three: /help/returns-policy, /policies/returns, /return-policy, and then the page.
    "/help/returns-policy": (302, "/policies/returns"),
    "/policies/returns": (301, "/return-policy"),
    # A loop of two.
    "/loyalty-club": (302, "/larch-club"),
    "/larch-club": (302, "/loyalty-club"),
    # The address where cloud machines keep their credentials.
    "/partners/cloud": (302, "http://169.254.169.254/latest/meta-data/"),
    # Another site, under a name that never resolves.
    "/go/journal": (301, "https://journal.larchwick.example/"),
}
# path -> (page it shows, template); "/shipping/" is a copy too, as any path may end in a slash.
COPIES: Mapping[str, tuple[str, str]] = {
    "/versand-info": ("/shipping", ""),
    "/print/shipping": ("/shipping", "print"),
}
SLOW_PAGE = "/order-tracking"
FAILING_PAGE = "/stock-levels"
WARRANTY_PDF = "/files/warranty-terms.pdf"
ASSETS = {"/assets/style.css": "text/css", "/assets/stores.json": "application/json"}
FILES_UPDATED = datetime(2026, 1, 2, tzinfo=UTC)


class ShopSite:
    """The running shop: `url` and `docs_url` are its two roots, without a slash at the end.

    `hits` counts the requested paths of the shop and `docs_hits` those of the documentation.
    """

    def __init__(self, *, port: int = 0, docs_port: int = 0, slow_seconds: float = 1.5) -> None:
        self.port, self.docs_port = port, docs_port
        self.slow_seconds = slow_seconds
        self.url = self.docs_url = ""
        self.hits: Counter[str] = Counter()
        self.docs_hits: Counter[str] = Counter()
        self._pages = read_pages("main")
        self._docs = read_pages("docs")
        self._servers = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as servers:
            shop, docs = (web.get("/{path:.*}", one) for one in (self._answer_shop, self._answer_docs))
            self.port = await servers.enter_async_context(listening(shop, port=self.port))
            self.docs_port = await servers.enter_async_context(listening(docs, port=self.docs_port))
            self._servers = servers.pop_all()
        self.url, self.docs_url = (f"http://127.0.0.1:{port}" for port in (self.port, self.docs_port))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._servers.aclose()

    @property
    def roots(self) -> dict[str, str]:
        return {"shop": self.url, "docs": self.docs_url}

    async def _answer_shop(self, request: web.Request) -> web.StreamResponse:
        self.hits[request.path] += 1
        path = _plain(request.path)
        if path in REDIRECTS:
            status, target = REDIRECTS[path]
            return web.Response(status=status, headers={"Location": target})
        if path == FAILING_PAGE:
            return self._notice("Out of order", "broken", self._pages["/"], status=500)
        if path == SLOW_PAGE:
            await asyncio.sleep(self.slow_seconds)
        if path == WARRANTY_PDF:
            return _reply(request, warranty_pdf(), "application/pdf", FILES_UPDATED)
        if month := _calendar_month(path):
            return self._calendar(request, path, month)
        if path in COPIES:
            original, template = COPIES[path]
            return self._show(request, self._pages[original], template=template)
        return self._answer_any(request, path, self._pages, root="main")

    async def _answer_docs(self, request: web.Request) -> web.StreamResponse:
        self.docs_hits[request.path] += 1
        return self._answer_any(request, _plain(request.path), self._docs, root="docs")

    def _answer_any(
        self, request: web.Request, path: str, pages: Mapping[str, ShopPage], *, root: str
    ) -> web.StreamResponse:
        """What both roots have: pages, robots.txt, a sitemap, files, and a page for everything else."""
        if path in pages:
            return self._show(request, pages[path])
        if path == "/robots.txt":
            rules = fill(read_text(f"{root}/robots.txt"), self.roots)
            return _reply(request, rules.encode(), "text/plain", FILES_UPDATED)
        if path == "/sitemap.xml":
            listing = sitemap(pages, self.url if root == "main" else self.docs_url)
            return _reply(request, listing.encode(), "application/xml", FILES_UPDATED)
        if path in ASSETS:
            return _reply(request, read_text(path.removeprefix("/")).encode(), ASSETS[path], FILES_UPDATED)
        return self._notice("Page not found", "missing", pages["/"], status=404)

    def _show(self, request: web.Request, page: ShopPage, *, template: str = "") -> web.StreamResponse:
        content = page.render(self.roots, template=template)
        return _reply(request, content, "text/html", page.updated, charset=page.charset)

    def _notice(self, title: str, body: str, home: ShopPage, *, status: int) -> web.Response:
        page = replace(home, title=title, body=read_text(f"templates/{body}.html"))
        return web.Response(
            status=status, body=page.render(self.roots), content_type="text/html", charset="utf-8"
        )

    def _calendar(self, request: web.Request, path: str, month: tuple[int, int]) -> web.StreamResponse:
        """A month that goes on for ever: every page links to the next, and to the month after."""
        asked = request.query.get("page", "1")
        page = int(asked) if asked.isdecimal() and len(asked) < 9 else 1
        year, number = month
        later = (year + 1, 1) if number == 12 else (year, number + 1)
        words = {
            "page": str(page),
            "next_page": str(page + 1),
            "walk": str(year * 12 + number + page),
            "month": f"{number:02d}/{year}",
            "next_month": f"/events/{later[0]}/{later[1]:02d}",
            "path": path,
        }
        body = fill(read_text("templates/calendar.html"), words)
        title = f"Events in {words['month']}, page {page}"
        own = f"{path}?page={page}"  # each page calls itself the canonical one, as such traps do
        return self._show(request, replace(self._pages["/stores"], path=own, title=title, body=body))


def warranty_pdf() -> bytes:
    lines = read_text("assets/warranty-terms.txt").splitlines()
    fonts = ("F2" if line.startswith("# ") else "F1" for line in lines)
    return write_pdf(
        zip(fonts, (line.removeprefix("# ") for line in lines), strict=True), "Larchwick warranty terms"
    )


def _plain(path: str) -> str:
    return path.rstrip("/") or "/"


def _calendar_month(path: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"/events/(\d{4,6})/(0[1-9]|1[0-2])", path)
    return (int(found[1]), int(found[2])) if found else None


def _reply(
    request: web.Request, body: bytes, content_type: str, updated: datetime, *, charset: str = "utf-8"
) -> web.StreamResponse:
    """The body with its validators, or 304 when the visitor already has it."""
    tag = hashlib.sha256(body).hexdigest()[:16]
    if _already_has(request, tag, updated):
        reply = web.Response(status=304)
    else:
        textual = content_type != "application/pdf"
        reply = web.Response(body=body, content_type=content_type, charset=charset if textual else None)
    reply.etag = ETag(value=tag)
    reply.last_modified = updated
    return reply


def _already_has(request: web.Request, tag: str, updated: datetime) -> bool:
    if request.if_none_match is not None:  # when both are sent, the tag alone decides (RFC 9110, 13.2.2)
        return any(known.value in (tag, "*") for known in request.if_none_match)
    return request.if_modified_since is not None and updated <= request.if_modified_since
