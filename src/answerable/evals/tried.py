"""What every suite needs: its cases as lines of JSON, how one of them went, and how all of them did."""

from __future__ import annotations

import json
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.errors import OperatorError


def read_rows(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Every line of a file that holds something, with where it stands."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield json.loads(line), f"{path}:{number}"


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The files of a world that lies packed beside its suite."""
    if not archive.is_file():
        raise OperatorError(str(archive), "is not there.", hint="It belongs to the suite that names it.")
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
        yield Path(folder)


def share(values: Sequence[bool]) -> float:
    """The part of them that is true; 0 where there are none."""
    return sum(values) / len(values) if values else 0.0


def facts(must: Sequence[Sequence[str]]) -> str:
    """What must be stated, in words: one alternative of every group."""
    return " and ".join(" or ".join(group) for group in must)


def answered_figures(found: Sequence[tuple[bool, bool, bool]]) -> dict[str, float]:
    """Figures of cases by whether an answer is wanted, was given, and whether all of it is right."""
    wanted = [(given, right) for wants, given, right in found if wants]
    return {
        "cases": float(len(found)),
        "answered": share([given for given, _ in wanted]),
        "right_if_answered": share([right for given, right in wanted if given]),
        "declined": share([right for wants, _, right in found if not wants]),
    }


@dataclass(frozen=True, kw_only=True)
class Tried:
    """One case: what was asked, wanted and told."""

    id: str
    question: str
    why: str = ""  # what is wrong with it; "" when it is right
    expected: str = ""
    got: str = ""
    citations: tuple[str, ...] = ()
    seconds: float | None = None
    confidence: float | None = None  # of an answer
    trace: str = ""  # the run as a waterfall, of a case that failed

    @property
    def right(self) -> bool:
        return not self.why

    @property
    def answered(self) -> bool:
        return self.confidence is not None


@dataclass(frozen=True)
class Ran:
    """How a suite went."""

    figures: Mapping[str, float]
    tried: Sequence[Tried]

    @property
    def failures(self) -> list[str]:
        """One line for each case that failed, with its cause."""
        return [f"{one.id}  {one.question}: {one.why}" for one in self.tried if not one.right]


def tried(case: Any, why: str, expected: str, outcome: Mapping[str, Any], trace: str = "") -> Tried:
    """A case with an id and a question whose outcome is in the contract's JSON."""
    cited = (f"{citation['title']}: {citation['quote']}" for citation in outcome.get("citations", ()))
    return Tried(
        id=case.id,
        question=case.question,
        why=why,
        expected=expected,
        got=f"{outcome['outcome']}: {outcome['text']}",
        citations=tuple(cited),
        seconds=outcome["usage"]["seconds"],
        confidence=outcome["confidence"] if outcome["outcome"] == "answer" else None,
        trace="" if not why else trace,
    )
