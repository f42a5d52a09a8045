"""Which of several rows a user means: by name, by number, all of them; or it is unclear and must be asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from answerable.language.disguise import unmask
from answerable.language.embed import shared_vectors
from answerable.language.meanings import roots
from answerable.language.words import content_words, words
from answerable.store.permits import StoredCall
from answerable.tools.dialog import Dialog, Slot
from answerable.tools.facts import fits
from answerable.tools.hearing import best, unnamed
from answerable.tools.spelling import alike

# Of a title's words so many must be said to mean it. Chosen, not measured.
_NAMED = 0.5
_AMOUNT = re.compile(r"(?<![\d.,])\d+[.,]\d\d(?!\d|[.,]\d)")
_NEAR = 0.42  # as in language/meanings.py: below it vectors tell nothing; "baking" and "bread" have 0.47
# A part ends with "but", unless something is excepted from all.
_PARTS = re.compile(
    r"[.;,!?\n]|\b(?:and|und)\b|(?<!\ball )(?<!thing )(?<!\balle )(?<!alles )\b(?:but|aber)\b", re.IGNORECASE
)
_ENDINGS = ("buch", "roman", "band")  # "das Regenbuch" is the book about rain
_TELLING = 4  # letters of a word that may stand for a whole title. Chosen, not measured.


@dataclass(frozen=True)
class RowChoice:
    """The rows a tool gave, and which of them the user's words choose."""

    slot: Slot
    rows: Sequence[Mapping[str, Any]]
    meant: Sequence[str]  # keys; empty where nothing was singled out
    unclear: bool  # two rows go by the name that was said

    @classmethod
    def of(
        cls, dialog: Dialog, slot: Slot, texts: Sequence[str], done: StoredCall | None, language: str = "en"
    ) -> RowChoice:
        """Read the user's words against the rows of a receipt, in the user's language."""
        rows = [dialog.sentences.worded(row, language) for row in (done.gave["rows"] if done else ())]
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
        apart = [str(row.get(self.slot.apart, self.key(row))) for row in self.good]
        twins = list(zip(names, apart, strict=True))
        if all(self.slot.ranks in row for row in self.good):
            amounts = [f"{row[self.slot.ranks]:.2f}" for row in self.good]
            apart = [
                twin[1] if twins.count(twin) < 2 else how for twin, how in zip(twins, amounts, strict=True)
            ]
        return [
            f"{name} ({how})" if names.count(name) > 1 else name
            for name, how in zip(names, apart, strict=True)
        ]

    def label_of(self, key: str) -> list[str]:
        """The name of the good row with this key, if there is one."""
        return [name for name, row in zip(self.labels, self.good, strict=True) if self.key(row) == key]

    def key(self, row: Mapping[str, Any]) -> str:
        """The row's own key."""
        return str(row[self.slot.key])


def known_names(dialog: Dialog, text: str, made: Sequence[StoredCall]) -> str:
    """A text without the names of the rows that calls gave: "the atlas stays" speaks of a book."""
    for slot in (one for one in dialog.slots.values() if one.label and one.stands_for):
        rows = [row for call in made for row in call.gave.get("rows", ()) if slot.key in row]
        text = unnamed(text, list({str(row[slot.label]): 0 for row in rows}), slot.stands_for)
    return text


def _rows_named(
    dialog: Dialog, slot: Slot, texts: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> tuple[list[str], bool]:
    """The keys of the rows that words choose, newest words first; and whether two rows are meant alike. What the user
    wants to keep is not meant; "the other one" is what was not meant before."""
    for place, text in reversed(list(enumerate(texts))):
        said, kept, unknown = _said_and_kept(dialog, slot, unmask(text), rows)
        left = [row for row in rows if row not in kept]
        if unknown and not _named(dialog, said, slot, left):
            return [], True
        corrects = len(rows) > 1 and place and best(dialog, dialog.moves.get("correction", ()), words(text))
        corrects = corrects and not any(one.read(text, asked=False) for one in dialog.slots.values())
        ranked = _ranked(dialog, slot, text, said, left)
        found, unclear = (ranked, False) if ranked else _chosen(dialog, slot, said, left)
        other = best(dialog, dialog.moves.get("other", ()), said)
        if other and best(dialog, dialog.kept["rest"], said):  # "she reads Emma, so just the other one"
            cut = next(n for n, word in enumerate(said) if best(dialog, dialog.kept["others"], [word]))
            named = _named(dialog, said[:cut], slot, left)
            found = (
                [key for row in left if row not in named and (key := str(row[slot.key]))] if named else found
            )
        before = _rows_named(dialog, slot, texts[:place], rows)[0]
        if not found and other:
            found = [key for row in left if before and (key := str(row[slot.key])) not in before]
        if not found and kept:
            found = [key for row in left if (key := str(row[slot.key])) in before or not before]
        elif found and not corrects and best(dialog, dialog.kept["too"], words(text)):
            found = [key for row in rows if (key := str(row[slot.key])) in (*before, *found)]
        if found or unclear or corrects:
            return found, unclear or not found
    return [], False


def _said_and_kept(
    dialog: Dialog, slot: Slot, text: str, rows: Sequence[Mapping[str, Any]]
) -> tuple[list[str], list[Mapping[str, Any]], bool]:
    """The words about what is meant, and the rows that are kept: those of a part that speaks of keeping and those that
    follow "except"; and whether something is kept of which nobody knows what it is."""
    said: list[str] = []
    kept: list[Mapping[str, Any]] = []
    unknown, keeps, since = False, 0.0, 0
    for end in (*_PARTS.finditer(text), None):
        part = text[since : end.start() if end else len(text)]
        joined = text[:since].rstrip().lower().endswith((" and", " und"))
        since, spoken = end.end() if end else 0, words(part)
        if best(dialog, dialog.kept["liked"], spoken):
            continue
        # "keep the atlas and Emma": a part that only names something goes on with the part before.
        names = {
            word.removesuffix("'s")
            for row in rows
            for column in slot.match
            for word in words(str(row[column]))
        }
        goes_on = (
            joined
            and bool(spoken)
            and all(any(alike(word, one) for one in names) for word in content_words(part))
        )
        keeps = keeps if goes_on else best(dialog, dialog.kept["keep"], spoken)
        excepts = (n for n, word in enumerate(spoken) if best(dialog, dialog.kept["except"], [word]))
        cut = 0 if keeps else next(excepts, len(spoken))
        said += spoken[:cut]
        stays = _named(dialog, spoken[cut:], slot, rows) or _of_kind(spoken[cut:], slot, rows)
        kept += [row for row in stays if row not in kept]
        about = [word for word in content_words(part) if not best(dialog, dialog.kept["keep"], [word])]
        vague = any(best(dialog, dialog.moves.get(name, ()), spoken) for name in ("all", "other"))
        unknown = unknown or bool(keeps and len(rows) > 1 and about and not stays and not vague)
    return said, kept, unknown


def _chosen(
    dialog: Dialog, slot: Slot, said: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> tuple[list[str], bool]:
    if best(dialog, dialog.moves.get("all", ()), said):
        return [str(row[slot.key]) for row in rows], False
    numbers = (n for n in range(len(rows)) if best(dialog, dialog.moves.get(f"number{n + 1}", ()), said))
    if (place := next(numbers, None)) is not None:
        return [str(rows[place][slot.key])], False
    if hits := _named(dialog, said, slot, rows):
        return _narrowed(said, hits, slot)
    return [str(row[slot.key]) for row in _of_kind(said, slot, rows)], False


def _of_kind(
    said: Sequence[str], slot: Slot, rows: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """The one row of the kind that is said, or of whose kind alone a word is said."""
    kinds = [set(words(str(row.get(slot.apart, "")))) for row in rows]
    whole = [row for row, kind in zip(rows, kinds, strict=True) if kind and kind <= set(said)]
    part = [row for row, kind in zip(rows, kinds, strict=True) if kind & set(said)]
    return whole if len(whole) == 1 else part if len(part) == 1 else []


def _ranked(
    dialog: Dialog, slot: Slot, text: str, said: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> list[str]:
    """The row of the amount that is said, or the one with the least or the most; none where two have it."""
    if not rows or any(slot.ranks not in row for row in rows):
        return []
    amounts = [round(float(row[slot.ranks]), 2) for row in rows]
    wanted = [float(one.replace(",", ".")) for one in _AMOUNT.findall(text)]
    wanted += [
        pick(amounts)
        for name, pick in (("least", min), ("most", max))
        if best(dialog, dialog.kept[name], said)
    ]
    single = [one for one in wanted if amounts.count(one) == 1]
    return list(dict.fromkeys(str(rows[amounts.index(one)][slot.key]) for one in single))


def _named(
    dialog: Dialog, said: Sequence[str], slot: Slot, rows: Sequence[Mapping[str, Any]]
) -> Sequence[Mapping[str, Any]]:
    """The rows of whose names enough is said; failing that, those of which a word is said that no other name has, or
    the one whose name is near to how a thing is described: "the baking book"."""
    hits = [row for row in rows if _share(said, row, slot, rows) >= _NAMED]
    names = [{word for column in slot.match for word in content_words(str(row[column]))} for row in rows]
    shared = {word for one in names for word in one if sum(word in other for other in names) > 1}
    own = [{word for word in one - shared if len(word) >= _TELLING} for one in names]
    hits = hits or [
        row
        for row, telling in zip(rows, own, strict=True)
        if any(alike(word, part) or roots(word) & roots(part) for word in said for part in telling)
    ]
    about = [one for one, thing in pairwise(said) if best(dialog, dialog.kept["things"], [thing])]
    about += [one[: -len(end)] for one in said for end in _ENDINGS if one.endswith(end)]
    known = {word for row in hits for column in slot.match for word in words(str(row[column]))}
    if not (about := [word for word in content_words(" ".join(about)) if word not in known]):
        return hits
    near = shared_vectors().match(about, [" ".join(sorted(one)) for one in own]).max(axis=1)
    described = [row for row, likest in zip(rows, near, strict=True) if likest >= _NEAR and row not in hits]
    return [row for row in rows if row in hits or row in described] if len(described) == 1 else hits


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


def _share(
    said: Sequence[str], row: Mapping[str, Any], slot: Slot, rows: Sequence[Mapping[str, Any]]
) -> float:
    """How much of a row's name is said; a twin may be named by what tells it apart."""
    twin = sum(other[slot.label] == row[slot.label] for other in rows) > 1
    stems = [word.removesuffix("'s") for word in said]
    shares = [0.0]
    for column in slot.match:
        wanted = content_words(str(row[column])) or words(str(row[column]))
        shares.append(
            sum(any(alike(word, part.removesuffix("'s")) for word in stems) for part in wanted) / len(wanted)
        )
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
