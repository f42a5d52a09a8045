"""`answerable assistants`: which there are, what makes one, a new one from a copy, and what is wrong with it."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import click

from answerable.assistants import Assistant, load_assistants
from answerable.errors import AssistantError, SettingsError
from answerable.settings import read_settings

NAME = re.compile(r"[a-z][a-z0-9_-]{1,39}")


@click.group(name="assistants")
def command() -> None:
    """List, show, copy and check assistants."""


@command.command("list")
def list_all() -> None:
    """Every assistant with its title."""
    for name, found in load_assistants(_own()).items():
        title = (
            found.says("en").title if isinstance(found, Assistant) else "cannot be read; see assistants check"
        )
        click.echo(f"{name:<12} {title}")


@command.command()
@click.argument("name")
def show(name: str) -> None:
    """What makes one assistant: its folder, its files, what it says of itself."""
    found = _find(name)
    click.echo(f"folder    {found.folder}")
    click.echo(f"walks     {found.walks}")
    files = sorted(
        path for path in found.folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    click.echo(f"files     {', '.join(str(path.relative_to(found.folder)) for path in files)}")
    for language, wording in found.wording.items():
        click.echo(f"{language}        {wording.title}: {wording.greeting}")
        for starter in wording.starters:
            click.echo(f"            {starter}")


@command.command()
@click.argument("name")
@click.option("--from", "source", default="website", show_default=True, help="The assistant to copy.")
def new(name: str, source: str) -> None:
    """Make an assistant of your own by copying one; change its files afterwards."""
    if not NAME.fullmatch(name):
        raise click.UsageError(
            f"{name!r} cannot name an assistant: use lower-case letters, digits, - and _, at most 40."
        )
    target = _own() / name
    if target.exists():
        raise SettingsError(str(target), "exists already.", hint="Choose another name, or move it away.")
    shutil.copytree(_find(source).folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    said, title = target / "assistant.toml", re.sub(r"[_-]+", " ", name).capitalize()
    words = re.sub(r"(?m)^title = .*$", f'title = "{title}"', said.read_text("utf-8"))
    said.write_text(words, "utf-8")  # two of one title could not be told apart
    click.echo(f"Made {target}. Edit {said}, then: answerable assistants check {name}")


@command.command()
@click.argument("names", nargs=-1)
def check(names: tuple[str, ...]) -> None:
    """Say what is wrong with assistants, all of them if none is named; exit code 1 where something is."""
    found = load_assistants(_own())
    wrong = False
    for name in names or found:
        one = found.get(name) or AssistantError(name, "is not there.", hint=f"There are {', '.join(found)}.")
        wrong |= isinstance(one, AssistantError)
        click.echo(str(one) if isinstance(one, AssistantError) else f"{name}: good")
    sys.exit(1 if wrong else 0)


def _own() -> Path:
    return read_settings().home / "assistants"


def _find(name: str) -> Assistant:
    known = load_assistants(_own())
    found = known.get(name)
    if found is None:
        raise SettingsError("assistants", f"there is no {name!r}.", hint=f"There are {', '.join(known)}.")
    if isinstance(found, AssistantError):
        raise found
    return found
