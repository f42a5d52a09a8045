"""A source of your own: a folder of Markdown files, one piece of evidence per section."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from answerable.build import Given
from answerable.domain.budget import Budget
from answerable.domain.events import Tell
from answerable.domain.evidence import Evidence, Findings, Locator
from answerable.domain.plan import Task
from answerable.domain.question import Question
from answerable.errors import SourceUnreachable
from answerable.sources.base import Card


class Handbook:
    """Brings home every section; Answerable ranks what a source leaves unranked."""

    card = Card("handbook", "What the office's handbook says.")

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def read(self, task: Task, question: Question, budget: Budget, tell: Tell) -> Findings:
        if not self.folder.is_dir():
            raise SourceUnreachable("handbook", f"there is no folder {self.folder.name!r}")
        return Findings(tuple(sections(self.folder)))


def sections(folder: Path) -> Iterator[Evidence]:
    """Every section of every file, with its heading and the day it was written."""
    for file in sorted(folder.glob("**/*.md")):
        written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        for number, section in enumerate(f"\n{file.read_text('utf-8')}".split("\n#")[1:]):
            heading, _, text = section.lstrip("#").partition("\n")
            where = Locator("handbook", file.name, path=(file.stem, heading.strip()))
            if text.strip():
                yield Evidence(f"{file.name}-{number}", text.strip(), heading.strip(), where, written)


def open_handbook(given: Given) -> Handbook:
    """What the entry point names. `[options.handbook]` of the assistant's folder says which folder to read."""
    return Handbook(given.assistant.folder / str(given.options.get("folder", "handbook")))
