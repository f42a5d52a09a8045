"""`answerable plugins`: the parts that have a name, whose they are, and which of them cannot be loaded."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from answerable.errors import PluginError
from answerable.plugins import KINDS, OURS, Plugin, listed


@click.group(name="plugins")
def command() -> None:
    """List what is installed beside the built-in parts."""


@command.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Only these.")
@click.option("--all", "everything", is_flag=True, help="The built-in ones too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_all(kind: str | None, everything: bool, as_json: bool) -> None:
    """List plug-ins, each with its package; exit code 1 where one cannot be loaded."""
    found = [
        plugin
        for plugin in listed()
        if kind in (None, plugin.kind) and (everything or plugin.package != OURS)
    ]
    states = [(plugin, wrong_with(plugin)) for plugin in found]
    if as_json:
        click.echo(json.dumps([asdict(plugin) | {"fault": wrong} for plugin, wrong in states], indent=2))
    for plugin, wrong in () if as_json else states:
        line = f"{plugin.kind:<9} {plugin.name:<14} {plugin.package:<18} {plugin.target}"
        click.echo(f"{line}\n          {wrong}" if wrong else line)
    if not found and not as_json:
        click.echo("No plug-in is installed; docs/plugins.md says how to write one.", err=True)
    sys.exit(1 if any(wrong for _, wrong in states) else 0)


def wrong_with(plugin: Plugin) -> str:
    """What keeps a plug-in from being used, and what to do; built-in ones are not loaded to be listed."""
    if plugin.package == OURS:
        return ""
    try:
        plugin.load()
    except PluginError as error:
        return str(error)
    return ""
