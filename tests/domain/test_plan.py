from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.domain.plan import Decision, Plan, Task


def task(name: str, *needs: str) -> Task:
    return Task(name, "website", "look", "How long?", needs=needs)


def ids(tasks: tuple[Task, ...]) -> list[str]:
    return [one.id for one in tasks]


def test_tasks_without_needs_start_together() -> None:
    plan = Plan(Decision.ACT, (task("a"), task("b"), task("c", "a", "b")))
    assert [ids(wave) for wave in plan.waves()] == [["a", "b"], ["c"]]


def test_what_is_done_is_not_ready() -> None:
    plan = Plan(Decision.ACT, (task("a"), task("b", "a")))
    assert ids(plan.ready(())) == ["a"]
    assert ids(plan.ready({"a"})) == ["b"]
    assert plan.ready({"a", "b"}) == ()


def test_a_plan_that_waits_for_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="wait for each other in a circle"):
        Plan(Decision.ACT, (task("a", "b"), task("b", "a")))


def test_a_need_the_plan_lacks_is_named() -> None:
    with pytest.raises(ValueError, match=r"Task 'a' waits for \['ghost'\]"):
        Plan(Decision.ACT, (task("a", "ghost"),))


def test_two_tasks_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="names two tasks alike"):
        Plan(Decision.ACT, (task("a"), task("a")))


def test_a_decision_may_need_no_task() -> None:
    assert Plan(Decision.ENOUGH).waves() == []


@given(st.lists(st.sets(st.integers(min_value=0, max_value=30)), max_size=30))
def test_waves_hold_every_task_once_and_late_enough(needs: list[set[int]]) -> None:
    tasks = tuple(
        task(str(place), *(str(n) for n in sorted(wanted) if n < place)) for place, wanted in enumerate(needs)
    )
    done: set[str] = set()
    for wave in Plan(Decision.ACT, tasks).waves():
        assert all(set(one.needs) <= done for one in wave)
        assert not done & set(ids(wave))
        done |= set(ids(wave))
    assert done == {one.id for one in tasks}
