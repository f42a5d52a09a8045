"""`answerable doctor`: what is installed, what is set, and what is missing."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from answerable import __version__
from answerable.build import full_name
from answerable.build.late import late
from answerable.cli.plugins import wrong_with
from answerable.errors import OperatorError
from answerable.language.embed import FOLDER as VECTORS
from answerable.models.choose import KINDS, parse_setting
from answerable.plugins import OURS, listed
from answerable.settings import PREFIX, ModelSettings, Settings, read_settings, variables
from answerable.store import Store

# The names under which the website source looks for a browser; its own list needs playwright to be imported.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class State(StrEnum):
    """How much a finding matters."""

    GOOD = "ok"
    ABSENT = "absent"  # optional, and not there
    IDLE = "idle"  # set, and nobody reads it
    BROKEN = "broken"  # something the operator decided does not work


@dataclass(frozen=True)
class Finding:
    """One thing looked at."""

    state: State
    what: str
    says: str


@click.command(name="doctor")
def command() -> None:
    """Say what is installed, what is set, and what is missing."""
    found = list(examine(os.environ))
    for finding in found:
        click.echo(f"{finding.state:<8}{finding.what:<12}{finding.says}")
    broken = sum(finding.state is State.BROKEN for finding in found)
    click.echo(f"\n{broken} to repair." if broken else "\nReady to answer.")
    sys.exit(1 if broken else 0)


def examine(environ: Mapping[str, str]) -> Iterator[Finding]:
    """Everything worth knowing, in the order one would repair it."""
    yield Finding(State.GOOD, "answerable", f"{__version__} on Python {platform.python_version()}")
    try:
        settings = read_settings(environ)
    except OperatorError as error:
        yield Finding(State.BROKEN, "settings", str(error))
        settings = Settings(home=Path(environ.get("ANSWERABLE_HOME") or Settings().home).expanduser())
    else:
        changed = ", ".join(changes(settings, Settings())) or "all as shipped"
        yield Finding(State.GOOD, "settings", changed)
    for name in sorted(name for name in environ if name.startswith(PREFIX) and name not in variables()):
        near = "".join(f" Do you mean {one}?" for one in get_close_matches(name, variables(), 1))
        yield Finding(State.IDLE, "variable", f"{name} means nothing.{near}")
    yield _home(settings.home)
    yield _vectors(VECTORS)
    yield _model(settings.model, environ)
    if settings.model.name and settings.model.small:
        yield _model(replace(settings.model, name=settings.model.small), environ)
    yield from _optional()
    yield from _plugins()


def changes(settings: Any, shipped: Any, prefix: str = "") -> Iterator[str]:
    """The settings an operator has changed, as `website.max_pages = 40`."""
    for part in fields(settings):
        value, default = getattr(settings, part.name), getattr(shipped, part.name)
        if is_dataclass(value):
            yield from changes(value, default, f"{prefix}{part.name}.")
        elif part.name != "home" and value != default:
            yield f"{prefix}{part.name} = {value!r}" if part.repr else f"{prefix}{part.name} is set"


def _home(home: Path) -> Finding:
    try:
        Store.open(home).close()
    except OperatorError as error:
        return Finding(State.BROKEN, "home", str(error))
    return Finding(State.GOOD, "home", f"{home} can be written")


def _vectors(folder: Path) -> Finding:
    missing = [name for name in ("table.npy", "scales.npy", "vocab.txt") if not (folder / name).is_file()]
    if missing:
        lost = f"{', '.join(missing)} missing from {folder}; install answerable again"
        return Finding(State.BROKEN, "vectors", lost)
    return Finding(State.GOOD, "vectors", "the table of word meanings is there")


def _model(settings: ModelSettings, environ: Mapping[str, str]) -> Finding:
    if not settings.name:
        return Finding(State.GOOD, "model", "none set: answers by rule. ANSWERABLE_MODEL names one")
    if settings.way == "rule":
        return Finding(State.GOOD, "model", f"{settings.name} is set but not used: model.way is rule")
    name = full_name(settings)
    try:
        choice = parse_setting(name)
    except OperatorError as error:
        return Finding(State.BROKEN, "model", str(error))
    kind = KINDS[choice.kind]
    if find_spec("pydantic_ai") is None:
        hint = "pip install 'answerable[models]'"
        return Finding(State.BROKEN, "model", f"{name} needs a package that is not installed: {hint}")
    key = environ.get(kind.key_variable)
    if kind.needs_key and choice.address is None and not key:
        return Finding(State.BROKEN, "model", f"{name} needs a key in {kind.key_variable}, which is empty")
    probe = late("answerable.models.probe", setting="model.name", extra="models")
    if wrong := asyncio.run(probe.wrong_with(choice, key)):
        return Finding(State.BROKEN, "model", f"{name}: {wrong}")
    return Finding(State.GOOD, "model", f"{name}; {choice.address or probe.OWN[choice.kind]} answers")


def _plugins() -> Iterator[Finding]:
    """What other packages bring, and which of it does not load."""
    for plugin in listed():
        if plugin.package != OURS:
            wrong = wrong_with(plugin)
            says = wrong or f"{plugin.kind}.{plugin.name} of {plugin.package}"
            yield Finding(State.BROKEN if wrong else State.GOOD, "plug-in", says)


def _optional() -> Iterator[Finding]:
    """What the product works without, and what each adds."""
    for extra, package, adds in (
        ("models", "pydantic_ai", "answers by a language model"),
        ("server", "fastapi", "the page and the HTTP API"),
        ("apps", "merge", "HR, CRM, tickets and other apps through Merge"),
        ("search", "ddgs", "web search without a key"),
        ("postgres", "psycopg", "PostgreSQL databases"),
        ("mysql", "pymysql", "MySQL and MariaDB databases"),
        ("duckdb", "duckdb", "DuckDB databases"),
        ("mcp", "mcp", "the same assistants for MCP clients"),
        ("browser", "playwright", "pages that JavaScript writes"),
    ):
        if find_spec(package) is None:
            yield Finding(State.ABSENT, extra, f"adds {adds}: pip install 'answerable[{extra}]'")
        else:
            yield Finding(State.GOOD, extra, f"{adds}: installed")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser:
        yield Finding(State.GOOD, "chromium", browser)
    else:
        yield Finding(State.ABSENT, "chromium", "adds pages that JavaScript writes: apt-get install chromium")
