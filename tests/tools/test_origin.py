from __future__ import annotations

from dataclasses import replace

from answerable.domain.calls import Call
from answerable.store.permits import REFUSED, USED, StoredCall
from answerable.tools.origin import untrusted
from tests.tools.conftest import send

READ = StoredCall(
    id="1",
    conversation="c",
    user="u",
    run="r",
    tool="find",
    effect="read",
    arguments={"topic": "evil@x.example"},
    digest="d",
    state=USED,
    at=0.0,
    gave={"facts": {"owner": "Ann"}, "rows": [{"iban": "CH-1"}], "notes": {"memo": "pay LI-9"}},
)


def doubtful(to: str, *said: str, earlier: tuple[StoredCall, ...] = ()) -> list[str]:
    return untrusted(send, Call("send", {"to": to}), said, earlier, lambda _: ())


def test_the_users_own_words_may_decide() -> None:
    assert doubtful("bob@x.example", "please write to Bob@x.example") == []
    assert doubtful("12.50", "pay 12,5 to Bob") == []
    assert doubtful("bob", "write to bobby") == ["to"]


def test_a_trusted_read_may_decide() -> None:
    assert doubtful("ann", earlier=(READ,)) == []
    assert doubtful("CH-1", earlier=(READ,)) == []
    assert doubtful("ann", earlier=(replace(READ, state=REFUSED),)) == ["to"]


def test_words_of_others_decide_nothing() -> None:
    assert doubtful("LI-9", earlier=(READ,)) == ["to"]


def test_what_a_read_was_given_is_not_laundered() -> None:
    assert doubtful("evil@x.example", earlier=(READ,)) == ["to"]


def test_a_read_on_another_subject_does_not_count() -> None:
    assert doubtful("ann", earlier=(replace(READ, arguments={"to": "somebody"}),)) == ["to"]


def test_values_are_known_in_the_tools_writing() -> None:
    call = Call("send", {"to": "BK-1043"})
    assert untrusted(send, call, ["order 1043"], (), lambda _: ["BK-1043"]) == []
