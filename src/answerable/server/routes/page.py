"""The page and its files, as they lie in the package."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

WEB = Path(__file__).parent.parent / "web"

router = APIRouter(include_in_schema=False)


@router.get("/")
async def page() -> FileResponse:
    """The page; which conversation it shows stands in the address behind #."""
    return FileResponse(WEB / "index.html", media_type="text/html")


@router.get("/inbox")
async def inbox() -> FileResponse:
    """Where people attend to conversations; its data wants a key that may."""
    return FileResponse(WEB / "inbox.html", media_type="text/html")


@router.get("/admin")
async def admin() -> FileResponse:
    """Where operators see what is pinned, remembered and cached; its data wants a key that may."""
    return FileResponse(WEB / "admin.html", media_type="text/html")


files = StaticFiles(directory=WEB)
