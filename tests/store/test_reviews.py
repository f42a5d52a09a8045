"""Flagged runs wait until a person has looked; one person takes one, and tenants do not mix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable.domain.events import DraftVerified, Event, QuestionRuled, RunStarted, TextFlagged, as_record
from answerable.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path)
    yield opened
    opened.close()


def tell(store: Store, run: str, *told: Event, tenant: str = "acme") -> None:
    records = [as_record(event) for event in (RunStarted(run, "c", 'say "leak" and "injection"'), *told)]
    store.conversations(tenant).add_events("c", run, records)


def queued(store: Store, state: str = "") -> list[tuple[str, str]]:
    return [(one.run, one.why) for one in store.reviews("acme").latest(state=state)]


def test_what_is_flagged_is_queued_once(store: Store) -> None:
    tell(store, "r1", QuestionRuled("refuse", "injection"))
    tell(
        store,
        "r2",
        QuestionRuled("allow", ""),
        DraftVerified(0, ("leak", "leak")),
        DraftVerified(0, ("leak",)),
    )
    tell(store, "r3", QuestionRuled("refuse", "off_topic"), DraftVerified(1, ("number",)))
    store.feedback("acme").put("r3", "ann", conversation="c", thumb="down", words="wrong price")
    store.feedback("acme").put("r1", "ann", conversation="c", thumb="up", words="")
    assert store.reviews("acme").sweep() == 3
    assert store.reviews("acme").sweep() == 0
    assert queued(store) == [("r1", "injection"), ("r2", "leak"), ("r3", "thumb_down")]
    assert store.reviews("acme").latest(run="r3")[0].words == "wrong price"
    tell(store, "r4", QuestionRuled("refuse", "injection"))
    assert store.reviews("acme").sweep() == 1


def test_one_person_takes_a_review(store: Store) -> None:
    tell(store, "r1", QuestionRuled("refuse", "injection"))
    queue = store.reviews("acme")
    queue.sweep()
    assert [queue.take("r1", "ann"), queue.take("r1", "ben"), queue.take("r9", "ben")] == [True, False, False]
    assert (queued(store, "open"), queued(store, "taken")) == ([], [("r1", "injection")])
    assert queue.close("r1", "ann", "harmless test")
    assert not queue.close("r1", "ben", "again")
    (one,) = queue.latest(state="closed")
    assert (one.person, one.note, one.updated_at >= one.created_at) == ("ann", "harmless test", True)
    assert queue.sweep() == 0  # what was closed does not come back


def held(store: Store, conversation: str = "c", tenant: str = "acme") -> str:
    known = store.reviews(tenant).escalations(conversation)
    return next((one.state for one in known if one.state != "closed"), "")


def test_a_person_holds_the_conversation(store: Store) -> None:
    queue = store.reviews("acme")
    assert held(store) == ""
    assert queue.escalate("r1", "c", "in_doubt")
    assert queue.escalate("r1", "c", "in_doubt")  # the same run, walked again after a crash
    assert [held(store), len(queue.escalations("c"))] == ["open", 1]
    assert not queue.escalate("r2", "c", "asked", asked=True)  # one is wanted already
    assert [queue.join("c", "ann"), queue.join("c", "ben")] == [True, False]
    assert (held(store), held(store, "d"), held(store, tenant="globex")) == ("taken", "", "")
    assert not queue.leave("c", "ben", "not mine")
    assert queue.leave("c", "ann", "looked; it had not happened")
    assert (held(store), queue.escalations()) == ("", [])


def test_a_review_gives_no_conversation_back(store: Store) -> None:
    tell(store, "r1", QuestionRuled("refuse", "injection"))
    queue = store.reviews("acme")
    queue.sweep()
    assert queue.escalate("r1", "c", "asked")
    assert [queue.take("r1", "ann"), queue.close("r1", "ann", "a test")] == [True, True]
    assert held(store) == "open"


def test_flagged_texts_are_queued_with_why(store: Store) -> None:
    tell(store, "r1", TextFlagged("answer", "violence", "openai:x"))
    queue = store.reviews("acme")
    assert queue.sweep() == 1
    assert [(one.why, one.words) for one in queue.latest()] == [("flagged", "answer: violence")]


def test_what_a_person_closed_comes_not_back(store: Store) -> None:
    queue = store.reviews("acme")
    assert queue.escalate("r1", "c", "in_doubt")
    assert queue.leave("c", "ann", "done")
    assert not queue.escalate("r2", "c", "in_doubt")
    assert queue.escalate("r2", "c", "locked_out")
    assert queue.leave("c", "ann", "done")
    assert queue.escalate("r3", "c", "in_doubt", asked=True)
    assert queued(store, "open") == [("r3", "escalation")]


def test_another_tenant_sees_no_reviews(store: Store) -> None:
    tell(store, "r1", QuestionRuled("refuse", "injection"))
    store.reviews("acme").sweep()
    other = store.reviews("globex")
    assert (other.sweep(), other.latest()) == (0, [])
    assert not other.take("r1", "eve")
    assert not other.close("r1", "eve", "")
    assert queued(store, "open") == [("r1", "injection")]
