"""The application: its desk, its routes and its gate, put together."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.routing import Route

from answerable import __version__
from answerable.build import House
from answerable.evals.live import live_judge
from answerable.server import problems
from answerable.server.access import Access, Rates
from answerable.server.board import Board
from answerable.server.desk import KEEPALIVE, Desk
from answerable.server.gate import Gate
from answerable.server.mcp_door import McpDoor
from answerable.server.metrics import Metrics
from answerable.server.replies import Problem
from answerable.server.routes import (
    admin,
    assistants,
    chat,
    completions,
    conversations,
    feedback,
    inbox,
    page,
    probes,
    runs,
    socket,
    stream,
)
from answerable.server.walks import Walks
from answerable.server.warm import spare, warm
from answerable.trace import exporter_of, trace_of

# How long walks under way may take to end when the server is told to stop; most take under a second.
GRACE_SECONDS = 3.0
ROUTES = (
    runs,  # looked through in this order, and most requests are for runs
    chat,
    stream,
    conversations,
    feedback,
    inbox,
    admin,
    assistants,
    completions,
    socket,
    probes,
    page,
)


def create_app(
    house: House,
    *,
    starts: Sequence[str] = (),
    starters: Mapping[str, Sequence[str]] | None = None,
    keepalive: float = KEEPALIVE,
    keyless: bool = True,
    warm_up: bool = False,
) -> FastAPI:
    """The server for a house; `starts` and `starters` are what the page offers to begin with.

    `keyless` lets whoever can connect in without a key: for loopback only. With `warm_up` the assistants are made
    ready for their first question while the page already opens.
    """
    settings = house.settings.server
    board, metrics = Board(house.store), Metrics()
    exporter = exporter_of(os.environ, lambda tenant, run: trace_of(*house.store.traces(tenant).read(run)))
    judge = live_judge(house, metrics.judged, lambda: len(walks) > 0)
    walks = Walks(house, board, metrics, ears=[ear for ear in (exporter, judge) if ear])
    limits = {"requests": settings.requests_per_minute, "questions": settings.questions_per_minute}
    access = Access(house.store.keys(), Rates(limits), keyless)
    desk = Desk(house, board, walks, metrics, access, tuple(starts), starters or {}, keepalive)
    mcp = McpDoor()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        walks.runs.begin()
        spare()
        warming = asyncio.create_task(warm(house, starts)) if warm_up else None
        if warming:
            warming.add_done_callback(lambda _: spare())
        yield
        if warming:
            warming.cancel()
            await asyncio.wait([warming])
        await leave(desk)
        await mcp.close()
        gc.unfreeze()  # DuckDB complains when the process ends about whatever nobody gave back

    # The built-in documentation pages load scripts from elsewhere, so there are none; /openapi.json stays.
    app = FastAPI(title="Answerable", version=__version__, docs_url=None, redoc_url=None, lifespan=life)
    app.state.desk = desk
    app.add_middleware(Gate, hosts=settings.hosts, origins=settings.origins, keyless=keyless)
    problems.install(app)
    for subject in ROUTES:
        app.include_router(subject.router)
    app.router.routes.append(Route("/mcp", mcp, include_in_schema=False))
    app.mount("/web", page.files)
    _name_problems(app)
    return app


async def leave(desk: Desk) -> None:
    """End what is going on: walks first, so that those who watch still see how they ended."""
    await desk.walks.close(GRACE_SECONDS)
    desk.board.close()
    await desk.house.rest()


def _name_problems(app: FastAPI) -> None:
    """Put the problem document among the schemas that the routes refer to."""
    described = app.openapi()
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas = described.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(schema.pop("$defs", {}))
    schemas["Problem"] = schema
