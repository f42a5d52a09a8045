"""Plans of several as one: what each is asked, what is looked up for others, what nobody takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from answerable.domain.evidence import Ledger
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.domain.share import LEFT, SHARES, TOLD, entry_of
from answerable.stages.plan.bridge import StandIn, in_a_row

BRIDGES, RESUME = "bridges", "resume"


@dataclass
class Made:
    """What came of one round: who plans what, what the web is to be asked, which names for it are looked up."""

    plans: dict[str, tuple[str, Plan]] = field(default_factory=dict)  # by share: its part, its plan
    facts: list[str] = field(default_factory=list)
    bridges: list[dict[str, Any]] = field(default_factory=list)
    left: list[tuple[str, str]] = field(default_factory=list)
    without: dict[str, list[str]] = field(default_factory=dict)  # by share: tasks it gave up
    declined: Plan = field(default_factory=lambda: Plan(Decision.REFUSE, reason="not_found"))

    def add(self, share: str, part: str, plan: Plan) -> None:
        """One more part of one share, its tasks behind those it has."""
        if share in self.plans:
            earlier, first = self.plans[share]
            waits, why = {**plan.waits, **first.waits}, f"{first.why}; {plan.why}"
            part, plan = (
                f"{earlier} {part}",
                replace(first, tasks=(*first.tasks, *plan.tasks), why=why, waits=waits),
            )
        self.plans[share] = (part, plan)

    def bridge(self, phrase: StandIn, share: str, part: str, tasks: Sequence[Task]) -> None:
        """The web is asked about what these tasks find."""
        queries = [task.arguments["sql"] for task in tasks]
        self.bridges.append({"share": share, "part": part, "frame": phrase.frame, "queries": queries})

    def lengthen(self, before: str, part: str) -> bool:
        """Let the web read a part that leans on the one before it together with that one, if that is the web's."""
        for bridge in self.bridges:
            if bridge["part"] == before:
                bridge["part"], bridge["frame"] = part, in_a_row([bridge["frame"], part])
                return True
        if before in self.facts:
            self.facts.append(part)
        return before in self.facts

    def told_apart(self, share: str, part: str, before: Sequence[Task]) -> bool:
        """Whether records answer a part by itself, and not only once more what stands before it."""
        known = {task.arguments["sql"] for task in before}
        asked, plan = self.plans[share]
        mine = [task for task in plan.tasks if task.question.strip(" ?") == part.strip(" ?")]
        if mine and narrow(mine) and not known & {task.arguments["sql"] for task in mine}:
            return True
        self.plans[share] = (
            asked,
            replace(plan, tasks=tuple(task for task in plan.tasks if task not in mine)),
        )
        return False

    def telling(self, part: str) -> tuple[str, list[Task]]:
        """The share that answers this part, and its tasks for it."""
        for share, (_, plan) in self.plans.items():
            tasks = [task for task in plan.tasks if task.verb == "query"]
            same = [task for task in tasks if task.question in part or part in task.question]
            if same and plan.decision is Decision.ACT:
                last = same[-1].arguments.get("part")
                return share, [task for task in same if task.arguments.get("part") == last]
        return "", []


def narrow(tasks: Sequence[Task]) -> bool:
    """Whether readings say which one is meant, and do not only count."""
    forms = [task.arguments.get("reading", {}).get("form") for task in tasks]
    return all(form and (form["where"] or form["rank"]) and form["shape"] != "number" for form in forms)


def same(one: Plan, other: Plan | None) -> bool:
    """Whether two plans ask the same of their source."""
    queries = [{task.arguments.get("sql") for task in plan.tasks} for plan in (one, other) if plan]
    return len(queries) == 2 and queries[0] == queries[1]


def called(task: Task, name: str, part: int | None = None) -> Task:
    """The task under another name."""
    arguments = {**task.arguments, **({"name": name} if "name" in task.arguments else {})}
    return replace(task, id=name, arguments=arguments if part is None else {**arguments, "part": part})


def joined(question: Question, ledger: Ledger, made: Made) -> Plan:
    """The plans of all as one: a question back goes first, then the tasks of everybody."""
    told = {name: dict(plan.waits) for name, (_, plan) in made.plans.items() if plan.waits}
    waits: dict[str, Any] = {
        SHARES: {
            name: entry_of(part, plan, made.without.get(name, ()))
            for name, (part, plan) in made.plans.items()
        },
        TOLD: {**_last(ledger, TOLD), **told},
    }
    waits |= {BRIDGES: made.bridges} if made.bridges else {}
    waits |= {LEFT: made.left} if made.left else {}
    for name, (_, plan) in made.plans.items():
        if plan.decision is Decision.ASK:
            return replace(plan, tasks=(), waits={**waits, **_coming_back(question, ledger, made, name)})
    tasks = tuple(_apart(made))
    why = "; ".join(dict.fromkeys(plan.why for _, plan in made.plans.values() if plan.why))
    by = next((plan.by for _, plan in made.plans.values() if plan.by != "rule"), "rule")
    if tasks:
        return Plan(Decision.ACT, tasks, why, by, waits=waits)
    entries = {**_all_shares(ledger), **waits[SHARES]}
    refused = [entry for entry in entries.values() if entry["decision"] == Decision.REFUSE.value]
    if len(refused) < len(entries):
        return Plan(Decision.ENOUGH, why=why, by=by, waits=waits)
    first = refused[0] if refused else entry_of("", made.declined)
    return Plan(Decision.REFUSE, why=why, reason=first["reason"], says=first["says"], waits=waits)


def _coming_back(question: Question, ledger: Ledger, made: Made, asker: str) -> dict[str, Any]:
    """What the turn after a question back needs to go on with the whole."""
    if "goes_on" in made.plans[asker][1].waits:
        return {"goes_on": question.goes_on or question.text}
    parts = {name: entry["asked"] for name, entry in _all_shares(ledger).items()}
    parts |= {name: part for name, (part, _) in made.plans.items()}
    bridges = made.bridges or ledger.waiting(BRIDGES) or []
    return {RESUME: {"asker": asker, "parts": parts, BRIDGES: bridges}}


def _apart(made: Made) -> Iterator[Task]:
    """The tasks of everybody, no two of one name."""
    taken: set[str] = set()
    for share, (_, plan) in made.plans.items():
        names = {task.id: f"{share}_{task.id}" if task.id in taken else task.id for task in plan.tasks}
        taken |= set(names.values())
        for task in plan.tasks:
            named_so = task if names[task.id] == task.id else called(task, names[task.id])
            yield replace(named_so, needs=tuple(names[need] for need in task.needs))


def _all_shares(ledger: Ledger) -> dict[str, Any]:
    """The latest entry of every share."""
    return {name: entry for plan in ledger.plans for name, entry in plan.waits.get(SHARES, {}).items()}


def _last(ledger: Ledger, name: str) -> dict[str, Any]:
    return dict(ledger.plans[-1].waits.get(name, {})) if ledger.plans else {}
