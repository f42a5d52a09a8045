"""Planning questions over business apps with a model: where the rules decline, it plans calls of functions as a graph.

The list behind each call is looked at, wave by wave, and after a wave the plan is checked against what was seen. The
answer is one SELECT over the results: put together with the calls it is a query over the tables, proved, judged and run
like one of the rules'. Of a list the model sees how many rows it has and the first three; it counts nothing.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from answerable.domain.catalog import Catalog
from answerable.domain.events import ModelFailed
from answerable.domain.evidence import Cell, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError, SourceError, ToolRefused
from answerable.lists import read_list
from answerable.models.metered import MeteredModel
from answerable.models.prompts import Filling, PromptFile, Quoted
from answerable.models.shown import cut, prompt_tokens, show_turns
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.call_graph import MOST, CallGraph, CallPlan
from answerable.stages.plan.function_cards import show_functions
from answerable.stages.plan.of_tables import NOT_PERMITTED, not_permitted
from answerable.stages.plan.of_tables_model import own_words

PROMPT = PromptFile.load(Path(__file__).with_name("apps.md"))
_WORDING = read_list(__package__, "of_apps_model.toml")
# Waves a plan may take, and times it is checked after one. Chosen, not measured.
DEPTH, CHECKS = 4, 2
# Of one question, sent and received, the requirement's number; and room kept for a reply: twice the longest one seen.
TOKENS, REPLY = 8_000, 600
# Characters of functions in a first plan and in a check, which knows where it is going. All 28 signatures take 5,500;
# with 6,000 for the likeliest and all their meanings, 5 of the 45 functions that 24 questions need were not among them.
FIRST, CHECK = 7_000, 2_000
# Tokens of the question, of all results of one check, and of what was wrong. Chosen, not measured.
ASKED, RESULTS, WRONG = 400, 600, 150
LONG_AFTER = 5
# Those a person may choose among. Chosen, not measured.
CHOICES = 8
NO_ROWS = "it gave no rows. Repeat the plan if that may be so; else mend what is wrong."
ONE_ROW = "it gave one row, so there is nothing to ask. Plan for that one."

OpenCatalog = Callable[[Question], Awaitable[Catalog]]


class ModelAppsPlanner:
    """The rules first; where they do not understand, a model plans, its plan is done and checked wave by wave."""

    def __init__(
        self,
        rules: Planner,
        model: MeteredModel,
        open_catalog: OpenCatalog,
        *,
        source: str,
        about: str,
        small: MeteredModel | None = None,
    ) -> None:
        self._rules, self._model, self._open_catalog = rules, model, open_catalog
        self._source, self._about, self._small = source, about, small or model
        # What this walk made last; one that goes on after a crash makes it again.
        self._last: CallGraph | None = None

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if ledger.waiting("graph"):
            return await self._on(question, ledger, seat)
        plan = await self._rules(question, ledger, weighing, seat)
        chosen = question.goes_on and "graph" in question.turns[-1].waits  # it answers our own question back
        if ledger.plans or not (chosen or _half(plan)):
            return plan
        made = await self._written(self._model, question, seat, [])
        # Where no function fits either, what the rules did understand is told, and what they know better said.
        fits = isinstance(made, CallGraph) or (
            made and plan.reason == "not_found" and "unknown" in plan.waits
        )
        return self._step(made, question, ledger) if made and fits else plan

    async def _on(self, question: Question, ledger: Ledger, seat: Seat) -> Plan:
        """Go on after a wave, or after the query."""
        plan = ledger.plans[-1]
        graph = self._last
        if graph is None or graph.waits() != plan.waits:
            graph = await asyncio.to_thread(self._again, plan, question)
        if plan.tasks[0].verb == "query":
            return await self._ended(graph, question, ledger, seat)
        seen = _seen(graph, ledger)
        if any(task.id not in seen for task in plan.tasks):
            return Plan(Decision.ENOUGH, why="a list could not be read", by=graph.by)
        news = len(seen) < len(graph.looks.tasks) or any(seen[task.id] == "0 rows" for task in plan.tasks)
        if not news or graph.checks == CHECKS:
            return self._step(graph, question, ledger)
        # The first check is a small model's; what it did not settle, the large one sees again.
        checker = self._model if graph.checks else self._small
        checked = await self._written(checker, question, seat, _shown(graph, seen), graph)
        return self._step(checked or replace(graph, checks=CHECKS), question, ledger)

    async def _ended(self, graph: CallGraph, question: Question, ledger: Ledger, seat: Seat) -> Plan:
        """The query has run; one that could not, or that gave nothing, goes back once."""
        queries = [task for plan in ledger.plans for task in plan.tasks if task.verb == "query"]
        found = next((one for one in ledger.fresh() if one.table and one.query == graph.sql), None)
        failed = next((gap.why for gap in ledger.gaps if gap.asked == queries[-1].id), "")
        if failed == NOT_PERMITTED:
            return replace(not_permitted(question), by=graph.by)
        rows = found.table.rows if found and found.table else ()
        enough = Plan(Decision.ENOUGH, why=ledger.plans[-1].why, by=graph.by)
        asks = graph.written.outcome == "ask"
        if asks and len(rows) > 1:
            return self._asked(graph, question, rows)
        if asks:  # whom it could mean is no answer to what was asked
            enough = self._refused(question, "no_end", graph.by)
        empty = not rows and graph.checks < CHECKS
        if not (empty or failed or asks) or len(queries) > 1:
            return enough
        shown = _shown(graph, _seen(graph, ledger))
        wrong = failed or (ONE_ROW if rows else NO_ROWS)
        mended = await self._written(self._model, question, seat, shown, graph, f"sql: {wrong}")
        if not isinstance(mended, CallGraph) or mended.sql == graph.sql:
            return enough
        return self._step(mended, question, ledger)

    def _step(self, made: CallGraph | Plan, question: Question, ledger: Ledger) -> Plan:
        """The calls that can be looked at now; the query, once all of them were."""
        if isinstance(made, Plan):
            return made
        self._last = made
        seen = _seen(made, ledger)
        looks = made.looks.ready(seen)
        waves = sum(plan.tasks[0].verb == "look" for plan in ledger.plans if plan.tasks)
        if looks and waves == DEPTH:
            return self._refused(question, "no_end", made.by)
        why = own_words(made.written.says, question)
        if looks:
            # What they wait for was looked at in an earlier wave, which is a plan of its own.
            after = tuple((task.id, need) for task in looks for need in task.needs)
            tasks = tuple(replace(task, needs=()) for task in looks)
            return Plan(Decision.ACT, tasks, why=why, by=made.by, waits=made.waits(), after=after)
        ran = sum(task.verb == "query" for plan in ledger.plans for task in plan.tasks)
        name = f"query_{ran + 1}"
        arguments = {"name": name, "sql": made.sql, "says": why, "part": 1}
        task = Task(name, self._source, "query", why, arguments=arguments)
        after = tuple((name, look.id) for look in made.looks.tasks)
        return Plan(Decision.ACT, (task,), why=why, by=made.by, waits=made.waits(), after=after)

    def _asked(self, graph: CallGraph, question: Question, rows: Sequence[tuple[Cell, ...]]) -> Plan:
        """Whom or what do you mean? The choices are records, in their own words."""
        told = (" · ".join(str(cell) for cell in row if cell is not None) for row in rows)
        choices = tuple((one, one) for one in dict.fromkeys(told) if one)[:CHOICES]
        waits = {**graph.waits(), "goes_on": question.goes_on or question.text}
        says = _WORDING.get(question.language, _WORDING["en"])["which"]
        return Plan(Decision.ASK, by=graph.by, reason="ambiguous", says=says, choices=choices, waits=waits)

    async def _written(
        self,
        model: MeteredModel,
        question: Question,
        seat: Seat,
        results: Sequence[Quoted],
        earlier: CallGraph | None = None,
        wrong: str = "",
    ) -> CallGraph | Plan | None:
        """A plan that can be done, or the refusal that no function fits. One that is wrong goes back once."""
        checks = earlier.checks + 1 if earlier else 0
        for writer in (model, self._model):
            try:
                catalog = await self._open_catalog(question)
                prompt = PROMPT.fill(
                    self._fillings(question, catalog, results, earlier, wrong),
                    long=len(question.turns) >= LONG_AFTER,
                )
                spent = seat.budget.spent("tokens_in") + seat.budget.spent("tokens_out")
                if spent + prompt_tokens(prompt, CallPlan) + REPLY > TOKENS:
                    raise BudgetSpent("tokens_in", TOKENS)
                written = await writer.reply(prompt, CallPlan, seat.budget, seat.tell)
                if written.outcome == "no_function_fits":
                    return self._refused(question, "no_function", writer.name)
                given = (written, self._source, question.now, writer.name, checks)
                return await asyncio.to_thread(CallGraph.made, *given)
            except (ModelError, BudgetSpent, SourceError):
                return None
            except ToolRefused as problem:
                wrong = str(problem)
                seat.tell(ModelFailed(writer.name, PROMPT.name, wrong))
        return None

    def _fillings(
        self,
        question: Question,
        catalog: Catalog,
        results: Sequence[Quoted],
        earlier: CallGraph | None,
        wrong: str,
    ) -> dict[str, Filling]:
        used = [call.function for call in earlier.written.tasks] if earlier else []
        room = CHECK if earlier else FIRST
        shown = [*results]
        before = question.turns[-1].waits.get("graph") if question.turns else None
        plan = earlier.written if earlier else CallPlan.model_validate(before) if before else None
        if plan:
            whose = {"of": "this question" if earlier else "the turn before"}
            shown.insert(0, Quoted(plan.model_dump_json(exclude_defaults=True), "plan", whose))
        return {
            "most_tasks": str(MOST),
            "today": Quoted(f"{question.now:%A %Y-%m-%d}", "today"),
            "turns": show_turns(question.turns),
            "functions": Quoted("\n".join(show_functions(catalog, question, room, used)), "functions"),
            "question": Quoted(cut(question.goes_on or question.meant, ASKED), "question"),
            "chosen": [Quoted(cut(question.text, WRONG), "chosen")] if question.goes_on else [],
            "results": shown,
            "wrong": [Quoted(cut(wrong, WRONG), "wrong")] if wrong else [],
        }

    def _again(self, plan: Plan, question: Question) -> CallGraph:
        """The graph a plan of this walk stands for."""
        written, by = CallPlan.model_validate(plan.waits["graph"]), str(plan.waits["by"])
        return CallGraph.made(written, self._source, question.now, by, int(plan.waits["checks"]))

    def _refused(self, question: Question, wording: str, by: str) -> Plan:
        says = _WORDING.get(question.language, _WORDING["en"])[wording].format(about=self._about)
        return Plan(Decision.REFUSE, why=wording, by=by, reason="not_found", says=says)


def _half(plan: Plan) -> bool:
    """Whether the rules understood less than the whole question. That something is not permitted, or that the apps
    cannot be read, is no lack of understanding."""
    if plan.decision is Decision.REFUSE:
        return plan.reason == "not_found"
    return plan.decision is Decision.ACT and bool(plan.waits.get("missing") or plan.waits.get("unknown"))


def _seen(graph: CallGraph, ledger: Ledger) -> dict[str, str]:
    """What the looks at the graph's calls have shown so far, by task."""
    texts = {piece.query: piece.text for piece in ledger.fresh() if piece.kind == "profile"}
    return {
        task.id: texts[task.arguments["sql"]] for task in graph.looks.tasks if task.arguments["sql"] in texts
    }


def _shown(graph: CallGraph, seen: dict[str, str]) -> list[Quoted]:
    """Each result in its share of the room, with the columns first that the plan uses."""
    plan = set(re.findall(r"\w+", graph.written.model_dump_json()))
    shown = []
    for name, text in seen.items():
        count, *columns = text.split("\n")
        columns.sort(key=lambda line: line.partition(" ")[0] not in plan)
        profile = "\n".join([count, *columns])
        shown.append(Quoted(cut(profile, RESULTS // len(seen)), "result", {"id": name}))
    return shown
