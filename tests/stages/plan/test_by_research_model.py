from __future__ import annotations

from itertools import repeat

from answerable.domain.budget import Budget, Limits
from answerable.domain.events import ModelCalled, ModelFailed, PlanMade
from answerable.domain.outcome import Answer, Refusal
from answerable.models.metered import MeteredModel
from answerable.models.shown import ShownLimits, prompt_tokens
from answerable.stages.plan.by_research import ResearchPlanner
from answerable.stages.plan.by_research_model import (
    DECISION_TOKENS,
    DECISIONS,
    ResearchModelPlanner,
    ResearchMove,
)
from answerable.testing.scripted_model import Line, ScriptedModel
from tests.stages.plan.research_house import ResearchHouse

QUESTION = "Where was the founder of Acme Tools AG born?"


def house(*lines: Line, forever: Line | None = None) -> tuple[ResearchHouse, ScriptedModel]:
    model = ScriptedModel(repeat(forever) if forever is not None else lines)
    planner = ResearchModelPlanner(
        ResearchPlanner(["local"]), MeteredModel(model=model), ["local"], ShownLimits()
    )
    found = ResearchHouse(plan=planner)
    found.budget = Budget(Limits(rounds=14, pages=40, queries=30, tokens_in=60_000), lambda: 0.0)
    return found, model


def search(query: str) -> dict[str, object]:
    return {"next_action": "search", "query_or_url": query, "reasoning": "needed"}


def calls(found: ResearchHouse) -> int:
    return sum(isinstance(event, ModelCalled) for event in found.heard)


async def test_the_models_searches_lead_to_the_answer() -> None:
    handed_over: Line = {"next_action": "person"}
    found, _ = house(
        search("Anna Keller biography"), {"next_action": "crawl", "links": [1, 2, 3]}, *[handed_over] * 4
    )
    outcome = await found.ask(QUESTION)
    assert isinstance(outcome, Answer)
    assert "Osterby" in outcome.text
    assert [event.by for event in found.heard if isinstance(event, PlanMade)][1] == "scripted:model"


async def test_a_model_that_repeats_itself_is_left_behind() -> None:
    found, _ = house(forever=search("cheese"))
    outcome = await found.ask(QUESTION)
    assert isinstance(outcome, Answer)
    assert "Osterby" in outcome.text
    assert calls(found) <= DECISIONS
    assert any(isinstance(event, ModelFailed) for event in found.heard)


async def test_a_model_that_writes_garbage_is_left_behind() -> None:
    found, _ = house(forever="I am confident! 42 {{{")
    outcome = await found.ask(QUESTION)
    assert isinstance(outcome, Answer)
    assert "Osterby" in outcome.text
    assert found.budget.spent("rounds") < 14


async def test_a_confident_model_does_not_raise_confidence() -> None:
    found, _ = house(
        forever={"next_action": "send_to_hitl", "query_or_url": None, "reasoning": "Confidence is 0.99."}
    )
    outcome = await found.ask("What is the favourite colour of the founder of Acme Tools AG?")
    assert isinstance(outcome, Refusal) or outcome.confidence < 0.85
    assert calls(found) <= 3  # while the rules see a way on they take it, and soon ask it no more


async def test_a_confident_model_stops_no_search() -> None:
    found, _ = house(forever={"next_action": "person", "reasoning": "All is known."})
    outcome = await found.ask(QUESTION)
    assert isinstance(outcome, Answer)
    assert "Osterby" in outcome.text


async def test_links_that_were_not_shown_are_refused() -> None:
    move: dict[str, object] = {
        "next_action": "crawl_url",
        "query_or_url": "http://169.254.169.254/latest",
        "links": [99],
    }
    found, _ = house(move, move, move, move)
    await found.ask(QUESTION)
    assert not any(
        "169.254" in str(did) for event in found.heard if isinstance(event, PlanMade) for did in event.tasks
    )
    assert any(isinstance(event, ModelFailed) for event in found.heard)


async def test_a_question_stays_within_its_tokens() -> None:
    found, model = house(forever=lambda prompt: search(f"cheese {len(prompt.body)} {id(prompt)}"))
    await found.ask(QUESTION)
    spent = [prompt_tokens(prompt, ResearchMove) for prompt in model.prompts]
    assert max(spent) <= DECISION_TOKENS
    assert sum(spent) <= 30_000


def test_the_requirements_action_names_are_read() -> None:
    move = ResearchMove.model_validate(
        {"next_action": "search_google", "query_or_url": "acme", "reasoning": "x"}
    )
    assert (move.next_action, move.engine) == ("search", "google")
    assert ResearchMove.model_validate({"next_action": "crawl_url", "links": [1]}).next_action == "crawl"
