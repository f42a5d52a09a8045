from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import silence
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan
from answerable.domain.question import Question
from answerable.stages.base import Seat
from answerable.stages.plan.by_dialog import DialogCascade, DialogPlanner
from answerable.store import Store
from answerable.tools.desk import PermitDesk
from answerable.tools.script import Script
from tests.tools.bookly import DIALOG, TOOLS

NOBODY = Weighing(0.0, enough=False)


def seat() -> Seat:
    return Seat(Budget(Limits(), lambda: 0.0), silence)


def question(text: str) -> Question:
    return Question(text, "c", "r", datetime(2026, 6, 1, tzinfo=UTC))


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[DialogPlanner]:
    store = Store.open(tmp_path)
    yield DialogPlanner(Script(DIALOG, TOOLS), PermitDesk(store.permits("local")))
    store.close()


class Model:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        self.asked += 1
        return Plan(Decision.ASK, says="?", by="model")


async def test_the_script_decides(rules: DialogPlanner) -> None:
    plan = await rules(question("where is BK-1001? a@b.example"), Ledger(), NOBODY, seat())
    assert [task.source for task in plan.tasks] == ["lookup_order"]


async def test_the_model_is_asked_where_the_script_is_lost(rules: DialogPlanner) -> None:
    model = Model()
    cascade = DialogCascade(rules, model)
    assert (await cascade(question("where is my order?"), Ledger(), NOBODY, seat())).by == "rule"
    assert model.asked == 0
    assert (await cascade(question("my nephew collects stamps"), Ledger(), NOBODY, seat())).by == "model"


async def test_who_began_a_turn_ends_it(rules: DialogPlanner) -> None:
    model, ledger = Model(), Ledger()
    ledger.plans.append(Plan(Decision.ACT, by="model"))
    await DialogCascade(rules, model)(question("where is my order?"), ledger, NOBODY, seat())
    assert model.asked == 1
