"""One opinion per user and run; the last one counts, and tenants do not mix."""

from __future__ import annotations

from pathlib import Path

from answerable.store import Store


def test_the_last_opinion_counts(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    mine = store.feedback("acme")
    mine.put("r1", "ann", conversation="c", thumb="up", words="")
    mine.put("r1", "ann", conversation="c", thumb="down", words="wrong price")
    mine.put("r2", "ben", conversation="d", thumb="up", words="thanks")
    assert [(one.run, one.thumb, one.words) for one in mine.latest()] == [
        ("r2", "up", "thanks"),
        ("r1", "down", "wrong price"),
    ]
    assert [one.run for one in mine.latest(thumb="down")] == ["r1"]
    assert [one.run for one in mine.latest(conversation="d")] == ["r2"]
    assert store.feedback("globex").latest() == []
    mine.delete("c")
    assert [one.run for one in mine.latest()] == ["r2"]
    store.close()
