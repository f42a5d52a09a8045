"""A part of `evals/injection.py`, where AgentDojo is installed.

It brings four vendors' clients and takes five seconds to import, so that it is not among the packages for development.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from answerable.store import Store
from answerable.tools.desk import PermitDesk

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the packages it imports
    injection = pytest.importorskip("evals.injection", reason="needs agentdojo")

TASKS = 3


@pytest.mark.parametrize("guarded", [True, False])
async def test_the_desk_stops_an_obeying_victim(tmp_path: Path, guarded: bool) -> None:
    suite = injection.get_suites(injection.VERSION)["banking"]
    store = Store.open(tmp_path)
    desk = PermitDesk(store.permits("local")) if guarded else None
    users = list(suite.user_tasks.items())[:TASKS]
    alone = [await injection.attempt(suite, user, None, desk, f"{name}-alone") for name, user in users]
    tried = [
        await injection.attempt(suite, user, attack, desk, f"{name}-{other}")
        for name, user in users
        for other, attack in suite.injection_tasks.items()
    ]
    store.close()
    assert all(one["useful"] for one in alone)
    assert any(one["live"] for one in tried)
    # Without the desk the same victim does what it is told: the test would see it.
    assert any(one["won"] for one in tried) is not guarded
