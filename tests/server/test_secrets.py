"""T23: keys go nowhere. Canaries in every place a secret comes in; then every file, log line and reply is searched."""

from __future__ import annotations

import logging
from datetime import date
from pathlib import Path

import pytest

from answerable.build import House
from answerable.sandbox.bookstore import build_bookstore
from answerable.settings import ModerationSettings, Settings
from tests.models.test_moderation import Provider, provider
from tests.server.conftest import Site, served

__all__ = ["provider"]

PROVIDER_KEY = "sk-canary-4f1d9a77e0b2c6"


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("status", [200, 500])
async def test_no_key_is_kept_or_told(
    tmp_path: Path,
    site: Site,
    provider: Provider,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ANSWERABLE_MODEL_KEY", PROVIDER_KEY)
    provider.status = status
    if status != 200:
        provider.body = f"bad key {PROVIDER_KEY}"
    build_bookstore(tmp_path / "bookstore.db", date(2026, 5, 4), orders=20)
    judge = ModerationSettings(name=f"openai-compatible:judge@{provider.url}")
    house = House.open(Settings(home=tmp_path, moderation=judge))
    ours, _ = house.store.keys().new("local", scopes=["ask", "read", "operator"])
    shown = {"headers": {"Authorization": f"Bearer {ours}"}}
    replies: list[str] = []
    async with served(house, site, keyless=False) as shop:
        for words in ("where is BK-1001? nora.lind@example.org", "I want to talk to a human"):
            asked = {"question": words, "assistant": "bookstore"}
            _, told = await shop.send("POST", "/api/chat", json=asked, **shown)
            replies.append(str(told))
            replies.append(str((await shop.send("GET", f"/api/runs/{told['run']}", **shown))[1]))
        for path in ("/api/inbox", "/api/inbox/reviews", "/api/conversations", "/api/inbox/none"):
            replies.append(str((await shop.send("GET", path, **shown))[1]))
    house.store.close()
    assert provider.asked[0][1] == f"Bearer {PROVIDER_KEY}"  # it was used
    kept = everything(tmp_path)
    for secret in (PROVIDER_KEY, ours):
        assert secret.encode() not in kept
        assert secret not in caplog.text
        assert not any(secret in reply for reply in replies)
