from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.assistants.folder import SHIPPED
from answerable.errors import OperatorError
from answerable.evals.scenarios import Scenario, Theatre, read_scenarios
from answerable.settings import read_settings

SHIPPED_SCENARIOS = read_scenarios(SHIPPED / "bookstore" / "evals.jsonl")


@pytest.fixture(scope="module")
def theatre(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Theatre]:
    with Theatre(read_settings({}), tmp_path_factory.mktemp("theatre")) as opened:
        yield opened


def test_there_are_scenarios_of_every_kind() -> None:
    kinds = Counter(scenario.about for scenario in SHIPPED_SCENARIOS)
    assert sum(kinds.values()) >= 60
    assert set(kinds) >= {
        "happy",
        "several",
        "mind",
        "refusal",
        "voice",
        "failure",
        "injection",
        "drift",
        "model",
        "adversary",
    }
    assert max(len(scenario.turns) for scenario in SHIPPED_SCENARIOS) >= 30
    assert len({scenario.id for scenario in SHIPPED_SCENARIOS}) == len(SHIPPED_SCENARIOS)


@pytest.mark.parametrize("scenario", SHIPPED_SCENARIOS, ids=lambda scenario: scenario.id)
async def test_every_scenario_passes(scenario: Scenario, theatre: Theatre) -> None:
    played = await theatre.play(scenario)
    assert played.failures == (), "\n".join(played.transcript)


async def test_four_runs_are_one_and_the_same(theatre: Theatre) -> None:
    for name in ("return-end-to-end", "the-other-order", "adversary-1"):
        scenario = next(one for one in SHIPPED_SCENARIOS if one.id == name)
        assert len({(await theatre.play(scenario)).transcript for _ in range(4)}) == 1


async def test_a_wrong_expectation_fails(theatre: Theatre) -> None:
    turn = {
        "user": "how much is shipping?",
        "outcome": "refusal",
        "calls": [["lookup_order", "used"]],
        "says": ["gold"],
        "codes": ["markdown"],
    }
    played = await theatre.play(Scenario("wrong", "test", (turn,), (("BK-1001", "1"),)))
    assert len(played.failures) == 5


def test_a_scenario_without_criteria_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "evals.jsonl"
    path.write_text(
        json.dumps({"id": "x", "about": "y", "turns": [{"user": "hi"}], "returns": []}), encoding="utf-8"
    )
    with pytest.raises(OperatorError, match="no criteria for 'hi'"):
        read_scenarios(path)
    path.write_text(json.dumps({"id": "x", "about": "y", "turns": []}), encoding="utf-8")
    with pytest.raises(OperatorError, match="must have been returned"):
        read_scenarios(path)
