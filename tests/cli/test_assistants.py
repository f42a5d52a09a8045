from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from answerable.cli.assistants import command
from answerable.errors import SettingsError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ANSWERABLE_HOME", str(tmp_path))
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(command, list(words))


def test_the_shipped_ones_are_listed(home: Path) -> None:
    listed = run("list").output.splitlines()
    assert [line.split()[0] for line in listed][:2] == ["website", "workplace"]


def test_showing_one_names_its_files(home: Path) -> None:
    shown = run("show", "website").output
    assert "assistant.toml" in shown
    assert "Ask me anything" in shown


def test_a_copy_is_an_assistant_of_its_own(home: Path) -> None:
    assert run("new", "garden", "--from", "website").exit_code == 0
    assert (home / "assistants" / "garden" / "assistant.toml").is_file()
    assert "garden: good" in run("check", "garden").output


def test_what_is_wrong_is_said_in_words(home: Path) -> None:
    run("new", "garden")
    (home / "assistants" / "garden" / "assistant.toml").write_text('walks = "sideways"\n[en]\ntitle = "x"')
    checked = run("check")
    assert checked.exit_code == 1
    assert "is 'sideways'. Valid are website" in checked.output
    assert "website: good" in checked.output
    assert "cannot be read" in run("list").output


@pytest.mark.parametrize("name", ["Garden", "a", "../up"])
def test_a_bad_name_is_refused(home: Path, name: str) -> None:
    assert run("new", name).exit_code == 2
    assert not (home / "assistants").exists()


def test_an_existing_name_is_kept(home: Path) -> None:
    run("new", "garden")
    assert isinstance(run("new", "garden").exception, SettingsError)


def test_an_unknown_name_is_told_the_known(home: Path) -> None:
    assert "There are website" in str(run("show", "oracle").exception)
    assert "is not there" in run("check", "oracle").output
