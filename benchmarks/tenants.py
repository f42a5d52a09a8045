"""Whether two tenants of fifty users each, with the same names and ids, ever see anything of each other.

    python benchmarks/tenants.py             100,000 random operations, a twentieth of them over HTTP, and two
                                             hundred questions about the company's own business apps
    python benchmarks/tenants.py --count N   another number

Everything a tenant writes holds its canary. Every operation's result, every reply of the server, and at the end both
exports and all that the caches still hold is searched for the other one's. Exits with 1 when a canary crossed over.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from answerable.asking import answer
from answerable.build import House
from answerable.build.linked import seal_of
from answerable.domain.events import Event
from answerable.domain.outcome import Refusal, as_contract
from answerable.domain.question import Tenant, User
from answerable.sandbox.merge.business import make_company
from answerable.sandbox.merge.server import MergeServer
from answerable.server import create_app
from answerable.server.gate import SHORT_WAY
from answerable.settings import ServerSettings, Settings
from answerable.store import Store, StoredPage, StoredPassage
from answerable.store.memory import StoredPreference
from answerable.store.message_ids import Begun
from answerable.store.overrides import StoredOverride
from answerable.store.seal import Seal

TENANTS, USERS, OVER_HTTP, OF_APPS = ("acme", "globex"), 50, 20, 500
PATHS = (
    "/api/conversations", "/api/conversations/{talk}", "/api/runs", "/api/runs/{run}",
    "/api/feedback", "/api/assistants", "/api/tenants", "/api/tenants/{other}", "/metrics",
)  # fmt: skip
# The fields of the apps' records that hold a canary, and what is asked of them.
SAYS = {
    ("crm", "accounts"): ("name",),
    ("crm", "engagements"): ("subject", "content"),
    ("crm", "leads"): ("company",),
    ("ticketing", "tickets"): ("name",),
    ("accounting", "contacts"): ("name",),
    ("hris", "teams"): ("name",),
    ("ats", "jobs"): ("name",),
}
ASKED = (
    "Top 5 customers by revenue", "Summarize our last conversation with Bill Hartley's company",
    "Which of my tickets are open?", "Which jobs are open?", "List the leads we have not met yet",
    "Who is in my team?", "What is my time off balance?", "What does Holly Tate earn?",
)  # fmt: skip


@dataclass
class Storm:
    """Random operations by both tenants; counts what was done, and keeps what crossed over."""

    store: Store
    dice: random.Random
    seal: Seal
    done: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)
    told: int = 0  # answers of the apps that held the asking tenant's own canary

    def __post_init__(self) -> None:
        self._acts: list[Callable[[str], Any]] = [
            getattr(self, name) for name in dir(self) if name.startswith(("write_", "read_"))
        ]

    def blow(self, count: int) -> None:
        """So many operations."""
        for _ in range(count):
            tenant, act = self.dice.choice(TENANTS), self.dice.choice(self._acts)
            self.look(act.__name__, tenant, act(tenant))

    def look(self, name: str, tenant: str, found: Any) -> None:
        """Search a result for what belongs to the other one."""
        self.done[name] += 1
        (other,) = set(TENANTS) - {tenant}
        if f"canary-{other}" in repr(found):
            self.leaks.append(f"{name} of {tenant}")

    def words(self, tenant: str) -> str:
        """Something only this tenant says."""
        return f"canary-{tenant} {self.dice.randrange(1000)} sells tea"

    def user(self) -> str:
        return f"user{self.dice.randrange(USERS)}"

    def talk(self) -> str:
        return f"talk{self.dice.randrange(40)}"

    def run(self) -> str:
        return f"run{self.dice.randrange(80)}"

    def write_conversation(self, t: str) -> Any:
        log, talk = self.store.conversations(t), self.talk()
        return log.open(talk, user=self.user(), assistant="website", starts=(), name=self.words(t))

    def write_events(self, t: str) -> Any:
        log, run = self.store.conversations(t), self.run()
        outcome = as_contract(Refusal(text=self.words(t), conversation="", run="", reason="not_found"))
        began: dict[str, Any] = {"event": "RunStarted", "question": self.words(t)}
        told = [began, {"event": "OutcomeSettled", "outcome": outcome}]
        return log.add_events(self.talk(), run, told)

    def write_turn(self, t: str) -> Any:
        outcome = as_contract(Refusal(text=self.words(t), conversation="", run="", reason="not_found"))
        self.store.conversations(t).add_turn(self.talk(), self.run(), self.words(t), outcome, [])

    def write_name(self, t: str) -> Any:
        return self.store.conversations(t).rename(self.talk(), self.words(t))

    def write_less(self, t: str) -> Any:
        return self.store.conversations(t).delete(self.talk()) if self.dice.random() < 0.1 else None

    def write_page(self, t: str) -> Any:
        key, words = f"/{self.dice.randrange(60)}", self.words(t)
        page = StoredPage(
            key=key, url=key, host="shop.example", title=words, language="en", digest=words, fetched_at=1.0
        )
        return self.store.pages(t).put([(page, [StoredPassage(("Tea",), "", words, "", words)])])

    def write_opinion(self, t: str) -> Any:
        thumb = self.dice.choice(("up", "down"))
        return self.store.feedback(t).put(
            self.run(), self.user(), conversation=self.talk(), thumb=thumb, words=self.words(t)
        )

    def write_preference(self, t: str) -> Any:
        return self.store.memory(t).put(StoredPreference(user=self.user(), name="bill", means=self.words(t)))

    def write_message_id(self, t: str) -> Any:
        begun = Begun(self.talk(), self.run(), self.words(t))
        return self.store.message_ids(t).claim(self.user(), f"m{self.dice.randrange(20)}", begun)

    def write_cache(self, t: str) -> Any:
        return self.store.cache(t, "plans").put(f"p{self.dice.randrange(50)}", self.words(t), self.words(t))

    def write_override(self, t: str) -> Any:
        if self.dice.random() < 0.9:  # every version is kept, so few are made
            return self.store.overrides(t).valid("website")
        pinned = StoredOverride(
            id=f"o{self.dice.randrange(9)}", stage="draft", pattern=self.words(t), result={}, author="op"
        )
        return self.store.overrides(t).put(pinned)

    def write_link(self, t: str) -> Any:
        return self.store.links(t, self.seal).put("website", {"sites": [self.words(t)]})

    def read_link(self, t: str) -> Any:
        return self.store.links(t, self.seal).get("website")

    def read_conversations(self, t: str) -> Any:
        log = self.store.conversations(t)
        return log.latest(user=self.user()), log.get(self.talk()), log.turns(self.talk(), last=5)

    def read_events(self, t: str) -> Any:
        return self.store.conversations(t).events(self.talk(), limit=20)

    def read_runs(self, t: str) -> Any:
        return self.store.told(t).get(self.run()), self.store.traces(t).read(self.run())

    def read_opinions(self, t: str) -> Any:
        return self.store.feedback(t).latest(limit=20)

    def read_preferences(self, t: str) -> Any:
        return self.store.memory(t).all(self.user())

    def read_message_id(self, t: str) -> Any:
        return self.store.message_ids(t).get(self.user(), f"m{self.dice.randrange(20)}")

    def read_cache(self, t: str) -> Any:
        return self.store.cache(t, "plans").get(f"p{self.dice.randrange(50)}")

    def read_pages(self, t: str) -> Any:
        pages = self.store.pages(t)
        known = [page.id for page in pages.of_hosts(["shop.example"])]
        ids = [number for number, _ in pages.search(["tea"], known, limit=5)]
        anybodys = [self.dice.randrange(1, 500) for _ in range(5)]
        return pages.passages([*ids, *anybodys]), pages.get(f"/{self.dice.randrange(60)}")


async def over_http(storm: Storm, house: House, count: int) -> None:
    """The same through the API, with a key of each tenant, asking for whatever the other one has."""
    app = create_app(house, keyless=False)
    keys = {t: house.store.keys().new(t, scopes=("ask", "read", "admin"))[0] for t in TENANTS}
    for _ in range(count):
        tenant, path = storm.dice.choice(TENANTS), storm.dice.choice(PATHS)
        (other,) = set(TENANTS) - {tenant}
        path = path.format(talk=storm.talk(), run=storm.run(), other=other)
        storm.look(f"http {path.split('?')[0]}", tenant, await _get(app, path, keys[tenant]))


def books(folder: Path) -> list[str]:
    """The same company for both tenants, people and ids alike, with a canary in what it says; gives who works there."""
    for tenant in TENANTS:
        company = make_company("larkfield", date(2026, 6, 1))
        for place, names in SAYS.items():
            for record in company[place[0]][place[1]]:
                record.update({name: f"canary-{tenant} {record[name]}" for name in names})
        for category, lists in company.items():
            (folder / tenant / category).mkdir(parents=True)
            for resource, records in lists.items():
                (folder / tenant / category / f"{resource}.json").write_text(json.dumps(records), "utf-8")
    (folder / "tenants.json").write_text(json.dumps({tenant: tenant for tenant in TENANTS}), "utf-8")
    return [one["work_email"] for one in company["hris"]["employees"]][:USERS]


async def of_apps(storm: Storm, house: House, folder: Path, count: int) -> None:
    """Questions of both tenants' people about their company, with all that is told on the way."""
    people = books(folder)
    async with MergeServer(folder) as apps:
        for tenant in TENANTS:
            holds = {"account_token": tenant, "api_key": "storm", "url": apps.url}
            house.store.links(tenant, storm.seal).put("merge", holds)
        for n in range(count):
            tenant, text = storm.dice.choice(TENANTS), ASKED[n % len(ASKED)]
            heard: list[Event] = []
            asker = User(storm.dice.choice(people), Tenant(tenant))
            outcome = await answer(house, text, assistant="workplace", user=asker, tell=heard.append)
            storm.look("ask of apps", tenant, (as_contract(outcome), heard, house.held(tenant)))
            storm.told += f"canary-{tenant}" in repr(outcome)
        await house.rest()


async def _get(app: Any, path: str, key: str) -> bytes:
    """One request straight into the application, without a socket."""
    path, _, query = path.partition("?")
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {key}".encode())]
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
    }
    scope |= {
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }
    said: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        said.append(message.get("body", b""))

    scope |= {"raw_path": path.encode(), "root_path": "", "asgi": {"version": "3.0"}, SHORT_WAY: send}
    await app(scope, receive, send)
    return b"".join(said)


def run(folder: Path, count: int, seed: int = 1) -> Storm:
    """The whole storm, and a last look at both exports."""
    house = House.open(Settings(home=folder, server=ServerSettings(requests_per_minute=0)))
    storm = Storm(house.store, random.Random(seed), seal_of(house.settings))
    for tenant in TENANTS:
        house.store.tenants().new(tenant)
    asked = count // OVER_HTTP
    storm.blow((count - asked) // 2)
    asyncio.run(over_http(storm, house, asked))
    asyncio.run(of_apps(storm, house, folder / "books", max(2, count // OF_APPS)))
    storm.blow(count - sum(storm.done.values()))
    for tenant in TENANTS:
        storm.look("export", tenant, list(house.store.tenants().export(tenant)))
    house.store.close()
    return storm


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=100_000)
    wanted, began = arguments.parse_args().count, time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        storm = run(Path(home), wanted)
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(storm.done.items()) if "/" not in name)
    seen = sum(count for name, count in storm.done.items() if "/" in name)
    print(
        f"{sum(storm.done.values())} operations in {time.perf_counter() - began:.0f} s, {seen} over HTTP; {kinds}"
    )
    print(f"{storm.told} answers about the tenant's own company held its canary")
    print(f"{len(storm.leaks)} canaries crossed over {storm.leaks[:5]}")
    sys.exit(1 if storm.leaks else 0)
