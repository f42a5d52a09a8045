"""T23: keys go nowhere. Canaries in every place a secret comes in; then every file, log line and reply is searched."""

from __future__ import annotations

import logging
from datetime import date
from pathlib import Path

import aiohttp
import pytest

from answerable.build import House
from answerable.sandbox.bookstore import build_bookstore
from answerable.settings import DatabaseSettings, MergeSettings, ModelSettings, ModerationSettings, Settings
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


# A canary for every way in which a secret comes here: settings, headers, cookies, addresses, questions, arguments.
_WAYS = ("database", "merge", "account", "model", "cookie", "header", "bearer", "page", "asked", "argument")
CANARIES = {name: f"{name}Canary7Q{place}x9Zt4Lw" for place, name in enumerate(_WAYS)}
# The first question to the warehouse reads its words and vectors, which took over ten seconds on a busy machine.
PATIENT = aiohttp.ClientTimeout(total=60)


async def test_secrets_of_every_kind_stay_out(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing that is asked here can be reached, so that every way of failing has its chance to tell."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("ANSWERABLE_MODEL_KEY", CANARIES["model"])
    build_bookstore(tmp_path / "bookstore.db", date(2026, 5, 4), orders=20)
    settings = Settings(
        home=tmp_path,
        model=ModelSettings(name="openai-compatible:any", base_url="http://127.0.0.1:9/v1", way="model"),
        database=DatabaseSettings(url=f"postgresql://ann:{CANARIES['database']}@127.0.0.1:9/shop"),
        merge=MergeSettings(
            url="http://127.0.0.1:9", api_key=CANARIES["merge"], account_token=CANARIES["account"]
        ),
    )
    house = House.open(settings)
    ours, _ = house.store.keys().new("local", scopes=["ask", "read", "operator"])
    shown = {
        "Authorization": f"Bearer {ours}",
        "X-Token": CANARIES["header"],
        "Cookie": f"token={CANARIES['cookie']}",
    }
    site.pages["/"] += f"<p>Deploy with password={CANARIES['page']} and nothing else.</p>"
    asked = {
        "warehouse": "How many orders are there?",
        "workplace": "How many open tickets do I have?",
        "bookstore": f"where is BK-1001? nora.lind@example.org, password={CANARIES['argument']}",
        "website": f"When does the tea house open? My api_key={CANARIES['asked']}",
    }
    replies: list[str] = []
    async with served(house, site, keyless=False) as shop:
        for assistant, words in asked.items():
            body = {
                "question": words,
                "assistant": assistant,
                "site": [site.url] if assistant == "website" else [],
            }
            reply, told = await shop.send("POST", "/api/chat", json=body, headers=shown, timeout=PATIENT)
            replies.append(str(told))
            if reply.status == 200:
                replies.append(str((await shop.send("GET", f"/api/runs/{told['run']}", headers=shown))[1]))
        wrong = {"Authorization": f"Bearer ak_{CANARIES['bearer']}"}
        replies.append(str((await shop.send("GET", "/api/conversations", headers=wrong))[1]))
        replies.append(
            str((await shop.send("GET", f"/api/runs?api_key={CANARIES['bearer']}", headers=shown))[1])
        )
    house.store.close()
    kept, said = everything(tmp_path), " ".join(replies)
    own = {"asked", "argument", "page"}  # what a person or a page said is theirs to see again, and is kept
    assert [name for name, secret in CANARIES.items() if secret in caplog.text] == []
    assert [name for name, secret in CANARIES.items() if secret.encode() in kept and name not in own] == []
    assert [name for name, secret in CANARIES.items() if secret in said and name not in own] == []
