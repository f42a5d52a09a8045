"""Which URLs belong to the site: by host, subdomain or path prefix. An empty list means the start hosts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from answerable.errors import SettingsError
from answerable.net.url import canonical


@dataclass(frozen=True)
class Domain:
    """One allowed place. A port or path that is not named is not compared."""

    host: str
    port: int | None
    path: str  # without the trailing slash; "" allows every path
    subdomains: bool

    def covers(self, host: str, port: int | None, path: str) -> bool:
        if self.port is not None and self.port != port:
            return False
        if host != self.host and not (self.subdomains and host.endswith("." + self.host)):
            return False
        # Whole path components: /The-Pocket must not open /The-Pocket-evil.
        return not self.path or path == self.path or path.startswith(self.path + "/")


class Scope:
    """The site's borders."""

    def __init__(self, starts: Sequence[str], allowed_domains: Sequence[str] = ()) -> None:
        if allowed_domains:
            self.domains = tuple(_domain(entry) for entry in allowed_domains)
        else:
            self.domains = tuple(_start_host(url) for url in starts)
        self.hosts = frozenset(domain.host for domain in self.domains)

    def objection(self, url: str) -> str | None:
        """Why this (canonical) URL is outside, or None when it is inside."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
        if any(domain.covers(plain_host(host), port, path) for domain in self.domains):
            return None
        return f"{host} is outside the allowed domains"


def _start_host(url: str) -> Domain:
    parts = urlsplit(url)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    # http and https of one host are one site; only an unusual port narrows it.
    narrow = port if port not in (80, 443) else None
    return Domain(plain_host(parts.hostname or ""), narrow, "", subdomains=False)


def _domain(entry: str) -> Domain:
    """`example.com`, `localhost:8000`, `example.com/docs`, `https://example.com/docs`, `*.example.com`."""
    words = entry.strip().removeprefix("*.").removeprefix(".")
    url = canonical(words if "://" in words else f"https://{words}")
    if url is None:
        raise SettingsError(
            "website.allowed_domains",
            f"holds {entry!r}, which is no host or path.",
            hint="Write example.com, docs.example.com:8080 or example.com/help.",
        )
    parts = urlsplit(url)
    return Domain(
        plain_host(parts.hostname or ""), _named_port(words), parts.path.rstrip("/"), subdomains=_is_name(url)
    )


def _named_port(words: str) -> int | None:
    # canonical() drops a default port; only a port the operator wrote may narrow the rule.
    rest = words.split("://", 1)[-1].split("/", 1)[0]
    digits = rest.rsplit(":", 1)[-1]
    return int(digits) if ":" in rest and digits.isdigit() else None


def _is_name(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        ip_address(host)
    except ValueError:
        return "." in host
    return False


def plain_host(host: str) -> str:
    """www.example.com and example.com are one site."""
    return host.rstrip(".").lower().removeprefix("www.")
