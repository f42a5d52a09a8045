"""What is said of a receipt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answerable.store.permits import StoredCall
from answerable.tools.dialog import Dialog


def told_of(dialog: Dialog, call: StoredCall, rows: Sequence[int], intent: str, language: str) -> list[str]:
    """The sentences an intent tells of one receipt; of its rows only those that are meant."""
    parts = dialog.intents[intent].says.get(call.tool) if intent in dialog.intents else None
    said = dialog.sentences.tell(call.tool, call.gave, language)
    return [
        one.text
        for one in said
        if (parts is None or one.part in parts) and (one.row < 0 or not rows or one.row in rows)
    ]


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Each column of some rows as a list, and its sum where it is numbers."""
    found: dict[str, Any] = {}
    for name in rows[0] if rows else ():
        values = [row[name] for row in rows]
        found[name] = values
        if all(isinstance(value, int | float) for value in values):
            found[f"{name}_sum"] = round(sum(values), 2)
    return found
