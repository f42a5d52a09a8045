"""Opening a home: new or known, by one process or by several at once."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from answerable.errors import StoreError
from answerable.store import Store

WRITE = """
import sys
from pathlib import Path
from answerable.store import Store, StoredPage, StoredPassage
store = Store.open(Path(sys.argv[1]))
pages = store.pages("mine")
for number in range(20):
    name = f"https://a.example/{sys.argv[2]}/{number}"
    page = StoredPage(name, name, "a.example", "", "en", name, 1.0)
    pages.put([(page, [StoredPassage((), "", name, "", name)])])
store.close()
"""


def test_a_new_home_is_made(tmp_path: Path) -> None:
    home = tmp_path / "not" / "yet"
    Store.open(home).close()
    assert (home / "answerable.db").is_file()


def test_a_known_home_is_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        store = Store.open(tmp_path)
        assert store.pages("mine").of_hosts(["a.example"]) == []
        store.close()


def test_two_processes_write_into_one_new_home(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITE, str(tmp_path)]
    writers = [subprocess.Popen([*command, name]) for name in ("one", "two")]
    assert [writer.wait() for writer in writers] == [0, 0]
    store = Store.open(tmp_path)
    pages = store.pages("mine").of_hosts(["a.example"])
    assert len({page.id for page in pages}) == len(pages) == 40
    assert store.pages("mine").count([page.id for page in pages]) == 40
    store.close()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "answerable.db").write_text("this is not a database, and never was " * 50)
    with pytest.raises(StoreError, match=r"answerable\.db.*cannot be opened"):
        Store.open(tmp_path)


def test_every_handle_says_when_the_file_is_broken(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with closing(sqlite3.connect(tmp_path / "answerable.db")) as other, other:
        other.execute("ALTER TABLE conversations RENAME TO lost")
    other.close()
    with pytest.raises(StoreError, match=r"answerable\.db: cannot be read or written \(no such table"):
        store.check()
    store.close()


def test_a_home_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(StoreError, match="ANSWERABLE_HOME"):
        Store.open(tmp_path / "home")


def test_readers_do_not_wait_for_a_writer(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    other = sqlite3.connect(tmp_path / "answerable.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store.pages("mine").of_hosts(["a.example"]) == []
    other.execute("ROLLBACK")
    other.close()
    store.close()


def test_an_older_home_gets_the_new_columns(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    said = '{"text": "No.", "outcome": "failure", "choices": []}'
    with closing(sqlite3.connect(tmp_path / "answerable.db")) as older, older:
        older.execute("ALTER TABLE turns DROP COLUMN waits")
        columns = "tenant, conversation, place, run, question, outcome, evidence, created_at"
        older.execute(f"INSERT INTO turns ({columns}) VALUES ('t', 'a', 0, 'r', 'When?', ?, '[]', 0)", [said])
    turn = Store.open(tmp_path).conversations("t").turns("a", last=1)[0]
    assert (turn.question, turn.waits) == ("When?", {})
