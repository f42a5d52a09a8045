"""Which of several rows a user means: by name, by number, all of them; or it is unclear and must be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answerable.language.disguise import unmask
from answerable.language.words import content_words, words
from answerable.store.permits import StoredCall
from answerable.tools.dialog import Dialog, Slot
from answerable.tools.facts import fits
from answerable.tools.hearing import best
from answerable.tools.spelling import alike

# Of a title's words so many must be said to mean it. Chosen, not measured.
_NAMED = 0.5


@dataclass(frozen=True)
class RowChoice:
    """The rows a tool gave, and which of them the user's words choose."""

    slot: Slot
    rows: Sequence[Mapping[str, Any]]
    meant: Sequence[str]  # keys; empty where nothing was singled out
    unclear: bool  # two rows go by the name that was said

    @classmethod
    def of(cls, dialog: Dialog, slot: Slot, texts: Sequence[str], done: StoredCall | None) -> RowChoice:
        """Read the user's words against the rows of a receipt."""
        rows = done.gave["rows"] if done else ()
        return cls(slot, rows, *_rows_named(dialog, slot, texts, rows))

    @property
    def good(self) -> list[Mapping[str, Any]]:
        """The rows that may be chosen."""
        return [row for row in self.rows if fits(row, self.slot.where)]

    @property
    def chosen(self) -> list[str]:
        """The keys that are settled; the only one there is needs no choosing."""
        good = [self.key(row) for row in self.good]
        if self.unclear:
            return []
        if self.meant:
            return [key for key in self.meant if key in good]
        return good if len(good) == 1 else []

    @property
    def places(self) -> list[int]:
        """Where the rows stand that the user speaks of; all, where none was singled out."""
        every = list(range(len(self.rows)))
        single = self.meant and not self.unclear
        return [n for n in every if self.key(self.rows[n]) in self.meant] if single else every

    @property
    def labels(self) -> list[str]:
        """The good rows by name; those of one name are told apart."""
        names = [str(row[self.slot.label]) for row in self.good]
        return [
            f"{name} ({row.get(self.slot.apart, self.key(row))})" if names.count(name) > 1 else name
            for name, row in zip(names, self.good, strict=True)
        ]

    def label_of(self, key: str) -> list[str]:
        """The name of the good row with this key, if there is one."""
        return [name for name, row in zip(self.labels, self.good, strict=True) if self.key(row) == key]

    def key(self, row: Mapping[str, Any]) -> str:
        """The row's own key."""
        return str(row[self.slot.key])


def _rows_named(
    dialog: Dialog, slot: Slot, texts: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> tuple[list[str], bool]:
    """The keys of the rows that words choose, newest words first; and whether two rows are meant alike."""
    for text in reversed(texts):
        said = words(unmask(text))
        if best(dialog, dialog.moves.get("all", ()), said):
            return [str(row[slot.key]) for row in rows], False
        place = next(
            (n for n in range(len(rows)) if best(dialog, dialog.moves.get(f"number{n + 1}", ()), said)), None
        )
        if place is not None:
            return [str(rows[place][slot.key])], False
        names = [row[slot.label] for row in rows]
        named = [(row, _named(said, row, slot, twin=names.count(row[slot.label]) > 1)) for row in rows]
        hits = [row for row, share in named if share >= _NAMED]
        if hits:
            return _narrowed(said, hits, slot)
    return [], False


def _narrowed(said: Sequence[str], hits: Sequence[Mapping[str, Any]], slot: Slot) -> tuple[list[str], bool]:
    """Of rows with one name, those whose other words are said too; if that does not part them, it is unclear."""
    by_name: dict[Any, list[Mapping[str, Any]]] = {}
    for row in hits:
        by_name.setdefault(row[slot.label], []).append(row)
    found: list[str] = []
    for same in by_name.values():
        parted = [row for row in same if len(same) > 1 and _rest_said(said, row, slot)]
        if len(same) > 1 and len(parted) != 1:
            return [], True
        found += [str(row[slot.key]) for row in parted or same]
    return found, False


def _named(said: Sequence[str], row: Mapping[str, Any], slot: Slot, *, twin: bool) -> float:
    """How much of a row's name is said; a twin may be named by what tells it apart."""
    shares = [0.0]
    for column in slot.match:
        wanted = content_words(str(row[column])) or words(str(row[column]))
        shares.append(sum(any(alike(word, part) for word in said) for part in wanted) / len(wanted))
    if twin and slot.apart and all(word in said for word in words(str(row[slot.apart]))):
        shares.append(1.0)
    return max(shares)


def _rest_said(said: Sequence[str], row: Mapping[str, Any], slot: Slot) -> bool:
    own = [
        word
        for name, value in row.items()
        if name not in slot.match and isinstance(value, str)
        for word in words(value)
    ]
    return any(word in own for word in said if len(word) > 1)
