"""Which URLs belong to the site: by host, subdomain or path prefix. An empty list means the start hosts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import unquote

from answerable.errors import SettingsError
from answerable.net.url import canonical, origin_of

# http and https of one host are one site.
USUAL_PORTS = frozenset((80, 443))
ORIGINS_KEPT = 1_024


@dataclass(frozen=True)
class Domain:
    """One allowed place. Ports or a path that are not named are not compared."""

    host: str
    ports: frozenset[int]
    path: str  # decoded, without the trailing slash; "" allows every path
    subdomains: bool

    def covers_origin(self, host: str, port: int) -> bool:
        if self.ports and port not in self.ports:
            return False
        return host == self.host or (self.subdomains and host.endswith("." + self.host))

    def covers_path(self, path: str) -> bool:
        # Whole components: /The-Pocket must not open /The-Pocket-evil, nor /docs what /docs/..%2Fadmin means.
        if not self.path:
            return True
        return path == self.path or (path.startswith(self.path + "/") and ".." not in path.split("/"))


class Scope:
    """The site's borders."""

    def __init__(self, starts: Sequence[str], allowed_domains: Sequence[str] = ()) -> None:
        if allowed_domains:
            self.domains = tuple(_domain(entry) for entry in allowed_domains)
        else:
            self.domains = tuple(_start_host(url) for url in starts)
        self.hosts = frozenset(domain.host for domain in self.domains)
        self._origins: dict[str, tuple[Domain, ...]] = {}

    def objection(self, url: str) -> str | None:
        """Why this (canonical) URL is outside, or None when it is inside."""
        path_at = url.find("/", 8)
        origin = url[:path_at]
        domains = self._origins.get(origin)
        if domains is None:
            domains = self._covering(origin)
        if not domains:
            return f"{origin} is outside the allowed domains."
        path = unquote(url[path_at:].partition("?")[0])
        if any(domain.covers_path(path) for domain in domains):
            return None
        return f"{path} of {origin} is outside the allowed paths."

    def _covering(self, origin: str) -> tuple[Domain, ...]:
        _, host, port = origin_of(origin)
        host = plain_host(host)
        domains = tuple(domain for domain in self.domains if domain.covers_origin(host, port))
        if len(self._origins) >= ORIGINS_KEPT:  # a hostile page can name any number of hosts
            self._origins.clear()
        self._origins[origin] = domains
        return domains


def _start_host(url: str) -> Domain:
    _, host, port = origin_of(url)
    ports = USUAL_PORTS if port in USUAL_PORTS else frozenset((port,))
    return Domain(plain_host(host), ports, "", subdomains=False)


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
    _, host, port = origin_of(url)
    path = unquote(url[url.index("/", 8) :].partition("?")[0]).rstrip("/")
    ports = frozenset((port,)) if _names_port(words) else frozenset[int]()
    return Domain(plain_host(host), ports, path, subdomains=_has_subdomains(host))


def _names_port(words: str) -> bool:
    # canonical() drops a usual port; only a port the operator wrote may narrow the rule.
    authority = words.partition("://")[2] or words
    _, colon, port = authority.partition("/")[0].rpartition(":")
    return bool(colon) and port.isdecimal()


def _has_subdomains(host: str) -> bool:
    if host.startswith("www."):
        return False
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return "." in host.rstrip(".")
    return False


def plain_host(host: str) -> str:
    """www.example.com and example.com are one site."""
    return host.rstrip(".").removeprefix("www.")
