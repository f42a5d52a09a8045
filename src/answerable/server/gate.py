"""The first check of every request: who is asked, from whose page, and how much is sent.

A browser on this machine will carry any page's request to us. The Host must be one of our names (a foreign
name that points here is DNS rebinding), and requests that a browser marks as another site's are refused.
Scripts send no such marks and are let in; as bodies must be JSON, no plain HTML form can pass for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answerable.server.problems import problem, reply

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
# The largest honest body is a question of 4,000 characters and ten addresses of 2,000: at most 48 kB.
BODY_BYTES = 64 * 1024
# A body of that size takes well under a second on any line that can follow a stream.
BODY_SECONDS = 10.0

# No inline script or style, nothing from elsewhere, and no way to turn a string into HTML (trusted types).
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# Everything but the page's own files, to which any site may link.
GUARDED = ("/api", "/metrics", "/openapi.json")


class Gate:
    """Lets a request in, or answers it with a problem document; every reply gets the security headers."""

    def __init__(self, app: ASGIApp, names: Collection[str] = LOOPBACK_NAMES) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _seal(MutableHeaders(scope=message), scope["path"])
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._objection(scope, headers)
        if refusal is None and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            body = await _read(receive, headers)
            if isinstance(body, bytes):
                receive = _again(body, receive)
            else:
                refusal = body
        if refusal:
            await reply(problem(*refusal))(scope, receive, sealed)
        else:
            await self._app(scope, receive, sealed)

    def _objection(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self._names:
            names = ", ".join(sorted(self._names))
            return 403, f"The host {host[:100]!r} is not this server. Use one of {names}."
        if not scope["path"].startswith(GUARDED):
            return None
        origin = headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        if foreign or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return (
                403,
                "This request comes from another site's page; only the page of this server may make it.",
            )
        if scope["method"] in ("POST", "PUT", "PATCH"):
            kind = headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json" and headers.get("content-length") != "0":
                return 415, "Send the body as JSON, with the header Content-Type: application/json."
        return None


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


def _seal(headers: MutableHeaders, path: str) -> None:
    for name, value in HEADERS.items():
        headers[name] = value
    # The page's files are asked about every time (and answered 304), so that an upgrade is seen at once.
    headers.setdefault("Cache-Control", "no-store" if path.startswith(GUARDED) else "no-cache")
