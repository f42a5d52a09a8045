"""For machines that look after us: are we alive, are we ready, what happened."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse

from answerable.errors import StoreError
from answerable.server.access import LOCAL
from answerable.server.desk import Desk, ToOperate
from answerable.server.metrics import gauge
from answerable.server.problems import Refused, documented

router = APIRouter(tags=["operate"])


@router.get("/healthz", response_class=PlainTextResponse)
async def alive() -> str:
    """The process runs and answers."""
    return "ok\n"


@router.get("/readyz", response_class=PlainTextResponse, responses={503: documented(503)[503]})
def ready(request: Request) -> str:
    """The store can be read and questions are taken."""
    desk: Desk = request.app.state.desk
    if desk.walks.closing:
        raise Refused(503, "The server is being stopped.")
    try:
        desk.house.store.check()
    except StoreError:
        raise Refused(503, "The store cannot be read.") from None
    return "ready\n"


@router.get("/metrics", response_class=PlainTextResponse, responses=documented())
async def metrics(desk: ToOperate) -> PlainTextResponse:
    """Counters in the text format of Prometheus."""
    running, says = len(desk.walks), "Runs under way or waiting their turn."
    lines = gauge("answerable_runs_running", says, {"": running})
    lines += gauge("answerable_viewers", "Streams being followed.", {"": len(desk.board)})
    text = desk.metrics.text(lines + await asyncio.to_thread(_by_tenant, desk))
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


def _by_tenant(desk: Desk) -> list[str]:
    """What each tenant used today, over all processes; with a key of one of them, of that one alone."""
    store, today = desk.house.store, datetime.now(UTC).date().isoformat()
    known = {desk.tenant, *(one.id for one in store.tenants().all() if desk.holder == LOCAL)}
    used = {
        tenant: day
        for tenant in sorted(known)
        for day in store.usage(tenant).days(last=1)
        if day.day == today
    }
    lines = []
    for name, says in (("runs", "Runs begun"), ("tokens", "Tokens used"), ("cost_usd", "US dollars spent")):
        values = {f'{{tenant="{tenant}"}}': f"{getattr(day, name):g}" for tenant, day in used.items()}
        lines += gauge(f"answerable_tenant_{name}_today", f"{says} since midnight UTC, by tenant.", values)
    return lines
