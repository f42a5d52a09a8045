"""The first check of every request: who is asked, from whose page, and how much is sent.

A browser on this machine will carry any page's request to us. The Host must be one of our names (a foreign
name that points here is DNS rebinding), and requests that a browser marks as another site's are refused.
Scripts send no such marks and are let in; as bodies must be JSON, no plain HTML form can pass for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answerable.server.problems import problem, reply
from answerable.server.wire import SHORT_WAY

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
# The largest honest body is a question of 4,000 characters and ten addresses of 2,000: at most 48 kB.
BODY_BYTES = 64 * 1024
# A body of that size takes well under a second on any line that can follow a stream.
BODY_SECONDS = 10.0

# No inline script or style, nothing from elsewhere, and no way to turn a string into HTML (trusted types).
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors "
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# Everything but the page's own files, to which any site may link.
GUARDED = ("/api", "/metrics", "/openapi.json", "/ws", "/v1", "/mcp")
# What a page of another site, where the operator allows one, may send and read.
CORS = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Last-Event-ID",
    "Access-Control-Max-Age": "600",
}

Objection = tuple[int, str]


@dataclass(frozen=True)
class Rules:
    """Under which names we are reached, and which other sites' pages may use us."""

    names: frozenset[str] = frozenset(LOOPBACK_NAMES)  # empty: any, as without a key nobody gets anything
    origins: frozenset[str] = frozenset()

    @classmethod
    def made(cls, hosts: Collection[str], origins: Collection[str], *, keyless: bool) -> Rules:
        """The rules of the settings; without keys only loopback's names, or any page could rebind to us."""
        names = {host.lower() for host in hosts}
        named = names | set(LOOPBACK_NAMES) if names or keyless else names
        return cls(frozenset(named), frozenset(origin.rstrip("/").lower() for origin in origins))

    def foreign_host(self, host: str) -> Objection | None:
        if not host or (self.names and _name(host) not in self.names):
            names = ", ".join(sorted(self.names))
            return 403, f"The host {host[:100]!r} is not this server. Use one of {names}."
        return None

    def foreign_page(self, headers: Headers, host: str) -> Objection | None:
        origin = headers.get("origin")
        if origin is not None and origin.lower() in self.origins:
            return None
        if origin is not None and origin.partition("://")[2] != host:
            return 403, _FOREIGN
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, _FOREIGN
        return None


_FOREIGN = "This request comes from another site's page; only the page of this server may make it."


class Gate:
    """Lets a request in, or answers it with a problem document; every reply gets the security headers."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self._app, self._rules = app, rules
        self._friends = " ".join(sorted(rules.origins))
        # Encoded once: set one by one on every reply they were 3 % of what a start costs.
        self._always = [(name.lower().encode(), value.encode()) for name, value in self._of_every_reply()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope.setdefault(SHORT_WAY, send)

        async def sealed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                self._seal(message, scope["path"], headers.get("origin", ""))
            await send(message)

        refusal = self._objection(scope, headers)
        if refusal is None and scope.get("method") == "OPTIONS" and "origin" in headers:
            await Response(status_code=204)(scope, receive, sealed)
            return
        if refusal is None and scope.get("method") not in (None, "GET", "HEAD", "OPTIONS"):
            body = await _read(receive, headers)
            if isinstance(body, bytes):
                receive = _again(body, receive)
            else:
                refusal = body
        if refusal:
            await reply(problem(*refusal))(scope, receive, sealed)
        else:
            await self._app(scope, receive, sealed)

    def _objection(self, scope: Scope, headers: Headers) -> Objection | None:
        host = headers.get("host", "")
        if refusal := self._rules.foreign_host(host):
            return refusal
        if not scope["path"].startswith(GUARDED):
            return None
        if refusal := self._rules.foreign_page(headers, host):
            return refusal
        if scope["type"] == "websocket":
            # Every browser names its page here; a script that does not must show a key.
            if "origin" in headers or "authorization" in headers:
                return None
            return 403, "A socket needs the Origin header of our page, or an API key."
        if scope["method"] in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json" and headers.get("content-length") != "0":
                return 415, "Send the body as JSON, with the header Content-Type: application/json."
        return None

    def _of_every_reply(self) -> list[tuple[str, str]]:
        """Headers that depend on the rules alone; nothing below the gate sets any of them."""
        alone = not self._friends
        return [
            ("Content-Security-Policy", POLICY + (self._friends or "'none'")),
            ("Cross-Origin-Resource-Policy", "same-origin" if alone else "cross-origin"),
            *HEADERS.items(),
            *([("X-Frame-Options", "DENY")] if alone else []),  # for browsers without frame-ancestors
        ]

    def _seal(self, message: Message, path: str, origin: str) -> None:
        headers = MutableHeaders(raw=[*message.get("headers", ()), *self._always])
        if self._friends and origin.lower() in self._rules.origins:
            headers.update({"Access-Control-Allow-Origin": origin, **CORS})
            headers.add_vary_header("Origin")
        # The page's files are asked about every time (and answered 304), so that an upgrade is seen at once.
        headers.setdefault("Cache-Control", "no-store" if path.startswith(GUARDED) else "no-cache")
        message["headers"] = headers.raw


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


async def _read(receive: Receive, headers: Headers) -> bytes | tuple[int, str]:
    """The whole body, or why it is not taken."""
    too_large = (413, f"The body is larger than {BODY_BYTES} bytes, which is the most that is taken.")
    stated = headers.get("content-length", "0")
    if not stated.isdecimal() or int(stated) > BODY_BYTES:
        return too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > BODY_BYTES:
                    return too_large
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return 408, f"The body did not arrive within {BODY_SECONDS:g} seconds."


def _again(body: bytes, receive: Receive) -> Receive:
    """A receive that hands out the body once and then goes on as before."""
    handed = False

    async def receive_again() -> Message:
        nonlocal handed
        if handed:
            return await receive()
        handed = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
