"""Several that answer one question together: what each was asked, its plans and tasks, and the evidence it reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from answerable.domain.evidence import Evidence, Findings, Gap, Ledger
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question, Turn

# Under these names a plan of several keeps the plan of each, what each left for the next turn, and what nobody took.
SHARES, TOLD, LEFT = "shares", "told", "left"
# And under this one a turn has the words after it, for one who is asked only a part of them.
SAID = "said"
# What is kept of the plan of each besides its decision.
KEPT = ("why", "by", "reason", "says", "waits")


@dataclass(frozen=True)
class Share:
    """One of several: the sources whose tasks are its own, and those whose evidence it reads (None: all)."""

    name: str
    sources: frozenset[str]
    reads: frozenset[str] | None = None
    replies: bool = False  # it reads a reply to a question back together with what that goes on with

    def part(self, ledger: Ledger) -> str:
        """What it was asked last; "" where nothing of the question is its own."""
        entries = (plan.waits.get(SHARES, {}).get(self.name) for plan in reversed(ledger.plans))
        return next((str(entry["asked"]) for entry in entries if entry), "")

    def asked(self, question: Question, part: str) -> Question:
        """The question as this one is asked it: its part alone, and of earlier turns what it left there itself."""
        turns = tuple(replace(t, waits={**self._left(t, part), SAID: question.text}) for t in question.turns)
        text = question.text if self.replies and question.goes_on else part
        return replace(question, text=text, turns=turns)

    def _left(self, turn: Turn, part: str) -> Mapping[str, Any]:
        told = turn.waits.get(TOLD, {})
        shown = {name: what for name, what in turn.waits.items() if name not in (SHARES, TOLD)}
        return {**shown, **told.get(self.name, {}), **({"goes_on": part} if "goes_on" in shown else {})}

    def of(self, ledger: Ledger, without: Collection[str] = ()) -> Ledger:
        """Its own plans, and the evidence it reads; what is added there has to be handed back.

        Tasks that it gave up ("without", by their ids) are as if they had never been.
        """
        entries = [plan.waits.get(SHARES, {}).get(self.name) or {} for plan in ledger.plans]
        gone = {*without, *(name for entry in entries for name in entry.get("without", ()))}
        plans = [plan for whole in ledger.plans if (plan := self._plan(whole, gone))]
        tasks = [task for plan in ledger.plans for task in plan.tasks if task.source not in self.sources]
        foreign = {name for task in tasks for name in _names(task)}
        looks = any(task.verb != "query" for plan in plans for task in plan.tasks)
        return Ledger(
            {piece.id: piece for piece in ledger if self._reads(piece.locator.source)},
            [gap for gap in ledger.gaps if _concerns(gap, foreign, looks=looks)],
            {url: lead for url, lead in ledger.leads.items() if self._reads(lead.source)},
            ledger.visited,
            ledger.journey if plans else [],
            ledger.pages,
            plans,
            ledger.earlier,
        )

    def _reads(self, source: str) -> bool:
        return self.reads is None or source in self.reads

    def _plan(self, whole: Plan, gone: Collection[str]) -> Plan | None:
        """Its own plan inside one of several."""
        entry = whole.waits.get(SHARES, {}).get(self.name)
        if not entry:
            return None
        tasks = tuple(t for t in whole.tasks if t.source in self.sources and t.id not in gone)
        kept = {name: entry[name] for name in KEPT}
        return Plan(Decision(entry["decision"]), tasks, **kept)


def entry_of(part: str, plan: Plan, without: Collection[str] = ()) -> dict[str, Any]:
    """A share's part and plan as plain JSON, to be kept in a plan of several."""
    kept = {name: getattr(plan, name) for name in KEPT}
    return {**kept, "asked": part, "decision": plan.decision.value, "without": list(without)}


def hand_back(view: Ledger, ledger: Ledger) -> None:
    """Put into a ledger what was added to a share's view of it, or changed there."""
    new: list[Evidence] = [p for p in view.fresh() if p.id not in ledger or ledger[p.id] is not p]
    ledger.add(Findings(tuple(new)))


def _names(task: Task) -> tuple[str, ...]:
    """What a gap may call a task by."""
    named = (task.id, task.question, task.arguments.get("name"), task.arguments.get("query"), *task.targets)
    return tuple(str(name) for name in named if name)


def _concerns(gap: Gap, foreign: set[str], *, looks: bool) -> bool:
    """Whether a gap may be this one's: not of somebody else's task, and of a page only where pages are read."""
    if gap.asked in foreign or gap.asked.partition(": ")[2] in foreign:
        return False
    return looks or not gap.asked.startswith("http")
