"""Every tenant answers from what was linked for it, and from nobody else's records; no secret leaves the seal."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answerable.asking import answer
from answerable.build import House
from answerable.build.linked import check_link, files_of, home_of, seal_of, shown
from answerable.domain.outcome import Outcome, as_contract
from answerable.domain.question import Tenant, User
from answerable.errors import AnswerableError, SettingsError
from answerable.sandbox.demo import PERSON
from answerable.sandbox.merge.server import MergeServer
from answerable.settings import MergeSettings, read_settings
from answerable.store.links import TenantLinks

# In the password of a URL that leads nowhere, and in a token that no account has.
CANARIES = ("canary-password", "canary-token", "canary-key")


@pytest.fixture
async def house(empty_home: Path) -> AsyncIterator[House]:
    opened = House.open(read_settings())
    for tenant in ("acme", "globex"):
        opened.store.tenants().new(tenant)
    yield opened
    await opened.close()


def links(house: House, tenant: str) -> TenantLinks:
    return house.store.links(tenant, seal_of(house.settings))


def shop(path: Path, articles: int) -> str:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE articles (id INTEGER PRIMARY KEY, name TEXT)")
        connection.executemany(
            "INSERT INTO articles (name) VALUES (?)", [(f"a{n}",) for n in range(articles)]
        )
    connection.close()
    return f"sqlite:///{path}"


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


async def ask(house: House, tenant: str, text: str, assistant: str, user: str = "me") -> Outcome:
    return await answer(house, text, assistant=assistant, user=User(user, Tenant(tenant)))


async def test_each_tenant_counts_its_own_articles(house: House, tmp_path: Path) -> None:
    for tenant, count in (("acme", 3), ("globex", 5)):
        folder = tmp_path / tenant
        folder.mkdir()
        links(house, tenant).put("database", {"url": shop(folder / "shop.db", count)})
    asked = [
        ask(house, tenant, "How many articles are there?", "warehouse")
        for tenant in ("acme", "globex", "acme", "globex")
    ]
    told = [outcome.text for outcome in await asyncio.gather(*asked)]
    assert ["3" in text for text in told] == [True, False, True, False]
    assert ["5" in text for text in told] == [False, True, False, True]


async def test_another_link_is_another_database(house: House, tmp_path: Path) -> None:
    links(house, "acme").put("database", {"url": shop(tmp_path / "one.db", 3)})
    assert "3" in (await ask(house, "acme", "How many articles are there?", "warehouse")).text
    links(house, "acme").put("database", {"url": shop(tmp_path / "two.db", 7)})
    assert "7" in (await ask(house, "acme", "How many articles are there?", "warehouse")).text
    links(house, "acme").remove("database")
    with pytest.raises(SettingsError, match="answerable tenants link"):
        await ask(house, "acme", "How many articles are there?", "warehouse")


async def test_settings_belong_to_their_tenant_alone(empty_home: Path, tmp_path: Path) -> None:
    settings = read_settings(
        {"ANSWERABLE_HOME": str(empty_home), "ANSWERABLE_DATABASE_URL": shop(tmp_path / "s.db", 4)}
    )
    house = House.open(settings)
    assert "4" in (await ask(house, "local", "How many articles are there?", "warehouse")).text
    with pytest.raises(SettingsError, match=r"database\.url"):
        await ask(house, "globex", "How many articles are there?", "warehouse")
    assert not house.reaches(house.assistant("warehouse"), "globex")
    assert not house.reaches(house.assistant("bookstore"), "globex")
    assert house.reaches(house.assistant("website"), "globex")
    await house.close()


def company(folder: Path) -> Path:
    """Two small companies behind one server, each with its own token: the same person, other leads."""
    person = {
        "id": "1",
        "first_name": "Ann",
        "last_name": "Lee",
        "work_email": PERSON,
        "employment_status": "ACTIVE",
    }
    for token, leads in (("token-acme", 2), ("token-globex", 3)):
        for place, records in (
            ("hris/employees", [person]),
            ("crm/leads", [{"id": str(n)} for n in range(leads)]),
        ):
            path = folder / token / f"{place}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(records), encoding="utf-8")
    tokens = {"token-acme": "token-acme", "token-globex": "token-globex"}
    (folder / "tenants.json").write_text(json.dumps(tokens), encoding="utf-8")
    return folder


async def test_apps_are_asked_with_the_tenants_account(empty_home: Path, tmp_path: Path) -> None:
    async with MergeServer(company(tmp_path)) as apps:
        merge = MergeSettings(url=apps.url, api_key="organisation", user=PERSON)
        house = House.open(replace(read_settings(), merge=merge))
        told = []
        for tenant in ("acme", "globex", "acme"):
            links(house, tenant).put("merge", {"account_token": f"token-{tenant}"})
            told.append((await ask(house, tenant, "How many leads do we have?", "workplace", PERSON)).text)
        assert ["2" in text for text in told] == [True, False, True]
        assert "3" in told[1]
        with pytest.raises(AnswerableError, match="Who asks"):  # the settings' own user is nobody over there
            await ask(house, "acme", "How many leads do we have?", "workplace")
        links(house, "globex").put("merge", {"account_token": CANARIES[1], "api_key": CANARIES[2]})
        other = as_contract(await ask(house, "globex", "How many leads do we have?", "workplace", PERSON))
        assert other["outcome"] != "answer"
        hidden(house, empty_home, f"{other}")
        await house.close()


async def test_no_secret_is_in_the_home_or_said(
    house: House, empty_home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    nowhere = f"postgresql://shop:{CANARIES[0]}@127.0.0.1:1/shop"
    links(house, "acme").put("database", check_link("database", {"url": nowhere}))
    outcome = as_contract(await ask(house, "acme", "How many articles are there?", "warehouse"))
    assert outcome["reason"] == "source_down"
    rows = list(house.store.tenants().export("acme"))
    hidden(house, empty_home, f"{outcome} {rows} {caplog.text}")


def hidden(house: House, home: Path, said: str) -> None:
    """Fails where a secret was said, printed, or kept in any file."""
    kept = everything_in(home)
    printed = f"{house.settings!r} {links(house, 'acme')!r}"
    for canary in CANARIES:
        assert canary not in said + printed
        assert canary.encode() not in kept


async def test_a_tenant_has_assistants_of_its_own(house: House) -> None:
    folder = home_of(house.settings, "acme") / "assistants" / "garden"
    folder.mkdir(parents=True)
    (folder / "assistant.toml").write_text('walks = "website"\n[en]\ntitle = "Garden"\n', encoding="utf-8")
    assert "garden" in house.offered("acme")
    assert "garden" not in house.offered("globex")
    house.store.tenants().change("acme", assistants=["garden"])
    assert list(house.offered("acme")) == ["garden"]
    with pytest.raises(AnswerableError, match=r"There is no assistant 'website'\. There are: garden"):
        await ask(house, "acme", "When do you open?", "website")
    assert files_of(house.settings, "acme") == [folder / "assistant.toml"]
    house.forget("acme")
    assert not (folder / "assistant.toml").exists()


async def test_a_linked_site_is_where_questions_start(house: House) -> None:
    links(house, "acme").put("website", check_link("website", {"sites": ["https://acme.example"]}))
    assert house.sites("acme") == ("https://acme.example/",)
    assert house.sites("globex") == ()


@pytest.mark.parametrize(
    ("kind", "given", "says"),
    [
        ("letter", {}, "Valid are merge, database, website"),
        ("merge", {"url": "https://api.merge.example"}, "needs its account token"),
        ("merge", {"account_token": "t", "tokn": "x"}, "has no 'tokn'"),
        ("database", {"url": "canary-password"}, "not a database URL"),
        ("website", {"sites": ["ftp://acme.example"]}, "is not a web address"),
    ],
)
def test_a_wrong_link_is_explained(kind: str, given: dict[str, object], says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        check_link(kind, given)
    assert "canary" not in str(caught.value)


def test_a_shown_link_has_no_credentials() -> None:
    url = f"postgresql://shop:{CANARIES[0]}@db.example:5432/shop?password={CANARIES[1]}"
    assert shown("database", {"url": url}) == "postgres database 'shop' at db.example:5432"
    assert shown("merge", {"account_token": CANARIES[1]}) == "an account at Merge"


def test_a_strange_tenant_stays_in_its_folder(house: House) -> None:
    homes = {home_of(house.settings, tenant) for tenant in ("acme", "..", "../globex", "Acme", "")}
    assert len(homes) == 5
    assert {home.parent for home in homes} == {house.settings.home / "tenants"}
