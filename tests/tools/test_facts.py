from __future__ import annotations

from answerable.tools.facts import fits


def test_conditions_are_all_of_them() -> None:
    facts = {"state": "sent", "count": 2, "note": ""}
    assert fits(facts, {"state": ["here", "sent"], "count": 2})
    assert not fits(facts, {"state": "sent", "count": 3})
    assert fits(facts, {"note": "", "missing": "", "state": "*"})
    assert not fits(facts, {"note": "*"})
    assert fits(facts, {})
