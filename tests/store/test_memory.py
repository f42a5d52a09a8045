"""What a name means is kept for one user of one tenant."""

from __future__ import annotations

from pathlib import Path

from answerable.store import Store
from answerable.store.memory import EVERYBODY, MOST, StoredPreference


def bill(user: str, *records: str, conversation: str = "c", run: str = "r") -> StoredPreference:
    return StoredPreference(user=user, name="bill", records=records, conversation=conversation, run=run)


def test_the_last_choice_counts_for_its_user(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    mine = store.memory("acme")
    mine.put(bill("ann", "contacts/1", conversation="c1", run="r1"))
    mine.put(bill("ann", "contacts/2", "contacts/3", conversation="c2", run="r2"))
    kept = mine.get("ann", "bill")
    assert kept
    assert (kept.records, kept.conversation, kept.run) == (("contacts/2", "contacts/3"), "c2", "r2")
    assert mine.get("ben", "bill") is None
    assert store.memory("globex").get("ann", "bill") is None
    store.close()


def test_what_is_deleted_is_gone(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for tenant, user in (("acme", "ann"), ("acme", "ben"), ("globex", "ann")):
        store.memory(tenant).put(bill(user, "contacts/1"))
    store.memory("acme").delete("ann", "bill")
    assert store.memory("acme").get("ann", "bill") is None
    assert store.memory("acme").get("ben", "bill")
    assert store.memory("globex").get("ann", "bill")
    assert store.tenants().delete("acme")["preferences"] == 1
    assert store.memory("acme").get("ben", "bill") is None
    store.close()


def test_one_call_forgets_all_of_a_user(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    mine = store.memory("acme")
    for user in ("ann", "ben", EVERYBODY):
        mine.put(StoredPreference(user=user, name="region", means="EMEA", author="x"))
        mine.put(bill(user, "contacts/1"))
    assert mine.delete("ann") == 2
    assert mine.all("ann") == []
    assert [one.user for one in mine.all("ben", EVERYBODY)] == ["ben", "ben", "", ""]
    assert len(mine.all()) == 4
    store.close()


def test_the_oldest_names_make_room(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    for number in range(MOST + 2):
        store.memory("acme").put(StoredPreference(user="ann", name=f"name {number}", means="x"))
    kept = [one.name for one in store.memory("acme").all("ann")]
    assert (len(kept), kept[0]) == (MOST, "name 2")
    store.close()
