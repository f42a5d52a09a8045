"""Planning questions over tables with a model: where the rules do not understand, it writes queries.

Every query is proved read-only by the source before it runs, whoever wrote it. One that fails goes back to the
model once, with the words of the guard or the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, Field

from answerable.domain.catalog import Catalog, Entity
from answerable.domain.evidence import Gap, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError, SourceError
from answerable.language.values import find_values
from answerable.language.words import content_words, stem, words
from answerable.models.metered import MeteredModel
from answerable.models.prompts import Filling, PromptFile, Quoted
from answerable.models.shown import QUESTION, cut, show_turns
from answerable.stages.base import Planner, Seat

PROMPT = PromptFile.load(Path(__file__).with_name("tables.md"))
QUERIES = 5
# Tables and sample values shown, and characters in all: about 3,000 tokens. Chosen, not measured.
TABLES, VALUES, CHARACTERS = 20, 6, 10_000
LONG_AFTER = 5
# The prompts ask for 12; a few more are a slip, a paragraph is not a label.
LABEL_WORDS = 20


class WrittenQuery(BaseModel):
    """One query as the model wrote it."""

    query: str
    purpose: str = ""
    table: str = ""


class Analysis(BaseModel):
    """What a question needs, under the requirement's names."""

    needsDatabaseQuery: bool = False
    needsWebResearch: bool = False
    sqlQueries: list[WrittenQuery] = Field(default_factory=list)
    reasoning: str = ""


class ModelTablePlanner:
    """The rules first; the model where they decline, and once more with what was wrong with its queries."""

    def __init__(
        self,
        rules: Planner,
        model: MeteredModel,
        open_catalog: Callable[[], Catalog],
        *,
        source: str,
        search: str = "",
    ) -> None:
        self._rules, self._model, self._open_catalog = rules, model, open_catalog
        self._source, self._search = source, search

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        earlier = [plan for plan in ledger.plans if plan.by == self._model.name]
        if not earlier:
            plan = await self._rules(question, ledger, weighing, seat)
            if ledger.plans or plan.decision is Decision.ACT:
                return plan
            return await self._analysed(question, seat, (), otherwise=plan)
        refused = _refused(earlier[-1], ledger)
        if refused and len(earlier) == 1:
            stop = Plan(Decision.ENOUGH, why="some queries failed", by=self._model.name)
            return await self._analysed(question, seat, refused, otherwise=stop, first=len(earlier[-1].tasks))
        if not any(piece.table for piece in ledger.fresh()) and refused:
            return replace(await self._rules(question, Ledger(), weighing, seat), by=self._model.name)
        return Plan(Decision.ENOUGH, why=earlier[-1].why, by=self._model.name)

    async def _analysed(
        self, question: Question, seat: Seat, refused: Sequence[Gap], *, otherwise: Plan, first: int = 0
    ) -> Plan:
        try:
            catalog = await asyncio.to_thread(self._open_catalog)
            fillings: dict[str, Filling] = {
                "dialect": catalog.dialect,
                "most_queries": str(QUERIES),
                "question": Quoted(cut(question.meant, QUESTION), "question"),
                "turns": show_turns(question.turns),
                "tables": [Quoted(text, "table") for text in show_tables(catalog, question)],
                "refused": [Quoted(f"{gap.asked}: {gap.why}", "refused") for gap in refused],
            }
            prompt = PROMPT.fill(fillings, long=len(question.turns) >= LONG_AFTER)
            analysis = await self._model.reply(prompt, Analysis, seat.budget, seat.tell)
        except (ModelError, BudgetSpent, SourceError):
            return otherwise
        tasks = self._tasks(analysis, question, first)
        if not tasks:
            return otherwise
        return Plan(Decision.ACT, tasks, why=own_words(analysis.reasoning, question), by=self._model.name)

    def _tasks(self, analysis: Analysis, question: Question, first: int) -> tuple[Task, ...]:
        tasks = []
        for number, written in enumerate(analysis.sqlQueries[:QUERIES], first + 1):
            name = f"query_{number}"
            says = own_words(written.purpose, question)
            arguments = {"name": name, "sql": written.query, "says": says, "part": number, "by_model": True}
            tasks.append(Task(name, self._source, "query", says, arguments=arguments))
        if analysis.needsWebResearch and self._search:
            tasks.append(Task("web", self._search, "search", question.meant))
        return tuple(tasks)


def own_words(written: str, question: Question) -> str:
    """What a model calls a result; the question itself where that is a speech, or has a value nobody asked with."""
    asked, found = question.meant.casefold(), find_values(written, question.language)
    foreign = any(not one.weak and one.text.casefold() not in asked for one in found)
    said = " ".join(written.split())
    return said if said and not foreign and len(said.split()) <= LABEL_WORDS else question.text


def _refused(plan: Plan, ledger: Ledger) -> list[Gap]:
    """The plan's queries that brought nothing home, with what was wrong."""
    names = {str(task.arguments["name"]): task for task in plan.tasks if "sql" in task.arguments}
    return [Gap(str(names[gap.asked].arguments["sql"]), gap.why) for gap in ledger.gaps if gap.asked in names]


def by_fit(catalog: Catalog, question: Question) -> list[Entity]:
    """The tables of a catalog, likeliest to matter first."""
    asked = {stem(word, question.language) for word in content_words(question.meant, question.language)}

    def fits(entity: Entity) -> int:
        names = [entity.name, entity.label, *entity.synonyms, *(f.name for f in entity.fields)]
        held = {stem(word, question.language) for name in names for word in words(name.replace("_", " "))}
        values = {word for f in entity.fields for value in f.values for word in words(value)}
        return 2 * len(asked & held) + len(set(words(question.meant)) & values)

    return sorted(catalog.entities, key=lambda one: (-fits(one), one.name))


def show_tables(catalog: Catalog, question: Question) -> list[str]:
    """The tables likeliest to matter, nearest first, within the room of a prompt."""
    found: list[str] = []
    for entity in by_fit(catalog, question)[:TABLES]:
        text = _table(entity, catalog)
        if sum(map(len, found)) + len(text) > CHARACTERS:
            break
        found.append(text)
    return found


def _table(entity: Entity, catalog: Catalog) -> str:
    lines = [f"{entity.name} ({entity.rows} rows) {entity.note}".strip()]
    for field in entity.fields:
        sample = ", ".join(field.values[:VALUES])
        lines.append(
            f"  {field.name} {field.kind}" + (f" e.g. {sample}" if sample else "") + f" {field.note}".rstrip()
        )
    for relation in catalog.relations:
        if relation.table == entity.name:
            where = f"{', '.join(relation.columns)} -> {relation.to_table}.{', '.join(relation.to_columns)}"
            lines.append(f"  {where}")
    return "\n".join(lines)
