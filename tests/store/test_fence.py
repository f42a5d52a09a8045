"""No tenant notices another one; and whoever removes any tenant filter of any statement of the store is noticed."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path

import pytest

from answerable.store import Store
from answerable.store.seal import Seal
from tests.house import ROOT
from tests.store.fence import Fence

# Methods that ask the store nothing: what they keep in memory is keyed by the tenant (tests/store/test_shelf.py).
IN_MEMORY = {("pages", "kept"), ("pages", "recall"), ("pages", "remember")}
# Filters whose loss nobody could notice, each with the reason.
UNSEEN = {
    r"^DELETE FROM message_ids .*created_at <": "takes only ids that are a day old, and nobody's are",
    r"^SELECT count.* FROM (preferences|cached) ": "is only held against the most that are kept, a thousand",
    r"FROM pages .*pages\.id IN": "asks for the pages of passages that were read through their own filter",
    r"^SELECT passages\.id, passages\.page, ": "what it finds is read through the filter of passages again",
    r"FROM calls .*SELECT 1 FROM \(SELECT 1\)": "has an empty list of keys beside it, which finds nothing",
}


@pytest.fixture(scope="module")
def fence(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fence]:
    fence = Fence(tmp_path_factory.mktemp("fence"))
    yield fence
    fence.store.close()


def test_two_tenants_do_not_notice_each_other(fence: Fence) -> None:
    assert fence.leak == ""
    assert not [told for told in fence.expected if told.endswith("Error")]


def test_every_method_of_every_handle_takes_part(fence: Fence) -> None:
    handles = {
        (name, method)
        for name, factory in inspect.getmembers(Store, inspect.isfunction)
        if factory.__annotations__.get("return", "").startswith("Tenant") and name != "tenants"
        for method in _methods(
            inspect.get_annotations(factory, eval_str=True, locals={"Seal": Seal})["return"]
        )
    }
    assert handles - fence.used - IN_MEMORY == set()


def _methods(handle: type) -> list[str]:
    return [name for name, _ in inspect.getmembers(handle, inspect.isfunction) if not name.startswith("_")]


def test_a_removed_filter_is_always_noticed(fence: Fence) -> None:
    unseen = [" ".join(where[0].split()) for where in fence.filters if not fence.leak_without(*where)]
    assert len(fence.filters) > 150
    assert [statement for statement in unseen if not any(re.search(why, statement) for why in UNSEEN)] == []


def test_no_canary_crosses_over_in_a_storm(tmp_path: Path) -> None:
    storm = run_path(str(ROOT / "benchmarks" / "tenants.py"))["run"](tmp_path, 1_000)
    assert sum(storm.done.values()) >= 1_000
    assert sum(count for name, count in storm.done.items() if name.startswith("http /api")) > 20
    assert storm.told > 0  # the workplace was asked, and had something to say
    assert storm.leaks == []
