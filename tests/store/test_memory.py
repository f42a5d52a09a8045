"""What a name means is kept for one user of one tenant."""

from __future__ import annotations

from pathlib import Path

from answerable.store import Store


def test_the_last_choice_counts_for_its_user(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    mine = store.memory("acme")
    mine.put("ann", "bill", ("contacts/1",), conversation="c1", run="r1")
    mine.put("ann", "bill", ("contacts/2", "contacts/3"), conversation="c2", run="r2")
    kept = mine.get("ann", "bill")
    assert kept
    assert (kept.records, kept.conversation, kept.run) == (("contacts/2", "contacts/3"), "c2", "r2")
    assert mine.get("ben", "bill") is None
    assert store.memory("globex").get("ann", "bill") is None
    store.close()


def test_what_is_deleted_is_gone(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for tenant, user in (("acme", "ann"), ("acme", "ben"), ("globex", "ann")):
        store.memory(tenant).put(user, "bill", ("contacts/1",), conversation="c", run="r")
    store.memory("acme").delete("ann", "bill")
    assert store.memory("acme").get("ann", "bill") is None
    assert store.memory("acme").get("ben", "bill")
    assert store.memory("globex").get("ann", "bill")
    assert store.tenants().delete("acme")["preferences"] == 1
    assert store.memory("acme").get("ben", "bill") is None
    store.close()
