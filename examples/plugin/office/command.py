"""A command of your own: `answerable handbook FOLDER` says what a question could find there."""

from pathlib import Path

import click

from .handbook import sections


@click.command(name="handbook")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(folder: Path) -> None:
    """List the sections of a handbook."""
    for piece in sections(folder):
        click.echo(f"{piece.locator}: {len(piece.text)} characters")
