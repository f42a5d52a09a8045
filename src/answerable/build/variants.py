"""Experiments: settings tried side by side, as data. A conversation stays in the variant it began in.

`experiments.toml` in the home folder:
```toml
[brief]                          # the experiment
assistants = ["bookstore"]       # whom it is about; everybody where left out
[brief.usual]                    # its variants, each with its share of the conversations
share = 0.5
[brief.short]
share = 0.5
window = 2                       # any setting, as in settings.toml
assistant = "bookstore_short"    # a folder of other prompts and words in the place of the one that was asked
model = { way = "model" }
```
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.domain.question import Question
from answerable.errors import SettingsError
from answerable.settings import Settings, overlaid, read_tree

FILE = "experiments.toml"
# Who answers to whom, and where things lie, is not tried out.
_FIXED = ("home", "tenant", "server")


@dataclass(frozen=True)
class Variant:
    """One way to answer, and the share of conversations that is answered so."""

    name: str
    share: float
    settings: Settings
    assistant: str = ""


@dataclass(frozen=True)
class Experiment:
    """Variants side by side."""

    name: str
    variants: tuple[Variant, ...]
    assistants: tuple[str, ...] = ()

    def choose(self, question: Question) -> Variant | None:
        """The conversation's variant, always the same one; None beyond all shares, and for other assistants."""
        if self.assistants and question.assistant not in self.assistants:
            return None
        where = f"{self.name}|{question.user.tenant.id}|{question.conversation}"
        digest = hashlib.sha256(where.encode()).digest()
        place = int.from_bytes(digest[:8], "big") / 2**64
        for variant in self.variants:
            if place < variant.share:
                return variant
            place -= variant.share
        return None


def read_experiments(settings: Settings) -> dict[str, Experiment]:
    """Every experiment of the home; an error names the entry and what would be valid."""
    path = settings.home / FILE
    return {name: _experiment(name, entry, settings, path) for name, entry in read_tree(path).items()}


def _experiment(name: str, entry: Any, settings: Settings, path: Path) -> Experiment:
    where = f"{path} [{name}]"
    parts: Mapping[str, Any] = entry if isinstance(entry, dict) else {}
    variants = [
        _variant(f"{name}/{key}", {**part}, settings, f"{path} [{name}.{key}]")
        for key, part in parts.items()
        if isinstance(part, dict)
    ]
    assistants: Sequence[str] = parts.get("assistants", ())
    if len(variants) < 2 or sum(variant.share for variant in variants) > 1.000001:
        hint = "Give it two or more variants whose shares are 1 together, or less."
        raise SettingsError(where, f"has {len(variants)} variants.", hint=hint)
    return Experiment(name, tuple(variants), tuple(assistants))


def _variant(name: str, part: dict[str, Any], settings: Settings, where: str) -> Variant:
    share, assistant = part.pop("share", None), str(part.pop("assistant", ""))
    if not isinstance(share, int | float) or not 0 < share <= 1:
        raise SettingsError(where, f"has the share {share!r}; it must be above 0 and at most 1.")
    if fixed := next((key for key in _FIXED if key in part), ""):
        raise SettingsError(f"{where} {fixed}", "cannot be tried out.", hint="Set it in settings.toml.")
    return Variant(name, float(share), overlaid(settings, part, where), assistant)
