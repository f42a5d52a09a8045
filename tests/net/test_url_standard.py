"""Every address of the web platform's own URL tests: the host we check is the host a browser would connect to.

The table comes with the Debian package librust-url-dev (3-clause BSD); it is not copied into this repository.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerable.net import canonical, origin_of
from answerable.net.url import page_key

TABLES = sorted(Path("/usr/share/cargo/registry").glob("url-*/tests/urltestdata.json"))
MISSING = "needs the web platform's URL tests: apt-get install librust-url-dev"
PORTS = {"http:": 80, "https:": 443}

pytestmark = pytest.mark.skipif(not TABLES, reason=MISSING)


def cases(*, failing: bool) -> Iterator[dict[str, Any]]:
    for case in json.loads(TABLES[-1].read_text(encoding="utf-8")):
        if isinstance(case, dict) and bool(case.get("failure")) is failing:
            yield case


def read(case: dict[str, Any]) -> str | None:
    return canonical(case["input"], case["base"])


def test_the_table_is_a_whole_one() -> None:
    assert sum(1 for _ in cases(failing=False)) > 400
    assert sum(1 for _ in cases(failing=True)) > 150


def test_hosts_are_read_as_browsers_read_them() -> None:
    wrong = []
    for case in cases(failing=False):
        url = read(case)
        if url is None:
            continue
        _, host, port = origin_of(url)
        if (host, port) != (case["hostname"], int(case["port"] or PORTS[case["protocol"]])):
            wrong.append((case["input"], url))
    assert wrong == []


def test_most_fetchable_addresses_are_accepted() -> None:
    web = [case for case in cases(failing=False) if case["protocol"] in PORTS and not case["username"]]
    refused = [case["href"] for case in web if read(case) is None]
    assert len(refused) < 0.2 * len(web), refused


def test_only_the_web_is_accepted() -> None:
    others = [case for case in cases(failing=False) if case["protocol"] not in PORTS]
    assert [case["input"] for case in others if read(case) is not None] == []


def test_addresses_with_names_and_passwords_are_refused() -> None:
    named = [case for case in cases(failing=False) if case["username"] or case["password"]]
    assert named
    assert [case["input"] for case in named if read(case) is not None] == []


def test_what_is_no_address_is_refused() -> None:
    assert [case["input"] for case in cases(failing=True) if read(case) is not None] == []


def test_spelling_twice_changes_nothing() -> None:
    urls = [url for case in cases(failing=False) if (url := read(case))]
    assert [url for url in urls if canonical(url) != url] == []
    assert [
        url for url in urls if origin_of(page_key(url))[1].rstrip(".") != origin_of(url)[1].rstrip(".")
    ] == []
