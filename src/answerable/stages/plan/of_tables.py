"""Planning questions over tables without a model: the parser reads, this decides what to run, ask or decline."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from answerable.domain.evidence import Cell, Evidence, Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import SourceError
from answerable.language.asked import understand
from answerable.lists import read_list
from answerable.stages.base import Seat
from answerable.stages.plan.spoken_of import spoken_of
from answerable.tables import Asker, NotUnderstood, Parsed, Parser, Reading, Understood, asked_form
from answerable.tables.form import Condition
from answerable.tables.notes import UNDATED
from answerable.tables.parser import CHANGE

_WORDING = read_list(__package__, "of_tables.toml")
# More readings than this are not run side by side: nobody chooses among more.
READINGS = 4
# What somebody says of themselves before they ask changes nothing about what is asked.
CLAIM = re.compile(
    r"^\s*(?:(?:as (?:an?|the)|being (?:an?|the)|als)\s[^,.]*?"
    r"(?:,\s*|\s(?=(?:I|ich|show|tell|give|what|brauche|möchte)\b))"
    r"|(?:I am|I'm|we are|I work|ich bin|wir sind|ich arbeite)\b[^.,!?]*[.,!]\s+)"
    r"(?:(?:I|ich) (?:need|want|brauche|möchte)\b|(?:brauche|möchte|will|benötige) ich\b)?\s*",
    re.IGNORECASE,
)
# The tables a query reads, and the values it names.
_READ, _VALUE = re.compile(r'(?:FROM|JOIN) "?(\w+)'), re.compile(r""""(?!id")\w+" = '([^']{2,})'""")
# What a source says of a query this person may not ask.
NOT_PERMITTED = "not_permitted"


@dataclass(frozen=True)
class _Part:
    """One thing asked, with the readings it may have, or why it has none."""

    text: str
    readings: tuple[Reading, ...] = ()
    why: NotUnderstood | None = None


@dataclass(frozen=True)
class Tongue:
    """A parser for the tables as they are now, and who "I" is in them."""

    parser: Parser
    asker: Asker | None = None
    narrow: bool = False  # of two readings, one that draws in no further tables is the one meant


OpenTongue = Callable[[Question], Awaitable[Tongue]]


class TablePlanner:
    """Runs what was understood; asks where two readings gave different results; declines the rest."""

    def __init__(self, source: str, open_tongue: OpenTongue, *, about: str, offers: bool = False) -> None:
        self._source, self._open_tongue, self._about = source, open_tongue, about
        self._offers = offers  # what else may be meant where one word is not known

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:  # noqa: ARG002
        if ledger.plans:
            return self._after(question, ledger)
        if chosen := _chosen(question):
            return self._run([_Part(question.text, (chosen,))])
        if (shown := asked_form(question.text)) and (kept := _earlier(question)):
            return self._run([_Part(question.text, (replace(kept, shown=shown),))])
        try:
            tongue = await self._open_tongue(question)
        except SourceError as error:
            return Plan(Decision.REFUSE, reason="source_down", says=_say(question, "down", why=error.why))
        # Reading is arithmetic over many combinations of words: away from the event loop.
        parts = await asyncio.to_thread(_read, tongue, question)
        if not any(part.readings for part in parts):
            near = await asyncio.to_thread(_near, tongue, question, parts) if self._offers else []
            unsure = [one.plain() for one in _unsure(parts)] if self._offers else []
            if near or unsure:
                return _ask(question, near or unsure, "nearest" if near else "unsure")
            return self._decline(question, parts)
        return self._run(parts)

    def _run(self, parts: Sequence[_Part]) -> Plan:
        tasks: list[Task] = []
        for number, part in enumerate(parts):
            for reading in part.readings:
                name = f"query_{len(tasks) + 1}"
                tasks.append(query_task(name, self._source, part.text, number, reading))
        says = "; ".join(part.readings[0].says for part in parts if part.readings)
        missing = [part.text for part in parts if not part.readings]
        first = next(part.readings[0] for part in parts if part.readings)
        waits = {"reading": first.plain(), "missing": missing, "unknown": _unknown(parts)}
        return Plan(Decision.ACT, tuple(tasks), why=says, waits=waits)

    def _after(self, question: Question, ledger: Ledger) -> Plan:
        """Readings of one part that gave the same are one; those that differ are put to the person."""
        forbidden = {gap.asked for gap in ledger.gaps if gap.why == NOT_PERMITTED}
        by_part: dict[int, list[Task]] = {}
        for task in ledger.plans[0].tasks:
            by_part.setdefault(int(task.arguments["part"]), []).append(task)
        for rivals in by_part.values():
            allowed = [task for task in rivals if task.arguments["name"] not in forbidden]
            if rivals[0] not in allowed:  # what was most likely meant is not theirs to ask
                return not_permitted(question)
            first, *others = (_result(task, ledger) for task in allowed)
            if not all(_agree(first, other) for other in others):
                return _ask(question, [task.arguments["reading"] for task in allowed])
        return Plan(Decision.ENOUGH, why=ledger.plans[0].why)

    def _decline(self, question: Question, parts: Sequence[_Part]) -> Plan:
        # A word that only stands for one of the asker's own says nothing to them.
        unknown, reason = [word for word in _unknown(parts) if word in question.text], "not_found"
        whys = [part.why for part in parts if part.why]
        words, of = _quoted(question, unknown), _quoted(question, whys[0].named[:1])
        wording = "unknown_words" if unknown else "not_understood"
        if whys[0].why == CHANGE:
            reason, wording = NOT_PERMITTED, "change"
        elif whys[0].why == UNDATED and whys[0].named:
            wording = "undated"
        says = _say(question, wording, words=words, of=of, about=self._about)
        why = "; ".join(one.why for one in whys)
        return Plan(Decision.REFUSE, why=why, reason=reason, says=says, waits={"unknown": unknown})


def _quoted(question: Question, words: Sequence[str]) -> str:
    return ", ".join(f"„{word}“" if question.language == "de" else f'"{word}"' for word in words)


def _unknown(parts: Sequence[_Part]) -> list[str]:
    """The words that no table has a place for."""
    found = (word for part in parts if part.why for word in part.why.unknown_words if word in part.text)
    return list(dict.fromkeys(found))


def _read(tongue: Tongue, question: Question) -> list[_Part]:
    """The question part by part where each part can be understood alone, else as a whole."""
    text = CLAIM.sub("", question.text) or question.text
    text, unknown = spoken_of(text, question.language, _earlier(question), tongue.parser)
    if unknown:
        return [_Part(text, why=NotUnderstood("nothing that was named before", (unknown,)))]
    asked = understand(text, question.language).parts
    parts: list[_Part] = []
    for part in asked:
        found = _part(tongue, question, part.text)
        if not found.readings and parts and len(parts[-1].readings) == 1:  # "… and what are they worth?"
            found = _part(tongue, question, part.text, parts[-1].readings[0])
        parts.append(found)
    if len(parts) > 1 and all(part.readings for part in parts):
        return parts
    whole = parts[0] if parts[0].text == text else _part(tongue, question, text)
    # Some parts are better than nothing, but only where the whole makes no sense: "… and which are blue?" leans
    # on what stands before it.
    return [whole] if whole.readings or not any(part.readings for part in parts) else parts


def _part(tongue: Tongue, question: Question, text: str, earlier: Reading | None = None) -> _Part:
    found: Parsed = tongue.parser.parse(
        text, question.language, question.now, asker=tongue.asker, earlier=earlier or _earlier(question)
    )
    if isinstance(found, NotUnderstood):
        return _Part(text, why=found)
    choices = (found.reading,) if isinstance(found, Understood) else found.choices
    if tongue.narrow:
        choices = _narrowed(tuple(one for one in choices if _sound(one, tongue)), text, tongue)
    return _Part(text, choices[:READINGS], None if choices else NotUnderstood("no likely reading"))


def _sound(reading: Reading, tongue: Tongue) -> bool:
    """Whether a reading counts what can be counted, and takes no word for a key."""
    form, entity = reading.form, tongue.parser.vocabulary.catalog.entity
    measures = (*form.measures, *([form.rank.by] if form.rank else []))
    counts = (one.column.entity for one in measures if one.what == "count")
    me = set(tongue.asker.records.values()) if tongue.asker else set()
    keyed = any(_keyed(one, me) for one in form.where)
    return not keyed and all(entity(name).counted for name in counts)


def _keyed(condition: Condition, me: set[Cell]) -> bool:
    """Whether a word was taken for a record's key, which nobody says: "the three largest" have no id "three"."""
    told = condition.column.field == "id" and not me.issuperset(condition.values)
    return told or any(_keyed(one, me) for one in condition.inner)


def _narrowed(choices: tuple[Reading, ...], text: str, tongue: Tongue) -> tuple[Reading, ...]:
    """The likeliest reading and its rivals, without those that reach further than it or name what nobody said.

    A name that two tables have, and nothing else, is asked of the one that the catalog tells first.
    """
    if not choices:
        return ()
    order = [entity.name for entity in tongue.parser.vocabulary.catalog.entities]
    bare = [one for one in choices if _READ.findall(one.sql) == [one.form.root] and _VALUE.findall(one.sql)]
    named = {(tuple(_VALUE.findall(one.sql)), one.form.shape) for one in bare}
    if len(bare) == len(choices) and len(named) == 1:
        return (min(bare, key=lambda one: order.index(one.form.root)),)
    first, said = choices[0], text.casefold()
    if any(one.term for one in first.form.measures):  # what the catalog says a word measures
        return (first,)
    tables = set(_READ.findall(first.sql))
    if any(one.casefold() not in said for one in _VALUE.findall(first.sql)):
        return choices
    rivals = [one for one in choices[1:] if len(tables) >= len(set(_READ.findall(one.sql)))]
    rivals = [one for one in rivals if all(v.casefold() in said for v in _VALUE.findall(one.sql))]
    return (first, *rivals)


def query_task(
    name: str, source: str, text: str, part: int, reading: Reading, needs: tuple[str, ...] = ()
) -> Task:
    """The task that runs a reading's query."""
    said = {"name": name, "sql": reading.sql, "says": reading.says, "part": part, "reading": reading.plain()}
    return Task(name, source, "query", text, needs=needs, arguments=said)


def _found_by(task: Task, ledger: Ledger) -> Evidence | None:
    """What a query brought home; None where it failed."""
    return next(
        (piece for piece in ledger.fresh() if piece.query == task.arguments["sql"] and piece.table), None
    )


def _result(task: Task, ledger: Ledger) -> list[tuple[Cell, ...]]:
    piece = _found_by(task, ledger)
    return sorted(piece.table.rows, key=repr) if piece and piece.table else []  # in whatever order


def _agree(one: Sequence[tuple[Cell, ...]], other: Sequence[tuple[Cell, ...]]) -> bool:
    """Whether two results say the same; one app may call a company "Acme" and another "Acme Ltd"."""
    if [len(row) for row in one] != [len(row) for row in other]:
        return False
    pairs = [pair for a, b in zip(one, other, strict=True) for pair in zip(a, b, strict=True)]
    return all(a == b or (isinstance(a, str) and isinstance(b, str) and _begins(a, b)) for a, b in pairs)


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return bool(short) and long.startswith(f"{short} ")


def _near(tongue: Tongue, question: Question, parts: Sequence[_Part]) -> list[dict[str, Any]]:
    """What may have been meant where a single word of a question names nothing."""
    unknown = _unknown(parts)
    if len(parts) != 1 or len(unknown) != 1 or question.turns:
        return []
    near = tongue.parser.near(parts[0].text, question.language, question.now, unknown[0])
    return [reading.plain() for reading in near]


def _unsure(parts: Sequence[_Part]) -> Sequence[Reading]:
    """What a question may mean that is not sure enough to be answered unasked."""
    return parts[0].why.unsure if len(parts) == 1 and parts[0].why else ()


def _ask(question: Question, rivals: Sequence[dict[str, Any]], how: str = "which") -> Plan:
    choices = tuple((str(reading["says"]), str(reading["says"])) for reading in rivals)
    waits = {"readings": list(rivals)}
    return Plan(Decision.ASK, reason="ambiguous", says=_say(question, how), choices=choices, waits=waits)


def _earlier(question: Question) -> Reading | None:
    """What the conversation was last about, for "and in Bern?"."""
    kept = next((turn.waits["reading"] for turn in reversed(question.turns) if "reading" in turn.waits), None)
    return Reading.from_plain(kept) if kept else None


_ORDINAL = dict.fromkeys(("first", "erste"), 1) | dict.fromkeys(("second", "zweite"), 2)
_ORDINAL |= dict.fromkeys(("third", "dritte"), 3) | dict.fromkeys(("fourth", "vierte"), 4)


def _chosen(question: Question) -> Reading | None:
    """The reading that the reply to our question back names: by its words, its number or its place."""
    offered = question.turns[-1].waits.get("readings", ()) if question.turns else ()
    said = question.text.casefold().strip(" .!?")
    for number, plain in enumerate(offered, 1):
        words = re.findall(r"\w+", said)
        places = {_ORDINAL.get(word.rstrip("rns")) or _ORDINAL.get(word) for word in words}
        if said == plain["says"].casefold() or said == str(number) or (len(words) <= 4 and number in places):
            return Reading.from_plain(plain)
    return None


def not_permitted(question: Question) -> Plan:
    """The refusal of what this person may not see; it says what they may ask instead."""
    return Plan(Decision.REFUSE, reason=NOT_PERMITTED, says=_say(question, NOT_PERMITTED))


def _say(question: Question, name: str, **values: str) -> str:
    wording = _WORDING.get(question.language, _WORDING["en"])
    return str(wording[name]).format(**values)
