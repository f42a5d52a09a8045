from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import Ran
from tests.cli.terminal import run as answerable


def run(*words: str) -> Ran:
    return answerable("assistants", *words)


def test_the_shipped_ones_are_listed() -> None:
    listed = run("list").out.splitlines()
    assert [line.split()[0] for line in listed][:2] == ["website", "workplace"]


def test_showing_one_names_its_files() -> None:
    shown = run("show", "website").out
    assert "assistant.toml" in shown
    assert "Ask me anything" in shown


def test_a_copy_is_an_assistant_of_its_own(empty_home: Path) -> None:
    assert run("new", "rose-garden", "--from", "website").code == 0
    assert (empty_home / "assistants" / "rose-garden" / "assistant.toml").is_file()
    assert "rose-garden: good" in run("check", "rose-garden").out
    assert "en        Rose garden: Ask me anything" in run("show", "rose-garden").out


def test_what_is_wrong_is_said_in_words(empty_home: Path) -> None:
    run("new", "garden")
    (empty_home / "assistants" / "garden" / "assistant.toml").write_text(
        'walks = "sideways"\n[en]\ntitle = "x"'
    )
    checked = run("check")
    assert checked.code == 1
    assert "is 'sideways'. Valid are passages" in checked.out
    assert "website: good" in checked.out
    assert "cannot be read" in run("list").out


@pytest.mark.parametrize("name", ["Garden", "a", "../up"])
def test_a_bad_name_is_refused(empty_home: Path, name: str) -> None:
    assert run("new", name).code == 2
    assert not (empty_home / "assistants").exists()


def test_an_existing_name_is_kept() -> None:
    run("new", "garden")
    again = run("new", "garden")
    assert again.code == 2
    assert "exists already" in again.err


def test_an_unknown_name_is_told_the_known() -> None:
    assert "There are website" in run("show", "oracle").err
    assert run("check", "oracle").out.startswith("oracle: is not there. There are website")
