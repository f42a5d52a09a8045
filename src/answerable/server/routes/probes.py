"""For machines that look after us: are we alive, are we ready, what happened."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from answerable.errors import StoreError
from answerable.server import problems
from answerable.server.desk import Desk, ToOperate

router = APIRouter(tags=["operate"])


@router.get("/healthz", response_class=PlainTextResponse)
async def alive() -> str:
    """The process runs and answers."""
    return "ok\n"


@router.get("/readyz", response_class=PlainTextResponse, responses={503: problems.documented(503)[503]})
def ready(request: Request) -> Response:
    """The store can be read and questions are taken."""
    desk: Desk = request.app.state.desk
    if desk.walks.closing:
        return problems.reply(problems.problem(503, "The server is being stopped."))
    try:
        desk.house.store.check()
    except StoreError:
        return problems.reply(problems.problem(503, "The store cannot be read."))
    return PlainTextResponse("ready\n")


@router.get("/metrics", response_class=PlainTextResponse, responses=problems.documented())
async def metrics(desk: ToOperate) -> PlainTextResponse:
    """Counters in the text format of Prometheus."""
    gauges = {
        "answerable_runs_running": ("Runs under way or waiting their turn.", len(desk.walks)),
        "answerable_viewers": ("Streams being followed.", len(desk.board)),
    }
    return PlainTextResponse(desk.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")
