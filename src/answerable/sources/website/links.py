"""The ways on from a page that stay inside the site, each in its one spelling and with its words."""

from __future__ import annotations

from answerable.net import canonical
from answerable.sources.website.extract import PageContent
from answerable.sources.website.scope import Scope

# Addresses remembered from page to page: the pages of a folder share most of their menu.
ADDRESSES_KEPT = 20_000


class LinkReader:
    """Resolves the links of the pages of one site."""

    def __init__(self, scope: Scope, *, most: int) -> None:
        self._scope, self._most = scope, most
        self._folders: dict[str, dict[str, str | None]] = {}
        self._kept = 0

    def links(self, content: PageContent, url: str) -> tuple[tuple[str, str], ...]:
        """The ways on in reading order, up to the limit; a link marked nofollow is none."""
        base = _against(content, url)
        folder = base[: base.partition("?")[0].rindex("/") + 1]
        known = self._folders.setdefault(folder, {})
        found: dict[str, str] = {}
        for link in content.links:
            if link.rel_nofollow:
                continue
            href = link.href
            address = known[href] if href in known else self._resolve(href, base, known)
            if address is None or address in found:
                continue
            found[address] = f"{link.text} — {link.context}" if link.context else link.text
            if len(found) >= self._most:
                break
        return tuple(found.items())

    def refresh(self, content: PageContent, url: str) -> str | None:
        """Where a page without text sends its visitors; that may be outside, for others to refuse."""
        if not content.refresh or content.passages:
            return None
        return canonical(content.refresh, _against(content, url))

    def _resolve(self, href: str, base: str, known: dict[str, str | None]) -> str | None:
        address = canonical(href, base)
        if address is not None and self._scope.objection(address):
            address = None
        if href[:1] not in ("?", "#", ""):  # those depend on the page, not only on its folder
            known[href] = address
            self._kept += 1
            if self._kept > ADDRESSES_KEPT:
                self._folders.clear()
                self._kept = 0
        return address


def _against(content: PageContent, url: str) -> str:
    return (canonical(content.base, url) if content.base else None) or url
