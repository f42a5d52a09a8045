"""Which of several rows a user means: by name, by number, all of them; or it is unclear and must be asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from answerable.language.disguise import unmask
from answerable.language.embed import shared_vectors
from answerable.language.words import content_words, words
from answerable.store.permits import StoredCall
from answerable.tools.dialog import Dialog, Phrase, Slot
from answerable.tools.hearing import best
from answerable.tools.spelling import alike, same_thing
from answerable.tools.wording import fits

# Of a title's words so many must be said to mean it. Chosen, not measured.
_NAMED = 0.5
# How far ahead of the next row the best must be to be meant: with less it is asked which. Of 2,000 orders of two to
# four books, one described by a word ("the whale book"), 629 were found and 4 were wrong; with 0, 636 and 7.
_AHEAD = 0.15
_AMOUNT = re.compile(r"(?<![\d.,])\d+[.,]\d\d(?!\d|[.,]\d)")
_NEAR = 0.42  # as in language/meanings.py: below it vectors tell nothing; "baking" and "bread" have 0.47
# A part ends with "but", unless something is excepted from all.
_PARTS = re.compile(
    r"[.;,!?\n]|\b(?:and|und)\b|(?<!\ball )(?<!thing )(?<!\balle )(?<!alles )\b(?:but|aber)\b", re.IGNORECASE
)
_ENDINGS = ("buch", "roman", "band")  # "das Regenbuch" is the book about rain
_TELLING = 4  # letters of a word that may stand for a whole title. Chosen, not measured.
_WORD = re.compile(r"(?<![\w@.-])\w[\w’']*(?![\w@-]|\.\w)")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class RowChoice:
    """The rows a tool gave, and which of them the user's words choose."""

    slot: Slot
    rows: Sequence[Row]
    meant: Sequence[str]  # keys; empty where nothing was singled out
    unclear: bool  # two rows go by the name that was said

    @classmethod
    def of(
        cls, dialog: Dialog, slot: Slot, texts: Sequence[str], done: StoredCall | None, language: str = "en"
    ) -> RowChoice:
        """Read the user's words against the rows of a receipt, in the user's language."""
        rows = [dialog.sentences.worded(row, language) for row in (done.gave.get("rows", ()) if done else ())]
        return cls(slot, rows, *_Reading(dialog, slot, rows).of([unmask(text) for text in texts]))

    @property
    def good(self) -> list[Row]:
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
        """The good rows by name; those of one name are told apart, by their amount where nothing else does it."""
        names = [str(row[self.slot.label]) for row in self.good]
        pairs = [
            (name, str(row.get(self.slot.apart, self.key(row))))
            for name, row in zip(names, self.good, strict=True)
        ]
        found = list[str]()
        for (name, apart), row in zip(pairs, self.good, strict=True):
            twin = pairs.count((name, apart)) > 1 and self.slot.ranks in row
            how = f"{row[self.slot.ranks]:.2f}" if twin else apart
            found.append(f"{name} ({how})" if names.count(name) > 1 else name)
        return found

    def label_of(self, key: str) -> list[str]:
        """The name of the good row with this key, if there is one."""
        return [name for name, row in zip(self.labels, self.good, strict=True) if self.key(row) == key]

    def key(self, row: Row) -> str:
        """The row's own key."""
        return str(row[self.slot.key])


def known_names(dialog: Dialog, text: str, made: Sequence[StoredCall]) -> str:
    """A text in which the names of the rows that calls gave only say what they are: "the atlas stays" speaks of a
    book."""
    for slot in (one for one in dialog.slots.values() if one.label and one.stands_for):
        rows = [row for call in made for row in call.gave.get("rows", ()) if slot.key in row]
        names, kind = {str(row[slot.label]) for row in rows}, slot.stands_for
        own = {word for name in names for word in content_words(name) if len(word) >= _TELLING}
        own |= {said[0] for name in names if len(said := words(name)) == 1}
        for name in names:
            text = re.sub(rf"(?<![\w@.-]){re.escape(name)}(?![\w@-]|\.\w)", kind, text, flags=re.IGNORECASE)
        for hit in reversed(list(_WORD.finditer(text))):
            if _any_alike(hit[0].lower(), own):
                text = text[: hit.start()] + kind + text[hit.end() :]
        text = re.sub(rf"\b{kind}\b(?:\W+(?:\w{{1,3}}\W+){{0,2}}{kind}\b)+", kind, text)
    return text


class _Reading:
    """A user's words read against rows."""

    def __init__(self, dialog: Dialog, slot: Slot, rows: Sequence[Row]) -> None:
        self._dialog, self._slot, self._rows = dialog, slot, rows
        self._names = {self._key(row): self._name(row) for row in rows}

    def of(self, texts: Sequence[str]) -> tuple[list[str], bool]:
        """The keys of the rows that words choose, the newest that speak of any; and whether two are meant alike."""
        meant: tuple[list[str], bool] = ([], False)
        for place, text in enumerate(texts):
            meant = self._after(text, meant[0], first=not place) or meant
        return meant

    def _after(self, text: str, before: Sequence[str], *, first: bool) -> tuple[list[str], bool] | None:
        """What a text chooses, after what those before it chose; None where it says nothing about it. What the user
        wants to keep is not meant; "the other one" is what was not meant before."""
        lists, moves = self._dialog.kept, self._dialog.moves
        said, kept, unknown = self._said_and_kept(text)
        left = [row for row in self._rows if row not in kept]
        if unknown and not self._named(said, left):
            return [], True
        found, unclear = self._chosen(said, left, text)
        keys = [self._key(row) for row in left]
        other = self._says(moves.get("other", ()), said)
        if other and self._says(lists["rest"], said):  # "she reads Emma, so just the other one"
            cut = next(n for n, word in enumerate(said) if self._says(lists["others"], [word]))
            named = [self._key(row) for row in self._named(said[:cut], left)]
            found = [key for key in keys if key not in named] if named else found
        # "Only the blue one", said of several, means fewer, whichever that is.
        changes = (*moves.get("correction", ()), *lists["only"])
        corrects = len(self._rows) > 1 and not first and self._says(changes, words(text))
        corrects = corrects and not self._dialog.hear(text, asked=False)
        if not found and other:
            found = [key for key in keys if before and key not in before]
        if not found and kept:
            found = [key for key in keys if key in before or not before]
        elif found and not corrects and self._says(lists["too"], words(text)):
            found = [key for key in self._names if key in (*before, *found)]
        return (found, unclear or not found) if found or unclear or corrects else None

    def _key(self, row: Row) -> str:
        return str(row[self._slot.key])

    def _name(self, row: Row, *columns: str) -> list[str]:
        """The words of a row's name that tell something, or all where none does."""
        name = " ".join(str(row.get(column, "")) for column in columns or self._slot.match)
        return [word.removesuffix("'s") for word in content_words(name) or words(name)]

    def _says(self, phrases: Sequence[Phrase], said: Sequence[str]) -> bool:
        return best(self._dialog, phrases, said) > 0

    def _said_and_kept(self, text: str) -> tuple[list[str], list[Row], bool]:
        """The words about what is meant, and the rows that are kept: those of a part that speaks of keeping and those
        that follow "except"; and whether something is kept of which nobody knows what it is."""
        said: list[str] = []
        kept: list[Row] = []
        unknown = keeps = False
        lists, moves = self._dialog.kept, self._dialog.moves
        names = [word for name in self._names.values() for word in name]
        for joined, part in zip(["", *_PARTS.findall(text)], _PARTS.split(text), strict=True):
            spoken, about = words(part), content_words(part)
            if self._says(lists["liked"], spoken):
                continue
            # "all but the atlas and Emma": a part that only names something goes on with the part before.
            telling = [word for word in about if not self._says(lists["things"], [word])]
            goes_on = joined.isalpha() and spoken and all(_any_alike(word, names) for word in telling)
            keeps = keeps if goes_on else self._says(lists["keep"], spoken)
            # "Why not Emma?" speaks of Emma.
            asks = self._says(moves.get("another", ()), spoken)
            excepts = (n for n, word in enumerate(spoken) if not asks and self._says(lists["except"], [word]))
            cut = 0 if keeps else next(excepts, len(spoken))
            said += spoken[:cut]
            stays = self._named(spoken[cut:], self._rows) or self._of_kind(spoken[cut:], self._rows)
            kept += [row for row in stays if row not in kept]
            about = [word for word in about if not self._says(lists["keep"], [word])]
            vague = any(self._says(moves.get(name, ()), spoken) for name in ("all", "other"))
            unknown = unknown or bool(keeps and len(self._rows) > 1 and about and not stays and not vague)
            keeps = keeps or cut < len(spoken)
        return said, kept, unknown

    def _chosen(self, said: Sequence[str], rows: Sequence[Row], text: str) -> tuple[list[str], bool]:
        """By an amount, all, by a number, by name or by kind."""
        if ranked := self._ranked(text, said, rows):
            return ranked, False
        hits = self._named(said, rows)
        both = bool(hits) and self._says(self._dialog.kept["both"], said)
        if self._says(self._dialog.moves.get("all", ()), said) and not both:
            return [self._key(row) for row in rows], False
        for place, row in enumerate(self._rows):
            if self._says(self._dialog.moves.get(f"number{place + 1}", ()), said):
                return ([self._key(row)], False) if row in rows else ([], True)
        if hits:
            return self._narrowed(said, hits)
        return [self._key(row) for row in self._of_kind(said, rows)], False

    def _of_kind(self, said: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        """The one row of the kind that is said, or of whose kind alone a word is said."""
        kinds = [(row, self._kind(row)) for row in rows]
        whole = [row for row, kind in kinds if kind and kind[0] <= set(said)]
        part = [row for row, kind in kinds if any(one & set(said) for one in kind)]
        return whole if len(whole) == 1 else part if len(part) == 1 else []

    def _kind(self, row: Row) -> list[set[str]]:
        """The words of what tells a row apart, if anything does; then others that mean the same, each by itself."""
        kind = str(row.get(self._slot.apart, "")).lower()
        called = [names for names in self._slot.called if kind in names]
        return [set(words(name)) for name in (kind, *(name for names in called for name in names)) if name]

    def _ranked(self, text: str, said: Sequence[str], rows: Sequence[Row]) -> list[str]:
        """The row of the amount that is said, or the one with the least or the most; none where two have it."""
        if not rows or any(self._slot.ranks not in row for row in rows):
            return []
        amounts = [round(float(row[self._slot.ranks]), 2) for row in rows]
        wanted = [float(one.replace(",", ".")) for one in _AMOUNT.findall(text)]
        ends = (("least", min(amounts)), ("most", max(amounts)))
        wanted += [amount for name, amount in ends if self._says(self._dialog.kept[name], said)]
        single = [one for one in wanted if amounts.count(one) == 1]
        return list(dict.fromkeys(self._key(rows[amounts.index(one)]) for one in single))

    def _named(self, said: Sequence[str], rows: Sequence[Row]) -> Sequence[Row]:
        """The rows of whose names enough is said; failing that, those of which a word is said that no other name has,
        or the one whose name is near to how a thing is described: "the baking book"."""
        names = [set(self._names[self._key(row)]) for row in rows]
        shared = {word for one in names for word in one if sum(word in other for other in names) > 1}
        own = [[word for word in one - shared if len(word) >= _TELLING] for one in names]
        hits = [row for row in rows if self._share(said, row) >= _NAMED] or [
            row
            for row, telling in zip(rows, own, strict=True)
            if any(_any_like(word, telling) for word in said)
        ]
        about = [one for one, thing in pairwise(said) if self._says(self._dialog.kept["things"], [thing])]
        about += [one[: -len(end)] for one in said for end in _ENDINGS if one.endswith(end)]
        known = {word for row in hits for word in self._names[self._key(row)]}
        about = [word for word in content_words(" ".join(about)) if word not in known]
        if not about or len(hits) == len(rows):
            return hits
        near = shared_vectors().match(about, [" ".join(sorted(one)) for one in own]).max(axis=1)
        rest = sorted((-likest, n) for n, likest in enumerate(near.tolist()) if rows[n] not in hits)
        ahead = len(rest) == 1 or rest[1][0] - rest[0][0] >= _AHEAD
        described = [rows[rest[0][1]]] if ahead and -rest[0][0] >= _NEAR else []
        return [row for row in rows if row in hits or row in described]

    def _narrowed(self, said: Sequence[str], hits: Sequence[Row]) -> tuple[list[str], bool]:
        """Of rows that the same words speak of, the one of which more is said, or whose name is clearly better said; if
        that does not part them, it is unclear."""
        spoken = [(row, self._spoken(said, row), self._share(said, row)) for row in hits]
        found: list[str] = []
        for row, mine, share in spoken:
            rivals = [one for one in spoken if one[0] is not row and mine and mine <= one[1]]
            if any(mine < theirs or other - share >= _AHEAD for _, theirs, other in rivals):
                continue
            if any(share - other < _AHEAD for _, _, other in rivals):
                return [], True
            found.append(self._key(row))
        return found, False

    def _share(self, said: Sequence[str], row: Row) -> float:
        """How much of a row's name is said; a twin may be named by what tells it apart."""
        name = self._names[self._key(row)]
        twin = sum(other == name for other in self._names.values()) > 1
        if twin and any(kind <= set(said) for kind in self._kind(row)):
            return 1.0
        stems = [word.removesuffix("'s") for word in said]
        parts = [one for column in self._slot.match if (one := self._name(row, column))]
        shares = [sum(any(alike(word, part) for word in stems) for part in one) / len(one) for one in parts]
        return max(shares, default=0.0)

    def _spoken(self, said: Sequence[str], row: Row) -> set[str]:
        """The words that are said of a row: of its name, and of what else it holds."""
        name, match = self._names[self._key(row)], self._slot.match
        held = words(" ".join(str(row[column]) for column in row if column not in match))
        others = {word for word in held if len(word) > 1}
        return {word for word in said if word in others or _any_like(word, name)}


def _any_alike(word: str, wanted: Iterable[str]) -> bool:
    return any(alike(word.removesuffix("'s"), one) for one in wanted)


def _any_like(word: str, wanted: Iterable[str]) -> bool:
    return _any_alike(word, wanted) or any(same_thing(word, one) for one in wanted)
