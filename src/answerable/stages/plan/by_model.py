"""The planner that asks a model: it sees the best passages and a shortlist of links, and chooses by number.

A link's number is looked up in the list that was shown, so nothing a page or a model writes can become an
address to fetch. Where the model cannot be used the rules decide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from answerable.domain.events import ModelFailed
from answerable.domain.evidence import Lead, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import BudgetSpent, ModelError
from answerable.language.leak import LeakWatch
from answerable.language.words import content_words, stem, stems
from answerable.models.base import Prompt
from answerable.models.metered import MeteredModel, Reserve
from answerable.models.prompts import PromptFile, Quoted
from answerable.models.shown import (
    INSTRUCTION,
    MOST_TOKENS,
    QUESTION,
    ShownLimits,
    ShownPassage,
    Suits,
    cut,
    prompt_tokens,
    shorten_url,
    show_links,
    show_passages,
    show_turns,
)
from answerable.sources.base import Card
from answerable.stages.base import Planner, Seat

PROMPT = PromptFile.load(Path(__file__).with_name("plan.md"))

# As many as a source brings home per look, each with enough around its best sentence to judge it by.
PASSAGES = 12
PASSAGE_CHARS = 800
# Leads come ranked. Chosen, not measured: forty lines are about a fifth of the prompt.
LINKS = 40
VISITED = 10
# A decision's reason is one sentence for the writer and the trace, not a second answer.
REASON_CHARS = 300
# After so many turns the reminder is said more strongly (the requirement's number).
LONG_AFTER = 5
# A draft by the model is worth more than one more decision: its call is never spent here.
RESERVE = Reserve(calls=1, tokens=MOST_TOKENS)


class NextMove(BaseModel):
    """What to do next."""

    reasoning: str = Field(default="", description="One sentence: what is answered, what is missing.")
    action: Literal["explore", "answer", "refuse"]
    links: list[int] = Field(default_factory=list, description="Numbers of links to explore, best first.")
    refusal_reason: Literal["off_topic", "not_found"] | None = None


class ModelPlanner:
    """Looks by rule first; after that the model chooses between more pages, an answer and a refusal."""

    def __init__(
        self,
        rules: Planner,
        cards: Sequence[Card],
        model: MeteredModel,
        limits: ShownLimits,
        *,
        instruction: str = "",
    ) -> None:
        self._rules, self._cards = rules, {card.name: card for card in cards}
        self._model, self._limits, self._instruction = model, limits, instruction

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        leads = self._ways_on(ledger)
        if not ledger.journey or not leads or seat.budget.left("pages") < 1:
            return await self._rules(question, ledger, weighing, seat)  # nothing to choose from
        prompt, shown = self._prompt(question, ledger, leads, seat)
        try:
            move = await self._model.reply(prompt, NextMove, seat.budget, seat.tell, RESERVE)
        except (ModelError, BudgetSpent):
            return await self._rules(question, ledger, weighing, seat)
        why = reason_of(move.reasoning, prompt)
        if move.action == "explore":
            tasks = self._follow(move.links, shown, question, ledger)
            if tasks:
                return Plan(Decision.ACT, tasks, why=why, by=self._model.name)
            refused = f"The links {move.links[:5]} were not shown; known are 1 to {len(shown)}."
            seat.tell(ModelFailed(self._model.name, PROMPT.name, refused))
            return await self._rules(question, ledger, weighing, seat)
        # Refusing against what the rules found would let one hostile sentence silence a whole site.
        if move.action == "answer" or weighing.enough:
            return Plan(Decision.ENOUGH, why=why, by=self._model.name)
        reason = "off_topic" if weighing.off_topic else move.refusal_reason or "not_found"
        on = await self._rules(question, ledger, weighing, seat)
        if on.decision is Decision.ACT if reason == "not_found" else weighing.speaks_of:
            return on  # what the rules would still read may have it, or what they read is about it
        return Plan(Decision.REFUSE, why=why, by=self._model.name, reason=reason)

    def _ways_on(self, ledger: Ledger) -> list[Lead]:
        most = min(LINKS, self._limits.max_links_per_page)
        followed = {name for name, card in self._cards.items() if card.follows_leads}
        return [lead for lead in ledger.open_leads() if lead.source in followed][:most]

    def _follow(
        self, numbers: Sequence[int], shown: Sequence[Lead], question: Question, ledger: Ledger
    ) -> tuple[Task, ...]:
        """A task per source for the links that were really shown, the first ones if too many are named."""
        named = [shown[number - 1] for number in dict.fromkeys(numbers) if 1 <= number <= len(shown)]
        tasks = []
        for card in self._cards.values():
            targets = tuple(lead.url for lead in named if lead.source == card.name)[: card.leads_at_once]
            if targets:
                name = f"{card.name}-{len(ledger.journey)}"
                tasks.append(Task(name, card.name, "follow", question.meant, targets))
        return tuple(tasks)

    def _prompt(
        self, question: Question, ledger: Ledger, leads: Sequence[Lead], seat: Seat
    ) -> tuple[Prompt, Sequence[Lead]]:
        best, suits = ledger.best(PASSAGES), asked_for(question)
        passages = show_passages(best, each=PASSAGE_CHARS, limits=self._limits, suits=suits)
        fill = partial(self._fill, question, ledger, seat)
        return fitted(fill, passages, leads, NextMove, MOST_TOKENS)

    def _fill(
        self,
        question: Question,
        ledger: Ledger,
        seat: Seat,
        passages: Sequence[ShownPassage],
        leads: Sequence[Lead],
    ) -> Prompt:
        most = max(card.leads_at_once for card in self._cards.values())
        rounds = seat.budget.left("rounds")
        left = "" if rounds == float("inf") else f"Explorations left: {rounds:g}."
        return PROMPT.fill(
            {
                "most_links": str(most),
                "instruction": cut(self._instruction, INSTRUCTION) or "nothing in particular.",
                "question": Quoted(cut(question.text, QUESTION), "question"),
                "turns": show_turns(question.turns),
                "passages": [passage.quoted for passage in passages],
                "links": Quoted("\n".join(show_links(leads, self._limits)), "links"),
                "visited": Quoted(self._visited(ledger), "visited"),
                "state": f"Pages read: {ledger.pages}. {left}".strip(),
            },
            long=len(question.turns) >= LONG_AFTER,
        )

    def _visited(self, ledger: Ledger) -> str:
        """Where the run has been, and what could not be read; the last few of each."""
        been = [shorten_url(url, self._limits)[:120] for url in sorted(ledger.visited)[-VISITED:]]
        lost = [f"could not be read: {gap.asked[:120]} ({gap.why[:80]})" for gap in ledger.gaps[-3:]]
        return cut("\n".join([*been, *lost]), 400) or "the start pages"


def asked_for(question: Question) -> Suits:
    """How many of the question's words a stretch of text has."""
    language = question.language
    wanted = {stem(word, language) for word in content_words(question.meant, language)}

    def suits(text: str) -> float:
        return len(wanted.intersection(stems(text, language)))

    return suits


def fitted(
    fill: Callable[[Sequence[ShownPassage], Sequence[Lead]], Prompt],
    passages: Sequence[ShownPassage],
    leads: Sequence[Lead],
    shape: type[BaseModel],
    most: int,
) -> tuple[Prompt, Sequence[Lead]]:
    """The prompt within its tokens, and the links it shows: passages are given up before links."""
    while True:
        prompt = fill(passages, leads)
        if prompt_tokens(prompt, shape) <= most or not (passages or leads):
            return prompt, leads
        if len(passages) > 1 or not leads:
            passages = passages[:-1]
        else:
            leads = leads[:-1]


def reason_of(said: str, prompt: Prompt) -> str:
    """The model's reason for the writer and the trace, unless it gives the prompt away."""
    reason = " ".join(said.split())[:REASON_CHARS]
    return "" if LeakWatch([prompt.own_words], [prompt.canary]).leaked(reason) else reason
