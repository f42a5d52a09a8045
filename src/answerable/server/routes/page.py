"""The page and its files, as they lie in the package."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

WEB = Path(__file__).parent.parent / "web"
PAGES = {"/": "index.html", "/inbox": "inbox.html", "/admin": "admin.html"}

router = APIRouter(include_in_schema=False)
files = StaticFiles(directory=WEB)


@router.get("/")
@router.get("/inbox")
@router.get("/admin")
async def page(request: Request) -> FileResponse:
    """The page, where people attend to conversations, and the operators' own; what these show wants a key that may."""
    return FileResponse(WEB / PAGES[request.scope["route"].path], media_type="text/html")
