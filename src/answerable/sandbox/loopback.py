"""Serving on this machine alone, for as long as a block lasts."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from answerable.errors import SettingsError


@asynccontextmanager
async def listening(*routes: web.RouteDef | web.StaticDef, port: int = 0) -> AsyncIterator[int]:
    """Answer these routes on loopback; gives the port, which is a free one where none is named."""
    app = web.Application()
    app.add_routes(routes)
    # A visitor who left a slow page must not hold up the end, nor leave its answer waiting after it.
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
        except OSError as error:
            what = f"cannot listen on port {port}: {os.strerror(error.errno or 0)}."
            hint = "Choose a free port, or 0 to have one picked."
            raise SettingsError("sandbox", what, hint=hint) from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
