"""Write docs/settings.md and docs/cli.md, and the answer in the README, from what the code says now.

`make docs` runs this; a test fails when a page is not what this would write.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from answerable.cli import COMMANDS, cli
from answerable.models.choose import KINDS
from answerable.settings import PREFIX, Settings

DOCS = Path(__file__).parent
README = DOCS.parent / "README.md"
WIDTH = 90
QUESTION = "How long do I have to return something?"
# What stands between these lines of the README is the real output of the question above.
BEGIN, END = "<!-- answer: written by make docs -->\n", "<!-- end of answer -->\n"

SETTINGS_HEAD = """# Settings

Written by `make docs` from `src/answerable/settings.py`; change a description there.

Every setting has a default that is finite. Set one in `settings.toml` in the home folder
(`ANSWERABLE_HOME`, `~/.answerable` unless you say otherwise):

```toml
[website]
max_pages = 40
```

or in the environment, which wins: `ANSWERABLE_WEBSITE_MAX_PAGES=40`. Lists are written with commas there.
`answerable doctor` shows every setting that differs from its default.
"""

MODELS_HEAD = """
## Naming a model

Server by server, with what happens when one misbehaves: [language models](models.md).

`ANSWERABLE_MODEL` (short for `ANSWERABLE_MODEL_NAME`) is `kind:NAME`, with `@http://HOST:PORT/v1` behind it
where the server is not at its usual address. Keys stay in the environment and are never stored.

| model | address | key |
|---|---|---|"""

CLI_HEAD = """# Command line

Written by `make docs` from the commands' own help.

| exit code | means |
|---|---|
| 0 | answered |
| 1 | failed: something broke that should not have |
| 2 | usage: a wrong option, setting or question, explained in one sentence |
| 3 | refused, or not found |
| 4 | needs the user: a question back |

Where there is no terminal, output is plain: no colours, no progress, whole lines. Answers go to standard
output, everything else to standard error.
"""


def settings_page() -> str:
    """Every setting with its default, its variable and what it decides."""
    parts = [SETTINGS_HEAD, *_section("General", Settings(), PREFIX)]
    for part in fields(Settings()):
        if is_dataclass(value := getattr(Settings(), part.name)):
            parts += [*_section(f"[{part.name}]", value, f"{PREFIX}{part.name.upper()}_")]
    return "\n".join([*parts, *_models()]) + "\n"


def _models() -> Iterator[str]:
    yield MODELS_HEAD
    for name, kind in KINDS.items():
        address = f"`{kind.address}`" if kind.address else "the vendor's own"
        if name == "openai-compatible":
            address = "none: write it behind an @"
        key = f"`{kind.key_variable}`" + ("" if kind.needs_key else ", if the server wants one")
        yield f"| `{name}:NAME` | {address} | {key} |"


def _section(title: str, section: Any, prefix: str) -> Iterator[str]:
    says = type(section).__doc__ or ""
    yield f"\n## {title}\n\n{says}\n\n| setting | default | variable | decides |\n|---|---|---|---|"
    for part in fields(section):
        if not is_dataclass(value := getattr(section, part.name)):
            variable = f"`{prefix}{part.name.upper()}`"
            yield f"| `{part.name}` | {_default(value)} | {variable} | {part.metadata['says']} |"


def _default(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:,}" if value >= 10_000 else str(value)
    return f"`{value}`" if str(value) not in ("", "()") else "empty"


def cli_page() -> str:
    """The help of every command."""
    parts = [CLI_HEAD]
    for name in sorted(COMMANDS):
        command: click.Command = import_module(f"answerable.cli.{name}").command
        # As `cli` itself is called: click remembers a command's help option with the names it first had.
        above = click.Context(cli, info_name="answerable", **cli.context_settings)
        parts += _command(command, above, name)
    return "\n".join(parts) + "\n"


def _command(command: click.Command, above: click.Context, name: str) -> Iterator[str]:
    context = click.Context(command, parent=above, info_name=name, terminal_width=WIDTH)
    yield f"\n## {context.command_path}\n\n```text\n{command.get_help(context)}\n```"
    if isinstance(command, click.Group):
        for inner in sorted(command.commands):
            yield from _command(command.commands[inner], context, inner)


def answer() -> str:
    """What the demo shop's answer looks like, with its port as `answerable sandbox shop` would have it."""
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, "-m", "answerable", "sandbox", "shop", "--ask", QUESTION]
        done = subprocess.run(
            words, capture_output=True, text=True, check=True, env={"ANSWERABLE_HOME": home, "PATH": ""}
        )
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8420", done.stdout)


def readme() -> str:
    """The README with the answer as it is now."""
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}```text\n{answer()}```\n{END}{after}"


def main() -> None:
    for path, text in (
        (DOCS / "settings.md", settings_page()),
        (DOCS / "cli.md", cli_page()),
        (README, readme()),
    ):
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
