"""Plans of calls as a model would write them, and an engine over the firm's apps that takes them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from answerable.domain.budget import Budget, Limits
from answerable.domain.catalog import Catalog
from answerable.domain.events import Event, PlanMade
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Answer, Outcome, Refusal, Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import ALLOWED, Question, Ruling, User
from answerable.engine import Engine
from answerable.models.base import ModelUsage, Prompt, Reply, Shape
from answerable.models.metered import MeteredModel
from answerable.models.shown import prompt_tokens, tokens
from answerable.sources.apps.apps import Apps
from answerable.sources.apps.records import TenantRecords
from answerable.sources.apps.source import AppsSource
from answerable.stages.act import TaskActor
from answerable.stages.base import Planner, Seat
from answerable.stages.draft.of_tables import TableDrafter
from answerable.stages.plan.of_apps_model import ModelAppsPlanner, OpenCatalog
from answerable.stages.recall import TurnRecall
from answerable.stages.settle import Settler
from answerable.stages.verify.cells import CellVerifier
from answerable.stages.weigh.of_tables import TableWeigher
from answerable.testing.scripted_model import Line, ScriptedModel
from tests.sources.apps.company import NOW, Office, Shelf, meaning, permissions
from tests.stages.plan.firm import MONDAY, firm_records


def call(id_: str, function: str, needs: Iterable[str] = (), **arguments: Any) -> dict[str, Any]:
    return {"id": id_, "function": function, "arguments": arguments, "question": id_, "needs": list(needs)}


def plan(*tasks: dict[str, Any], sql: str, says: str = "The burden of each") -> dict[str, Any]:
    return {"outcome": "plan", "tasks": list(tasks), "sql": sql, "says": says}


@dataclass
class Counting(ScriptedModel):
    """Costs what its prompts and replies would."""

    async def reply(
        self, prompt: Prompt, shape: type[Shape], *, seconds: float, max_tokens: int
    ) -> Reply[Shape]:
        said = await super().reply(prompt, shape, seconds=seconds, max_tokens=max_tokens)
        out = tokens(said.value.model_dump_json())
        return replace(
            said, usage=ModelUsage(calls=1, tokens_in=prompt_tokens(prompt, shape), tokens_out=out)
        )


async def allows(question: Question, seat: Seat) -> Ruling:
    """A guard that has nothing against anything."""
    return ALLOWED


async def declines(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
    """Rules that understand nothing."""
    return Plan(Decision.REFUSE, reason="not_found", says="Not understood.", waits={"unknown": []})


@dataclass
class Desk:
    """The firm's apps, and an engine whose model says what the script says."""

    says: tuple[Line, ...]
    others: Mapping[str, list[dict[str, Any]]] | None = None
    model_class: type[ScriptedModel] = ScriptedModel
    now: datetime = MONDAY
    resumes: bool = False  # every round is planned by somebody who only has the ledger
    heard: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = self.model_class(self.says)
        by_category: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(dict)
        for place, records in firm_records(self.others).items():
            category, _, resource = place.partition("/")
            by_category[category][resource] = records
        self.shelf = Shelf(by_category)
        self.apps = Apps(TenantRecords(self.shelf), permissions(), meaning())

    async def ask(self, who: str, text: str = "Who in my herd carries the burden?") -> Outcome:
        async def catalog(asked: Question) -> Catalog:
            return (await self.apps.index(asked.user.id, asked.now)).catalog

        source = AppsSource(lambda _: self.apps)
        model = MeteredModel(model=self.model)
        engine = Engine(
            guard=allows,
            recall=TurnRecall(),
            plan=self._planner(model, catalog),
            act=TaskActor({"apps": source}),
            weigh=TableWeigher(),
            draft=TableDrafter(),
            verify=CellVerifier(),
            settle=Settler("the firm's apps"),
        )
        user = User(who if "@" in who else f"{who}@firm.example")
        question = Question(text, "talk", "run", self.now, user, "workplace")
        outcome = await engine.walk(question, Budget(Limits(), time.monotonic), self.heard.append)
        await source.close()
        return outcome

    @classmethod
    def of_sandbox(cls, office: Office, *says: Line) -> Desk:
        """The sandbox company, whose catalog is a full one, and a model that costs what it would."""
        desk = cls(says, model_class=Counting, now=NOW)
        desk.apps = office.apps
        return desk

    def _planner(self, model: MeteredModel, catalog: OpenCatalog) -> Planner:
        def new() -> Planner:
            return ModelAppsPlanner(declines, model, catalog, source="apps", about="the firm's apps")

        async def resumed(question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
            return await new()(question, ledger, weighing, seat)

        return resumed if self.resumes else new()

    async def table(self, who: str) -> list[list[Any]]:
        outcome = await self.ask(who)
        assert isinstance(outcome, Answer), outcome
        (table,) = [element for element in outcome.elements if element["type"] == "table"]
        return [list(row) for row in table["rows"]]

    async def refusal(self, who: str) -> Refusal:
        outcome = await self.ask(who)
        assert isinstance(outcome, Refusal), outcome
        return outcome

    def waves(self) -> list[tuple[str, ...]]:
        """The tasks of every plan, in order."""
        return [event.tasks for event in self.heard if isinstance(event, PlanMade) and event.tasks]
