"""Every kind of suite is found and run through one signature; floors are held."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.errors import OperatorError
from answerable.evals.floors import misses, read_floors
from answerable.evals.suites import chosen, find_suites
from answerable.settings import Settings

ROOT = Path(__file__).parents[2] / "evals"


def test_suites_of_every_kind_are_found() -> None:
    names = find_suites(ROOT / "suites")
    assert {name.split("/")[0] for name in names} == {
        "website",
        "tables",
        "workplace",
        "research",
        "scenarios",
        "judge",
        "replies",
    }
    assert "scenarios/bookstore" in names


def test_a_suite_is_named_by_kind_or_name() -> None:
    tables = {f"tables/{path.stem}" for path in (ROOT / "suites" / "tables").glob("*.jsonl")}
    assert set(chosen(["tables"], ROOT / "suites")) == tables >= {"tables/clinic", "tables/cinema"}
    assert set(chosen(["debian-faq"], ROOT / "suites")) == {"website/debian-faq"}


def test_an_unknown_suite_is_told_the_known(tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"Suites here: .*tables/clinic"):
        chosen(["nothing"], ROOT / "suites")


@pytest.mark.parametrize("name", ["tables/warehouse", "tables/library", "tables/clinic"])
def test_table_suites_hold_their_floors(name: str) -> None:
    kind, folder, suite = find_suites(ROOT / "suites")[name]
    ran = kind.run(folder, suite, Settings())
    assert misses(name, ran.figures, read_floors(ROOT / "floors.toml")) == [], ran.failures


def test_every_floor_names_a_suite() -> None:
    assert set(read_floors(ROOT / "floors.toml")) <= set(find_suites(ROOT / "suites"))
