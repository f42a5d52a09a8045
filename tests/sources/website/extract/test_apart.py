from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from answerable.errors import SourceUnreachable
from answerable.sources.website.extract import apart, extract, is_heavy

# Each item opens inside the one before, and the parser climbs all of them for each: ten times the body is a
# hundred times the work, which would take it minutes.
SLOW = b"</img></math><dt><li>" * 200_000


def program(folder: Path, code: str) -> str:
    (folder / "reader.py").write_text(f"import json, os, sys, time\n{code}\n")
    return str(folder / "reader.py")


@pytest.mark.skipif(os.name == "nt", reason="Windows counts no CPU for us")
def test_a_page_made_to_be_slow_is_ended() -> None:
    assert is_heavy(SLOW)
    before = os.times()
    with pytest.raises(SourceUnreachable, match="takes too long to read") as refused:
        extract(SLOW, content_type="text/html", url="http://site/slow")
    spent = os.times()
    assert refused.value.asked == "http://site/slow"
    assert spent.children_user + spent.children_system - before.children_user - before.children_system < 2.25
    assert spent.user - before.user < 0.5


def test_one_who_only_waits_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MAX_SECONDS", 0.5)
    start = time.monotonic()
    with pytest.raises(SourceUnreachable, match="takes too long"):
        apart.taken_apart(program(tmp_path, "time.sleep(60)"), b"", "http://site/")
    assert time.monotonic() - start < 5.0


@pytest.mark.parametrize(
    "code", ["os.abort()", "sys.exit(3)", "print('no JSON')", "x = b'x' * 2_000_000_000"]
)
def test_one_who_breaks_costs_its_body(tmp_path: Path, code: str) -> None:
    with pytest.raises(SourceUnreachable, match="cannot be read"):
        apart.taken_apart(program(tmp_path, code), b"", "http://site/")


def test_a_reader_says_why_it_could_not(tmp_path: Path) -> None:
    with pytest.raises(SourceUnreachable, match="is locked"):
        apart.taken_apart(program(tmp_path, "print(json.dumps({'why': 'is locked'}))"), b"", "http://site/")


def test_a_reader_is_given_no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANSWERABLE_API_KEY", "a secret")
    read = apart.taken_apart(program(tmp_path, "print(json.dumps(dict(os.environ)))"), b"", "http://site/")
    assert "PATH" in read
    assert "a secret" not in read.values()
