"""Two tenants with the same users, names and questions: what is pinned, said, kept or forgotten stays on its side."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from answerable.asking import answer
from answerable.build import House
from answerable.domain.events import Event, as_record
from answerable.domain.outcome import as_contract
from answerable.domain.question import Tenant, User
from answerable.models.base import Prompt
from answerable.store.overrides import StoredOverride
from answerable.testing.scripted_model import ScriptedModel
from tests.build.shops import shop_house

TENANTS, USERS = ("acme", "globex"), ("ann", "ben")
STEPS = 80
PINNED, GIZMO = "Who answers for prices?", "Which gizmo dominates our portfolio over in {}?"


class Pair:
    """One house, two tenants; every reply and event of one is searched for the other's canaries."""

    def __init__(self, house: House, dice: random.Random) -> None:
        self._house, self._dice = house, dice
        self.tenant = TENANTS[0]

    def _other(self) -> str:
        return f"canary-{TENANTS[1 - TENANTS.index(self.tenant)]}"

    async def say(self, text: str, user: str) -> str:
        heard: list[Event] = []
        asker = User(user, Tenant(self.tenant))
        outcome = await answer(self._house, text, assistant="warehouse", user=asker, tell=heard.append)
        said = json.dumps([as_contract(outcome), *(as_record(event) for event in heard)], default=str)
        assert self._other() not in said
        return outcome.text

    async def step(self, number: int) -> None:
        self.tenant, user = self._dice.choice(TENANTS), self._dice.choice(USERS)
        canary, other = f"canary-{self.tenant}", USERS[1 - USERS.index(user)]
        pins, kept = self._house.store.overrides(self.tenant), self._house.store.cache(self.tenant, "plans")
        match self._dice.randrange(6):
            case 0:
                pins.put(
                    StoredOverride(
                        stage="draft",
                        pattern=PINNED,
                        result={"text": f"{canary} {number}"},
                        author="o",
                        id="same",
                    )
                )
                assert f"{canary} {number}" in await self.say(PINNED, user)
            case 1:
                pins.remove("same", "o")
                assert canary not in await self.say(PINNED, user)
            case 2:
                await self.say(f"By HQ I mean {canary}-{user}", user)
                assert f"{canary}-{user}" in await self.say("What do you remember about me?", user)
                assert f"{canary}-{user}" not in await self.say("What do you remember about me?", other)
            case 3:
                await self.say("Forget everything you know about me", user)
                assert canary not in await self.say("What do you remember about me?", user)
            case 4:
                assert canary in await self.say(GIZMO.format(self._dice.choice(("Bern", "Basel"))), user)
            case _:
                kept.empty()


async def test_nothing_crosses_in_random_work(tmp_path: Path) -> None:
    def reply(prompt: Prompt) -> dict[str, Any]:
        if "gizmo" not in prompt.body:
            return {"needsDatabaseQuery": False}
        asked.append(pair.tenant)
        town = "Bern" if "in Bern" in prompt.body else "Basel"
        query = f"SELECT name FROM articles WHERE city = '{town}'"
        purpose = f"canary-{pair.tenant} of {town}"
        return {
            "needsDatabaseQuery": True,
            "sqlQueries": [{"query": query, "purpose": purpose}],
            "reasoning": purpose,
        }

    asked: list[str] = []
    house = shop_house(tmp_path, *TENANTS, model=ScriptedModel([reply] * STEPS))
    pair = Pair(house, random.Random(3))
    for number in range(STEPS):
        await pair.step(number)
    assert set(asked) == set(TENANTS)  # each had to make its own plans
    assert any(one.uses for tenant in TENANTS for one in house.store.cache(tenant, "plans").all())
    for tenant, other in (TENANTS, TENANTS[::-1]):
        rows = json.dumps(list(house.store.tenants().export(tenant)), default=str)
        assert f"canary-{tenant}" in rows
        assert f"canary-{other}" not in rows
    await house.close()
