from __future__ import annotations

from answerable.domain.calls import Call
from answerable.tools.telling import columns, generic_question


def test_columns_are_listed_and_summed() -> None:
    rows = [{"title": "Emma", "price": 9.9}, {"title": "1984", "price": 5}]
    assert columns(rows) == {"title": ["Emma", "1984"], "price": [9.9, 5], "price_sum": 14.9}
    assert columns([]) == {}


def test_a_question_shows_every_argument() -> None:
    call = Call("pay", {"to": "Ann", "amount": 5})
    assert generic_question(call, "en") == "Shall I do this: pay (to Ann, amount 5)? Please answer yes or no."
    assert generic_question(call, "de").startswith("Soll ich das tun: pay (to Ann, amount 5)?")
