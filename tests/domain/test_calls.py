from __future__ import annotations

import pytest

from answerable.domain.calls import Call


def test_the_order_of_arguments_does_not_matter() -> None:
    one, two = Call("pay", {"to": "bob", "amount": 3}), Call("pay", {"amount": 3, "to": "bob"})
    assert one.digest == two.digest


@pytest.mark.parametrize(
    "other", [Call("send", {"to": "bob"}), Call("pay", {"to": "Bob"}), Call("pay", {"to": ["bob"]})]
)
def test_every_difference_changes_the_digest(other: Call) -> None:
    assert Call("pay", {"to": "bob"}).digest != other.digest
