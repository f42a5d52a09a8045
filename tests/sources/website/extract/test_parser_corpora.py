"""Every page of the HTML parsers' own tests is read: none crashes, none takes long.

The pages come with the Debian package golang-golang-x-net-dev (3-clause BSD), or stand in the folder named in
ANSWERABLE_PARSER_TESTS (the sdist of html5lib has more of them); they are not copied into this repository.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract import extract

DEBIAN = "/usr/share/gocode/src/golang.org/x/net/html/testdata"
FOLDER = Path(os.environ.get("ANSWERABLE_PARSER_TESTS", DEBIAN))
FILES = sorted((*FOLDER.rglob("*.dat"), *FOLDER.rglob("*.test")))

pytestmark = pytest.mark.skipif(
    not FILES, reason="needs the parsers' own tests: apt-get install golang-golang-x-net-dev"
)


def pages() -> Iterator[bytes]:
    for file in FILES:
        if file.suffix == ".test":
            yield from _inputs(json.loads(file.read_bytes()))
            continue
        for case in file.read_bytes().split(b"#data\n")[1:]:
            yield case.split(b"\n#errors", 1)[0].split(b"\n#encoding", 1)[0]


def _inputs(found: Any) -> Iterator[bytes]:
    cases = next((cases for cases in found.values() if isinstance(cases, list)), [])
    yield from (str(case["input"]).encode("utf-8", "surrogatepass") for case in cases)


def seconds_of(body: bytes) -> float:
    start = time.process_time()
    with suppress(SourceUnreachable):
        extract(body, content_type="text/html", url="http://site/")
    return time.process_time() - start


def test_every_page_is_read_in_time() -> None:
    spent = sorted(seconds_of(page) for page in pages())
    assert len(spent) > 1_000
    assert spent[len(spent) * 99 // 100] < 0.25
    assert spent[-1] < 2.0


def test_pages_repeated_at_length_are_read() -> None:
    """Each twentieth, over and over up to 100 kB: what is harmless once may nest or pile up."""
    many = [page * (100_000 // len(page)) for page in pages() if page.strip()][::20]
    spent = sorted(seconds_of(page) for page in many)
    assert spent[len(spent) * 9 // 10] < 0.25
    assert spent[-1] < 2.0
