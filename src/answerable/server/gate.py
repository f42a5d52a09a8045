"""The first check of every request: who is asked, from whose page, and how much is sent.

A browser on this machine will carry any page's request to us. The Host must be one of our names (a foreign
name that points here is DNS rebinding), and requests that a browser marks as another site's are refused.
Scripts send no such marks and are let in; as bodies must be JSON, no plain HTML form can pass for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answerable.server.problems import Refused, reply
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
_FOREIGN = "This request comes from another site's page; only the page of this server may make it."


class Gate:
    """Lets a request in, or answers it with a problem document; every reply gets the security headers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str], keyless: bool) -> None:
        """Under which names we are reached, which other sites' pages may use us, and whether keys are needed."""
        self._app = app
        names = {host.lower() for host in hosts}
        # Without keys only loopback's names, or any page could rebind to us. With keys and no name of its own any
        # will do, as without a key nobody gets anything.
        self._names = names | set(LOOPBACK_NAMES) if names or keyless else names
        self._origins = {origin.rstrip("/").lower() for origin in origins}
        # Encoded once: set one by one on every reply they were 3 % of what a start costs.
        self._always = [(name.lower().encode(), value.encode()) for name, value in self._of_every_reply()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope[SHORT_WAY] = send

        async def sealed(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                self._seal(message, scope["path"], headers.get("origin", ""))
            await send(message)

        answer = self._app
        try:
            self._check(scope, headers)
            if scope.get("method") == "OPTIONS" and "origin" in headers:
                answer = Response(status_code=204)
            elif scope.get("method") not in (None, "GET", "HEAD", "OPTIONS"):
                receive = await _read(receive, headers)
        except Refused as refused:
            answer = reply(refused)
        await answer(scope, receive, sealed)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Refuse a foreign host; for what is guarded also another site's page, and a body that is no JSON."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if not host or (self._names and _name(host) not in self._names):
            names = ", ".join(sorted(self._names))
            raise Refused(403, f"The host {host[:100]!r} is not this server. Use one of {names}.")
        if not scope["path"].startswith(GUARDED):
            return
        if origin is None or origin.lower() not in self._origins:
            elsewhere = origin is not None and origin.partition("://")[2] != host
            if elsewhere or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                raise Refused(403, _FOREIGN)
        # Every browser names its page to a socket; a script that does not must show a key.
        if scope["type"] == "websocket" and origin is None and "authorization" not in headers:
            raise Refused(403, "A socket needs the Origin header of our page, or an API key.")
        if scope.get("method") in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json" and headers.get("content-length") != "0":
                raise Refused(415, "Send the body as JSON, with the header Content-Type: application/json.")

    def _of_every_reply(self) -> list[tuple[str, str]]:
        """Headers that depend on the settings alone; nothing below the gate sets any of them."""
        friends = " ".join(sorted(self._origins))
        return [
            ("Content-Security-Policy", POLICY + (friends or "'none'")),
            ("Cross-Origin-Resource-Policy", "cross-origin" if friends else "same-origin"),
            *HEADERS.items(),
            *([] if friends else [("X-Frame-Options", "DENY")]),  # for browsers without frame-ancestors
        ]

    def _seal(self, message: Message, path: str, origin: str) -> None:
        headers = MutableHeaders(raw=[*message.get("headers", ()), *self._always])
        if origin.lower() in self._origins:
            headers.update({"Access-Control-Allow-Origin": origin, **CORS})
            headers.add_vary_header("Origin")
        # The page's files are asked about every time (and answered 304), so that an upgrade is seen at once.
        headers.setdefault("Cache-Control", "no-store" if path.startswith(GUARDED) else "no-cache")
        message["headers"] = headers.raw


def _name(host: str) -> str:
    """A Host header without its port."""
    name, colon, port = host.rpartition(":")
    return name.lower() if colon and port.isdecimal() else host.lower()


async def _read(receive: Receive, headers: Headers) -> Receive:
    """Wait for the whole body; a receive that hands it out once and then goes on as before."""
    too_large = f"The body is larger than {BODY_BYTES} bytes, which is the most that is taken."
    stated = headers.get("content-length", "0")
    if not stated.isdecimal() or int(stated) > BODY_BYTES:
        raise Refused(413, too_large)
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                body += message.get("body", b"")
                if len(body) > BODY_BYTES:
                    raise Refused(413, too_large)
                more = message.get("more_body", False)  # a client who leaves sends none
    except TimeoutError:
        raise Refused(408, f"The body did not arrive within {BODY_SECONDS:g} seconds.") from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def receive_again() -> Message:
        return whole.pop() if whole else await receive()

    return receive_again
