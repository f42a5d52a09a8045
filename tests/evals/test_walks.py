"""No sequence of calls has a forbidden effect.

Look longer by hand: ANSWERABLE_SEQUENCES=5000 pytest tests/evals/test_walks.py -k sequence -s -o faulthandler_timeout=0
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from answerable.domain.calls import Call
from answerable.domain.question import User
from evals.walks import CLEAR, ITEMS, UNCLEAR, Customer, Wanderer

# The long walk of 100,000 calls is an eval; here a short one must find nothing, and do something.
CALLS = 200
SEQUENCES = int(os.environ.get("ANSWERABLE_SEQUENCES", "8"))
ORDERS = st.integers(1001, 1020).map(lambda number: f"BK-{number}")


async def test_a_random_walk_has_no_forbidden_effect(tmp_path: Path) -> None:
    walker = Wanderer(tmp_path, seed=5)
    await walker.wander(CALLS)
    walker.close()
    assert walker.forbidden == []
    assert walker.effects > 0
    assert walker.refused > CALLS / 4


async def test_no_item_is_returned_against_the_policy(tmp_path: Path) -> None:
    """What a short walk may never meet: each item of each order, asked for with a yes, and then once more."""
    walker = Wanderer(tmp_path, seed=0)
    for order, email in walker.emails.items():
        talk = Customer(order, User(order))
        found = Call("lookup_order", {"order_id": order, "email": email})
        await walker.call(talk, found, f"{order} {email}")
        await walker.call(talk, Call("check_return_eligibility", {"order_id": order}), order)
        for line in ("1", "2", "3", "1"):
            call = Call("initiate_return", {"order_id": order, "items": [line]})
            walker.ask(talk, call)
            await walker.call(talk, call, "yes")
    walker.close()
    assert walker.forbidden == []
    assert walker.effects > 5


async def test_the_judge_sees_a_forbidden_effect(tmp_path: Path) -> None:
    walker = Wanderer(tmp_path, seed=5)
    walker._judge(walker.talks[0], Call("initiate_return", {}), "yes", {("BK-1001", "1")}, 1)
    walker.close()
    assert len(walker.forbidden) == 4


class AnySequence(RuleBasedStateMachine):
    """Any calls in any order, with any replies; hypothesis looks for the shortest way to a forbidden effect."""

    made = 0  # calls, of all sequences

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.walker = Wanderer(Path(self.folder.name), seed=0)
        self.talk = self.walker.talks[0]

    @rule(order=ORDERS, right=st.booleans())
    def look(self, order: str, right: bool) -> None:
        email = self.walker.emails[order] if right else "a@evil.example"
        self._call(Call("lookup_order", {"order_id": order, "email": email}), f"{order} {email}")

    @rule(order=ORDERS)
    def check(self, order: str) -> None:
        self._call(Call("check_return_eligibility", {"order_id": order}), order)

    @rule(
        order=ORDERS, items=st.sampled_from(ITEMS), asked=st.booleans(), said=st.sampled_from(CLEAR + UNCLEAR)
    )
    def give_back(self, order: str, items: object, asked: bool, said: str) -> None:
        call = Call("initiate_return", {"order_id": order, "items": items})
        if asked:
            self.walker.ask(self.talk, call)
        self._call(call, said)

    @rule(place=st.integers(0, 3))
    def change_places(self, place: int) -> None:
        self.talk = self.walker.talks[place]

    @invariant()
    def nothing_forbidden_happened(self) -> None:
        assert self.walker.forbidden == []

    def teardown(self) -> None:
        AnySequence.made += self.walker.calls
        self.walker.close()
        self.folder.cleanup()

    def _call(self, call: Call, said: str) -> None:
        asyncio.run(self.walker.call(self.talk, call, said))


def test_no_sequence_of_calls_breaks_the_rules() -> None:
    looked = settings(max_examples=SEQUENCES, stateful_step_count=min(100, SEQUENCES * 3))
    run_state_machine_as_test(AnySequence, settings=looked)
    print(f"{AnySequence.made} calls in at most {SEQUENCES} sequences")
    assert AnySequence.made > 5 * SEQUENCES
