"""What every suite needs: its cases as lines of JSON, and how many of them went well."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any


def read_rows(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Every line of a file that holds something, with where it stands."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield json.loads(line), f"{path}:{number}"


def share(values: Sequence[bool]) -> float:
    """The part of them that is true; 0 where there are none."""
    return sum(values) / len(values) if values else 0.0
