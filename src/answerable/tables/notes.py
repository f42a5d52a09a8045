"""What reading a question notes down, and the cursor that walks over its items."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from answerable.domain.evidence import Cell
from answerable.lists import listed
from answerable.tables.form import Column, Condition, Measure
from answerable.tables.link import Item
from answerable.tables.names import Traits
from answerable.tables.things import Thing
from answerable.tables.vocabulary import Vocabulary

# "How many" never asks for these, though they are numbers.
NOT_COUNTED = listed(
    """price purchase_price sale_price rating grade age year temperature share interest salary"""
)
UNDATED = "a time without a date to compare"
LEANS = "leans on an earlier question"


class Stuck(Exception):
    """This cut of the question cannot be read."""

    def __init__(self, why: str, *words: str) -> None:
        self.why, self.words = why, words
        super().__init__(why)


@dataclass(frozen=True)
class Taken:
    """An item with the one thing it is taken for."""

    item: Item
    thing: Thing | None = None

    @property
    def kind(self) -> str:
        return self.item.kind


@dataclass
class Left:
    """Something named that no rule has used yet."""

    thing: Thing
    place: int
    joined: bool = False  # follows "with", "and" or a comma
    verbal: bool = False


@dataclass
class Ranked:
    """Which come first, before it is known of what."""

    high: bool
    place: int
    count: int | None = None
    by: Measure | None = None
    said: bool = False  # "by revenue" was said in so many words
    judged: bool = False  # "best": an opinion, unless it is said by what
    sized: bool = False  # "largest": by the one amount a record has, where nothing else is said
    top: bool = False  # "the top five deals": so too, but by nothing further away
    fore: bool = False  # what it is by was asked for before: "the revenue of the five largest"
    told: bool = False  # "the highest salary of the crew": a number is asked for, not who has it
    nth: int = 1  # "second highest": only what comes second
    often: bool = False  # "most often": by how many records there are of whatever happened


@dataclass
class Notes:
    """What was said, not yet put together."""

    ask: str = ""
    asked_at: int = -1
    also: str = ""  # who, when or where, asked besides, and what was said after it
    also_at: int = 999
    more_at: int = -9  # where a second column is asked for: "and in which role"
    left: list[Left] = field(default_factory=list)
    where: list[tuple[Condition, int]] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    groups: list[tuple[Column, str, int]] = field(default_factory=list)
    rank: Ranked | None = None
    distinct: bool = False
    pieces: bool = False  # "how many pieces": a sum of something, never a count of records
    verb_at: int = -1  # the first finite verb after what is asked about
    limit: int | None = None
    alternatives: bool = False  # "or" stood between two conditions
    cost: float = 0.0
    adjective: Column | None = None  # "how expensive": the field that is asked for
    pending: list[str] = field(default_factory=list)
    me: str = ""  # "me", or "team" for those who report to me
    me_at: int = -9
    leans: bool = False  # on an earlier question
    versus: bool = False  # two things are to stand side by side
    everybody: bool = False  # "all" was said, so nobody's own is meant
    order: list[str] = field(default_factory=list)  # "descending", "alphabetic"


class Cursor:
    """Walks over the items of one cut of a question and keeps the notes."""

    def __init__(self, parts: Sequence[Taken], vocabulary: Vocabulary, *, leaning: bool = False) -> None:
        self.parts = parts
        self.vocabulary = vocabulary
        self.leaning = leaning  # an earlier reading says what "they" are
        self.notes = Notes()
        self._readers: dict[str, Callable[[Taken], None]] = {}
        self._at = 0
        self._negated = ""
        self._counting = False
        self._nth = 1  # "second" was said and the order is still to come
        self._or: list[int] = []

    def _peek(self, step: int = 1) -> Taken | None:
        place = self._at + step
        return self.parts[place] if 0 <= place < len(self.parts) else None

    def _next(self, *, skip: tuple[str, ...] = ("verb",)) -> Taken | None:
        """The next part that matters, without moving."""
        step = 1
        while (part := self._peek(step)) is not None and idle(part, skip):
            step += 1
        return part

    def _take(self) -> Taken:
        self._at += 1
        while idle(self.parts[self._at], ("verb", "than")):
            self._at += 1
        return self.parts[self._at]

    def _traits(self, thing: Thing) -> Traits:
        return self.vocabulary.traits[thing.entity, thing.field]

    def _is_known(self, part: Taken) -> bool:
        """Whether a bare number is one under which a record is known."""
        bare = part.kind == "number" and not part.item.what and not part.item.money
        return bare and any(self._traits(thing).identifying for thing in part.item.things)

    def _refuse_price(self, asked: Taken, number: Taken) -> None:
        """ "What does 4712 cost" asks for the price of something unknown, and not for a price of 4712."""
        verb = asked.item.verbal or asked.item.text.lower() in ("cost", "costs")
        priced = asked.thing is not None and asked.thing.kind == "field" and self._traits(asked.thing).money
        if verb and priced and self.notes.ask in ("what", "much") and not self.notes.left:
            raise Stuck("unknown word", number.item.text)

    def _touches(self, step: int = 0) -> bool:
        """Whether nothing stands between this item and the one before: "manager Bosch", not "manager of"."""
        before, here = (self.parts[self._at + step - back].item for back in (1, 0))
        return before.start + before.length == here.start

    def _says_which(self, part: Taken, *, terms_only: bool = False) -> bool:
        """Whether a word says which records are meant: a business word that is no number, a state or a value."""
        thing = part.thing
        if thing is not None and thing.term is not None:
            return not thing.term.measure
        valued = thing is not None and thing.kind == "value" and part.kind != "number"
        return not terms_only and (part.kind == "state" or valued)

    def _is_joined(self) -> bool:
        asked = self._peek(-1)
        before = self._peek(-2) if asked is not None and asked.kind == "ask" else asked  # "and in which role"
        return before is not None and before.kind == "join" and before.item.what in ("and", "with")

    def _keep(self, condition: Condition) -> None:
        if self._negated:
            condition = replace(condition, negated=not condition.negated)
            self._negated = ""
        if all(condition != known for known, _ in self.notes.where):  # "geschlossen (closed)" is said twice
            self.notes.where.append((condition, self._at))


def summed(what: str) -> str:
    """A total is a sum; only over bare records it is their count."""
    return "sum" if what == "total" else what


def idle(part: Taken, skip: tuple[str, ...]) -> bool:
    if part.kind == "thing" and part.thing is not None and part.thing.kind == "none":
        return True
    return part.kind == "join" and part.item.what in skip


def figure(item: Item) -> Cell:
    number = item.number or 0.0
    return int(number) if number == int(number) else number


def like_year(item: Item) -> float:
    """What it costs to take a number for anything else than the year it looks like."""
    return 0.2 * (len(item.text) == 4 and item.text.startswith(("19", "20")))


def during(part: Taken, column: Column) -> Condition:
    span = part.item.span
    assert span is not None  # the caller looked
    start, end = (day.isoformat() if day is not None else None for day in (span.start, span.end))
    return Condition("during", column, (start, end))
