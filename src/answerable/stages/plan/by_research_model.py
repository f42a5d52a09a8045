"""The research planner that asks a model: search, crawl or hand to the person, with the rules as its safety net.

The model sees facts, the best passages and numbered links. An action it repeats, a link it was not shown, "enough"
that the sources do not bear out, or a reply that cannot be read gives the turn to the rules; after a few such turns
the rules keep it. Budgets end every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, model_validator

from answerable.domain.events import ModelFailed
from answerable.domain.evidence import Lead, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError
from answerable.facts.inquire import inquire
from answerable.language.leak import LeakWatch
from answerable.models.base import Prompt
from answerable.models.metered import MeteredModel
from answerable.models.prompts import PromptFile, Quoted
from answerable.models.shown import (
    QUESTION,
    ShownLimits,
    ShownPassage,
    cut,
    show_links,
    show_passages,
    show_turns,
)
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.by_model import asked_for, fitted, reason_of
from answerable.stages.plan.by_research import fingerprint

PROMPT = PromptFile.load(Path(__file__).with_name("research.md"))
# One decision's prompt: eight of them stay within 30,000 tokens (the requirement's number for a whole question).
DECISION_TOKENS, DECISIONS = 3_000, 8
PASSAGES, PASSAGE_CHARS, LINKS = 8, 500, 20
LINKS_AT_ONCE = 5
# Turns a model may waste (repeat itself, name what was not shown, write garbage) before the rules keep the run.
WASTED = 2


class ResearchMove(BaseModel):
    """The next action of a research run."""

    reasoning: str = Field(default="", description="One sentence: what is known, what is missing.")
    next_action: Literal["search", "crawl", "person"]
    query_or_url: str | None = Field(default=None, description="The query of a search.")
    links: list[int] = Field(default_factory=list, description="Numbers of links to crawl, best first.")
    engine: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _older_names(cls, value: Any) -> Any:
        """The requirement's own names for the actions are read as well."""
        if isinstance(value, dict) and isinstance(action := value.get("next_action"), str):
            name, _, engine = action.partition("_")
            known = {"send": "person", "crawl": "crawl", "search": "search"}.get(name, action)
            value = {**value, "next_action": known}
            if name == "search" and engine:
                value.setdefault("engine", engine)
        return value


class ResearchModelPlanner:
    """Looks by rule first; after that the model decides as long as it gets the run on."""

    def __init__(
        self,
        rules: Planner,
        model: MeteredModel,
        engines: Sequence[str],
        limits: ShownLimits,
        source: str = "search",
    ) -> None:
        self._rules, self._model, self._limits = rules, model, limits
        self._engines, self._source = tuple(engines), source
        self._run, self._asked, self._wasted = "", 0, 0

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if self._run != question.run:
            self._run, self._asked, self._wasted = question.run, 0, 0
        if not ledger.journey or self._wasted > WASTED or self._asked >= DECISIONS:
            return await self._rules(question, ledger, weighing, seat)
        leads = [lead for lead in ledger.open_leads() if lead.source == self._source][:LINKS]
        prompt, shown = self._prompt(question, ledger, leads, seat)
        self._asked += 1
        try:
            move = await self._model.reply(prompt, ResearchMove, seat.budget, seat.tell)
        except (ModelError, BudgetSpent):
            self._wasted += 1
            return await self._rules(question, ledger, weighing, seat)
        plan = self._plan(move, shown, ledger, prompt)
        if plan and (plan.decision is Decision.ACT or weighing.enough):
            return plan
        on = await self._rules(question, ledger, weighing, seat)
        if plan and on.decision is not Decision.ACT:
            return plan
        self._wasted += 1
        does = "says it is enough, which it is not." if plan else "was done before, or names nothing shown."
        seat.tell(ModelFailed(self._model.name, PROMPT.name, f"{move.next_action} {does}"))
        return on

    def _plan(self, move: ResearchMove, shown: Sequence[Lead], ledger: Ledger, prompt: Prompt) -> Plan | None:
        """The move as a plan; None when it would only repeat what was done."""
        watch = LeakWatch([prompt.own_words], [prompt.canary])
        why, number = reason_of(move.reasoning, prompt), len(ledger.journey)
        if move.next_action == "person":
            return Plan(Decision.ENOUGH, why=why, by=self._model.name)
        if move.next_action == "crawl":
            urls = [shown[n - 1].url for n in dict.fromkeys(move.links) if 1 <= n <= len(shown)]
            # An address in words counts only where it stands in the list: nothing a page wrote can send us elsewhere.
            named = (move.query_or_url or "").strip()
            urls += [lead.url for lead in shown if lead.url == named and lead.url not in urls]
            if not urls:
                return None
            goal, chosen = why or "the pages the model chose", tuple(urls[:LINKS_AT_ONCE])
            task = Task(f"read-{number}", self._source, "follow", goal, chosen)
            return Plan(Decision.ACT, (task,), why=why, by=self._model.name)
        query = " ".join((move.query_or_url or "").split())[:200]
        engine = move.engine if move.engine in self._engines[1:] else ""
        mark = fingerprint(query, engine)
        if not query or mark in ledger.visited or watch.leaked(query):
            return None
        arguments = {"query": query, "engine": engine}
        task = Task(f"search-{number}", self._source, "search", query, (mark,), arguments=arguments)
        return Plan(Decision.ACT, (task,), why=why, by=self._model.name)

    def _prompt(
        self, question: Question, ledger: Ledger, leads: Sequence[Lead], seat: Seat
    ) -> tuple[Prompt, Sequence[Lead]]:
        best, suits = ledger.best(PASSAGES), asked_for(question)
        passages = show_passages(best, each=PASSAGE_CHARS, limits=self._limits, suits=suits)
        fill = partial(self._fill, question, ledger, seat)
        return fitted(fill, passages, leads, ResearchMove, DECISION_TOKENS)

    def _fill(
        self,
        question: Question,
        ledger: Ledger,
        seat: Seat,
        passages: Sequence[ShownPassage],
        leads: Sequence[Lead],
    ) -> Prompt:
        rounds = seat.budget.left("rounds")
        done = "\n".join(f"{did}: {found}" for did, found in ledger.journey[-12:])
        return PROMPT.fill(
            {
                "most_links": str(LINKS_AT_ONCE),
                "engines": ", ".join(self._engines),
                "question": Quoted(cut(question.text, QUESTION), "question"),
                "turns": show_turns(question.turns),
                "facts": Quoted(cut(known_facts(question, ledger), 300) or "none yet", "facts"),
                "passages": [passage.quoted for passage in passages],
                "links": Quoted("\n".join(show_links(leads, self._limits)), "links"),
                "done": Quoted(cut(done, 300) or "nothing", "done"),
                "state": "" if rounds == float("inf") else f"Rounds left: {rounds:g}.",
            }
        )


def known_facts(question: Question, ledger: Ledger) -> str:
    """What the rules read from the evidence, with computed confidence; and which steps they have open."""
    lines = []
    for resolved in inquire(question, ledger)[1]:
        for step in resolved.steps:
            name = f"{step.hop.relation.label('en')} of {step.subject}"
            values = ", ".join(held.value for held in step.values) or "not found"
            doubt = f", contradicted by {step.contradiction.held[1].value}" if step.contradiction else ""
            lines.append(f"{name}: {values} (confidence {step.confidence:.2f}{doubt})")
    return "\n".join(lines)
