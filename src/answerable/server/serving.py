"""Listening: on this machine only until keys exist, and leaving politely."""

from __future__ import annotations

import ipaddress
import os
import socket

import uvicorn
from fastapi import FastAPI

from answerable.errors import SettingsError
from answerable.server.app import GRACE_SECONDS, leave

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
                ws="none",
                timeout_graceful_shutdown=last,
            )
        )
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await leave(self._app.state.desk)
        await super().shutdown(sockets)


async def serve(app: FastAPI, listening: socket.socket) -> None:
    """Serve until told to stop."""
    await Server(app).serve([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket on this machine's own address; says what to do when that is not possible."""
    check_host(host)
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


def check_host(host: str) -> None:
    """Only loopback may be served without keys."""
    try:
        ours = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        ours = False
    if not ours:
        raise SettingsError(
            "serve --host",
            f"is {host!r}, which others can reach, and no API key is configured.",
            hint="Use 127.0.0.1, and a reverse proxy that asks for a password if others should reach it.",
        )
