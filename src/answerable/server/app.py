"""The application: its desk, its routes and its gate, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI

from answerable import __version__
from answerable.build import House
from answerable.server import problems
from answerable.server.board import Board
from answerable.server.desk import KEEPALIVE, Desk
from answerable.server.gate import Gate
from answerable.server.metrics import Metrics
from answerable.server.routes import assistants, chat, conversations, page, probes, stream
from answerable.server.shapes import Problem
from answerable.server.walks import Walks

# How long walks under way may take to end when the server is told to stop; most take under a second.
GRACE_SECONDS = 3.0


def create_app(
    house: House,
    *,
    starts: Sequence[str] = (),
    starters: Sequence[str] = (),
    keepalive: float = KEEPALIVE,
) -> FastAPI:
    """The server for a house; `starts` and `starters` are what the page offers to begin with."""
    board, metrics = Board(house.store), Metrics()
    walks = Walks(house, board, metrics)
    desk = Desk(house, board, walks, metrics, tuple(starts), tuple(starters), keepalive)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        await leave(desk)

    # The built-in documentation pages load scripts from elsewhere, so there are none; /openapi.json stays.
    app = FastAPI(title="Answerable", version=__version__, docs_url=None, redoc_url=None, lifespan=life)
    app.state.desk = desk
    app.add_middleware(Gate)
    problems.install(app)
    for room in (chat, stream, conversations, assistants, probes, page):
        app.include_router(room.router)
    app.mount("/web", page.files)
    _name_problems(app)
    return app


async def leave(desk: Desk) -> None:
    """End what is going on: walks first, so that those who watch still see how they ended."""
    await desk.walks.close(GRACE_SECONDS)
    desk.board.close()


def _name_problems(app: FastAPI) -> None:
    """Put the problem document among the schemas that the routes refer to."""
    described = app.openapi()
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas = described.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(schema.pop("$defs", {}))
    schemas["Problem"] = schema
