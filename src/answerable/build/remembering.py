"""A walk that remembers: names are understood as the asking person means them, and they may ask what is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

from answerable.build.ahead import MEMORY, Statement, ahead, stated
from answerable.domain.events import MemoryRecalled
from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import ALLOWED, Question, Ruling
from answerable.engine import Engine
from answerable.memory.graph import MINE, Graph
from answerable.memory.talk import LISTS, MemoryTalk, about_me, corrects, read_said
from answerable.stages.base import Seat
from answerable.store.memory import EVERYBODY, StoredPreference


def remembering(engine: Engine, graph: Graph) -> Engine:
    """The engine with what was said to be remembered in its seats."""
    seats = _Remembering(engine, graph)
    seated = replace(engine, guard=seats.guard, recall=seats.recall, plan=seats.plan)
    return ahead(seated, seats.speak)


class _Remembering:
    """Listens for what is about the memory; everything else goes on, with its names understood."""

    def __init__(self, engine: Engine, graph: Graph) -> None:
        self._inner, self._graph = engine, graph

    async def guard(self, question: Question, seat: Seat) -> Ruling:
        # "Forget everything you know about me" reads like an attack, and is everybody's right.
        return ALLOWED if about_me(question.text) else await self._inner.guard(question, seat)

    async def recall(self, question: Question, seat: Seat) -> tuple[Question, Ledger]:
        if self._said(question):
            return question, Ledger()
        if corrects(question.text) and question.turns:
            self._unlearn(question)
        text, used = self._understood(question, question.text)
        if used:
            seat.tell(MemoryRecalled(used))
        return await self._inner.recall(replace(question, text=text), seat)

    def _said(self, question: Question) -> MemoryTalk | None:
        said = read_said(question.text, question.language)
        if said and said.kind == "forget_mine" and not self._graph.knows(question.user.id, said.name):
            return None
        return said

    def _understood(self, question: Question, text: str) -> tuple[str, tuple[str, ...]]:
        return self._graph.understood(text, question.user.id, question.now, question.language)

    def _unlearn(self, question: Question) -> None:
        """Forget what the turn before was understood by: the person says it was not meant."""
        before = question.turns[-1].question
        for name in (before, *self._understood(question, before)[1]):
            self._graph.forget(question, name)

    async def plan(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        """The plan; of readings that this person once chose among, only the one they chose."""
        plan = await self._inner.plan(question, ledger, weighing, seat)
        if ledger.plans:
            return plan
        if choice := _choice(question, plan):
            self._graph.learn(question, question.turns[-1].question, [choice])
        rivals = _rivals(plan)
        kept = self._graph.recall(question, question.text)
        meant = [task for task in rivals if str(task.arguments["says"]) in kept]
        if len(meant) != 1:
            return plan
        seat.tell(MemoryRecalled((question.text,)))
        waits = {**plan.waits, "reading": meant[0].arguments["reading"]}
        others = [task for task in plan.tasks if task not in rivals or task in meant]
        return replace(plan, tasks=tuple(others), why=str(meant[0].arguments["says"]), waits=waits)

    async def speak(self, question: Question, seat: Seat) -> Plan | None:  # noqa: ARG002 every speaker is given one
        """Answer a sentence about the memory itself."""
        said = self._said(question)
        if said is None:
            return None
        wording = LISTS.get(question.language, LISTS["en"])
        if said.kind == "fact":
            return Plan(Decision.REFUSE, reason="off_topic", says=wording["fact"], by=MEMORY)
        return stated(MEMORY, question, self._statements(said, question, wording), said.kind)

    def _statements(self, said: MemoryTalk, question: Question, wording: dict[str, str]) -> list[Statement]:
        if said.kind in ("mine", "name"):
            name = MINE + said.name if said.kind == "mine" else said.name
            return [_told(self._graph.learn(question, name, means=said.means), wording, said.name)]
        if said.kind == "recall":
            kept = self._graph.known(question.user.id)
            return [_told(one, wording) for one in kept] or [_now(wording["nothing"], wording, question)]
        count = self._graph.forget(question, said.name or None)
        says = wording["forgotten" if count or not said.name else "unknown"]
        return [_now(says.format(count=count, name=said.name), wording, question)]


def _choice(question: Question, plan: Plan) -> str:
    """The reading that a reply to our question back has led to; empty where it is no such reply."""
    before = question.turns[-1] if question.turns else None
    if before is None or before.outcome != "clarification" or len(plan.tasks) != 1:
        return ""
    says = str(plan.tasks[0].arguments.get("says", ""))
    return says if "readings" in before.waits and says in (value for _, value in before.choices) else ""


def _rivals(plan: Plan) -> list[Task]:
    """The queries that read one part of the question in several ways."""
    parts = Counter(task.arguments.get("part") for task in plan.tasks if "reading" in task.arguments)
    return [task for task in plan.tasks if "reading" in task.arguments and parts[task.arguments["part"]] > 1]


def _told(edge: StoredPreference, wording: dict[str, str], name: str = "") -> Statement:
    """One edge as a sentence, with who said so when."""
    at = datetime.fromtimestamp(edge.created_at, UTC)
    name = name or edge.name.removeprefix(MINE)
    if edge.records:
        text = wording["chosen"].format(name=name, records=", ".join(edge.records))
    elif edge.user == EVERYBODY:
        text = wording["everybody"].format(name=name, means=edge.means)
    else:
        kind = "mine_means" if edge.name.startswith(MINE) else "name_means"
        text = wording[kind].format(name=name, means=edge.means)
    title = wording["stated" if edge.user == EVERYBODY else "you_said"]
    day = at.date().isoformat()
    return Statement(f"memory-{edge.user}-{edge.name}", text, title.format(author=edge.author, day=day), at)


def _now(text: str, wording: dict[str, str], question: Question) -> Statement:
    day = question.now.date().isoformat()
    return Statement(f"memory-{question.run}", text, wording["listed"].format(day=day), question.now)
