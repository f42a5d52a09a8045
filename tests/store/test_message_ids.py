"""A message id is tied to the first run that claims it."""

from __future__ import annotations

from pathlib import Path

from answerable.store import Store
from answerable.store.message_ids import Begun

FIRST, SECOND = Begun("c1", "r1", "same"), Begun("c2", "r2", "same")


def test_the_second_claim_gets_the_first_run(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    ids = store.message_ids("acme")
    assert ids.claim("ann", "m", FIRST) is None
    assert ids.claim("ann", "m", SECOND) == FIRST
    assert ids.claim("ben", "m", SECOND) is None
    assert store.message_ids("globex").claim("ann", "m", SECOND) is None
    ids.release("ann", "m")
    assert ids.claim("ann", "m", SECOND) is None
    store.close()
