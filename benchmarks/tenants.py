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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from httpx import ASGITransport, AsyncClient

from answerable.asking import answer
from answerable.build import House
from answerable.build.linked import seal_of
from answerable.domain.events import Event
from answerable.domain.outcome import Refusal, as_contract
from answerable.domain.question import Tenant, User
from answerable.sandbox.merge.business import make_company
from answerable.sandbox.merge.server import MergeServer
from answerable.server import create_app
from answerable.settings import ServerSettings, Settings
from answerable.store import Store, StoredPage, StoredPassage
from answerable.store.memory import StoredPreference
from answerable.store.message_ids import Begun
from answerable.store.overrides import StoredOverride
from answerable.store.seal import Seal

TENANTS, USERS, OVER_HTTP, OF_APPS = ("acme", "globex"), 50, 20, 500
PATHS = (
    "/api/conversations",
    "/api/conversations/{talk}",
    "/api/runs",
    "/api/runs/{run}",
    "/api/feedback",
    "/api/assistants",
    "/metrics",
)
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
    "Top 5 customers by revenue",
    "Summarize our last conversation with Bill Hartley's company",
    "Which of my tickets are open?",
    "Which jobs are open?",
    "List the leads we have not met yet",
    "Who is in my team?",
    "What is my time off balance?",
    "What does Holly Tate earn?",
)


@dataclass
class Storm:
    """Random operations by both tenants; counts what was done, and keeps what crossed over."""

    store: Store
    dice: random.Random
    seal: Seal
    done: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)
    told: int = 0  # answers of the apps that held the asking tenant's own canary

    def blow(self, count: int) -> None:
        """So many operations."""
        for _ in range(count):
            tenant, name = self.dice.choice(TENANTS), self.dice.choice(list(ACTS))
            self.look(name, tenant, ACTS[name](self, tenant))

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
        return self.any("user", USERS)

    def talk(self) -> str:
        return self.any("talk", 40)

    def run(self) -> str:
        return self.any("run", 80)

    def any(self, kind: str, most: int) -> str:
        return f"{kind}{self.dice.randrange(most)}"

    def refusal(self, tenant: str) -> dict[str, Any]:
        return as_contract(Refusal(text=self.words(tenant), conversation="", run="", reason="not_found"))

    def events(self, tenant: str) -> list[dict[str, Any]]:
        """What is told of a run."""
        began = {"event": "RunStarted", "question": self.words(tenant)}
        return [began, {"event": "OutcomeSettled", "outcome": self.refusal(tenant)}]

    def page(self, tenant: str) -> tuple[StoredPage, list[StoredPassage]]:
        key, words = self.any("/", 60), self.words(tenant)
        told = {"key": key, "url": key, "host": "shop.example", "title": words, "digest": words}
        page = StoredPage(**told, language="en", fetched_at=1.0)
        return page, [StoredPassage(("Tea",), "", words, "", words)]

    def pinned(self, tenant: str) -> StoredOverride:
        words, name = self.words(tenant), self.any("o", 9)
        return StoredOverride(id=name, stage="draft", pattern=words, result={}, author="op")

    def passages(self, tenant: str) -> Any:
        """Passages that a search finds, and some that may be anybody's."""
        pages = self.store.pages(tenant)
        known = [page.id for page in pages.of_hosts(["shop.example"])]
        ids = [number for number, _ in pages.search(["tea"], known, limit=5)]
        return pages.passages([*ids, *(self.dice.randrange(1, 500) for _ in range(5))])


# What a tenant may do, each with the handle that is fenced to it.
ACTS: Mapping[str, Callable[[Storm, str], Any]] = {
    "write_conversation": lambda s, t: s.store.conversations(t).open(
        s.talk(), user=s.user(), assistant="website", starts=(), name=s.words(t)
    ),
    "write_events": lambda s, t: s.store.conversations(t).add_events(s.talk(), s.run(), s.events(t)),
    "write_turn": lambda s, t: s.store.conversations(t).add_turn(
        s.talk(), s.run(), s.words(t), s.refusal(t), []
    ),
    "write_name": lambda s, t: s.store.conversations(t).rename(s.talk(), s.words(t)),
    "write_less": lambda s, t: s.store.conversations(t).delete(s.talk()) if s.dice.random() < 0.1 else None,
    "write_page": lambda s, t: s.store.pages(t).put([s.page(t)]),
    "write_opinion": lambda s, t: s.store.feedback(t).put(
        s.run(), s.user(), conversation=s.talk(), thumb=s.dice.choice(("up", "down")), words=s.words(t)
    ),
    "write_preference": lambda s, t: s.store.memory(t).put(
        StoredPreference(user=s.user(), name="bill", means=s.words(t))
    ),
    "write_message_id": lambda s, t: s.store.message_ids(t).claim(
        s.user(), s.any("m", 20), Begun(s.talk(), s.run(), s.words(t))
    ),
    "write_cache": lambda s, t: s.store.cache(t, "plans").put(s.any("p", 50), s.words(t), s.words(t)),
    # Every version is kept, so few are made.
    "write_override": lambda s, t: s.store.overrides(t).put(s.pinned(t)) if s.dice.random() < 0.1 else None,
    "write_link": lambda s, t: s.store.links(t, s.seal).put("website", {"sites": [s.words(t)]}),
    "read_link": lambda s, t: s.store.links(t, s.seal).get("website"),
    "read_conversations": lambda s, t: s.store.conversations(t).latest(user=s.user()),
    "read_conversation": lambda s, t: s.store.conversations(t).get(s.talk()),
    "read_turns": lambda s, t: s.store.conversations(t).turns(s.talk(), last=5),
    "read_events": lambda s, t: s.store.conversations(t).events(s.talk(), limit=20),
    "read_run": lambda s, t: s.store.told(t).get(s.run()),
    "read_trace": lambda s, t: s.store.traces(t).read(s.run()),
    "read_opinions": lambda s, t: s.store.feedback(t).latest(limit=20),
    "read_preferences": lambda s, t: s.store.memory(t).all(s.user()),
    "read_message_id": lambda s, t: s.store.message_ids(t).get(s.user(), s.any("m", 20)),
    "read_cache": lambda s, t: s.store.cache(t, "plans").get(s.any("p", 50)),
    "read_overrides": lambda s, t: s.store.overrides(t).valid("website"),
    "read_passages": lambda s, t: s.passages(t),
    "read_page": lambda s, t: s.store.pages(t).get(s.any("/", 60)),
}


async def over_http(storm: Storm, house: House, count: int) -> None:
    """The same through the API, with a key of each tenant, asking for whatever the other one has."""
    straight = ASGITransport(create_app(house, keyless=False))  # into the application, without a socket
    keys = {t: house.store.keys().new(t, scopes=("ask", "read", "admin"))[0] for t in TENANTS}
    async with AsyncClient(transport=straight, base_url="http://127.0.0.1") as http:
        for _ in range(count):
            tenant, path = storm.dice.choice(TENANTS), storm.dice.choice(PATHS)
            path = path.format(talk=storm.talk(), run=storm.run())
            reply = await http.get(path, headers={"Authorization": f"Bearer {keys[tenant]}"})
            storm.look(f"http {path}", tenant, reply.content)


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
