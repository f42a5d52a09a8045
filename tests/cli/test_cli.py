from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from answerable import __version__
from answerable.cli import COMMANDS
from answerable.cli import __file__ as room
from tests.cli.terminal import run


def test_help_lists_every_command() -> None:
    told = run("--help")
    assert told.code == 0
    assert all(f"  {name}" in told.out and says in told.out for name, says in COMMANDS.items())


@pytest.mark.parametrize("words", [(), ("-h",)])
def test_help_comes_in_every_spelling(words: tuple[str, ...]) -> None:
    told = run(*words)
    assert all(says in told.out + told.err for says in COMMANDS.values())


def test_every_command_has_its_file() -> None:
    assert [name for name in COMMANDS if not Path(room).with_name(f"{name}.py").is_file()] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    told = run(name, "--help")
    assert told.code == 0
    assert f"Usage: answerable {name}" in told.out


def test_the_version_is_told() -> None:
    assert run("--version").out.strip() == f"answerable, version {__version__}"


def test_an_unknown_command_is_a_usage_error() -> None:
    told = run("anser")
    assert told.code == 2
    assert "anser" in told.err


def test_an_error_of_ours_is_one_sentence() -> None:
    told = run("ask", "How long?")
    assert told.code == 2
    assert told.err.startswith("answerable: No site was named.")
    assert "Traceback" not in told.err


def test_a_wrong_setting_is_one_sentence(empty_home: Path) -> None:
    (empty_home / "settings.toml").write_text("[website]\npages = 3\n", encoding="utf-8")
    told = run("ask", "How long?", "--site", "https://shop.example")
    assert told.code == 2
    assert "[website] pages: is not a setting." in told.err


def test_help_loads_no_room_of_the_house() -> None:
    script = (
        "import sys; sys.argv = ['answerable', '--help']\n"
        "from answerable.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'aiohttp', 'sqlalchemy', 'rich', 'selectolax', 'fastapi', 'pydantic_ai'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Commands:" in done.stdout


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "answerable", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in done.stdout
