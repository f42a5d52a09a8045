"""Listening: beyond this machine only once a key exists, and leaving politely."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Collection

import uvicorn
from fastapi import FastAPI

from answerable.errors import SettingsError
from answerable.server.app import GRACE_SECONDS, leave
from answerable.server.gate import BODY_BYTES
from answerable.trace import redact_logs

# After the walks had their time, what is left of the connections gets this much more.
LAST_SECONDS = 2


class Server(uvicorn.Server):
    """Ends walks and streams before connections are closed; a stream would otherwise hold the end up."""

    def __init__(self, app: FastAPI) -> None:
        last = int(GRACE_SECONDS) + LAST_SECONDS
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                ws_max_size=BODY_BYTES,
                timeout_graceful_shutdown=last,
            )
        )
        self._app = app
        redact_logs()  # uvicorn has hung its handlers by now

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await leave(self._app.state.desk)
        await super().shutdown(sockets)


async def serve(app: FastAPI, listening: socket.socket) -> None:
    await Server(app).serve([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that waits for whoever comes; says what to do when that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio turns Nagle's algorithm off only where it reads TCP here; without
    # it every reply waited 40 ms for the reader's acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # whoever comes before the server is ready waits, and is served
    except OSError as error:
        listening.close()
        why = os.strerror(error.errno or 0)
        hint = "Choose a free port with --port, or 0 to have one picked."
        raise SettingsError("serve", f"cannot listen on {host} port {port}: {why}.", hint=hint) from error
    return listening


def keyless(host: str, names: Collection[str], *, keys: bool) -> bool:
    """Whether whoever connects here may do without a key; an error where they may not and there is none.

    Only loopback under its own names: a server that has another name is meant for others, who reach it
    through a proxy on this machine.
    """
    try:
        ours = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        ours = False
    if ours and not names:
        return True
    if keys:
        return False
    where = f"is {host!r}, which others can reach" if not ours else f"is reached as {', '.join(names)}"
    raise SettingsError(
        "serve --host" if not ours else "server.hosts",
        f"{where}, and no API key is configured.",
        hint="Make one with: answerable tenants new NAME, then: answerable keys new NAME. Or use 127.0.0.1.",
    )
