from __future__ import annotations

import pytest

from answerable.facts.decompose import decompose


@pytest.mark.parametrize(
    ("question", "relation", "wins"),
    [
        ("Which company has more employees, Acme AG or Belmo GmbH?", "employees", "most"),
        ("Which has the bigger staff: Acme AG or Belmo GmbH?", "employees", "most"),
        ("Who was born earlier, Anna Keller or Per Berg?", "born", "least"),
        ("Is Anna Keller older than Per Berg?", "born", "least"),
        ("Which is the older company, Acme AG or Belmo GmbH?", "founded", "least"),
        ("Hat Lund mehr Einwohner als Malmö?", "population", "most"),
        ("Welche Stadt liegt höher, Lund oder Malmö?", "elevation", "most"),
        ("Which is deeper, the Ardent or the Merry Tinker?", "depth", "most"),
        ("Lund Viaduct vs Lund Cathedral: which one is higher?", "height", "most"),
        ("Wurde FC Lund vor FC Amsel gegründet oder umgekehrt?", "founded", "least"),
        ("Which of Acme AG and Belmo GmbH was founded earlier?", "founded", "least"),
        ("How many people do Acme AG and Belmo GmbH employ together?", "employees", "sum"),
        ("Wie alt sind Anna Keller und Per Berg zusammen?", "age", "sum"),
        ("Were Anna Keller and Per Berg born in the same town?", "birthplace", "same"),
    ],
)
def test_comparisons_name_their_measure(question: str, relation: str, wins: str) -> None:
    found = decompose(question)
    assert len(found.chains) == 2
    assert {chain.hops[-1].relation.name for chain in found.chains} == {relation}
    assert found.compare == wins
