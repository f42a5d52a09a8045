"""Planning several numbers of each: "for my team, the tickets and the interviews of each" is one table.

Each number is a task of its own; a last one joins them, with everybody of the group and their gaps.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from answerable.domain.evidence import Ledger
from answerable.domain.outcome import Weighing
from answerable.domain.plan import Decision, Plan, Task
from answerable.domain.question import Question
from answerable.errors import SourceError
from answerable.lists import read_list
from answerable.sources.apps.functions import with_names
from answerable.stages.base import Planner, Seat
from answerable.stages.plan.of_tables import OpenTongue, Tongue, query_task
from answerable.tables import Reading, Unclear, Understood

_WORDS = read_list(__package__, "of_people_each.toml")
_EACH = frozenset(_WORDS["each"])


def _any_of(name: str) -> str:
    return "|".join(sorted(map(re.escape, _WORDS[name]), key=len, reverse=True))


_IDLE = re.compile(rf"\b(?:{_any_of('idle')})\b", re.IGNORECASE)
_JOINT = re.compile(rf"\s*[,;]?\s*\b(?:{_any_of('joints')})\b\s*|\s*[,;]\s*", re.IGNORECASE)
_FIRST = re.compile(rf"(?:{_any_of('leads')})\s+(?P<group>[^,:;]+?)\s*[,:;]\s*(?P<rest>.+)", re.IGNORECASE)
_THEIRS = re.compile(rf"\s*,?\s+(?:{_any_of('theirs')})\s+", re.IGNORECASE)
_THEY = re.compile(rf"\b(?:{_any_of('they')})\b")  # "Sie" is whoever answers
_WHO = re.compile(rf"\b(?:{_any_of('who')})\b", re.IGNORECASE)
_PAUSE = re.compile(r"\s*[,;:]\s*")
_LEAD = re.compile(rf"\b(?:{_any_of('leads')})\s+", re.IGNORECASE)
# A group is named in so many words. Chosen, not measured.
LONGEST = 8


@dataclass(frozen=True)
class _Each:
    """A joined reading, the reading of each of its numbers, and what could not be understood."""

    joined: Reading
    numbers: tuple[tuple[str, Reading], ...]
    missing: tuple[str, ...]
    named: Reading | None  # the joined one with what is called by name beside its counts


class EachPlanner:
    """Plans one table of several numbers per member of a group; every other question is the next planner's."""

    def __init__(self, source: str, open_tongue: OpenTongue, others: Planner) -> None:
        self._source, self._open_tongue, self._others = source, open_tongue, others

    async def __call__(self, question: Question, ledger: Ledger, weighing: Weighing, seat: Seat) -> Plan:
        if not ledger.plans and (_of_each(question.text) or _FIRST.fullmatch(question.text.strip(" ?.!"))):
            try:
                tongue = await self._open_tongue(question)
            except SourceError:  # the planner behind opens the same tables, and says so in its own words
                return await self._others(question, ledger, weighing, seat)
            if found := await asyncio.to_thread(_read, tongue, question):
                return self._plan(found)
        named = ledger.waiting("named") if len(ledger.plans) == 1 and not ledger.gaps else None
        if named:  # the counts were allowed; of the names, those that the asker may see are told
            last, told = ledger.plans[0].tasks[-1], Reading.from_plain(named)
            task = query_task("named", self._source, last.question, int(last.arguments["part"]), told)
            task = replace(task, arguments={**task.arguments, "as_seen": len(told.units)})
            return Plan(Decision.ACT, (task,), why=told.says)
        return await self._others(question, ledger, weighing, seat)

    def _plan(self, found: _Each) -> Plan:
        tasks: list[Task] = [
            query_task(f"query_{n + 1}", self._source, text, n, reading)
            for n, (text, reading) in enumerate(found.numbers)
            if len(found.numbers) > 1
        ]
        needs = tuple(task.id for task in tasks)
        tasks.append(query_task("joined", self._source, found.joined.says, len(tasks), found.joined, needs))
        waits = {"reading": found.joined.plain(), "missing": list(found.missing)}
        waits |= {"named": found.named.plain()} if found.named else {}
        return Plan(Decision.ACT, tuple(tasks), why=found.joined.says, waits=waits)


def _of_each(text: str) -> bool:
    return not _EACH.isdisjoint(re.findall(r"\w+", text.lower()))


def _read(tongue: Tongue, question: Question) -> _Each | None:
    """The first way to tell the group from what is asked of it that the tables understand."""
    parser, today = tongue.parser, question.now.date()
    owns = parser.vocabulary.catalog.entity
    for group, rest in _groups(tongue, question):
        if not tongue.asker or group.form.root not in tongue.asker.records:
            continue
        known: list[tuple[str, Reading]] = []
        missing: list[str] = []
        shown: list[Reading] = []  # "who has interviews" asks with whom, and not only how many
        for said in filter(_cleaned, _JOINT.split(rest)):
            text = _cleaned(said)
            fit = (one for one in _clauses(tongue, question, text) if parser.beside(group, [one], today))
            # Of what a word may mean, what is told of the members themselves comes first, then what they have.
            found = sorted(
                fit, key=lambda one: (one.form.root != group.form.root, not owns(one.form.root).own)
            )
            known += [(text, found[0])] if found else []
            shown += found[:1] if _WHO.search(said) else []
            missing += [] if found else [text]
        joined = parser.beside(group, [clause for _, clause in known], today) if known else None
        # One number of each is a plain question; only where it is a count, those who have none are told too,
        # and what is theirs is told with their names.
        counts = known and [measure.what for measure in known[0][1].form.measures] == ["count"]
        theirs = _THEIRS.search(question.text) or rest == question.text
        alone = (counts or theirs) and _of_each(question.text)
        if joined is not None and (len(known) > 1 or alone):
            apart = ((text, parser.beside(group, [clause], today)) for text, clause in known)
            numbers = tuple((text, one) for text, one in apart if one)
            return _Each(joined, numbers, tuple(missing), _named(joined, shown, tongue))
    return None


def _named(joined: Reading, shown: Sequence[Reading], tongue: Tongue) -> Reading | None:
    """The table with what the counted records are called beside it."""
    catalog, sql = tongue.parser.vocabulary.catalog, joined.sql
    for root in dict.fromkeys(one.form.root for one in shown if not one.form.measures):
        ties = ((one.table, one.to_table, one.label) for one in catalog.relations)
        whose = {label for table, to, label in ties if (table, to) == (root, joined.form.root)}
        name = next((name for name in catalog.entity(root).names if name not in whose), "")
        sql = with_names(sql, root, name) if name else sql
    return replace(joined, sql=sql) if sql != joined.sql else None


def _groups(tongue: Tongue, question: Question) -> Iterator[tuple[Reading, str]]:
    """Whom a question may be about, and what is asked: of those listed before ("they"), or of a group it names."""
    listed = question.turns[-1].waits.get("reading") if question.turns else None
    before = Reading.from_plain(listed) if listed and _THEY.search(question.text) else None
    if before and before.form.shape == "list" and not before.form.rank:
        yield before, question.text
    for text, rest in _splits(question.text.strip(" ?.!")):
        yield from ((group, rest) for group in _readings(tongue, question, text)[:1])


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Ways to tell whom a question is about from what it asks, the likeliest first."""
    if first := _FIRST.fullmatch(text):
        yield _cleaned(first["group"]), first["rest"]
    if len(ends := _THEIRS.split(text, maxsplit=1)) == 2:  # "my team with their open tickets"
        yield _cleaned(ends[0]), ends[1]
    parts = [part for part in map(_cleaned, _PAUSE.split(text)) if part]
    for place in range(1, len(parts)):  # "tickets and interviews per person, my team, Bangalore"
        yield " ".join(parts[place:]), ", ".join(parts[:place])
        yield " ".join(parts[:-place]), ", ".join(parts[-place:])
    for found in _LEAD.finditer(text):
        words = text[found.end() :].split()
        for length in range(min(LONGEST, len(words)), 0, -1):
            group = " ".join(words[:length]).rstrip(",;:")
            if not _JOINT.search(group):
                yield _cleaned(group), f"{text[: found.start()]} {' '.join(words[length:])}"


def _cleaned(text: str) -> str:
    return " ".join(_IDLE.sub(" ", text).split()).strip(" ,;:")


def _clauses(tongue: Tongue, question: Question, text: str) -> Sequence[Reading]:
    """What is asked of each. "Remaining vacation" is how much is left, where those records hold an amount."""
    plain = _readings(tongue, question, text)
    entity = tongue.parser.vocabulary.catalog.entity
    if not plain or plain[0].form.measures or not entity(plain[0].form.root).own:
        return plain
    much = _readings(tongue, question, f"{_WORDS['much'][question.language == 'de']} {text}")
    return (*(one for one in much if one.form.root == plain[0].form.root and one.form.measures), *plain)


def _readings(tongue: Tongue, question: Question, text: str) -> Sequence[Reading]:
    found = tongue.parser.parse(text, question.language, question.now, asker=tongue.asker) if text else None
    choices = found.choices if isinstance(found, Unclear) else ()
    entity = tongue.parser.vocabulary.catalog.entity
    return [
        one
        for one in ((found.reading,) if isinstance(found, Understood) else choices)
        if all(entity(each.column.entity).counted for each in one.form.measures if each.what == "count")
    ]
