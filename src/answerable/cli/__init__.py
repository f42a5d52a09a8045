"""The command line: one file per command, loaded when it is typed. Nothing here answers; it only listens."""

from __future__ import annotations

import sys

import click

from answerable import __version__
from answerable.errors import AnswerableError, AskerError, OperatorError
from answerable.plugins import declare, named

# The exit codes scripts can rely on: 0 answered, 1 failed, 2 usage, 3 refused or not found, 4 needs the user.
EXIT_FAILED, EXIT_USAGE = 1, 2

COMMANDS = {
    "ask": "Answer one question.",
    "assistants": "List, show, copy and check assistants.",
    "cache": "List and empty kept plans, replies and records.",
    "chat": "Ask and follow up, in the terminal.",
    "crawl": "Read a site ahead of time and show what was read and skipped.",
    "doctor": "Say what is installed, what is set, and what is missing.",
    "eval": "Score question sets against their floors.",
    "keys": "Make, list and revoke API keys.",
    "memory": "List, state and forget what names mean.",
    "overrides": "Pin what a stage gives for a question, and learn when it is needed no more.",
    "plugins": "List what is installed beside the built-in parts.",
    "research": "Search, read and compare sources; say how sure the answer is.",
    "runs": "List runs, show one, or replay it.",
    "sandbox": "Serve a demo world on loopback.",
    "serve": "Serve the page and the HTTP API.",
    "tenants": "Make, show, link, limit, export and delete tenants.",
    "worker": "Go on with runs that a server has left.",
    "trace": "Show what a run did and how long it took; review flagged runs.",
}


declare("commands", {name: f"answerable.cli.{name}:command" for name in COMMANDS})


class LazyGroup(click.Group):
    """Loads a command's file when it is typed: `--help` needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(named("commands"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = named("commands").get(cmd_name)
        if found is None:
            return None
        if sys.argv[1:2] in ([], ["-h"], ["--help"]) or ctx.resilient_parsing:
            return click.Command(cmd_name, help=COMMANDS.get(cmd_name, f"From the package {found.package}."))
        command: click.Command = found.load()
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "terminal_width": 100})
@click.version_option(__version__, prog_name="answerable")
def cli() -> None:
    """Answers questions from your website, databases, apps and the web, with the evidence for every claim.

    \b
    Try: answerable ask "How do I return something?" --site https://example.com
         answerable ask "How many orders came in last month?" --database sqlite:///shop.db
    """


def main() -> None:
    """Run the command line; an error of ours is one clear sentence, never a traceback."""
    try:
        cli(prog_name="answerable", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except AnswerableError as error:
        click.echo(f"answerable: {error}", err=True)
        sys.exit(EXIT_USAGE if isinstance(error, AskerError | OperatorError) else EXIT_FAILED)
