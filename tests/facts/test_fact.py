from __future__ import annotations

from answerable.facts.fact import Chain, Fact, Held, Hop, Resolved, Step
from answerable.facts.relations import RELATIONS, unknown


def fact(trust: float, evidence: str) -> Fact:
    return Fact("Acme", "head", "Anna", "anna", "q", evidence, "u", "s", trust=trust)


def test_an_inverse_hop_wants_the_owner() -> None:
    assert Hop(RELATIONS["founder"]).wants == "person"
    assert Hop(RELATIONS["founder"], inverse=True).wants == "org"


def test_the_most_trusted_fact_is_the_best() -> None:
    assert Held("Anna", "anna", (fact(0.4, "a"), fact(0.8, "b")), 0.8).best.evidence == "b"


def test_calibration_rises_with_support() -> None:
    shares = [Resolved(Chain("Acme", ()), confidence=n / 20).calibrated().confidence for n in range(21)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 0.99)


def test_a_chain_with_a_hole_is_incomplete() -> None:
    chain, held = Chain("Acme", ()), Held("Anna", "anna", (fact(0.8, "a"),), 0.8)
    step = Step("Acme", Hop(RELATIONS["head"]))
    assert Resolved(chain, values=(held,)).complete
    assert not Resolved(chain, values=(held,), missing=(step,)).complete


def test_unlisted_words_make_no_label() -> None:
    listed, own = Step("Acme", Hop(RELATIONS["head"])), Step("Acme", Hop(unknown("guests take", "number")))
    assert listed.asked("en").endswith(" of Acme")
    assert own.asked("en") == "details of Acme (guests take)"
    assert own.asked("de") == "Angaben zu Acme – guests take"
