from __future__ import annotations

import re

import pytest

from answerable.sandbox.web.page import Telling
from answerable.sandbox.web.telling import FAMILIES, family, joined, write
from answerable.sandbox.web.world import make_world

WORLD = make_world(2, companies=24)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_hole_is_filled(name: str) -> None:
    pages = list(write(name, WORLD, Telling()))
    assert len({page.address for page in pages}) == len(pages)
    assert not [page.address for page in pages if re.search(r"\{\w+\}", page.body + page.title + page.path)]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_truth_is_told_somewhere(name: str) -> None:
    text = "\n".join(page.body for page in write(name, WORLD, Telling()))
    assert all(company.founder.name in text and company.seat.name in text for company in WORLD.companies)
    assert all(town.mayor and town.mayor.name in text for town in WORLD.towns)


def test_families_word_things_differently() -> None:
    texts = [
        {
            sentence
            for page in write(name, WORLD, Telling())
            for sentence in re.findall(r"<p>([^<]{30,})</p>", page.body)
        }
        for name in FAMILIES
    ]
    assert not texts[0] & texts[1]
    assert not texts[1] & texts[2]


def test_a_lie_stands_on_its_host_alone() -> None:
    company = WORLD.companies[0]
    tell = Telling({(family("first")["reference"], company.name, "founder"): "Nobody Atall"})
    liars = {page.host for page in write("first", WORLD, tell) if "Nobody Atall" in page.body}
    assert liars <= {family("first")["reference"]}
    assert joined(["A", "B", "C"], "en") == "A, B and C"
