from __future__ import annotations

import asyncio

from answerable.domain.budget import Budget
from answerable.domain.events import Event, TaskEnded, TaskStarted, Tell
from answerable.domain.evidence import Findings, Ledger
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, SourceUnreachable
from answerable.stages.act import TaskActor
from answerable.stages.base import Seat
from answerable.testing.house import FakeHouse, FakeSource

HOUSE = FakeHouse()


async def act(actor: TaskActor, *tasks: Task) -> tuple[Ledger, list[Event]]:
    ledger, heard = Ledger(), list[Event]()
    seat = Seat(HOUSE.budget(), heard.append)
    await actor(Plan(Decision.ACT, tasks), HOUSE.question("How long?"), ledger, seat)
    return ledger, heard


def look(source: str, *needs: str, targets: tuple[str, ...] = ()) -> Task:
    return Task(source, source, "look", "How long?", targets=targets, needs=needs)


async def test_what_comes_home_enters_the_ledger() -> None:
    ledger, heard = await act(TaskActor({"faq": FakeSource("faq", "Thirty days.")}), look("faq"))
    assert [piece.text for piece in ledger] == ["Thirty days."]
    assert heard == [TaskStarted("faq", "faq", ()), TaskEnded("faq", 1, 0)]
    assert ledger.journey == [("look in faq", "1 new passage")]


async def test_a_dead_source_leaves_a_gap() -> None:
    sources = {"faq": FakeSource("faq", "Thirty days."), "crm": FakeSource("crm", down=True)}
    ledger, _ = await act(TaskActor(sources), look("crm"), look("faq"))
    assert [gap.why for gap in ledger.gaps] == ["nobody answered"]
    assert len(ledger) == 1
    assert [found for _, found in ledger.journey] == ["nothing new, 1 not to be had", "1 new passage"]


async def test_a_source_nobody_knows_is_a_gap() -> None:
    ledger, _ = await act(TaskActor({"faq": FakeSource("faq")}), look("crm"))
    assert ledger.gaps[0].why == "there is no such source; known are faq"


async def test_targets_count_as_visited() -> None:
    ledger, _ = await act(TaskActor({"faq": FakeSource("faq")}), look("faq", targets=("https://a.example/",)))
    assert ledger.visited == {"https://a.example/"}
    assert ledger.journey[0][0] == "look https://a.example/"


class Meeting(FakeSource):
    """Comes back only when the other one has started, too."""

    def __init__(self, name: str, door: asyncio.Barrier) -> None:
        super().__init__(name, f"{name} was here.")
        self._door = door

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        await self._door.wait()
        return await super().read(task, question, budget, tell)


async def test_tasks_of_one_wave_run_together() -> None:
    door = asyncio.Barrier(2)
    actor = TaskActor({"a": Meeting("a", door), "b": Meeting("b", door)})
    ledger, _ = await asyncio.wait_for(act(actor, look("b"), look("a")), timeout=10)
    assert [piece.text for piece in ledger] == ["b was here.", "a was here."]  # in the plan's order


async def test_a_task_waits_for_what_it_needs() -> None:
    actor = TaskActor({"a": FakeSource("a", "First."), "b": FakeSource("b", "Second.")})
    _, heard = await act(actor, look("b", "a"), look("a"))
    assert [event.task for event in heard if isinstance(event, TaskStarted)] == ["a", "b"]


class Spender(FakeSource):
    """Finds its purse empty."""

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        raise BudgetSpent("pages", 3)


async def test_an_empty_purse_is_a_gap() -> None:
    ledger, _ = await act(TaskActor({"faq": Spender("faq")}), look("faq"))
    assert ledger.gaps[0].why == "The budget of 3 pages is spent."


async def test_after_a_doubt_no_call_is_tried() -> None:
    doubtful = FakeSource("pay", down=True)
    sent = FakeSource("send", "Sent.")

    class Broke:
        card = doubtful.card

        async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
            raise SourceUnreachable("pay", "in_doubt: it broke (TimeoutError)")

    pay = Task("pay", "pay", "call", "Pay.")
    send = Task("send", "send", "call", "Send.", needs=("pay",))
    ledger, heard = await act(TaskActor({"pay": Broke(), "send": sent}), pay, send)
    assert [gap.why.partition(":")[0] for gap in ledger.gaps] == ["in_doubt", "not_tried"]
    assert len(ledger) == 0
    assert heard[-1] == TaskEnded("send", 0, 1)
