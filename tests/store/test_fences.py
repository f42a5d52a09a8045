"""Two tenants with the same names never meet in overrides, caches and names, whatever they do in which order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, event

from answerable.store.cache import TenantCache
from answerable.store.conversations import events
from answerable.store.database import _prepare
from answerable.store.feedback import TenantFeedback
from answerable.store.memory import StoredPreference, TenantMemory
from answerable.store.overrides import StoredOverride, TenantOverrides
from answerable.store.schema import metadata

TENANTS, USERS, NAMES = ("acme", "globex"), ("ann", "ben", ""), ("bill", "my region", "fy")


class World:
    """The handles of both tenants, and what each must hold after all that was done."""

    def __init__(self, engine: Engine, dice: random.Random) -> None:
        self._dice = dice
        self.memory = {one: TenantMemory(engine, one) for one in TENANTS}
        self.cache = {one: TenantCache(engine, one, "plans") for one in TENANTS}
        self.overrides = {one: TenantOverrides(engine, one) for one in TENANTS}
        self.feedback = {one: TenantFeedback(engine, one) for one in TENANTS}
        self._engine = engine
        self.names: dict[str, dict[tuple[str, str], str]] = {one: {} for one in TENANTS}
        self.kept: dict[str, dict[str, str]] = {one: {} for one in TENANTS}
        self.marks = dict.fromkeys(TENANTS, 0)
        self.pins: dict[str, dict[str, str]] = {one: {} for one in TENANTS}
        self.versions: Counter[tuple[str, str]] = Counter()
        self.thumbs: dict[str, dict[str, str]] = {one: {} for one in TENANTS}

    def step(self, number: int) -> None:
        tenant = self._dice.choice(TENANTS)
        canary = f"canary-{tenant}-{number}"
        deed = self._dice.choice(
            [self._name, self._forget, self._keep, self._drop, self._pinned, self._unpin, self._thumb]
        )
        deed(tenant, canary)
        self.check(tenant)

    def _name(self, tenant: str, canary: str) -> None:
        user, name = self._dice.choice(USERS), self._dice.choice(NAMES)
        self.memory[tenant].put(StoredPreference(user=user, name=name, means=canary))
        self.names[tenant][user, name] = canary
        kept = self.memory[tenant].get(user, name)
        assert kept
        assert kept.means == canary

    def _forget(self, tenant: str, _: str) -> None:
        user, name = self._dice.choice(USERS), self._dice.choice((*NAMES, None))
        gone = [key for key in self.names[tenant] if key[0] == user and name in (None, key[1])]
        assert self.memory[tenant].delete(user, name) == len(gone)
        for key in gone:
            del self.names[tenant][key]

    def _keep(self, tenant: str, canary: str) -> None:
        key = self._dice.choice("abc")
        self.cache[tenant].put(key, canary, canary)
        self.kept[tenant][key] = canary

    def _drop(self, tenant: str, _: str) -> None:
        key = self._dice.choice("abc")
        if self._dice.random() < 0.3:
            assert self.cache[tenant].empty() == len(self.kept[tenant])
            self.kept[tenant].clear()
            self.marks[tenant] += 1
        else:
            assert self.cache[tenant].delete(key) == (self.kept[tenant].pop(key, None) is not None)

    def _pinned(self, tenant: str, canary: str) -> None:
        id = self._dice.choice(("", "same"))
        made = StoredOverride(stage="draft", pattern="who", result={"text": canary}, author="o", id=id)
        kept = self.overrides[tenant].put(made)
        self.pins[tenant][kept.id] = canary
        self.versions[tenant, kept.id] += 1
        assert kept.version == self.versions[tenant, kept.id]

    def _unpin(self, tenant: str, _: str) -> None:
        known = [*self.pins[tenant], "same"]
        id = self._dice.choice(known)
        removed = self.overrides[tenant].remove(id, "o")
        assert (removed is not None) == (self.pins[tenant].pop(id, None) is not None)
        self.versions[tenant, id] += removed is not None

    def _thumb(self, tenant: str, canary: str) -> None:
        """A thumb down about a run that used one plan; the same run of the other tenant used another."""
        number = self._dice.randrange(3)
        run, key = f"run-{number}", "abc"[(number + TENANTS.index(tenant)) % 3]
        record = {"event": "PlanReused", "plan": key, "saved": 1}
        with self._engine.begin() as connection:
            row = {"tenant": tenant, "conversation": "c", "place": self._dice.getrandbits(40), "run": run}
            connection.execute(events.insert().values(**row, created_at=0.0, record=record))
        self.feedback[tenant].put(run, "ann", conversation="c", thumb="down", words=canary)
        self.thumbs[tenant][run] = canary
        self.kept[tenant].pop(key, None)
        if self._dice.random() < 0.1:
            self.feedback[tenant].delete("c")
            self.thumbs[tenant].clear()

    def check(self, tenant: str) -> None:
        """Both hold what they must, and nothing of the other is seen."""
        for one in TENANTS:
            names = {(edge.user, edge.name): edge.means for edge in self.memory[one].all()}
            assert names == self.names[one]
            assert {entry.key: entry.says for entry in self.cache[one].all()} == self.kept[one]
            for key in "abc":
                assert self.cache[one].get(key) == self.kept[one].get(key)
            assert self.cache[one].mark() == self.marks[one]
            assert {pin.id: pin.result["text"] for pin in self.overrides[one].all()} == self.pins[one]
            assert {each.run: each.words for each in self.feedback[one].latest(thumb="down")} == self.thumbs[
                one
            ]
        mine = self.memory[tenant].all("ann", "")
        assert {edge.means for edge in mine} == {
            means for (user, _), means in self.names[tenant].items() if user in ("ann", "")
        }


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path}/fences.db")
    event.listen(made, "connect", _prepare)
    metadata.create_all(made)
    yield made
    made.dispose()


def test_no_canary_crosses_in_random_work(engine: Engine) -> None:
    world = World(engine, random.Random(7))
    for number in range(200):
        world.step(number)
