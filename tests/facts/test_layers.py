from __future__ import annotations

from answerable.facts.layers import described, fits, readings


def cheapest(left: str, right: str, kind: str) -> str:
    layer = readings(tuple(left.split()), tuple(right.split()), kind)[0]
    return (("^" if layer.hop.inverse else "") + layer.hop.relation.name) if layer.hop else ""


def test_question_words_decide_between_relations() -> None:
    assert cheapest("when was", "founded", "org") == "founded"
    assert cheapest("where was", "founded", "org") == "founded_in"
    assert cheapest("who", "founded", "") in ("founder", "^founder")


def test_either_word_order_is_read() -> None:
    assert cheapest("wo wurde", "geboren", "person") == "birthplace"
    assert cheapest("the town where", "was born", "person") == "birthplace"


def test_unlisted_words_become_a_relation() -> None:
    assert cheapest("the favourite dish of", "", "person") == "favourite dish"


def test_words_of_a_question_may_mean_nothing() -> None:
    assert cheapest("please tell me about the company", "", "org") == ""


def test_a_description_before_a_name_is_no_hop() -> None:
    found = described(("the", "chess", "champion"), "")
    assert found is not None
    assert found.hop is None
    assert described(("champion", "of"), "") is None


def test_kinds_fit_what_they_may_be() -> None:
    assert fits("", "person")
    assert fits("agent", "org")
    assert not fits("date", "person")


def test_a_word_of_time_beside_asks_nothing() -> None:
    where = readings(("where", "is"), ("housed", "these", "days"), "")[0].hop
    assert where is not None
    assert where.wants == "place"
    often = readings(("wie", "viele", "liter", "verarbeitet"), ("am", "tag"), "")[0].hop
    assert often is not None
    assert often.wants == "number"
